#ifndef GPUALLOC_POOL_FAKE_H
#define GPUALLOC_POOL_FAKE_H

/* A made-up device for a pool: addresses upward, up to a capacity, and a record
 * of what was asked. Criterion's assertions stand in the must_ functions. */

#include "pool/pool.h"

enum {
    KIB = 1024,
    MIB = 1024 * 1024,
    FAKE_CALLS = 512,
};

struct fake {
    gpu_addr next;     /* what is handed out next */
    uint64_t gap;      /* left between regions */
    uint64_t capacity; /* bytes held at once; more is refused */
    uint64_t most;     /* a larger request is refused; 0: none is */
    uint64_t held;
    size_t take_count; /* successful */
    size_t refusal_count;
    size_t give_back_count;
    uint64_t asked[FAKE_CALLS]; /* sizes, refused ones too */
    gpu_addr last_taken, last_given_back;
    uint64_t last_size;
};

/* A device of 1 TiB that refuses nothing else. */
struct fake fake_device(void);

struct pool_config fake_config(struct fake *fake, enum pool_policy policy,
                               uint64_t limit);

/* A pool of one region of `size` bytes, lean. */
struct pool *must_preallocate(struct fake *fake, uint64_t size);

struct pool *must_create(const struct pool_config *config);
gpu_addr must_alloc(struct pool *pool, uint64_t size);
gpu_addr must_align(struct pool *pool, uint64_t size, uint64_t alignment);
void must_free(struct pool *pool, gpu_addr addr);
void must_hold(const struct pool *pool); /* every invariant */

struct pool_stats stats_of(const struct pool *pool);

#endif
