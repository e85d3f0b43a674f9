"""What reached the simulated vendor, whoever sent it.

The log says what was decided; the trace of the simulated library is the other
side: `platform` is proven by the call that arrived, a pool hit by the one that
did not.
"""

import re
from collections import Counter
from typing import NamedTuple, Optional

from harness.routing import PLAIN

# What regions are got with; the CUDA runtime's come from the driver as well.
EXTENDS = {"cuMemAlloc_v2", "hipMalloc"}
TRACE = re.compile(r"(\w+) pid=\d+ tid=\d+(?: (.*))? -> (\d+)")


class Arrival(NamedTuple):
    """A call that the vendor's library answered."""

    api: str
    size: Optional[int]  # None where the trace tells none
    rc: int


def read(path):
    found = []
    for line in path.read_text().splitlines():
        name, details, code = TRACE.fullmatch(line).groups()
        size = re.search(r"\bsize=(\d+)", details or "")
        found.append(Arrival(name, int(size[1]) if size else None, int(code)))
    return found


def differences(path, lines, requested):
    """Why the trace and the log cannot both be true; empty if they can."""
    if not path.exists():
        return ["the simulated vendor was never reached"]
    check = {"platform": under_platform, "bfc": under_bfc}[requested]
    return check(read(path), lines)


def under_platform(arrived, lines):
    """Every decision is a call that arrived, in order, and there is no more."""
    decided = [line for line in lines if line.kind in ("alloc", "free")]
    names = {line["api"] for line in decided}
    came = [(a.api, a.rc) for a in arrived if a.api in names]
    said = [(line["api"], line.number("rc")) for line in decided]
    if came != said:
        return [f"{len(said)} decisions, {len(came)} arrived, or not the same"]
    allocs = [d for d in decided if d.kind == "alloc"]
    return sizes_differ(arrived, allocs, {d["api"] for d in allocs})


def under_bfc(arrived, lines):
    """The vendor gave the regions and what is not the pool's, no more."""
    passed = [
        line
        for line in lines
        if line.kind == "alloc" and line["route"] == "driver"
    ]
    regions = [
        line
        for line in lines
        if line.kind == "region" and line["event"] == "extend"
    ]
    plain = [line for line in passed if line["api"] in PLAIN]
    names = {line["api"] for line in plain} | EXTENDS
    return sizes_differ(arrived, plain + regions, names)


def sizes_differ(arrived, lines, names):
    """Only what succeeded: a refused region is asked for again, smaller."""
    arrived = [a for a in arrived if a.rc == 0 and a.size is not None]
    names = names & {a.api for a in arrived}
    came = Counter(a.size for a in arrived if a.api in names)
    said = Counter(
        line.number("size")
        for line in lines
        if line.get("rc", "0") == "0" and line.get("api") in names | {None}
    )
    return [
        f"size {size}: {said[size]} in the log, {came[size]} arrived"
        for size in sorted(came | said)
        if came[size] != said[size]
    ]
