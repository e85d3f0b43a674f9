"""One replay of the recorded trace under the preload, and what it shows."""

import csv
import os
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests" / "clients"))
sys.dont_write_bytecode = True

from harness import decisions  # noqa: E402

TRACE = ROOT / "tests" / "data" / "traces" / "resnet50-training.csv"
PROGRAM = ROOT / "scripts" / "replay.py"
MEMORY = "8GiB"  # of the simulated GPU; the trace needs 2.6
STEERING = re.compile(r"GPUALLOC_|XLA_|TF_GPU_|SIMGPU_|LD_PRELOAD")


class Vendor(NamedTuple):
    """The plain calls of a vendor, and what they cost when simulated."""

    name: str
    alloc: str
    free: str
    wait: str

    @property
    def costs(self):
        costs = {self.alloc: 60000, self.free: 40000, self.wait: 5000}
        return ",".join(f"{name}={ns}" for name, ns in costs.items())


class Story(NamedTuple):
    """A run: the variables that are set, and what every line must say."""

    name: str
    tells: str
    variables: dict
    route: str
    verdict: str
    picks: dict  # how many lines of each kind are shown


class Run:
    """A story on one vendor: what program, log and driver say of it."""

    def __init__(self, vendor, story, build, is_simulated):
        self.vendor, self.story = vendor, story
        self.is_simulated = is_simulated
        stem = build / "demo" / f"{vendor.name}-{story.name}"
        self.log = stem.with_suffix(".log")
        self.driver_trace = stem.with_suffix(".driver")
        for stale in (self.log, self.driver_trace):
            stale.unlink(missing_ok=True)
        done = replay(vendor, TRACE, self.environment(build))
        self.said = (done.stdout or done.stderr or "nothing").strip()
        self.exit = done.returncode
        self.lines = decisions.read(self.log)
        self.decisions = decisions.decisions_of(self.lines)

    def environment(self, build):
        more = self.story.variables | {
            "LD_PRELOAD": str(build / "libgpualloc.so"),
            "GPUALLOC_LOG": str(self.log),
        }
        if not self.is_simulated:
            return more
        return more | {
            "LD_LIBRARY_PATH": str(build / "sim"),
            "SIMGPU_MEMORY": MEMORY,
            "SIMGPU_TRACE": str(self.driver_trace),
            "SIMGPU_COST_NS": self.vendor.costs,
        }

    def of_kind(self, kind):
        return [line for line in self.lines if line.kind == kind]

    def program_says(self, what):
        """A number of the program's last words."""
        return float(re.search(rf"([\d.]+) {what}\b", self.said)[1])

    def arrivals(self):
        """The simulated driver's own trace, a line for each call."""
        return self.driver_trace.read_text().splitlines()

    def arrived(self, *names):
        return sum(line.split(" ", 1)[0] in names for line in self.arrivals())

    def driver_calls(self):
        """Allocations and frees that the driver served."""
        if self.is_simulated:
            return self.arrived(self.vendor.alloc, self.vendor.free)
        passed = sum(line["route"] == "driver" for line in self.decisions)
        return passed + len(self.of_kind("region"))

    def driver_waits(self):
        """Synchronisations; nothing on a real GPU tells their number."""
        return self.arrived(self.vendor.wait) if self.is_simulated else "?"

    def sizes_at_driver(self):
        """The sizes that the driver was asked for, in order."""
        asked = re.compile(rf"{self.vendor.alloc} .*?\bsize=(\d+)")
        found = map(asked.match, self.arrivals())
        return [int(match[1]) for match in found if match]

    def faults(self):
        name = f"{self.vendor.name} {self.story.name}"
        return [f"{name}: {fault}" for fault in self.what_is_wrong()]

    def what_is_wrong(self):
        if self.exit:
            return [f"exit {self.exit}: {self.said.splitlines()[-1]}"]
        if not self.lines:
            return ["the log is empty"]
        story, allocs = self.story, self.of_kind("alloc")
        wrong = [
            line.text
            for line in allocs
            if (line["route"], line["verdict"]) != (story.route, story.verdict)
        ]
        found = wrong[:1]
        sizes = sizes_of_trace()
        if [line.number("size") for line in allocs] != sizes:
            found.append("the log does not have the sizes of the trace")
        if story.route == "driver" and self.is_simulated:
            if self.sizes_at_driver() != sizes:
                found.append("the driver did not get the sizes of the trace")
        return found


def sizes_of_trace():
    with open(TRACE, newline="") as file:
        return [int(r["size"]) for r in csv.DictReader(file) if r["op"] == "a"]


def replay(vendor, trace, more):
    kept = {k: v for k, v in os.environ.items() if not STEERING.match(k)}
    command = [sys.executable, str(PROGRAM), vendor.name, str(trace)]
    return subprocess.run(
        command, env=kept | more, capture_output=True, text=True
    )


def real_gpu(vendor):
    """The name of the GPU that answers, or None where none is real.

    Asks in a process of its own, by replaying nothing.
    """
    done = replay(vendor, os.devnull, {})
    name = done.stdout.split(":", 1)[0]
    is_real = done.returncode == 0 and not name.startswith("Simulated")
    return name if is_real else None
