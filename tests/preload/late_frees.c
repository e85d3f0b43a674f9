#include "tests/preload/gpu.h"
#include "tests/preload/last.h"

#include <stdio.h>

/* A program whose last free comes when the driver is gone: it lies in a library
 * that ends after the driver's. */

static struct gpu gpu;
static void *ptr;

static void free_late(void)
{
    printf("late %d\n", gpu.give(ptr));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    (void)argc;
    last_do(free_late);
    gpu_open(&gpu, &(char **){argv + argc});
    return gpu.take(&ptr, 65536);
}
