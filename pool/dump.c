#include "pool/state.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/*
 * The bins, regions and chunks of a pool in words. The bins here are those that
 * BFC users know, one for each power of two; the index has finer ones.
 */

enum {
    DUMP_BINS = 21,
    LINE = 160,
};

struct printer {
    void (*print)(void *context, const char *line);
    void *context;
};

struct bin_sums {
    uint64_t count, used_count;
    uint64_t size, used; /* grains */
    uint64_t requested;  /* bytes */
};

__attribute__((format(printf, 2, 3))) static void
say(const struct printer *printer, const char *format, ...)
{
    char line[LINE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    printer->print(printer->context, line);
}

static unsigned dump_bin(uint64_t size)
{
    const unsigned bin = 63 - (unsigned)__builtin_clzll(size);
    return bin < DUMP_BINS ? bin : DUMP_BINS - 1;
}

static void sum_bins(const struct pool *pool, struct bin_sums *sums)
{
    for (size_t i = 0; i < pool->regions.count; i++) {
        for (uint32_t n = pool->regions.at[i].first; n != NODE_NONE;
             n = pool->nodes.at[n].after) {
            const struct node *const node = &pool->nodes.at[n];
            struct bin_sums *const sum = &sums[dump_bin(node_size(node))];
            sum->count++;
            sum->size += node_size(node);
            if (node_state(node) != NODE_USED)
                continue;
            sum->used_count++;
            sum->used += node_size(node);
            sum->requested += node->requested;
        }
    }
}

static void dump_bins(const struct pool *pool, const struct printer *printer)
{
    struct bin_sums sums[DUMP_BINS] = {{0}};
    sum_bins(pool, sums);
    for (unsigned bin = 0; bin < DUMP_BINS; bin++)
        say(printer,
            "Bin (%" PRIu64 "): chunks %" PRIu64 ", in use %" PRIu64
            "; bytes %" PRIu64 ", in use %" PRIu64 ", requested %" PRIu64,
            bytes_of(UINT64_C(1) << bin), sums[bin].count, sums[bin].used_count,
            bytes_of(sums[bin].size), bytes_of(sums[bin].used),
            sums[bin].requested);
}

static void dump_chunk(const struct printer *printer, const struct node *node)
{
    const gpu_addr addr = bytes_of(node_grain(node));
    const uint64_t size = bytes_of(node_size(node));
    if (node_state(node) == NODE_USED)
        say(printer,
            "InUse at 0x%" PRIx64 " of size %" PRIu64 ", requested %" PRIu64,
            addr, size, node->requested);
    else
        say(printer, "%s at 0x%" PRIx64 " of size %" PRIu64,
            node_state(node) == NODE_FREE ? "Free " : "Aside", addr, size);
}

static void dump_regions(const struct pool *pool, const struct printer *printer)
{
    for (size_t i = 0; i < pool->regions.count; i++) {
        const struct region *const region = &pool->regions.at[i];
        say(printer, "Region at 0x%" PRIx64 " of size %" PRIu64,
            bytes_of(region->grain), bytes_of(region->size));
        for (uint32_t n = region->first; n != NODE_NONE;
             n = pool->nodes.at[n].after)
            dump_chunk(printer, &pool->nodes.at[n]);
    }
}

static int compare_sizes(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

static void dump_sizes(const struct printer *printer, uint64_t *sizes,
                       size_t count)
{
    qsort(sizes, count, sizeof(*sizes), compare_sizes);
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i; next < count && sizes[next] == sizes[i];)
            next++;
        say(printer, "%zu in use of size %" PRIu64 ", together %" PRIu64,
            next - i, bytes_of(sizes[i]), bytes_of(sizes[i] * (next - i)));
    }
}

static size_t list_sizes(const struct pool *pool, uint64_t *sizes)
{
    size_t count = 0;
    for (size_t i = 0; i < pool->regions.count; i++)
        for (uint32_t n = pool->regions.at[i].first; n != NODE_NONE;
             n = pool->nodes.at[n].after)
            if (node_state(&pool->nodes.at[n]) == NODE_USED)
                sizes[count++] = node_size(&pool->nodes.at[n]);
    return count;
}

/* Left out where the host has no memory to sort in. */
static void dump_by_size(const struct pool *pool, const struct printer *printer)
{
    struct store store = {0};
    const size_t size = (size_t)pool->table.count * sizeof(uint64_t);
    if (size == 0 || store_grow(&store, size) != STATUS_OK)
        return;
    dump_sizes(printer, store.base, list_sizes(pool, store.base));
    store_fini(&store);
}

static void dump_totals(const struct pool *pool, const struct printer *printer)
{
    struct pool_stats stats;
    pool_stats(pool, &stats);
    const struct {
        const char *name;
        uint64_t value;
    } rows[] = {
        {"Limit", stats.limit},
        {"PoolBytes", stats.pool_bytes},
        {"MaxPoolBytes", stats.peak_pool_bytes},
        {"InUse", stats.in_use},
        {"MaxInUse", stats.peak_in_use},
        {"Requested", stats.requested},
        {"Quarantined", stats.quarantined},
        {"LargestFree", stats.largest_free},
        {"NumAllocs", stats.alloc_count},
        {"MaxAllocSize", stats.largest_alloc},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        say(printer, "%s: %" PRIu64, rows[i].name, rows[i].value);
    say(printer, "Fragmentation: %.2f%%", 100 * stats.fragmentation);
}

void pool_dump(const struct pool *pool,
               void (*print)(void *context, const char *line), void *context)
{
    const struct printer printer = {print, context};
    dump_bins(pool, &printer);
    dump_regions(pool, &printer);
    dump_by_size(pool, &printer);
    dump_totals(pool, &printer);
}
