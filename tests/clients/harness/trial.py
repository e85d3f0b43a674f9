"""One client run as it is and under the preload, and what differs."""

import os
import re
import subprocess
import tempfile
from pathlib import Path
from typing import NamedTuple

from harness import arrivals, decisions, routing

OURS = re.compile(r"GPUALLOC_|XLA_|TF_GPU_|SIMGPU_|LD_PRELOAD|LD_LIBRARY_PATH")
ADDRESS = re.compile(r"ptr=0x[0-9a-f]+")
SECONDS = 300

# What a user sets, by the name that the table has for it.
ROUTES = {
    "platform": {"GPUALLOC_ALLOCATOR": "platform"},
    "bfc": {"GPUALLOC_ALLOCATOR": "bfc"},
    "bfc, sync": {"GPUALLOC_ALLOCATOR": "bfc", "GPUALLOC_FREE": "sync"},
}


class Trial(NamedTuple):
    """What a run under one route showed; no faults means all is right."""

    route: str
    doors: str
    has_same_codes: bool
    faults: list

    @property
    def says_same_codes(self):
        return "yes" if self.has_same_codes else "no"


def environment(more):
    """The caller's environment without anything that would steer a run."""
    kept = {k: v for k, v in os.environ.items() if not OURS.match(k)}
    # Where a real ROCm is installed hip-python would prefer it.
    return kept | {"ROCM_PATH": "/nonexistent"} | more


def run(command, more):
    return subprocess.run(
        [str(word) for word in command],
        env=environment(more),
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )


def comparable(stdout):
    """Addresses differ from run to run; all else must not."""
    return ADDRESS.sub("ptr=", stdout).splitlines()


def first_difference(plain, preloaded):
    for number, pair in enumerate(zip(plain, preloaded), start=1):
        if pair[0] != pair[1]:
            return [f"output line {number}: {pair[0]} became {pair[1]}"]
    if len(plain) != len(preloaded):
        return [f"{len(plain)} lines of output became {len(preloaded)}"]
    return []


def plain_run(client):
    """The output without the preload, which all others must equal."""
    done = run(client.command, client.environment)
    if done.returncode:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        return done, [f"without the preload: exit {done.returncode}, {last}"]
    return done, []


def under(client, route, preload, plain):
    """Run the client under a route and compare it with the plain run."""
    requested = ROUTES[route]["GPUALLOC_ALLOCATOR"]
    with tempfile.TemporaryDirectory() as folder:
        log, trace = Path(folder) / "log", Path(folder) / "trace"
        steer = {
            "LD_PRELOAD": str(preload),
            "GPUALLOC_LOG": str(log),
            "SIMGPU_TRACE": str(trace),
        }
        done = run(client.command, client.environment | ROUTES[route] | steer)
        changed = first_difference(
            comparable(plain.stdout), comparable(done.stdout)
        )
        faults = changed + misbehaviour(plain, done)
        try:
            lines = decisions.read(log)
        except decisions.Malformed as malformed:
            return Trial(route, "?", not changed, [*faults, str(malformed)])
        faults += told_wrong(client, requested, done, lines)
        if client.is_simulated:
            faults += arrivals.differences(trace, lines, requested)
        doors = doors_of(decisions.decisions_of(lines))
        return Trial(route, doors, not changed, faults)


def misbehaviour(plain, done):
    faults = []
    if done.returncode != plain.returncode:
        last = (done.stderr.strip() or "no message").splitlines()[-1]
        faults.append(f"exit {done.returncode}, {last}")
    if "gpualloc" in done.stdout + done.stderr:
        faults.append("gpualloc wrote to the program's own output")
    return faults


def told_wrong(client, requested, done, lines):
    """Where the log differs from what the program says it did."""
    served = decisions.decisions_of(lines)
    calls = client.told(done.stdout, done.stderr) if client.door else []
    return (
        decisions.complaints(lines)
        + client.compare(calls, served, client.door)
        + routing.faults(served, requested)
    )


def doors_of(served):
    seen = [line["door"] for line in served]
    counted = {door: seen.count(door) for door in sorted(set(seen))}
    return " ".join(f"{n} {door}" for door, n in counted.items()) or "none"
