#ifndef GPUALLOC_BENCH_POOL_WORK_H
#define GPUALLOC_BENCH_POOL_WORK_H

/* Timing a piece of work in units of glibc's malloc+free of 64 KiB. */

#include "pool/pool.h"
#include "tests/pool_trace.h"

enum {
    ROUNDS = 31,
    STEPS = 1 << 15,
    UNIT_SIZE = 64 * 1024,
};

/* What a round runs, once per pair of operations counted in `pairs`. */
struct work {
    void (*run)(struct work *work);
    size_t pairs;
    struct pool *pool;
    gpu_addr *live;
    uint64_t *sizes;
    uint32_t *victims;
    uint64_t size;
    const struct trace *trace;
};

/* The cost of a pair in units: the median of the rounds, the unit measured
 * before and after each. */
double work_units(struct work *work);

/* The unit itself in nanoseconds. */
double work_unit_ns(void);

/* A line: name, value, unit, target. */
void work_report(const char *name, double value, const char *unit,
                 double target);

#endif
