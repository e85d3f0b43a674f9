#ifndef GPUALLOC_GROWTH_H
#define GPUALLOC_GROWTH_H

/* How large the next region is. All sizes are bytes. */

#include "pool/pool.h"

struct growth {
    enum pool_policy policy;
    uint64_t limit; /* of all regions together */
    uint64_t next;  /* what is asked for next where that does not depend on
                       the request */
    bool whole;     /* the first region is the whole limit */
};

void growth_init(struct growth *growth, const struct pool_config *config);

/* What the limit leaves when the regions take `held`. */
uint64_t growth_room(const struct growth *growth, uint64_t held);

/*
 * What to ask the source for so that `need`, a multiple of POOL_GRANULARITY
 * within the room, fits.
 *
 * `out_has_doubled` tells whether the series of sizes moved on for it.
 */
uint64_t growth_ask(struct growth *growth, uint64_t need, uint64_t held,
                    bool *out_has_doubled);

/* What to ask for when the source refused `size`: may be below the need, or
 * 0. */
uint64_t growth_less(uint64_t size);

/* A region was taken. */
void growth_took(struct growth *growth, bool has_doubled);

#endif
