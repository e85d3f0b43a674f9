#ifndef GPUALLOC_SIM_MEMPOOL_STATE_H
#define GPUALLOC_SIM_MEMPOOL_STATE_H

#include <pthread.h>
#include <stdint.h>

#include "tests/sim/memory.h"
#include "tests/sim/mempool.h"

/* What mempool.c and mempool_attribute.c share. */

/* Memory that was freed and is kept. */
struct kept {
    struct memory memory;
    struct kept *next;
};

/* Storage is never given back: work under way may still name the pool. */
struct mempool {
    struct device *device;
    size_t max_size;

    pthread_mutex_t lock;
    bool is_alive;
    int switches[MEMPOOL_THRESHOLD]; /* by attribute; 0 is unused */
    uint64_t threshold;
    uint64_t used, used_high, reserved, reserved_high;
    struct kept *kept;
};

#endif
