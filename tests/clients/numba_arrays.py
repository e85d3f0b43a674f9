"""Numba's device arrays: made, filled, copied both ways, dropped.

A plain program: Numba makes the driver calls and decides when to free. What
they are it says itself, on stderr, with NUMBA_CUDA_LOG_LEVEL=debug and
NUMBA_CUDA_LOG_API_ARGS=1.
"""

import gc
import threading

import numpy
from numba import cuda
from numba.cuda.cudadrv.driver import CudaAPIError
from report import check


def same(one, two):
    return bool((numpy.asarray(one) == numpy.asarray(two)).all())


def there_and_back():
    for count in (1, 1000, 4096, 1 << 18, (1 << 20) + 3):
        sent = numpy.arange(count, dtype=numpy.float64)
        on_device = cuda.to_device(sent)
        check(f"array of {count}", same(on_device.copy_to_host(), sent))


def filled_in_place():
    sent = numpy.random.default_rng(7).integers(0, 1 << 30, (300, 70))
    on_device = cuda.device_array(sent.shape, sent.dtype)
    on_device.copy_to_device(sent)
    check("two dimensions", same(on_device.copy_to_host(), sent))
    check("a slice", same(on_device[10:20].copy_to_host(), sent[10:20]))
    twin = cuda.device_array_like(on_device)
    twin.copy_to_device(on_device)
    check("device to device", same(twin.copy_to_host(), sent))


def many_at_once():
    arrays = [cuda.to_device(numpy.full(9000, i)) for i in range(30)]
    for i, on_device in enumerate(arrays):
        right = same(on_device.copy_to_host(), numpy.full(9000, i))
        check(f"of many, number {i}", right)


def host_memory():
    pinned = cuda.pinned_array(500, dtype=numpy.int16)
    pinned[:] = 9
    on_device = cuda.to_device(pinned)
    check("pinned", same(on_device.copy_to_host(), pinned))
    mapped = cuda.mapped_array(500, dtype=numpy.int32)
    mapped[:] = 11
    check("mapped", int(mapped.sum()) == 5500)
    managed = cuda.managed_array(500, dtype=numpy.int64)
    managed[:] = 13
    check("managed", int(managed.sum()) == 6500)
    plain = numpy.arange(5000)
    with cuda.pinned(plain):
        received = cuda.to_device(plain).copy_to_host()
    check("pinned for a while", same(received, plain))


def streams():
    stream, start, stop = cuda.stream(), cuda.event(), cuda.event()
    sent = numpy.arange(1 << 16, dtype=numpy.uint8)
    start.record(stream)
    on_device = cuda.to_device(sent, stream=stream)
    received = on_device.copy_to_host(stream=stream)
    stop.record(stream)
    stop.synchronize()
    check("in a stream", same(received, sent))
    check("time passes", cuda.event_elapsed_time(start, stop) >= 0)


def another_thread():
    right = []

    def work():
        sent = numpy.arange(3000)
        right.append(same(cuda.to_device(sent).copy_to_host(), sent))

    worker = threading.Thread(target=work)
    worker.start()
    worker.join()
    check("in a thread", right == [True])


def too_much():
    try:
        cuda.device_array(1 << 40, dtype=numpy.uint8)
        print("query too-much rc=0")
    except CudaAPIError as error:
        print(f"query too-much rc={int(error.code)}")


def main():
    check("is available", cuda.is_available())
    print("query devices", [d.name for d in cuda.gpus])
    there_and_back()
    filled_in_place()
    many_at_once()
    host_memory()
    streams()
    another_thread()
    too_much()
    free, total = cuda.current_context().get_memory_info()
    check("memory information", 0 < free <= total)
    gc.collect()
    cuda.current_context().reset()
    cuda.close()


if __name__ == "__main__":
    main()
