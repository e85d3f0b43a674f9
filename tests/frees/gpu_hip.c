#include "tests/frees/gpu.h"

#include <stdio.h>
#include <stdlib.h>

int hipInit(unsigned flags);
int hipSetDevice(int dev);
int hipDeviceSynchronize(void);
int hipMalloc(void **out, size_t size);
int hipFree(void *ptr);
int hipMemsetAsync(void *ptr, int byte, size_t size, void *stream);
int hipMemcpyAsync(void *to, const void *from, size_t size, int kind,
                   void *stream);
int hipStreamCreateWithFlags(void **out, unsigned flags);
int hipStreamSynchronize(void *stream);

enum {
    OUT_OF_MEMORY = 2,
    NON_BLOCKING = 1,
    DEVICE_TO_HOST = 2,
};

static void must(int rc, const char *what)
{
    if (rc == 0)
        return;
    fprintf(stderr, "%s answered %d\n", what, rc);
    exit(2);
}

void gpu_init(void)
{
    must(hipInit(0), "hipInit");
}

void gpu_use(int dev)
{
    must(hipSetDevice(dev), "hipSetDevice");
}

void *gpu_alloc(size_t size)
{
    void *ptr;
    must(hipMalloc(&ptr, size), "hipMalloc");
    return ptr;
}

void *gpu_try_alloc(size_t size)
{
    void *ptr;
    const int rc = hipMalloc(&ptr, size);
    if (rc == OUT_OF_MEMORY)
        return NULL;
    must(rc, "hipMalloc");
    return ptr;
}

void gpu_free(void *ptr)
{
    must(hipFree(ptr), "hipFree");
}

void gpu_fill(void *ptr, unsigned char byte, size_t size, void *stream)
{
    must(hipMemsetAsync(ptr, byte, size, stream), "hipMemsetAsync");
}

void gpu_read(void *to, void *ptr, size_t size, void *stream)
{
    must(hipMemcpyAsync(to, ptr, size, DEVICE_TO_HOST, stream),
         "hipMemcpyAsync");
    gpu_wait(stream);
}

void *gpu_stream(void)
{
    void *stream;
    must(hipStreamCreateWithFlags(&stream, NON_BLOCKING), "hipStreamCreate");
    return stream;
}

void gpu_wait(void *stream)
{
    must(hipStreamSynchronize(stream), "hipStreamSynchronize");
}

void gpu_wait_for_device(void)
{
    must(hipDeviceSynchronize(), "hipDeviceSynchronize");
}
