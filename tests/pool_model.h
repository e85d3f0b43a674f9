#ifndef GPUALLOC_POOL_MODEL_H
#define GPUALLOC_POOL_MODEL_H

/*
 * The pool's rules once more, as plainly as can be: an array of chunks in order
 * of address, searched from its start each time. What the pool answers is
 * compared with this. It is not told when regions are taken: the test adds each
 * one that the pool's source was asked for.
 */

#include "pool/pool.h"

struct model_chunk {
    uint64_t addr, size;
    uint64_t epoch; /* while aside */
    bool is_free, is_aside;
    bool is_first; /* of its region */
};

struct model {
    enum pool_policy policy;
    uint64_t cap; /* bytes; under the original's rule */
    size_t count;
    struct model_chunk chunks[4096];
};

void model_add_region(struct model *model, gpu_addr addr, uint64_t size);
void model_remove_region(struct model *model, gpu_addr addr);

/* The address that an allocation must get, 0 where nothing fits. */
gpu_addr model_alloc(struct model *model, uint64_t size, uint64_t alignment);

/* Whether `addr` was a chunk in use. */
bool model_free(struct model *model, gpu_addr addr);
bool model_set_aside(struct model *model, gpu_addr addr, uint64_t epoch);
void model_clear(struct model *model, uint64_t epoch);

/* The size of the chunk in use at `addr`, 0 if there is none. */
uint64_t model_size(const struct model *model, gpu_addr addr);

#endif
