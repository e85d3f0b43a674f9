#ifndef GPUALLOC_SIM_MEMPOOL_H
#define GPUALLOC_SIM_MEMPOOL_H

#include <stdbool.h>

#include "tests/sim/stream.h"

/*
 * Stream-ordered memory. What is freed is kept up to the release threshold
 * and handed out again for the same number of pages.
 */
struct mempool;

enum mempool_attribute { /* the numbers that CUDA and HIP share */
                         MEMPOOL_FOLLOW_EVENTS = 1,
                         MEMPOOL_OPPORTUNISTIC,
                         MEMPOOL_DEPENDENCIES,
                         MEMPOOL_THRESHOLD,
                         MEMPOOL_RESERVED,
                         MEMPOOL_RESERVED_HIGH,
                         MEMPOOL_USED,
                         MEMPOOL_USED_HIGH,
};

/* `max_size` 0: as much as the device has. */
enum sim_status mempool_create(struct device *device, size_t max_size,
                               struct mempool **out);
/* A device's default pool is SIM_INVALID. Memory in use stays valid. */
enum sim_status mempool_destroy(struct mempool *pool);
struct device *mempool_device(const struct mempool *pool);
/* False for what never was a pool, NULL included. */
bool mempool_is_alive(struct mempool *pool);

/* The first three attributes are ints, the others 64 bits wide. A high-water
 * mark can only be set to 0. */
enum sim_status mempool_get(struct mempool *pool, int attribute, void *value);
enum sim_status mempool_set(struct mempool *pool, int attribute,
                            const void *value);
enum sim_status mempool_trim(struct mempool *pool, size_t keep);

/* `pool` NULL: the current one of the stream's device. `size` > 0. */
enum sim_status mempool_alloc(struct mempool *pool, size_t size,
                              struct stream *stream, const void *owner,
                              gpu_addr *out);
/* In the stream's order. Also takes MEMORY_DEVICE. */
enum sim_status mempool_free(gpu_addr addr, struct stream *stream);

/* Memory of the pool was freed by a call that is not stream-ordered. */
void mempool_forget(struct mempool *pool, size_t size);

#endif
