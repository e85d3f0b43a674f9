#include "tests/stress.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

enum {
    THREAD_ROOM = 64,
    DURATION_MS = 2000,
};

static struct timespec started;
static void (*work_of_all)(struct stress *stress);
static _Atomic uint64_t rounds_of_all;

static int64_t elapsed_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - started.tv_sec) * 1000 +
           (now.tv_nsec - started.tv_nsec) / 1000000;
}

static void *run(void *context)
{
    struct stress *stress = context;
    work_of_all(stress);
    rounds_of_all += stress->rounds;
    return NULL;
}

void stress_run(void (*work)(struct stress *stress), unsigned threads)
{
    pthread_t handles[THREAD_ROOM];
    struct stress each[THREAD_ROOM] = {0};
    work_of_all = work;
    clock_gettime(CLOCK_MONOTONIC, &started);
    for (unsigned i = 0; i < threads; i++) {
        each[i] = (struct stress){.thread = i, .random = i + 1};
        pthread_create(&handles[i], NULL, run, &each[i]);
    }
    for (unsigned i = 0; i < threads; i++)
        pthread_join(handles[i], NULL);
}

bool stress_goes_on(struct stress *stress)
{
    return stress->rounds++ % 16 != 0 || elapsed_ms() < DURATION_MS;
}

/* A linear congruence whose upper bits are good enough. */
uint64_t stress_random(struct stress *stress)
{
    stress->random = stress->random * UINT64_C(6364136223846793005) +
                     UINT64_C(1442695040888963407);
    return stress->random >> 24;
}

int stress_verdict(const char *name, uint64_t faults)
{
    printf("%s: %" PRIu64 " rounds, %" PRIu64 " faults\n", name,
           (uint64_t)rounds_of_all, faults);
    return faults != 0;
}
