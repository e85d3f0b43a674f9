#!/usr/bin/env python3
"""What the pool and the preload cost, in units of malloc+free of 64 KiB.

usage: bench.py BUILD_DIRECTORY

Prints a table and writes it to BUILD_DIRECTORY/bench/bench.txt, with a plot
beside it where matplotlib is installed.
"""

import dataclasses
import os
import pathlib
import subprocess
import sys

UNIT = "malloc+free"
PAIRS_OF_THE_DRIVER = "2000"
STEERING = ("GPUALLOC_", "SIMGPU_", "XLA_", "TF_GPU", "LD_")
HOST_PEERS = {
    "jemalloc": "libjemalloc.so.2",
    "mimalloc": "libmimalloc.so.2",
}


@dataclasses.dataclass
class Row:
    """One figure: a ratio to the unit unless `of` says otherwise."""

    what: str
    value: float
    target: float | None = None
    of: str = "units"

    def text(self):
        bound = f"<= {self.target:g}" if self.target is not None else ""
        return f"{self.what:58} {self.value:9.2f} {self.of:9} {bound:>9}"


def run(build, program, *arguments, **settings):
    """Run a bench program in a clean environment and return its output."""
    environment = {
        key: value for key, value in os.environ.items()
        if not key.startswith(STEERING)
    }
    environment["LD_LIBRARY_PATH"] = str(build / "sim")
    environment.update(settings)
    command = [str(build / "bench" / program), *map(str, arguments)]
    return subprocess.run(
        command, env=environment, check=True, capture_output=True, text=True
    ).stdout


def figures(output):
    """{name: nanoseconds} of lines `name<TAB>nanoseconds`."""
    rows = (line.split("\t") for line in output.splitlines())
    return {name: float(value) for name, value in rows}


def preloaded(build, allocator):
    return {
        "LD_PRELOAD": str(build / "libgpualloc.so"),
        "GPUALLOC_LOG": "off",
        "GPUALLOC_ALLOCATOR": allocator,
    }


def units(measured, name):
    return measured[name] / measured[UNIT]


def pool_rows(build):
    """The pool alone: bench_pool states its own targets."""
    for line in run(build, "bench_pool").splitlines():
        name, value, of, target = (line.split("\t") + ["", ""])[:4]
        bound = target.removeprefix("<=").strip()
        yield Row(f"pool alone: {name}", float(value),
                  float(bound) if float(bound or 0) else None, of)


def call_rows(build):
    """Calls of the simulated runtime, without and with the preload."""
    bare = figures(run(build, "bench_calls", PAIRS_OF_THE_DRIVER))
    platform = figures(run(build, "bench_calls", PAIRS_OF_THE_DRIVER,
                           **preloaded(build, "platform")))
    pool = figures(run(build, "bench_calls", **preloaded(build, "bfc")))
    sync = figures(run(build, "bench_calls", GPUALLOC_FREE="sync",
                       **preloaded(build, "bfc")))

    wait = units(bare, "cudaDeviceSynchronize")
    pair = "cudaMalloc+cudaFree"
    yield Row("preload, platform: added to a call",
              units(platform, "cudaFree(NULL)") - units(bare, "cudaFree(NULL)"), 3)
    yield Row("preload, bfc, quarantine: cudaMalloc+cudaFree",
              units(pool, pair), 4.5)
    yield Row("preload, bfc, sync: cudaMalloc+cudaFree",
              units(sync, pair), 8 + wait)
    yield Row("  one synchronisation, nothing pending", wait)
    yield Row("no preload: cudaMalloc+cudaFree of the simulated driver",
              units(bare, pair))
    yield Row("the unit", pool[UNIT], of="ns")


def thread_rows(build):
    """Pairs at once from several threads on one and on two devices."""
    unit = figures(run(build, "bench_calls", PAIRS_OF_THE_DRIVER))[UNIT]

    def pair(threads, devices):
        output = run(build, "bench_threads", threads, devices,
                     SIMGPU_DEVICES=str(devices), **preloaded(build, "bfc"))
        return figures(output)["pair"] / unit

    alone = pair(1, 1)
    yield Row("preload, bfc: 1 thread", alone)
    yield Row("preload, bfc: 2 threads on 2 devices", pair(2, 2), 1.3 * alone)
    yield Row("preload, bfc: 2 threads on 1 device", pair(2, 1), 12)
    yield Row("preload, bfc: 4 threads on 1 device", pair(4, 1))
    yield Row("preload, bfc: 4 threads on 2 devices", pair(4, 2))


def peer_rows(build):
    """Host allocators on the same pair, in the same unit."""
    installed = subprocess.run(["ldconfig", "-p"], capture_output=True,
                               text=True).stdout
    unit = figures(run(build, "bench_calls", PAIRS_OF_THE_DRIVER))[UNIT]
    for name, library in HOST_PEERS.items():
        if library not in installed:
            print(f"skipped: {library} is not installed", file=sys.stderr)
            continue
        output = run(build, "bench_calls", PAIRS_OF_THE_DRIVER,
                     LD_PRELOAD=library)
        yield Row(f"peer on the host: {name}, malloc+free of 64 KiB",
                  figures(output)[UNIT] / unit)


def plot(rows, path):
    """A bar for each figure in units, with its target as a mark."""
    try:
        import matplotlib
    except ImportError:
        print("skipped: the plot needs matplotlib", file=sys.stderr)
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    shown = [row for row in rows if row.of == "units" and row.value < 100]
    figure, axes = pyplot.subplots(figsize=(10, 0.35 * len(shown) + 1.5))
    places = range(len(shown))
    axes.barh(places, [row.value for row in shown], color="#4c72b0")
    for place, row in zip(places, shown):
        if row.target is not None:
            axes.plot([row.target] * 2, [place - 0.45, place + 0.45],
                      color="#c44e52", linewidth=2)
    axes.set_yticks(places, [row.what.strip() for row in shown])
    axes.invert_yaxis()
    axes.set_xlabel("units of malloc+free of 64 KiB; red: the target")
    figure.tight_layout()
    figure.savefig(path, dpi=120)


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    rows = [row for part in (pool_rows, call_rows, thread_rows, peer_rows)
            for row in part(build)]
    table = "\n".join(row.text() for row in rows)
    print(table)
    (build / "bench" / "bench.txt").write_text(table + "\n")
    plot(rows, build / "bench" / "bench.png")


if __name__ == "__main__":
    main()
