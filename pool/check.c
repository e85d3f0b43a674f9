#include "pool/state.h"

/* What a walk over all chunks adds up. */
struct census {
    uint64_t used_count, free_count, aside_count;
    uint64_t used, aside, held; /* grains */
    uint64_t requested;         /* bytes */
};

static const char *check_used(const struct pool *pool, uint32_t n,
                              struct census *census)
{
    const struct node *const node = &pool->nodes.at[n];
    const uint32_t i = table_find(&pool->table, &pool->nodes, node_grain(node));
    if (pool->table.entries[i] != n)
        return "a chunk in use is not in the table";
    census->used_count++;
    census->used += node_size(node);
    census->requested += node->requested;
    if (grains_for(node->requested) > node_size(node) || node->requested == 0)
        return "a chunk in use is smaller than what was asked for";
    return NULL;
}

static const char *check_chunk(const struct pool *pool, uint32_t n,
                               struct census *census)
{
    const struct node *const node = &pool->nodes.at[n];
    switch (node_state(node)) {
    case NODE_USED:
        return check_used(pool, n, census);
    case NODE_ASIDE:
        census->aside_count++;
        census->aside += node_size(node);
        return NULL;
    case NODE_FREE:
        census->free_count++;
        return node_state(&pool->nodes.at[node->after]) == NODE_FREE
                   ? "two neighbours are free"
                   : NULL;
    case NODE_BORDER:
    case NODE_SPARE:
        break;
    }
    return "a region holds a node without a chunk";
}

static const char *check_region(const struct pool *pool,
                                const struct region *region,
                                struct census *census)
{
    uint64_t grain = region->grain;
    uint32_t before = NODE_NONE;
    for (uint32_t n = region->first; n != NODE_NONE;
         n = pool->nodes.at[n].after) {
        const struct node *const node = &pool->nodes.at[n];
        if (node_grain(node) != grain || node->before != before ||
            node_size(node) == 0)
            return "a region's chunks are not a row without gaps";
        const char *const fault = check_chunk(pool, n, census);
        if (fault)
            return fault;
        grain += node_size(node);
        before = n;
    }
    census->held += region->size;
    return grain == region->grain + region->size
               ? NULL
               : "a region is not as large as its chunks";
}

static const char *check_regions(const struct pool *pool, struct census *census)
{
    uint64_t end = 0;
    for (size_t i = 0; i < pool->regions.count; i++) {
        const struct region *const region = &pool->regions.at[i];
        if (region->grain < end)
            return "regions overlap or are out of order";
        end = region->grain + region->size;
        const char *const fault = check_region(pool, region, census);
        if (fault)
            return fault;
    }
    return NULL;
}

static const char *check_quarantine(const struct pool *pool,
                                    const struct census *census)
{
    const struct quarantine *const quarantine = &pool->quarantine;
    uint64_t count = 0;
    for (size_t i = quarantine->head; i < quarantine->tail; i++) {
        const struct batch *const batch = &quarantine->batches[i];
        if (i > quarantine->head && batch[-1].epoch >= batch->epoch)
            return "the quarantine's epochs are out of order";
        uint32_t last = NODE_NONE;
        for (uint32_t n = batch->first; n != NODE_NONE;
             n = pool->nodes.at[n].newer) {
            if (node_state(&pool->nodes.at[n]) != NODE_ASIDE)
                return "the quarantine holds a chunk that is not set aside";
            last = n;
            count++;
        }
        if (last != batch->last || last == NODE_NONE)
            return "a batch of the quarantine does not end where it says";
    }
    return count == census->aside_count && count == quarantine->count &&
                   quarantine->size == census->aside
               ? NULL
               : "the quarantine holds other chunks than are set aside";
}

static const char *check_totals(const struct pool *pool,
                                const struct census *census)
{
    const struct pool_totals *const totals = &pool->totals;
    if (pool->table.count != census->used_count)
        return "the count of chunks in use is wrong";
    if (totals->in_use != census->used ||
        totals->requested != census->requested)
        return "the bytes in use are wrong";
    if (totals->held != census->held ||
        bytes_of(totals->held) > pool->growth.limit)
        return "the bytes of the regions are wrong or beyond the limit";
    if (totals->peak_in_use < totals->in_use ||
        totals->peak_held < totals->held)
        return "a peak is below what there is";
    if (nodes_count(&pool->nodes) !=
        census->used_count + census->free_count + census->aside_count)
        return "a node is lost";
    return NULL;
}

const char *pool_check(const struct pool *pool)
{
    struct census census = {0};
    const char *fault = check_regions(pool, &census);
    if (!fault)
        fault = check_totals(pool, &census);
    if (!fault)
        fault = check_quarantine(pool, &census);
    if (!fault)
        fault = bins_check(&pool->bins, &pool->nodes, census.free_count);
    return fault;
}
