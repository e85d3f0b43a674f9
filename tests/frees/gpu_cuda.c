#include "tests/frees/gpu.h"

#include <stdio.h>
#include <stdlib.h>

int cuInit(unsigned flags);
int cuDevicePrimaryCtxRetain(void **context, int dev);
int cuCtxSetCurrent(void *context);
int cuCtxSynchronize(void);
int cuMemAlloc_v2(void **out, size_t size);
int cuMemFree_v2(void *ptr);
int cuMemsetD8Async(void *ptr, unsigned char byte, size_t size, void *stream);
int cuMemcpyDtoHAsync_v2(void *to, void *ptr, size_t size, void *stream);
int cuStreamCreate(void **out, unsigned flags);
int cuStreamSynchronize(void *stream);

enum {
    OUT_OF_MEMORY = 2,
    NON_BLOCKING = 1,
};

static void *contexts[GPU_DEVICES];

static void must(int rc, const char *what)
{
    if (rc == 0)
        return;
    fprintf(stderr, "%s answered %d\n", what, rc);
    exit(2);
}

void gpu_init(void)
{
    must(cuInit(0), "cuInit");
    for (int dev = 0; dev < GPU_DEVICES; dev++)
        must(cuDevicePrimaryCtxRetain(&contexts[dev], dev), "retain");
}

void gpu_use(int dev)
{
    must(cuCtxSetCurrent(contexts[dev]), "cuCtxSetCurrent");
}

void *gpu_alloc(size_t size)
{
    void *ptr;
    must(cuMemAlloc_v2(&ptr, size), "cuMemAlloc_v2");
    return ptr;
}

void *gpu_try_alloc(size_t size)
{
    void *ptr;
    const int rc = cuMemAlloc_v2(&ptr, size);
    if (rc == OUT_OF_MEMORY)
        return NULL;
    must(rc, "cuMemAlloc_v2");
    return ptr;
}

void gpu_free(void *ptr)
{
    must(cuMemFree_v2(ptr), "cuMemFree_v2");
}

void gpu_fill(void *ptr, unsigned char byte, size_t size, void *stream)
{
    must(cuMemsetD8Async(ptr, byte, size, stream), "cuMemsetD8Async");
}

void gpu_read(void *to, void *ptr, size_t size, void *stream)
{
    must(cuMemcpyDtoHAsync_v2(to, ptr, size, stream), "cuMemcpyDtoHAsync_v2");
    gpu_wait(stream);
}

void *gpu_stream(void)
{
    void *stream;
    must(cuStreamCreate(&stream, NON_BLOCKING), "cuStreamCreate");
    return stream;
}

void gpu_wait(void *stream)
{
    must(cuStreamSynchronize(stream), "cuStreamSynchronize");
}

void gpu_wait_for_device(void)
{
    must(cuCtxSynchronize(), "cuCtxSynchronize");
}
