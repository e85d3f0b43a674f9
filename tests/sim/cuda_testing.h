#ifndef GPUALLOC_SIM_CUDA_TESTING_H
#define GPUALLOC_SIM_CUDA_TESTING_H

/* What the tests of the simulated driver share. */

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdlib.h>
#include <time.h>

#include "tests/sim/cuda_driver.h"

#define OK(call) cr_assert(eq(int, (int)(call), 0))

enum { MIB = 1 << 20 };

/* Set variables, then make a context on device 0. */
static inline void boot(const char *name, const char *value)
{
    CUcontext context;
    if (name != NULL)
        setenv(name, value, /* replaces */ 1);
    OK(CU(cuInit)(0));
    OK(CU(cuCtxCreate_v2)(&context, 0, 0));
}

static inline CUdeviceptr must_alloc(size_t size)
{
    CUdeviceptr ptr;
    OK(CU(cuMemAlloc_v2)(&ptr, size));
    return ptr;
}

static inline CUstream must_stream(unsigned flags)
{
    CUstream stream;
    OK(CU(cuStreamCreate)(&stream, flags));
    return stream;
}

static inline unsigned char byte_at(CUdeviceptr ptr)
{
    return *(volatile unsigned char *)(uintptr_t)ptr;
}

static inline double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

#endif
