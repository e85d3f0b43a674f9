/*
 * Threads on two simulated devices: allocate, fill in a stream, copy back,
 * compare, free. Also runs under a thread sanitizer. Exits with 1 on a wrong
 * byte or code.
 */

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/sim/cuda_driver.h"
#include "tests/stress.h"

enum { THREADS = 6, DEVICES = 2, LARGEST = 64 << 10 };

/* A stream and an event of a thread's own. */
struct worker {
    CUstream stream;
    CUevent event;
};

static _Atomic uint64_t faults;

static bool expect(bool is_so, const char *what, size_t value)
{
    if (!is_so) {
        fprintf(stderr, "%s: %zu\n", what, value);
        atomic_fetch_add(&faults, 1);
    }
    return is_so;
}

/* Leaves the function, which returns false, if the call has failed. */
#define CHECK(call)                                                            \
    do {                                                                       \
        CUresult code_ = (call);                                               \
        if (!expect(code_ == CUDA_SUCCESS, #call, code_))                      \
            return false;                                                      \
    } while (0)

static bool holds_only(const unsigned char *bytes, unsigned char value,
                       size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != value)
            return false;
    }
    return true;
}

static bool allocate(struct worker *worker, bool is_ordered, CUdeviceptr *out,
                     size_t size)
{
    if (is_ordered)
        CHECK(CU(cuMemAllocAsync)(out, size, worker->stream));
    else
        CHECK(CU(cuMemAlloc_v2)(out, size));
    return true;
}

static bool release(struct worker *worker, bool is_ordered, CUdeviceptr ptr)
{
    if (is_ordered)
        CHECK(CU(cuMemFreeAsync)(ptr, worker->stream));
    else
        CHECK(CU(cuMemFree_v2)(ptr));
    return true;
}

/* Every other round with stream-ordered memory; what was read is as written. */
static bool run_round(struct worker *worker, struct stress *stress)
{
    static _Thread_local unsigned char bytes[LARGEST];
    size_t size = 1 + stress_random(stress) % LARGEST;
    unsigned char value = (unsigned char)stress_random(stress);
    bool is_ordered = stress->rounds % 2 == 1;
    CUdeviceptr ptr;

    if (!allocate(worker, is_ordered, &ptr, size))
        return false;
    CHECK(CU(cuMemsetD8Async)(ptr, value, size, worker->stream));
    CHECK(CU(cuEventRecord)(worker->event, worker->stream));
    CHECK(CU(cuMemcpyDtoHAsync_v2)(bytes, ptr, size, worker->stream));
    CHECK(CU(cuEventSynchronize)(worker->event));
    CHECK(CU(cuStreamSynchronize)(worker->stream));
    if (!expect(holds_only(bytes, value, size), "not all bytes are", value))
        return false;
    return release(worker, is_ordered, ptr);
}

static bool enter_device(int device)
{
    CUcontext context;
    CHECK(CU(cuDevicePrimaryCtxRetain)(&context, device));
    CHECK(CU(cuCtxSetCurrent)(context));
    return true;
}

static bool start(struct worker *worker, struct stress *stress)
{
    if (!enter_device((int)(stress->thread % DEVICES)))
        return false;
    CHECK(CU(cuStreamCreate)(&worker->stream, CU_STREAM_NON_BLOCKING));
    CHECK(CU(cuEventCreate)(&worker->event, 0));
    return true;
}

static bool stop(struct worker *worker)
{
    CHECK(CU(cuCtxSynchronize)());
    CHECK(CU(cuEventDestroy_v2)(worker->event));
    CHECK(CU(cuStreamDestroy_v2)(worker->stream));
    return true;
}

static void work(struct stress *stress)
{
    struct worker worker;
    bool is_well = start(&worker, stress);
    while (is_well && stress_goes_on(stress))
        is_well = run_round(&worker, stress);
    if (is_well)
        stop(&worker);
}

/* Pools keep nothing, and all else is freed. */
static bool expect_all_back(int device)
{
    size_t available, total;
    if (!enter_device(device))
        return false;
    CHECK(CU(cuCtxSynchronize)());
    CHECK(CU(cuMemGetInfo_v2)(&available, &total));
    return expect(available == total, "bytes not back", total - available);
}

int main(void)
{
    setenv("SIMGPU_DEVICES", "2", /* replaces */ 1);
    if (driver_library() == NULL || CU(cuInit)(0) != CUDA_SUCCESS) {
        fprintf(stderr, "the simulated driver does not start\n");
        return 1;
    }

    stress_run(work, THREADS);
    for (int device = 0; device < DEVICES; device++)
        expect_all_back(device);
    return stress_verdict("sim", faults);
}
