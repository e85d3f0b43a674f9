#include "shim/arena_state.h"

#include "shim/gpualloc.h"

static void add(struct gpualloc_stats *sum, const struct arena *arena)
{
    struct pool_stats stats;
    pool_stats(arena->pool, &stats);
    sum->requested += stats.requested;
    sum->in_use += stats.in_use;
    sum->peak_in_use += stats.peak_in_use;
    sum->pool_bytes += stats.pool_bytes;
    sum->peak_pool_bytes += stats.peak_pool_bytes;
    sum->quarantined += stats.quarantined;
    sum->hits += arena->hits;
    sum->misses += arena->misses;
    sum->synchronisations += arena->waits;
    sum->metadata_bytes += stats.metadata_bytes;
    if (stats.largest_free > sum->largest_free)
        sum->largest_free = stats.largest_free;
    sum->limit = stats.limit; /* one for all contexts of the device */
}

void arena_add_stats(int dev, struct gpualloc_stats *sum)
{
    for (struct arena *arena = arena_first(); arena; arena = arena->next) {
        lock_take(&arena->lock);
        if (arena->pool && arena->place.dev == dev)
            add(sum, arena);
        lock_drop(&arena->lock);
    }
    const uint64_t clean = sum->pool_bytes - sum->in_use - sum->quarantined;
    if (clean > 0)
        sum->fragmentation =
            (double)(clean - sum->largest_free) / (double)clean;
}

static bool is_open(struct arena *arena)
{
    lock_take(&arena->lock);
    const bool has_pool = arena->pool;
    lock_drop(&arena->lock);
    return has_pool;
}

/* A context that has ended, as one without a pool may have, is not entered. */
static uint64_t trim(struct arena *arena)
{
    struct visit visit;
    if (!is_open(arena) || vendor_enter(&arena->place, &visit) != RC_SUCCESS)
        return 0;
    const uint64_t bytes = arena_release_idle(arena);
    vendor_leave(&visit);
    return bytes;
}

uint64_t arena_trim(int dev)
{
    uint64_t bytes = 0;
    for (struct arena *arena = arena_first(); arena; arena = arena->next)
        if (arena->place.dev == dev)
            bytes += trim(arena);
    return bytes;
}
