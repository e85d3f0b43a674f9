#include "pool/table.h"

enum {
    FIRST_BITS = 9,
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
        &table->store, ((size_t)table->mask + 1) * sizeof(struct table_entry));
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

static void put(struct table *table, struct table_entry entry)
{
    uint32_t i = table_home(table, entry.tag);
    while (table->entries[i].node != NODE_NONE)
        i = (i + 1) & table->mask;
    table->entries[i] = entry;
    table->count++;
}

enum status table_grow(struct table *table)
{
    const uint32_t bits = 64 - table->shift + 1;
    if (bits > LAST_BITS)
        return STATUS_NO_MEMORY;
    struct table grown;
    const enum status status = make(&grown, bits);
    if (status != STATUS_OK)
        return status;
    for (uint64_t i = 0; i <= table->mask; i++)
        if (table->entries[i].node != NODE_NONE)
            put(&grown, table->entries[i]);
    table_fini(table);
    *table = grown;
    return STATUS_OK;
}
