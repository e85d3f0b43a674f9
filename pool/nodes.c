#include "pool/nodes.h"

enum {
    FIRST_COUNT = 512,
};

static enum status grow_to(struct nodes *nodes, uint64_t count)
{
    const enum status status =
        store_grow(&nodes->store, count * sizeof(struct node));
    if (status != STATUS_OK)
        return status;
    nodes->at = nodes->store.base;
    nodes->capacity = (uint32_t)count;
    return STATUS_OK;
}

enum status nodes_init(struct nodes *nodes)
{
    *nodes = (struct nodes){.fresh = NODE_NONE + 1};
    return grow_to(nodes, FIRST_COUNT);
}

void nodes_fini(struct nodes *nodes)
{
    store_fini(&nodes->store);
}

/* By an eighth: pages move without being copied, so that growing is cheap, and
 * the memory that waits unused stays small. */
enum status nodes_grow(struct nodes *nodes)
{
    const uint64_t count =
        (uint64_t)nodes->capacity + nodes->capacity / 8 + FIRST_COUNT;
    if (count > UINT32_MAX)
        return STATUS_NO_MEMORY;
    return grow_to(nodes, count);
}

uint32_t nodes_count(const struct nodes *nodes)
{
    uint32_t count = nodes->fresh - (NODE_NONE + 1);
    for (uint32_t n = nodes->spare; n != NODE_NONE; n = nodes->at[n].after)
        count--;
    return count;
}
