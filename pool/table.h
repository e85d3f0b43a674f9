#ifndef GPUALLOC_TABLE_H
#define GPUALLOC_TABLE_H

/*
 * From address to chunk: open addressing with linear probing.
 *
 * An entry is a node's index, NODE_NONE where there is none; the node itself
 * knows its address. At most an eighth of the entries is in use: nearly every
 * search ends at the first one, so that the branches in it are predicted, and
 * what follows need not wait for the search to be over.
 */

#include "pool/nodes.h"

struct table {
    uint32_t *entries;
    uint32_t mask;  /* entries - 1 */
    uint32_t shift; /* of the hash, so that it ends within the mask */
    uint32_t count; /* of entries in use */
    struct store store;
};

enum status table_init(struct table *table);
void table_fini(struct table *table);

/* Twice the entries. STATUS_NO_MEMORY: nothing has changed. */
enum status table_grow(struct table *table, const struct nodes *nodes);

/* After this one table_add cannot fail. */
static inline enum status table_reserve(struct table *table,
                                        const struct nodes *nodes)
{
    if (table->count < table->mask / 8)
        return STATUS_OK;
    return table_grow(table, nodes);
}

/* Chunks are at multiples of powers of two: a product spreads them over its
 * high bits. */
static inline uint32_t table_home(const struct table *table, uint64_t grain)
{
    return (uint32_t)((grain * UINT64_C(0x9e3779b97f4a7c15)) >> table->shift);
}

static inline void table_add(struct table *table, uint64_t grain, uint32_t n)
{
    uint32_t i = table_home(table, grain);
    while (table->entries[i] != NODE_NONE)
        i = (i + 1) & table->mask;
    table->entries[i] = n;
    table->count++;
}

/* The position of the chunk at `grain`; its entry is NODE_NONE if there is
 * none. */
static inline uint32_t table_find(const struct table *table,
                                  const struct nodes *nodes, uint64_t grain)
{
    uint32_t i = table_home(table, grain);
    while (table->entries[i] != NODE_NONE &&
           node_grain(&nodes->at[table->entries[i]]) != grain)
        i = (i + 1) & table->mask;
    return i;
}

/* Move what stands behind the gap at `i`, in place of which something else was
 * found first, so that the search for it does not end at the gap. */
void table_close(struct table *table, const struct nodes *nodes, uint32_t i);

static inline void table_remove(struct table *table, const struct nodes *nodes,
                                uint32_t i)
{
    table->count--;
    table->entries[i] = NODE_NONE;
    if (table->entries[(i + 1) & table->mask] != NODE_NONE)
        table_close(table, nodes, i);
}

#endif
