"""Every way to allocate that cuda-bindings' driver module offers.

A plain program: it asks for memory, writes to it, reads it back, frees it, and
also does what a program should not do. It prints one line for each call, with
the size asked for, the address and the driver's code.
"""

import threading

import report
from cuda.bindings import driver
from cuda.bindings.driver import CUdeviceptr
from report import check, pattern

KIB, MIB, TIB = 1 << 10, 1 << 20, 1 << 40
SIZES = [1, 255, 256, 4000, 4 * KIB, 64 * KIB, MIB + 1, 2 * MIB, 5 * MIB]


def do(name, *arguments):
    """Call the driver, say its code, return what it gave, or None."""
    code, *given = getattr(driver, name)(*arguments)
    report.call(name, code)
    return given[0] if given else None


def ask(name, *arguments):
    code, *given = getattr(driver, name)(*arguments)
    report.query(name, code, *given)
    return given[0] if given else None


def alloc(size, name="cuMemAlloc", *more):
    code, ptr = getattr(driver, name)(size, *more)
    report.alloc(name, code, size, ptr)
    return ptr


def free(ptr, name="cuMemFree", *more):
    (code,) = getattr(driver, name)(ptr, *more)
    report.free(name, code, ptr)


def holds(ptr, size, seed):
    received = bytearray(size)
    (code,) = driver.cuMemcpyDtoH(received, ptr, size)
    return int(code) == 0 and received == pattern(size, seed)


def keeps_bytes(ptr, size, seed):
    (code,) = driver.cuMemcpyHtoD(ptr, pattern(size, seed), size)
    return int(code) == 0 and holds(ptr, size, seed)


def plain_memory():
    blocks = [alloc(size) for size in SIZES]
    for seed, (ptr, size) in enumerate(zip(blocks, SIZES)):
        check(f"contents {size}", keeps_bytes(ptr, size, seed))
    # Each is read once more after all were written: none overlaps another.
    for seed, (ptr, size) in enumerate(zip(blocks, SIZES)):
        check(f"still {size}", holds(ptr, size, seed))
    for ptr in blocks[::2] + blocks[1::2]:
        free(ptr)


def set_and_copied():
    size = 100 * KIB
    one, two = alloc(size), alloc(size)
    do("cuMemsetD8", one, 0x5A, size)
    do("cuMemcpyDtoD", two, one, size)
    received = bytearray(size)
    do("cuMemcpyDtoH", received, two, size)
    check("memset copied", received == b"\x5a" * size)
    free(one)
    free(two)


def used_again():
    """A block that was freed is asked for again, and is whole."""
    for turn in range(3):
        ptr = alloc(300 * KIB)
        check("again", keeps_bytes(ptr, 300 * KIB, turn))
        free(ptr)


def host_memory():
    pinned = alloc(8 * KIB, "cuMemHostAlloc", driver.CU_MEMHOSTALLOC_PORTABLE)
    free(pinned, "cuMemFreeHost")
    pinned = alloc(8 * KIB, "cuMemAllocHost")
    free(pinned, "cuMemFreeHost")
    managed = alloc(64 * KIB, "cuMemAllocManaged", 1)
    check("managed", keeps_bytes(managed, 64 * KIB, 3))
    free(managed)


def pitched():
    width, height = 1000, 64
    code, ptr, pitch = driver.cuMemAllocPitch(width, height, 4)
    report.alloc("cuMemAllocPitch", code, width * height, ptr)
    check("pitch", pitch >= width)
    check("pitched", keeps_bytes(ptr, pitch * height, 4))
    free(ptr)


def mapped():
    """Physical memory behind a reserved address."""
    properties = driver.CUmemAllocationProp()
    properties.type = driver.CUmemAllocationType.CU_MEM_ALLOCATION_TYPE_PINNED
    device = driver.CUmemLocationType.CU_MEM_LOCATION_TYPE_DEVICE
    properties.location.type, properties.location.id = device, 0
    minimum = driver.CUmemAllocationGranularity_flags(0)
    size = ask("cuMemGetAllocationGranularity", properties, minimum)
    memory = alloc(size, "cuMemCreate", properties, 0)
    address = do("cuMemAddressReserve", size, 0, CUdeviceptr(0), 0)
    do("cuMemMap", address, size, 0, memory, 0)
    access = driver.CUmemAccessDesc()
    access.location = properties.location
    access.flags = driver.CUmemAccess_flags.CU_MEM_ACCESS_FLAGS_PROT_READWRITE
    do("cuMemSetAccess", address, size, [access], 1)
    check("mapped", keeps_bytes(address, size, 6))
    do("cuMemUnmap", address, size)
    free(memory, "cuMemRelease")
    do("cuMemAddressFree", address, size)


def streams():
    stream = do("cuStreamCreate", 0)
    start, stop = do("cuEventCreate", 0), do("cuEventCreate", 0)
    size = 256 * KIB
    ptr, received = alloc(size), bytearray(size)
    do("cuEventRecord", start, stream)
    do("cuMemsetD8Async", ptr, 0x21, size, stream)
    do("cuMemcpyDtoHAsync", received, ptr, size, stream)
    do("cuEventRecord", stop, stream)
    do("cuEventSynchronize", stop)
    check("asynchronous", received == b"\x21" * size)
    free(ptr)
    in_order = alloc(size, "cuMemAllocAsync", stream)
    do("cuMemsetD8Async", in_order, 0x22, size, stream)
    do("cuMemcpyDtoHAsync", received, in_order, size, stream)
    free(in_order, "cuMemFreeAsync", stream)
    do("cuStreamSynchronize", stream)
    check("stream-ordered", received == b"\x22" * size)
    mixed = alloc(size, "cuMemAllocAsync", stream)
    do("cuStreamSynchronize", stream)
    free(mixed)
    do("cuEventDestroy", start)
    do("cuEventDestroy", stop)
    do("cuStreamDestroy", stream)


def from_the_default_pool(device):
    pool = do("cuDeviceGetDefaultMemPool", device)
    ptr = alloc(32 * KIB, "cuMemAllocFromPoolAsync", pool, 0)
    do("cuCtxSynchronize")
    check("from a pool", keeps_bytes(ptr, 32 * KIB, 5))
    free(ptr, "cuMemFreeAsync", 0)
    do("cuCtxSynchronize")


def another_thread():
    """Allocated here, freed there, and the other way round."""
    here, there = alloc(12 * KIB), []

    def work(context):
        do("cuCtxSetCurrent", context)
        free(here)
        there.append(alloc(20 * KIB))

    context = driver.cuCtxGetCurrent()[1]
    worker = threading.Thread(target=work, args=[context])
    worker.start()
    worker.join()
    check("from a thread", keeps_bytes(there[0], 20 * KIB, 9))
    free(there[0])


def no_context():
    """What the driver answers a thread that never made a context current."""

    def work():
        alloc(4 * KIB)
        free(CUdeviceptr(0))

    worker = threading.Thread(target=work)
    worker.start()
    worker.join()


def contexts_that_end(device):
    """Memory goes with its context, whatever the program still holds."""
    primary = driver.cuCtxGetCurrent()[1]
    own = do("cuCtxCreate", None, 0, device)
    ptr, kept = alloc(40 * KIB), alloc(50 * KIB)
    check("in its own context", keeps_bytes(ptr, 40 * KIB, 2))
    free(ptr)
    do("cuCtxDestroy", own)
    do("cuCtxSetCurrent", primary)
    free(kept)
    kept = alloc(60 * KIB)
    check("in the primary one", keeps_bytes(kept, 60 * KIB, 3))
    do("cuDevicePrimaryCtxReset", device)
    free(kept)
    alloc(4 * KIB)
    again = do("cuDevicePrimaryCtxRetain", device)
    do("cuCtxSetCurrent", again)
    kept = alloc(60 * KIB)
    check("after a reset", keeps_bytes(kept, 60 * KIB, 4))
    free(kept)


def mistakes():
    alloc(0)
    alloc(TIB)
    alloc(TIB, "cuMemAllocManaged", 1)
    alloc(MIB, "cuMemAllocManaged", 77)
    alloc(0, "cuMemHostAlloc", 0)
    alloc(0, "cuMemAllocAsync", 0)
    free(CUdeviceptr(0))
    free(CUdeviceptr(0), "cuMemFreeAsync", 0)
    free(CUdeviceptr(0x1230))
    ptr = alloc(64 * KIB)
    free(CUdeviceptr(int(ptr) + 256))
    check("survives a bad free", keeps_bytes(ptr, 64 * KIB, 1))
    free(ptr)
    free(ptr)
    received = bytearray(16)
    do("cuMemcpyDtoH", received, CUdeviceptr(0x1230), 16)
    do("cuMemsetD8", CUdeviceptr(0x1230), 1, 16)


def main():
    alloc(4 * KIB)  # Before cuInit: the driver says so.
    ask("cuInit", 0)
    ask("cuDriverGetVersion")
    ask("cuDeviceGetCount")
    device = ask("cuDeviceGet", 0)
    ask("cuDeviceGetName", 16, device)
    ask("cuDeviceTotalMem", device)
    alloc(4 * KIB)  # Before there is a context.
    context = do("cuDevicePrimaryCtxRetain", device)
    do("cuCtxSetCurrent", context)
    plain_memory()
    set_and_copied()
    used_again()
    host_memory()
    pitched()
    mapped()
    streams()
    from_the_default_pool(device)
    another_thread()
    no_context()
    mistakes()
    contexts_that_end(device)
    do("cuDevicePrimaryCtxRelease", device)


if __name__ == "__main__":
    main()
