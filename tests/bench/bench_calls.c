/*
 * What calls of the CUDA runtime cost, in nanoseconds: run with the preload and
 * without, and compare (bench.py does). Lines are `name<TAB>nanoseconds`.
 *
 * Each figure is the median of many short batches, which leaves out what the
 * machine does beside us.
 */

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int cudaMalloc(void **out, size_t size);
int cudaFree(void *ptr);
int cudaMemGetInfo(size_t *free_bytes, size_t *total_bytes);
int cudaDeviceSynchronize(void);

enum {
    BATCH_COUNT = 41,
    CALLS_PER_BATCH = 20000,
    SIZE = 64 * 1024,
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A pointer that the compiler must believe is used. */
static void *volatile sink;

static void host_pair(void)
{
    sink = malloc(SIZE);
    free(sink);
}

static void device_pair(void)
{
    void *ptr = NULL;
    if (cudaMalloc(&ptr, SIZE) == 0)
        cudaFree(ptr);
}

static void free_nothing(void)
{
    cudaFree(NULL);
}

static void synchronize(void)
{
    cudaDeviceSynchronize();
}

static void measure(const char *name, void (*call)(void), int calls)
{
    double batches[BATCH_COUNT];
    for (int batch = 0; batch < BATCH_COUNT; batch++) {
        const double start = now();
        for (int i = 0; i < calls; i++)
            call();
        batches[batch] = (now() - start) / calls;
    }
    qsort(batches, BATCH_COUNT, sizeof(batches[0]), compare);
    printf("%s\t%.2f\n", name, batches[BATCH_COUNT / 2]);
}

/* `device_pair` maps memory where no pool is, so it gets fewer calls. */
int main(int argc, char **argv)
{
    const int pairs = argc > 1 ? atoi(argv[1]) : CALLS_PER_BATCH;
    void *warm = NULL;
    if (cudaMalloc(&warm, 1 << 20) != 0 || cudaFree(warm) != 0)
        return EXIT_FAILURE;
    measure("malloc+free", host_pair, CALLS_PER_BATCH);
    measure("cudaDeviceSynchronize", synchronize, CALLS_PER_BATCH);
    measure("cudaFree(NULL)", free_nothing, CALLS_PER_BATCH);
    measure("cudaMalloc+cudaFree", device_pair, pairs);
    return EXIT_SUCCESS;
}
