"""The CUDA runtime that cuda-bindings carries inside.

It is linked into the package, looks for a driver by itself and refuses one that
is not the vendor's. A plain program that asks for memory all the same and says
what it is answered.
"""

import report
from cuda.bindings import runtime

KIB, TIB = 1 << 10, 1 << 40


def ask(name, *arguments):
    code, *given = getattr(runtime, name)(*arguments)
    report.query(name, code, *given)


def alloc(name, size, *more):
    code, ptr = getattr(runtime, name)(size, *more)
    report.alloc(name, code, size, ptr)
    return ptr


def free(name, ptr, *more):
    (code,) = getattr(runtime, name)(ptr, *more)
    report.free(name, code, ptr)


def main():
    ask("cudaRuntimeGetVersion")
    ask("cudaGetDeviceCount")
    for size in (KIB, 0, TIB):
        ptr = alloc("cudaMalloc", size)
        free("cudaFree", ptr or 0)
        ptr = alloc("cudaMallocHost", size)
        free("cudaFreeHost", ptr or 0)
        alloc("cudaMallocManaged", size, 1)
        alloc("cudaMallocAsync", size, 0)
    free("cudaFree", 0x1230)
    ask("cudaMemGetInfo")
    ask("cudaPeekAtLastError")
    ask("cudaGetLastError")


if __name__ == "__main__":
    main()
