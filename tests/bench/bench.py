#!/usr/bin/env python3
"""What the preload costs, in units of malloc+free of 64 KiB of the same run.

usage: bench.py BUILD_DIRECTORY
"""

import os
import pathlib
import subprocess
import sys

UNIT = "malloc+free"
PAIRS_OF_THE_DRIVER = "2000"


def measure(build, preload, pairs=None, **settings):
    """Run bench_calls and return {name: nanoseconds}."""
    environment = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("GPUALLOC_", "SIMGPU_", "XLA_", "TF_GPU"))
    }
    environment["LD_LIBRARY_PATH"] = str(build / "sim")
    environment.update(settings)
    if preload:
        environment["LD_PRELOAD"] = str(build / "libgpualloc.so")
    command = [str(build / "bench" / "bench_calls")] + ([pairs] if pairs else [])
    output = subprocess.run(
        command, env=environment, check=True, capture_output=True, text=True
    ).stdout
    rows = (line.split("\t") for line in output.splitlines())
    return {name: float(value) for name, value in rows}


def units(run, name):
    return run[name] / run[UNIT]


def rows_of(build):
    """Yield (what, units, target or None)."""
    bare = measure(build, False, PAIRS_OF_THE_DRIVER)
    platform = measure(
        build, True, PAIRS_OF_THE_DRIVER, GPUALLOC_LOG="off",
        GPUALLOC_ALLOCATOR="platform",
    )
    pool = measure(build, True, GPUALLOC_LOG="off", GPUALLOC_ALLOCATOR="bfc")

    passthrough = units(platform, "cudaFree(NULL)") - units(bare, "cudaFree(NULL)")
    synchronisation = units(pool, "cudaDeviceSynchronize")
    hit = units(pool, "cudaMalloc+cudaFree")
    yield "passthrough adds to a call", passthrough, 3.0
    yield "pool hit, cudaMalloc+cudaFree", hit, 8.0 + synchronisation
    yield "  of that, one synchronisation", synchronisation, None
    yield "driver, cudaMalloc+cudaFree", units(bare, "cudaMalloc+cudaFree"), None
    yield "unit, in nanoseconds", pool[UNIT], None


def main():
    build = pathlib.Path(sys.argv[1]).resolve()
    lines = [f"{'through the preload, log off':38} {'units':>8} {'target':>8}"]
    for what, value, target in rows_of(build):
        bound = f"<={target:.1f}" if target is not None else ""
        lines.append(f"{what:38} {value:8.2f} {bound:>8}")
    table = "\n".join(lines)
    print(table)
    (build / "bench" / "calls.txt").write_text(table + "\n")


if __name__ == "__main__":
    main()
