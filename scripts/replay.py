#!/usr/bin/env python3
"""Replay a recorded trace of allocations on a GPU.

    replay.py cuda|hip TRACE

The trace is CSV with the columns op (a or f), id and size. Each buffer is
allocated with the vendor's plain call, gets a pattern of its own at its head,
middle and tail, and is read back before it is freed. Exits with 1 if a byte
has changed or a call fails.
"""

import argparse
import csv
import ctypes
import sys
import time
from ctypes import byref, c_int, c_size_t, c_uint, c_uint64, c_void_p

PATTERN = 16  # bytes written at each of the three places


class GpuError(Exception):
    pass


class Library:
    """Functions of the first library of these names that can be loaded."""

    def __init__(self, *names):
        self.library = self.first_of(names)

    @staticmethod
    def first_of(names):
        for name in names:
            try:
                return ctypes.CDLL(name)
            except OSError:
                continue
        raise GpuError("no library " + " or ".join(names))

    def function(self, name, *parameters):
        function = self.library[name]  # a new one each time
        function.argtypes, function.restype = parameters, c_int

        def call(*arguments):
            code = function(*arguments)
            if code:
                raise GpuError(f"{name} answered {code}")

        return call


def name_by(get_name):
    """The name of device 0."""
    name = ctypes.create_string_buffer(256)
    get_name(name, len(name), 0)
    return name.value.decode()


class Cuda:
    """The CUDA driver, in the primary context of device 0."""

    def __init__(self):
        of = Library("libcuda.so.1").function
        retain = of("cuDevicePrimaryCtxRetain", c_void_p, c_int)
        context = c_void_p()
        of("cuInit", c_uint)(0)
        retain(byref(context), 0)
        of("cuCtxSetCurrent", c_void_p)(context)
        self.name = name_by(of("cuDeviceGetName", c_void_p, c_int, c_int))
        self.alloc = of("cuMemAlloc_v2", c_void_p, c_size_t)
        self.free = of("cuMemFree_v2", c_uint64)
        self.write = of("cuMemcpyHtoD_v2", c_uint64, c_void_p, c_size_t)
        self.read = of("cuMemcpyDtoH_v2", c_void_p, c_uint64, c_size_t)


class Hip:
    """HIP on device 0."""

    TO_DEVICE, TO_HOST = 1, 2

    def __init__(self):
        names = [f"libamdhip64.so.{major}" for major in (7, 6, 5)]
        of = Library(*names, "libamdhip64.so").function
        of("hipInit", c_uint)(0)
        of("hipSetDevice", c_int)(0)
        self.name = name_by(of("hipDeviceGetName", c_void_p, c_int, c_int))
        self.alloc = of("hipMalloc", c_void_p, c_size_t)
        self.free = of("hipFree", c_uint64)
        self.to_device = of("hipMemcpy", c_uint64, c_void_p, c_size_t, c_int)
        self.to_host = of("hipMemcpy", c_void_p, c_uint64, c_size_t, c_int)

    def write(self, address, data, size):
        self.to_device(address, data, size, self.TO_DEVICE)

    def read(self, data, address, size):
        self.to_host(data, address, size, self.TO_HOST)


class Buffer:
    """Device memory with a pattern in it that no other buffer has."""

    def __init__(self, gpu, number, size):
        self.gpu, self.size = gpu, size
        address = c_uint64()
        gpu.alloc(byref(address), size)
        self.address = address.value
        self.patterns = {
            offset: number.to_bytes(8, "little") + offset.to_bytes(8, "big")
            for offset in self.places()
        }
        for offset, pattern in self.patterns.items():
            gpu.write(self.address + offset, pattern, PATTERN)

    def places(self):
        if self.size < 3 * PATTERN:
            return [0] if self.size >= PATTERN else []
        return [0, self.size // 2, self.size - PATTERN]

    def is_intact(self):
        read = ctypes.create_string_buffer(PATTERN)
        for offset, pattern in self.patterns.items():
            self.gpu.read(read, self.address + offset, PATTERN)
            if read.raw != pattern:
                return False
        return True

    def end(self):
        """The number of patterns checked; raises if one has changed."""
        if not self.is_intact():
            raise GpuError(f"{self.size} bytes at {self.address:#x} changed")
        self.gpu.free(self.address)
        return len(self.patterns)


class Replay:
    """The trace as it runs: what lives now, and what has been counted."""

    def __init__(self, gpu):
        self.gpu, self.live = gpu, {}
        self.buffers = self.bytes_now = self.bytes_peak = self.checked = 0

    def step(self, op, number, size):
        if op == "a":
            self.live[number] = Buffer(self.gpu, number, size)
            self.buffers += 1
            self.bytes_now += size
            self.bytes_peak = max(self.bytes_peak, self.bytes_now)
        else:
            buffer = self.live.pop(number)
            self.bytes_now -= buffer.size
            self.checked += buffer.end()

    def finish(self):
        """Free what the recorded program left to its exit."""
        for buffer in self.live.values():
            self.checked += buffer.end()


def steps_of(path):
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            yield row["op"], int(row["id"]), int(row["size"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("gpu", choices=("cuda", "hip"))
    parser.add_argument("trace")
    options = parser.parse_args()
    try:
        replay = Replay({"cuda": Cuda, "hip": Hip}[options.gpu]())
        steps = list(steps_of(options.trace))
        start = time.perf_counter()
        for step in steps:
            replay.step(*step)
        replay.finish()
        seconds = time.perf_counter() - start
    except GpuError as error:
        sys.exit(f"replay.py: {error}")
    print(
        f"{replay.gpu.name}: {replay.buffers} buffers,"
        f" at most {replay.bytes_peak >> 20} MiB at once,"
        f" {replay.checked} patterns read back as written, {seconds:.2f} s"
    )


if __name__ == "__main__":
    main()
