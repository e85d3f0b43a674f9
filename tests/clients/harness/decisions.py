"""The log of gpualloc, read strictly: the grammar is part of what is tested."""

import re

KEYS = {
    "banner": "pid program version requested via vendors log",
    "alloc": "pid tid seq t api door dev size requested via route ptr rc us"
    " why verdict caller",
    "free": "pid tid seq t api door dev size route ptr rc us why verdict"
    " caller",
    "region": "pid t dev pool event size ptr pool_bytes limit",
    "summary": "pid allocs frees failed driver pool misroutes fallbacks"
    " overrides live live_bytes peak_bytes lost",
}
PAIR = r'[a-z_]+=(?:"[^"]*"|[^ "]+)'
LINE = re.compile(rf"gpualloc: ([a-zA-Z]+)((?: {PAIR})*)\n")


class Malformed(Exception):
    """A line that is not as the specification says."""


class Line(dict):
    """One line: its keys and values; `kind` is its first word."""

    def __init__(self, text):
        match = LINE.fullmatch(text)
        if not match:
            raise Malformed(f"not in the grammar: {text!r}")
        pairs = re.findall(PAIR, match[2])
        super().__init__(pair.split("=", 1) for pair in pairs)
        self.kind, self.text = match[1], text.rstrip()
        if self.kind in KEYS and " ".join(self) != KEYS[self.kind]:
            raise Malformed(f"keys are not those of {self.kind}: {self.text}")

    def number(self, key):
        return int(self[key], 0)

    @property
    def succeeded(self):
        return self["rc"] == "0"


def read(path):
    """All lines of the log; none if there is no such file."""
    if not path.exists():
        return []
    return [Line(text) for text in path.read_text().splitlines(keepends=True)]


def decisions_of(lines):
    return [line for line in lines if line.kind in ("alloc", "free")]


def complaints(lines):
    """What is wrong with the log as a whole, whatever the program did."""
    decisions = decisions_of(lines)
    if not decisions:
        return [f"a line too many: {line.text}" for line in lines]
    found = []
    kinds = [line.kind for line in lines]
    if kinds[0] != "banner" or kinds.count("banner") != 1:
        found.append("the first line, and it alone, must be the banner")
    if kinds[-1] != "summary" or kinds.count("summary") != 1:
        found.append("the last line, and it alone, must be the summary")
    if [d.number("seq") for d in decisions] != list(
        range(1, len(decisions) + 1)
    ):
        found.append("seq does not count from 1 without gaps")
    if len({line["pid"] for line in lines}) != 1:
        found.append("more than one pid")
    return found + unexpected(lines) + wrong_sums(lines[-1], decisions)


def unexpected(lines):
    loud = ("error", "MISROUTE")
    return [
        f"unexpected: {line.text}"
        for line in lines
        if line.kind in loud or line.get("verdict") in ("MISROUTE", "OVERRIDE")
    ]


def wrong_sums(summary, decisions):
    if summary.kind != "summary":
        return []
    live = still_live(decisions)
    allocs = [d for d in decisions if d.kind == "alloc" and d.succeeded]
    right = {
        "allocs": len(allocs),
        "frees": sum(d.kind == "free" and d.succeeded for d in decisions),
        "failed": sum(not d.succeeded for d in decisions),
        "driver": sum(d["route"] == "driver" for d in allocs),
        "pool": sum(d["route"] == "pool" for d in allocs),
        "live": len(live),
        "live_bytes": sum(live.values()),
        "lost": 0,
    }
    return [
        f"the summary says {key}={summary[key]}, the lines say {value}"
        for key, value in right.items()
        if summary.number(key) != value
    ]


def still_live(decisions):
    """Address to size of what was allocated and not freed.

    Where a free is refused its memory is gone already, with its context.
    """
    live = {}
    for line in decisions:
        if line.kind == "free":
            live.pop(line["ptr"], None)
        elif line.succeeded and line.number("ptr") != 0:
            live[line["ptr"]] = line.number("size")
    return live
