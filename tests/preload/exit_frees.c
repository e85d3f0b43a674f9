#include "tests/preload/gpu.h"

#include <stdio.h>
#include <stdlib.h>

/* A program that frees in a handler of exit and in a destructor. */

static struct gpu gpu;
static void *in_handler, *in_destructor;

static void handle_exit(void)
{
    printf("handler %d\n", gpu.give(in_handler));
}

__attribute__((destructor)) static void destroy(void)
{
    printf("destructor %d\n", gpu.give(in_destructor));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    (void)argc;
    atexit(handle_exit);
    gpu_open(&gpu, &(char **){argv + argc});
    return gpu.take(&in_handler, 65536) || gpu.take(&in_destructor, 65536);
}
