#include "tests/preload/gpu.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Threads that allocate, write, read back and free, each free by whatever
 * device is current: threads MODE COUNT ROUNDS
 *
 * MODE is `work`, or how the program ends in the middle of it: `exit` or
 * `_exit`.
 */

enum {
    HELD = 8, /* allocations of one thread */
    LARGEST = 64 << 10,
    THREADS_AT_MOST = 64,
};

struct worker {
    pthread_t thread;
    uint64_t seed;
    int rounds, wrong;
    struct held {
        void *ptr;
        size_t size;
        int device;
        unsigned char byte;
    } held[HELD];
};

static struct gpu gpu;
static struct worker workers[THREADS_AT_MOST];

static unsigned random_below(struct worker *worker, unsigned bound)
{
    worker->seed = worker->seed * UINT64_C(6364136223846793005) +
                   UINT64_C(1442695040888963407);
    return (unsigned)(worker->seed >> 33) % bound;
}

static void take(struct worker *worker, struct held *held)
{
    static const int device_count = 2;
    unsigned char bytes[LARGEST];
    held->size = 1 + random_below(worker, LARGEST);
    held->byte = (unsigned char)random_below(worker, 256);
    held->device = (int)random_below(worker, device_count);
    memset(bytes, held->byte, held->size);
    worker->wrong += gpu.choose(held->device) != 0;
    worker->wrong += gpu.take(&held->ptr, held->size) != 0;
    worker->wrong +=
        gpu.copy(held->ptr, bytes, held->size, COPY_TO_DEVICE) != 0;
}

static void check_and_give(struct worker *worker, struct held *held)
{
    unsigned char bytes[LARGEST];
    worker->wrong += gpu.choose(held->device) != 0;
    worker->wrong += gpu.copy(bytes, held->ptr, held->size, COPY_TO_HOST) != 0;
    for (size_t i = 0; i < held->size; i++)
        worker->wrong += bytes[i] != held->byte;
    worker->wrong += gpu.choose((int)random_below(worker, 2)) != 0;
    worker->wrong += gpu.give(held->ptr) != 0;
    held->ptr = NULL;
}

static void *work(void *argument)
{
    struct worker *worker = argument;
    for (int i = 0; i < worker->rounds; i++) {
        struct held *held = &worker->held[random_below(worker, HELD)];
        if (held->ptr)
            check_and_give(worker, held);
        else
            take(worker, held);
    }
    for (int i = 0; i < HELD; i++)
        if (worker->held[i].ptr)
            check_and_give(worker, &worker->held[i]);
    return NULL;
}

/* End while its threads work. */
static void end_early(const char *mode)
{
    if (strcmp(mode, "work") == 0)
        return;
    usleep(20000);
    fflush(NULL);
    if (strcmp(mode, "_exit") == 0)
        _exit(0);
    exit(0);
}

int main(int argc, char **argv)
{
    int wrong = 0;
    const int count = argc > 3 ? atoi(argv[2]) : 0;
    gpu_open(&gpu, &(char **){argv + argc});
    for (int i = 0; i < count; i++) {
        workers[i].seed = (uint64_t)i;
        workers[i].rounds = atoi(argv[3]);
        pthread_create(&workers[i].thread, NULL, work, &workers[i]);
    }
    end_early(argv[1]);
    for (int i = 0; i < count; i++) {
        pthread_join(workers[i].thread, NULL);
        wrong += workers[i].wrong;
    }
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
