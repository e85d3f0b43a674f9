#include "pool/table.h"

enum {
    FIRST_BITS = 10,
    /* Indices are 32 bits wide. */
    LAST_BITS = 32,
};

static enum status make(struct table *table, uint32_t bits)
{
    *table = (struct table){
        .mask = (uint32_t)((UINT64_C(1) << bits) - 1),
        .shift = 64 - bits,
    };
    const enum status status = store_grow(
        &table->store, ((size_t)table->mask + 1) * sizeof(*table->entries));
    table->entries = table->store.base;
    return status;
}

enum status table_init(struct table *table)
{
    return make(table, FIRST_BITS);
}

void table_fini(struct table *table)
{
    store_fini(&table->store);
}

enum status table_grow(struct table *table, const struct nodes *nodes)
{
    const uint32_t bits = 64 - table->shift + 1;
    if (bits > LAST_BITS)
        return STATUS_NO_MEMORY;
    struct table grown;
    const enum status status = make(&grown, bits);
    if (status != STATUS_OK)
        return status;
    for (uint64_t i = 0; i <= table->mask; i++) {
        const uint32_t n = table->entries[i];
        if (n != NODE_NONE)
            table_add(&grown, node_grain(&nodes->at[n]), n);
    }
    table_fini(table);
    *table = grown;
    return STATUS_OK;
}

void table_close(struct table *table, const struct nodes *nodes, uint32_t i)
{
    uint32_t *const entries = table->entries;
    const uint32_t mask = table->mask;
    for (uint32_t j = (i + 1) & mask; entries[j] != NODE_NONE;
         j = (j + 1) & mask) {
        const uint32_t home =
            table_home(table, node_grain(&nodes->at[entries[j]]));
        if (((j - home) & mask) < ((j - i) & mask))
            continue;
        entries[i] = entries[j];
        entries[j] = NODE_NONE;
        i = j;
    }
}
