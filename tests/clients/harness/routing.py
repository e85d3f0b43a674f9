"""Whether the route that was asked for is the one that served."""

# What the pool serves: the plain calls, where they ask for something.
PLAIN = {"cuMemAlloc_v2", "cudaMalloc", "hipMalloc"}


def faults(lines, requested):
    check = {"platform": under_platform, "bfc": under_bfc}[requested]
    return [
        f"{fault}: {line.text}"
        for line in lines
        for fault in complaints(line, requested, check)
    ]


def complaints(line, requested, check):
    if line.kind == "alloc" and line["requested"] != requested:
        yield "another route was requested"
    if line.kind == "alloc" and line["via"] != "GPUALLOC_ALLOCATOR":
        yield "the request has another source"
    yield from check(line)


def under_platform(line):
    if line["route"] != "driver":
        yield "not served by the driver"
    if line["verdict"] != "ok":
        yield "the verdict is not ok"


def under_bfc(line):
    if line.kind == "alloc" and is_the_pools(line):
        if line["route"] != "pool" and line["why"] != "whole":
            yield "not served by the pool"
    elif line.kind == "alloc" and line["verdict"] not in ("rule", "FALLBACK"):
        if line["route"] != "pool":
            yield "passed on without a rule"


def is_the_pools(line):
    asks = line.number("size") > 0
    return line["api"] in PLAIN and asks and line.succeeded
