#include <stddef.h>
#include <stdint.h>

/* A driver whose exports call each other by their exported names, so that the
 * inner calls come back through a preload. It lacks most of what a pool
 * needs. */

#define EXPORT __attribute__((visibility("default")))

EXPORT int cuMemAlloc_v2(uint64_t *out, size_t size);
EXPORT int cuMemFree_v2(uint64_t ptr);
EXPORT int cuMemAllocAsync(uint64_t *out, size_t size, void *stream);
EXPORT int cuMemFreeAsync(uint64_t ptr, void *stream);

int cuMemAlloc_v2(uint64_t *out, size_t size)
{
    static uint64_t next = UINT64_C(1) << 40;
    *out = next;
    next += size + 4096;
    return 0;
}

int cuMemFree_v2(uint64_t ptr)
{
    (void)ptr;
    return 0;
}

int cuMemAllocAsync(uint64_t *out, size_t size, void *stream)
{
    (void)stream;
    return cuMemAlloc_v2(out, size);
}

int cuMemFreeAsync(uint64_t ptr, void *stream)
{
    (void)stream;
    return cuMemFree_v2(ptr);
}
