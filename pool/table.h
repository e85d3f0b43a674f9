#ifndef GPUALLOC_TABLE_H
#define GPUALLOC_TABLE_H

/*
 * From address to chunk: open addressing with linear probing.
 *
 * An entry holds a node's index and the low half of its address in grains,
 * which decides alone unless two chunks are a multiple of 1 TiB apart; only a
 * match looks at the node. An entry whose index is NODE_NONE is empty.
 */

#include "pool/nodes.h"

struct table_entry {
    uint32_t tag;
    uint32_t node;
};

struct table {
    struct table_entry *entries;
    uint32_t mask;  /* entries - 1 */
    uint32_t count; /* entries in use */
    uint32_t shift; /* of the hash, so that it ends within the mask */
    struct store store;
};

enum status table_init(struct table *table);
void table_fini(struct table *table);

/* Twice the entries. STATUS_NO_MEMORY: nothing has changed. */
enum status table_grow(struct table *table);

/* After this one table_add cannot fail. */
static inline enum status table_reserve(struct table *table)
{
    if (table->count <= table->mask / 2)
        return STATUS_OK;
    return table_grow(table);
}

static inline uint32_t table_home(const struct table *table, uint32_t tag)
{
    /* Chunks are at multiples of powers of two: a product spreads them. */
    return (uint32_t)((tag * UINT64_C(0x9e3779b97f4a7c15)) >> table->shift);
}

static inline void table_add(struct table *table, uint64_t grain, uint32_t n)
{
    const uint32_t tag = (uint32_t)grain;
    uint32_t i = table_home(table, tag);
    while (table->entries[i].node != NODE_NONE)
        i = (i + 1) & table->mask;
    table->entries[i] = (struct table_entry){tag, n};
    table->count++;
}

/* The position of the chunk at `grain`; its entry is empty if there is none. */
static inline uint32_t table_find(const struct table *table,
                                  const struct nodes *nodes, uint64_t grain)
{
    const uint32_t tag = (uint32_t)grain;
    uint32_t i = table_home(table, tag);
    while (table->entries[i].node != NODE_NONE &&
           (table->entries[i].tag != tag ||
            node_grain(&nodes->at[table->entries[i].node]) != grain))
        i = (i + 1) & table->mask;
    return i;
}

/* Close the gap at `i` that a removed entry leaves, so that the search for
 * those behind it does not end there. */
static inline void table_remove(struct table *table, uint32_t i)
{
    struct table_entry *const entries = table->entries;
    const uint32_t mask = table->mask;
    table->count--;
    for (uint32_t j = (i + 1) & mask; entries[j].node != NODE_NONE;
         j = (j + 1) & mask) {
        const uint32_t home = table_home(table, entries[j].tag);
        if (((j - home) & mask) < ((j - i) & mask))
            continue;
        entries[i] = entries[j];
        i = j;
    }
    entries[i].node = NODE_NONE;
}

#endif
