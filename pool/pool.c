#include "pool/pool.h"

#include "pool/state.h"

#include <sys/mman.h>

enum {
    /* The original keeps rests smaller than this in one piece. */
    ORIGINAL_CAP = 128 << 20,
    /* A whole region may exceed the request by an eighth. */
    WHOLE_SPARE_PART = 8,
};

static uint64_t split_cap(const struct pool_config *config)
{
    if (config->policy == POOL_LEAN)
        return 1;
    if (config->policy == POOL_WHOLE)
        return UINT64_MAX;
    if (config->fragmentation_fraction <= 0)
        return grains_for(ORIGINAL_CAP);
    const double cap = config->fragmentation_fraction * (double)config->limit;
    /* Beyond every rest there can be; the conversion is undefined there. */
    return cap < 0x1p63 ? grains_for((uint64_t)cap) : UINT64_MAX;
}

enum status pool_create(const struct pool_config *config, struct pool **out)
{
    if (config->limit < POOL_GRANULARITY ||
        config->rounding % POOL_GRANULARITY != 0 ||
        (config->rounding & (config->rounding - 1)) != 0)
        return STATUS_INVALID;
    struct store store = {0};
    enum status status = store_grow(&store, sizeof(struct pool));
    if (status != STATUS_OK)
        return status;
    struct pool *const pool = store.base;
    status = nodes_init(&pool->nodes);
    if (status != STATUS_OK)
        goto drop_pool;
    status = table_init(&pool->table);
    if (status != STATUS_OK)
        goto drop_nodes;
    growth_init(&pool->growth, config);
    pool->split_cap = split_cap(config);
    pool->spare_part = config->policy == POOL_WHOLE ? WHOLE_SPARE_PART : 0;
    pool->rounding = config->rounding ? config->rounding : POOL_GRANULARITY;
    pool->source = config->source;
    pool->release_idle = config->release_idle;
    *out = pool;
    return STATUS_OK;

drop_nodes:
    nodes_fini(&pool->nodes);
drop_pool:
    store_fini(&store);
    return status;
}

void pool_destroy(struct pool *pool)
{
    quarantine_fini(&pool->quarantine);
    regions_fini(&pool->regions);
    table_fini(&pool->table);
    nodes_fini(&pool->nodes);
    munmap(pool, sizeof(*pool));
}

/* After this an allocation cannot fail for want of host memory, unless it takes
 * a region: that is a node, and so are the free chunks that it may leave before
 * and behind the one it hands out. */
static enum status reserve_books(struct pool *pool)
{
    const enum status status = nodes_reserve(&pool->nodes, 3);
    return status == STATUS_OK ? table_reserve(&pool->table, &pool->nodes)
                               : status;
}

/* From the chunk `n` on in bin order, the first with room for the padding too.
 * Chunks of `need` and the largest padding always have it, so few are tried in
 * vain. */
static uint32_t find_aligned(const struct pool *pool, uint32_t n, uint64_t need,
                             uint64_t alignment)
{
    while (n != NODE_NONE) {
        const struct node *const node = &pool->nodes.at[n];
        if (node_size(node) - need >= padding_at(node_grain(node), alignment))
            break;
        n = bins_find(&pool->bins, &pool->nodes, node_size(node),
                      node_grain(node) + 1);
    }
    return n;
}

/* Cut the chunk `n` after `size` grains. The new node behind it belongs to no
 * place yet. */
static uint32_t cut(struct pool *pool, uint32_t n, uint64_t size)
{
    const uint32_t behind = nodes_take(&pool->nodes);
    struct node *const at = pool->nodes.at;
    node_set_place(&at[behind], node_grain(&at[n]) + size, NODE_FREE);
    at[behind].extent = (node_size(&at[n]) - size) << 8;
    at[behind].before = n;
    at[behind].after = at[n].after;
    at[at[n].after].before = behind;
    at[n].after = behind;
    return behind;
}

/* Take the chunk `n` out of its bin, the padding excepted; the node that is
 * left with the rest. */
static uint32_t carve_front(struct pool *pool, uint32_t n, uint64_t padding)
{
    bins_remove(&pool->bins, &pool->nodes, n);
    const uint32_t behind = cut(pool, n, padding);
    node_set_size(&pool->nodes.at[n], padding);
    bins_insert(&pool->bins, &pool->nodes, n);
    return behind;
}

/* Take the chunk `n` out of its bin, what lies behind `need` excepted where
 * the policy splits. */
static void carve_back(struct pool *pool, uint32_t n, uint64_t need,
                       bool is_binned)
{
    const uint64_t rest = node_size(&pool->nodes.at[n]) - need;
    if (rest == 0 || (rest < need && rest < pool->split_cap)) {
        if (is_binned)
            bins_remove(&pool->bins, &pool->nodes, n);
        return;
    }
    const uint32_t behind = cut(pool, n, need);
    if (is_binned)
        bins_replace(&pool->bins, &pool->nodes, n, behind);
    else
        bins_insert(&pool->bins, &pool->nodes, behind);
    node_set_size(&pool->nodes.at[n], need);
}

static void count_alloc(struct pool_totals *totals, uint64_t size,
                        uint64_t requested)
{
    totals->alloc_count++;
    totals->requested += requested;
    totals->in_use += size;
    if (totals->in_use > totals->peak_in_use)
        totals->peak_in_use = totals->in_use;
    if (size > totals->largest_alloc)
        totals->largest_alloc = size;
}

static gpu_addr hand_out(struct pool *pool, uint32_t n, uint64_t need,
                         uint64_t alignment, uint64_t requested)
{
    const uint64_t padding =
        padding_at(node_grain(&pool->nodes.at[n]), alignment);
    if (padding)
        n = carve_front(pool, n, padding);
    carve_back(pool, n, need, /* is_binned */ padding == 0);
    struct node *const node = &pool->nodes.at[n];
    node_set_state(node, NODE_USED);
    node->requested = requested;
    table_add(&pool->table, node_grain(node), n);
    count_alloc(&pool->totals, node_size(node), requested);
    return bytes_of(node_grain(node));
}

/* Whether a chunk that is not to be split is too large for the request. */
static bool is_wasteful(const struct pool *pool, uint32_t n, uint64_t need)
{
    return pool->spare_part &&
           node_size(&pool->nodes.at[n]) - need > need / pool->spare_part;
}

static uint32_t find(const struct pool *pool, uint64_t need, uint64_t alignment)
{
    uint32_t n = bins_find(&pool->bins, &pool->nodes, need, /* grain */ 0);
    if (alignment > 1)
        n = find_aligned(pool, n, need, alignment);
    return n != NODE_NONE && is_wasteful(pool, n, need) ? NODE_NONE : n;
}

static enum status alloc(struct pool *pool, uint64_t size, uint64_t alignment,
                         bool may_extend, gpu_addr *out)
{
    if (size - 1 >= UINT64_MAX - (pool->rounding - 1) ||
        alignment < POOL_GRANULARITY || (alignment & (alignment - 1)) != 0)
        return STATUS_INVALID;
    enum status status = reserve_books(pool);
    if (status != STATUS_OK)
        return status;
    const uint64_t rounded = (size + pool->rounding - 1) & -pool->rounding;
    const uint64_t need = grains_in(rounded), multiple = grains_in(alignment);
    uint32_t n = find(pool, need, multiple);
    if (n == NODE_NONE) {
        if (!may_extend)
            return STATUS_NO_MEMORY;
        status = pool_extend(pool, need, multiple, &n);
        if (status != STATUS_OK)
            return status;
    }
    *out = hand_out(pool, n, need, multiple, size);
    return STATUS_OK;
}

enum status pool_alloc(struct pool *pool, uint64_t size, uint64_t alignment,
                       gpu_addr *out)
{
    return alloc(pool, size, alignment, /* may_extend */ true, out);
}

enum status pool_alloc_held(struct pool *pool, uint64_t size,
                            uint64_t alignment, gpu_addr *out)
{
    return alloc(pool, size, alignment, /* may_extend */ false, out);
}

void pool_join(struct pool *pool, uint32_t n)
{
    struct node *const at = pool->nodes.at;
    const uint32_t before = at[n].before, after = at[n].after;
    const bool joins_before = node_state(&at[before]) == NODE_FREE;
    const bool joins_after = node_state(&at[after]) == NODE_FREE;
    node_set_state(&at[n], NODE_FREE);
    if (joins_after) {
        node_set_size(&at[n], node_size(&at[n]) + node_size(&at[after]));
        at[n].after = at[after].after;
        at[at[after].after].before = n;
    }
    if (joins_before) {
        if (joins_after)
            bins_remove(&pool->bins, &pool->nodes, after);
        at[before].after = at[n].after;
        at[at[n].after].before = before;
        bins_resize(&pool->bins, &pool->nodes, before,
                    node_size(&at[before]) + node_size(&at[n]));
        nodes_give_back(&pool->nodes, n);
    } else if (joins_after) {
        bins_replace(&pool->bins, &pool->nodes, after, n);
    } else {
        bins_insert(&pool->bins, &pool->nodes, n);
    }
    if (joins_after)
        nodes_give_back(&pool->nodes, after);
}

/* End the use of the chunk at `addr`; its node, or NODE_NONE. */
static uint32_t end_use(struct pool *pool, gpu_addr addr)
{
    const uint64_t grain = grains_in(addr);
    const uint32_t i = table_find(&pool->table, &pool->nodes, grain);
    const uint32_t n = pool->table.entries[i];
    if (n == NODE_NONE || addr % POOL_GRANULARITY != 0)
        return NODE_NONE;
    table_remove(&pool->table, &pool->nodes, i);
    pool->totals.in_use -= node_size(&pool->nodes.at[n]);
    pool->totals.requested -= pool->nodes.at[n].requested;
    return n;
}

enum status pool_free(struct pool *pool, gpu_addr addr)
{
    const uint32_t n = end_use(pool, addr);
    if (n == NODE_NONE)
        return STATUS_UNKNOWN;
    pool_join(pool, n);
    return STATUS_OK;
}

enum status pool_set_aside(struct pool *pool, gpu_addr addr, uint64_t epoch)
{
    const enum status status = quarantine_reserve(&pool->quarantine);
    if (status != STATUS_OK)
        return status;
    const uint32_t n = end_use(pool, addr);
    if (n == NODE_NONE)
        return STATUS_UNKNOWN;
    node_set_state(&pool->nodes.at[n], NODE_ASIDE);
    quarantine_add(&pool->quarantine, &pool->nodes, n, epoch);
    return STATUS_OK;
}

uint64_t pool_quarantined(const struct pool *pool)
{
    return bytes_of(pool->quarantine.size);
}

uint64_t pool_clear(struct pool *pool, uint64_t epoch)
{
    const uint64_t before = pool->quarantine.size;
    for (;;) {
        const uint32_t n =
            quarantine_next(&pool->quarantine, &pool->nodes, epoch);
        if (n == NODE_NONE)
            return bytes_of(before - pool->quarantine.size);
        pool_join(pool, n);
    }
}
