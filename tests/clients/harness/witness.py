"""What a program did, by its own words, and whether the log says the same."""

import re
from collections import Counter
from typing import NamedTuple, Optional

from harness import decisions

# cuda-bindings names driver functions without the suffix of their exports.
SUFFIXED = {
    "cuMemAlloc",
    "cuMemAllocHost",
    "cuMemAllocPitch",
    "cuMemFree",
}
# What it asks for where streams belong to threads.
PER_THREAD = {"cuMemAllocAsync", "cuMemAllocFromPoolAsync", "cuMemFreeAsync"}
RESULTS = {"CUDA_ERROR_INVALID_VALUE": 1, "CUDA_ERROR_OUT_OF_MEMORY": 2}

TOLD = re.compile(
    r"^(?P<kind>alloc|free) (?P<name>\w+)(?: size=(?P<size>\d+))?"
    r"(?: ptr=(?P<ptr>0x[0-9a-f]+)| out=0x[0-9a-f]+)? rc=(?P<rc>\d+)$",
    re.MULTILINE,
)
NUMBA_CALL = re.compile(r"call driver api: (cuMem\w*(Alloc|Free)\w*)\((.*)\)$")
NUMBA_ERROR = re.compile(r"Call to (\w+) results in (\w+)$")


class Call(NamedTuple):
    """A call that the program made; None is what it did not say."""

    kind: str
    name: str
    size: Optional[int]
    ptr: Optional[int]
    rc: int

    @property
    def api(self):
        return self.name + "_v2" if self.name in SUFFIXED else self.name


def told_on_stdout(stdout, _stderr):
    """The calls of a program that prints them."""
    return [
        Call(
            told["kind"],
            told["name"],
            int(told["size"]) if told["size"] else None,
            int(told["ptr"] or "0", 16),
            int(told["rc"]),
        )
        for told in TOLD.finditer(stdout)
    ]


def told_with_streams_of_threads(stdout, stderr):
    """The same, of a program whose default stream is each thread's own."""
    return [
        (
            call._replace(name=call.name + "_ptsz")
            if call.name in PER_THREAD
            else call
        )
        for call in told_on_stdout(stdout, stderr)
    ]


def told_by_numba(_stdout, stderr):
    """The calls that Numba's own log names; an error follows its call."""
    calls = []
    for line in stderr.splitlines():
        call, error = NUMBA_CALL.search(line), NUMBA_ERROR.search(line)
        if call:
            first = int(re.search(r"\d+", call[3])[0])
            sized = (first, None) if call[2] == "Alloc" else (None, first)
            calls.append(Call(call[2].lower(), call[1], *sized, 0))
        if error and calls and calls[-1].name == error[1]:
            calls[-1] = calls[-1]._replace(rc=RESULTS[error[2]])
    return calls


def differences(calls, lines, door):
    """Each call must be one line, in order, that says the same."""
    found, live = [], {}
    if len(calls) != len(lines):
        found.append(f"{len(calls)} calls, {len(lines)} lines")
    for number, (call, line) in enumerate(zip(calls, lines), start=1):
        said = expected(call, live) | {"door": door}
        wrong = [
            f"{key}={line[key]} instead of {value}"
            for key, value in said.items()
            if line[key] != value
        ]
        wrong += [] if line.kind == call.kind else [f"kind {line.kind}"]
        if wrong:
            found.append(f"line {number}, {call}: " + ", ".join(wrong))
        live = decisions.still_live(lines[:number])
    return found


def expected(call, live):
    """The values that the line of this call must have."""
    said = {"api": call.api, "rc": str(call.rc)}
    if call.kind == "alloc":
        said |= {} if call.size is None else {"size": str(call.size)}
        said |= {} if call.ptr is None else {"ptr": hex(call.ptr)}
    else:
        ptr = hex(call.ptr)
        size = live.get(ptr, 0) if call.rc == 0 else 0
        said |= {"ptr": ptr, "size": str(size)}
    return said


def differences_inside(calls, lines, door):
    """For a runtime that is part of the program and calls the driver itself.

    What it calls is its own affair, but not how much memory the program got,
    nor how often memory was given back.
    """
    got = Counter(c.size for c in calls if c.kind == "alloc" and c.ptr)
    said = Counter(
        line.number("size")
        for line in lines
        if line.kind == "alloc" and line.succeeded
    )
    found = [
        f"size {size}: {got[size]} in the program, {said[size]} in the log"
        for size in sorted(got | said)
        if got[size] != said[size]
    ]
    freed = sum(c.kind == "free" and c.rc == 0 and c.ptr != 0 for c in calls)
    lines_of_frees = [
        line
        for line in lines
        if line.kind == "free" and line.succeeded and line.number("ptr")
    ]
    if freed != len(lines_of_frees):
        found.append(f"{freed} freed, {len(lines_of_frees)} in the log")
    doors = {line["door"] for line in lines}
    return found + ([] if doors == {door} else [f"doors {doors}"])
