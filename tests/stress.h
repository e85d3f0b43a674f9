#ifndef GPUALLOC_STRESS_H
#define GPUALLOC_STRESS_H

/*
 * Threads that do the same for a few seconds, each with random numbers of its
 * own. Plain functions, so that a thread sanitizer can run what uses them.
 */

#include <stdbool.h>
#include <stdint.h>

/* One thread's view. */
struct stress {
    uint64_t thread; /* its number, from 0 */
    uint64_t random;
    uint64_t rounds; /* so far */
};

/* Run `work` in so many threads until all of them return. */
void stress_run(void (*work)(struct stress *stress), unsigned threads);

/* Whether there is time left; counts a round. */
bool stress_goes_on(struct stress *stress);

uint64_t stress_random(struct stress *stress);

/* Say on standard output how it went; what main returns. */
int stress_verdict(const char *name, uint64_t faults);

#endif
