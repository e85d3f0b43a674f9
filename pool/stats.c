#include "pool/state.h"

static uint64_t metadata_bytes(const struct pool *pool)
{
    return sizeof(*pool) + pool->nodes.store.size + pool->table.store.size +
           pool->regions.store.size + pool->quarantine.store.size;
}

void pool_stats(const struct pool *pool, struct pool_stats *out)
{
    const struct pool_totals *const totals = &pool->totals;
    const uint64_t largest = bins_largest(&pool->bins, &pool->nodes);
    const uint64_t unused =
        totals->held - totals->in_use - pool->quarantine.size;
    *out = (struct pool_stats){
        .alloc_count = totals->alloc_count,
        .live_count = pool->table.count,
        .requested = totals->requested,
        .in_use = bytes_of(totals->in_use),
        .peak_in_use = bytes_of(totals->peak_in_use),
        .largest_alloc = bytes_of(totals->largest_alloc),
        .pool_bytes = bytes_of(totals->held),
        .peak_pool_bytes = bytes_of(totals->peak_held),
        .limit = pool->growth.limit,
        .largest_free = bytes_of(largest),
        .region_count = pool->regions.count,
        .metadata_bytes = metadata_bytes(pool),
        .fragmentation =
            unused ? (double)(unused - largest) / (double)unused : 0,
        .quarantined = bytes_of(pool->quarantine.size),
        .quarantined_count = pool->quarantine.count,
    };
}

bool pool_owns(const struct pool *pool, gpu_addr addr)
{
    return regions_find(&pool->regions, grains_in(addr)) != NULL;
}

enum status pool_find(const struct pool *pool, gpu_addr addr,
                      struct pool_chunk *out)
{
    const uint64_t grain = grains_in(addr);
    const uint32_t i = table_find(&pool->table, &pool->nodes, grain);
    const uint32_t n = pool->table.entries[i];
    if (n == NODE_NONE || addr % POOL_GRANULARITY != 0)
        return STATUS_UNKNOWN;
    const struct node *const node = &pool->nodes.at[n];
    const struct region *const region = regions_find(&pool->regions, grain);
    *out = (struct pool_chunk){
        .addr = addr,
        .size = bytes_of(node_size(node)),
        .requested = node->requested,
        .region_addr = bytes_of(region->grain),
        .region_size = bytes_of(region->size),
    };
    return STATUS_OK;
}
