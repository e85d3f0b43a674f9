#ifndef GPUALLOC_POOL_STATE_H
#define GPUALLOC_POOL_STATE_H

/*
 * What a pool is made of, for the files of this room only.
 *
 * Each region is a row of chunks without gaps, each chunk a node. A free chunk
 * stands in a bin and no two free ones are neighbours; a used one stands in the
 * table; one set aside stands in the quarantine. Splitting leaves the low end
 * to the node that was there, joining keeps the lower node: so the first node
 * of a region never changes.
 */

#include "pool/bins.h"
#include "pool/growth.h"
#include "pool/nodes.h"
#include "pool/quarantine.h"
#include "pool/regions.h"
#include "pool/table.h"

/* Counted in grains, but for `requested`. */
struct pool_totals {
    uint64_t alloc_count;
    uint64_t requested;
    uint64_t in_use, peak_in_use;
    uint64_t largest_alloc;
    uint64_t held, peak_held; /* by all regions */
};

struct pool {
    struct nodes nodes;
    struct table table;
    uint64_t rounding;   /* bytes; sizes are rounded up to a multiple */
    uint64_t split_cap;  /* grains; a rest this large is always split off */
    uint64_t spare_part; /* what an unsplit chunk may exceed a request by, as
                            a part of that; 0: any */
    struct pool_totals totals;
    struct regions regions;
    struct quarantine quarantine;
    struct growth growth;
    struct pool_source source;
    bool release_idle;
    struct bins bins;
};

/* Grains to skip from `grain` to the next multiple of `alignment`. */
static inline uint64_t padding_at(uint64_t grain, uint64_t alignment)
{
    return -grain & (alignment - 1);
}

/* The chunk `n`, of no other place, becomes free and joins its neighbours. */
void pool_join(struct pool *pool, uint32_t n);

/*
 * A new region with room for `need` grains at a multiple of `alignment`
 * grains: one free chunk, whose node is written.
 *
 * STATUS_NO_MEMORY: neither limit nor source has room, or the host has none.
 */
enum status pool_extend(struct pool *pool, uint64_t need, uint64_t alignment,
                        uint32_t *out);

#endif
