#include "pool/state.h"

/* A region of a source that breaks its word would corrupt the books. */
static bool is_sound(const struct pool *pool, gpu_addr addr, uint64_t size)
{
    return addr != 0 && addr % POOL_GRANULARITY == 0 &&
           size <= UINT64_MAX - addr &&
           !regions_overlap(&pool->regions, grains_in(addr), grains_in(size));
}

static enum status add_region(struct pool *pool, gpu_addr addr, uint64_t size,
                              uint32_t *out)
{
    if (!is_sound(pool, addr, size)) {
        pool->source.give_back(pool->source.context, addr, size);
        return STATUS_NO_MEMORY;
    }
    const uint32_t n = nodes_take(&pool->nodes);
    struct node *const node = &pool->nodes.at[n];
    *node = (struct node){.extent = grains_in(size) << 8};
    node_set_place(node, grains_in(addr), NODE_FREE);
    bins_insert(&pool->bins, &pool->nodes, n);
    regions_add(&pool->regions,
                (struct region){node_grain(node), node_size(node), .first = n});
    struct pool_totals *const totals = &pool->totals;
    totals->held += node_size(node);
    if (totals->held > totals->peak_held)
        totals->peak_held = totals->held;
    *out = n;
    return STATUS_OK;
}

/* Ask for as much as the policy likes, then for less, never less than `need`
 * grains. */
static enum status take_region(struct pool *pool, uint64_t need, uint32_t *out)
{
    struct growth *const growth = &pool->growth;
    const uint64_t held = bytes_of(pool->totals.held);
    if (need > grains_in(growth_room(growth, held)) ||
        regions_reserve(&pool->regions) != STATUS_OK)
        return STATUS_NO_MEMORY;
    const uint64_t least = bytes_of(need);
    bool has_doubled;
    uint64_t size = growth_ask(growth, least, held, &has_doubled);
    for (; size >= least; size = growth_less(size)) {
        gpu_addr addr;
        if (pool->source.take(pool->source.context, size, &addr) != STATUS_OK)
            continue;
        growth_took(growth, has_doubled);
        return add_region(pool, addr, size, out);
    }
    return STATUS_NO_MEMORY;
}

static void drop_region(struct pool *pool, size_t index)
{
    const struct region region = pool->regions.at[index];
    bins_remove(&pool->bins, &pool->nodes, region.first);
    nodes_give_back(&pool->nodes, region.first);
    regions_remove(&pool->regions, index);
    pool->totals.held -= region.size;
    pool->source.give_back(pool->source.context, bytes_of(region.grain),
                           bytes_of(region.size));
}

/* Sources align far better than they must, so that room for padding is asked
 * for only once it was missing. */
static enum status grow(struct pool *pool, uint64_t need, uint64_t alignment,
                        uint32_t *out)
{
    uint32_t n;
    enum status status = take_region(pool, need, &n);
    if (status != STATUS_OK)
        return status;
    const struct node *node = &pool->nodes.at[n];
    if (node_size(node) - need < padding_at(node_grain(node), alignment)) {
        const struct region *const region =
            regions_find(&pool->regions, node_grain(node));
        drop_region(pool, (size_t)(region - pool->regions.at));
        status = take_region(pool, need + alignment - 1, &n);
    }
    if (status == STATUS_OK)
        *out = n;
    return status;
}

/* A chunk that fills its region is alone in it. */
static bool is_idle(const struct pool *pool, const struct region *region)
{
    const struct node *const node = &pool->nodes.at[region->first];
    return node_state(node) == NODE_FREE && node_size(node) == region->size;
}

/* Whether the limit has room for `need` grains once idle regions are gone. */
static bool release_helps(const struct pool *pool, uint64_t need)
{
    uint64_t idle = 0;
    for (size_t i = 0; i < pool->regions.count; i++)
        if (is_idle(pool, &pool->regions.at[i]))
            idle += pool->regions.at[i].size;
    const uint64_t held = pool->totals.held - idle;
    return idle > 0 &&
           need <= grains_in(growth_room(&pool->growth, bytes_of(held)));
}

uint64_t pool_release_idle(struct pool *pool)
{
    const uint64_t held = pool->totals.held;
    for (size_t i = 0; i < pool->regions.count;) {
        if (is_idle(pool, &pool->regions.at[i]))
            drop_region(pool, i);
        else
            i++;
    }
    return bytes_of(held - pool->totals.held);
}

enum status pool_extend(struct pool *pool, uint64_t need, uint64_t alignment,
                        uint32_t *out)
{
    const enum status status = grow(pool, need, alignment, out);
    if (status == STATUS_OK || !pool->release_idle ||
        !release_helps(pool, need))
        return status;
    pool_release_idle(pool);
    return grow(pool, need, alignment, out);
}
