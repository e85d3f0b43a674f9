"""Every way to allocate that hip-python offers.

A plain program: it asks for memory, writes to it, reads it back, frees it, and
also does what a program should not do. It prints one line for each call, with
the size asked for, the address and the code.
"""

import threading

import report
from hip import hip
from report import check, pattern

KIB, MIB, TIB = 1 << 10, 1 << 20, 1 << 40
SIZES = [1, 255, 256, 4000, 4 * KIB, 64 * KIB, MIB + 1, 2 * MIB, 5 * MIB]
TO_DEVICE = hip.hipMemcpyKind.hipMemcpyHostToDevice
TO_HOST = hip.hipMemcpyKind.hipMemcpyDeviceToHost
ON_DEVICE = hip.hipMemcpyKind.hipMemcpyDeviceToDevice


def do(name, *arguments):
    """Call HIP, say its code, return what it gave, or None."""
    code, *given = getattr(hip, name)(*arguments)
    report.call(name, code)
    return given[0] if given else None


def ask(name, *arguments):
    code, *given = getattr(hip, name)(*arguments)
    report.query(name, code, *given)
    return given[0] if given else None


def alloc(size, name="hipMalloc", *more):
    code, ptr = getattr(hip, name)(size, *more)
    report.alloc(name, code, size, ptr)
    return ptr


def free(ptr, name="hipFree", *more):
    (code,) = getattr(hip, name)(ptr, *more)
    report.free(name, code, ptr)


def holds(ptr, size, seed):
    received = bytearray(size)
    (code,) = hip.hipMemcpy(received, ptr, size, TO_HOST)
    return int(code) == 0 and received == pattern(size, seed)


def keeps_bytes(ptr, size, seed):
    sent = pattern(size, seed)
    (code,) = hip.hipMemcpy(ptr, sent, size, TO_DEVICE)
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
    do("hipMemset", one, 0x5A, size)
    do("hipMemcpy", two, one, size, ON_DEVICE)
    received = bytearray(size)
    do("hipMemcpyDtoH", received, two, size)
    check("memset copied", received == b"\x5a" * size)
    free(one)
    free(two)


def used_again():
    """A block that was freed is asked for again, and is whole."""
    for turn in range(3):
        ptr = alloc(300 * KIB)
        check("again", keeps_bytes(ptr, 300 * KIB, turn))
        free(ptr)


def other_kinds():
    pinned = alloc(8 * KIB, "hipHostMalloc", 0)
    free(pinned, "hipHostFree")
    pinned = alloc(8 * KIB, "hipMallocHost")
    free(pinned, "hipFreeHost")
    managed = alloc(64 * KIB, "hipMallocManaged", 1)
    check("managed", keeps_bytes(managed, 64 * KIB, 3))
    free(managed)
    flagged = alloc(64 * KIB, "hipExtMallocWithFlags", 0)
    check("no flags", keeps_bytes(flagged, 64 * KIB, 4))
    free(flagged)
    fine = alloc(64 * KIB, "hipExtMallocWithFlags", 1)
    check("fine-grained", keeps_bytes(fine, 64 * KIB, 5))
    free(fine)


def pitched():
    width, height = 1000, 64
    code, ptr, pitch = hip.hipMallocPitch(width, height)
    report.alloc("hipMallocPitch", code, width * height, ptr)
    check("pitch", pitch >= width)
    check("pitched", keeps_bytes(ptr, pitch * height, 4))
    free(ptr)


def streams():
    stream = do("hipStreamCreate")
    start, stop = do("hipEventCreate"), do("hipEventCreate")
    size = 256 * KIB
    ptr, received = alloc(size), bytearray(size)
    do("hipEventRecord", start, stream)
    do("hipMemsetAsync", ptr, 0x21, size, stream)
    do("hipMemcpyAsync", received, ptr, size, TO_HOST, stream)
    do("hipEventRecord", stop, stream)
    do("hipEventSynchronize", stop)
    check("asynchronous", received == b"\x21" * size)
    free(ptr)
    in_order = alloc(size, "hipMallocAsync", stream)
    do("hipMemsetAsync", in_order, 0x22, size, stream)
    do("hipMemcpyAsync", received, in_order, size, TO_HOST, stream)
    free(in_order, "hipFreeAsync", stream)
    do("hipStreamSynchronize", stream)
    check("stream-ordered", received == b"\x22" * size)
    mixed = alloc(size, "hipMallocAsync", stream)
    do("hipStreamSynchronize", stream)
    free(mixed)
    do("hipEventDestroy", start)
    do("hipEventDestroy", stop)
    do("hipStreamDestroy", stream)


def another_thread():
    """Allocated here, freed there, and the other way round."""
    here, there = alloc(12 * KIB), []

    def work():
        free(here)
        there.append(alloc(20 * KIB))

    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    check("from a thread", keeps_bytes(there[0], 20 * KIB, 9))
    free(there[0])


def mistakes():
    alloc(0)
    alloc(TIB)
    alloc(TIB, "hipHostMalloc", 0)
    alloc(0, "hipMallocManaged", 1)
    alloc(MIB, "hipMallocManaged", 77)
    alloc(MIB, "hipExtMallocWithFlags", 0x77777)
    alloc(0, "hipMallocAsync", None)
    free(None)
    free(None, "hipFreeAsync", None)
    free(0x1230)
    ask("hipGetLastError")
    ptr = alloc(64 * KIB)
    ask("hipPeekAtLastError")
    free(int(ptr) + 256)
    ask("hipPeekAtLastError")
    check("survives a bad free", keeps_bytes(ptr, 64 * KIB, 1))
    free(ptr)
    free(int(ptr))
    ask("hipGetLastError")
    free(0x1230, "hipHostFree")


def last_error():
    """What a call that succeeds does to the error of the one before."""
    ask("hipGetLastError")
    free(0x1230)
    ptr = alloc(4 * KIB)
    ask("hipPeekAtLastError")
    free(0x1230)
    free(ptr)
    ask("hipPeekAtLastError")
    ask("hipGetLastError")
    ask("hipGetLastError")


def properties():
    try:
        return hip.hipGetDeviceProperties(0)[1]
    except TypeError:  # Before release 10 the caller brings the struct.
        filled = hip.hipDeviceProp_t()
        hip.hipGetDeviceProperties(filled, 0)
        return filled


def main():
    ask("hipInit", 0)
    ask("hipGetDeviceCount")
    ask("hipGetDevice")
    print("query name", properties().name, properties().totalGlobalMem)
    plain_memory()
    set_and_copied()
    used_again()
    other_kinds()
    pitched()
    streams()
    another_thread()
    mistakes()
    last_error()
    do("hipDeviceSynchronize")


if __name__ == "__main__":
    main()
