/*
 * cudaMalloc and cudaFree from several threads at once, in nanoseconds of wall
 * time for each pair that a thread makes:
 *
 *     bench_threads THREADS DEVICES
 *
 * Thread i uses device i modulo DEVICES. Prints the median of several rounds.
 */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int cudaSetDevice(int device);
int cudaMalloc(void **out, size_t size);
int cudaFree(void *ptr);

enum {
    ROUND_COUNT = 15,
    PAIRS = 40000,
    SIZE = 64 * 1024,
    THREADS_MAX = 64,
};

static pthread_barrier_t barrier;
static int thread_count, device_count;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void *work(void *number)
{
    cudaSetDevice((int)(size_t)number % device_count);
    for (int round = 0; round < ROUND_COUNT; round++) {
        pthread_barrier_wait(&barrier);
        for (int i = 0; i < PAIRS; i++) {
            void *ptr = NULL;
            if (cudaMalloc(&ptr, SIZE) == 0)
                cudaFree(ptr);
        }
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS_MAX];
    double rounds[ROUND_COUNT];
    thread_count = argc > 1 ? atoi(argv[1]) : 1;
    device_count = argc > 2 ? atoi(argv[2]) : 1;
    if (thread_count < 1 || thread_count > THREADS_MAX || device_count < 1)
        return EXIT_FAILURE;

    pthread_barrier_init(&barrier, NULL, (unsigned)thread_count + 1);
    for (int i = 0; i < thread_count; i++)
        pthread_create(&threads[i], NULL, work, (void *)(size_t)i);
    for (int round = 0; round < ROUND_COUNT; round++) {
        pthread_barrier_wait(&barrier);
        const double start = now();
        pthread_barrier_wait(&barrier);
        rounds[round] = (now() - start) / PAIRS;
    }
    for (int i = 0; i < thread_count; i++)
        pthread_join(threads[i], NULL);
    qsort(rounds, ROUND_COUNT, sizeof(rounds[0]), compare);
    printf("pair\t%.2f\n", rounds[ROUND_COUNT / 2]);
    return EXIT_SUCCESS;
}
