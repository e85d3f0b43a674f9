#include <stddef.h>

/* A library that is no vendor's and has functions of such names. */

#define EXPORT __attribute__((visibility("default")))

EXPORT int cudaMalloc(void **out, size_t size);
EXPORT int hipFree(void *ptr);

int cudaMalloc(void **out, size_t size)
{
    *out = NULL;
    return (int)size;
}

int hipFree(void *ptr)
{
    return ptr != NULL;
}
