#include "tests/preload/gpu.h"

#include <stdio.h>

/*
 * The fault that this tool exists for: a framework that says it uses the
 * platform's allocator and serves every request from a pool of its own, whose
 * regions double.
 */

enum {
    REQUEST = 512 << 10,
    REQUEST_COUNT = 40,
    FIRST_REGION = 2 << 20,
};

static struct gpu gpu;
static char *region;
static size_t region_size = FIRST_REGION / 2, region_left;

static void *allocate(size_t size)
{
    if (region_left < size) {
        void *ptr = NULL;
        region_size *= 2;
        if (gpu.take(&ptr, region_size))
            return NULL;
        region = ptr;
        region_left = region_size;
    }
    region_left -= size;
    return region + region_left;
}

int main(int argc, char **argv)
{
    int served = 0;
    gpu_open(&gpu, &(char **){argv + argc});
    puts("Using platform allocator.");
    for (int i = 0; i < REQUEST_COUNT; i++)
        served += allocate(REQUEST) != NULL;
    printf("%d requests served\n", served);
    return 0;
}
