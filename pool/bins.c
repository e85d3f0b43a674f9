#include "pool/bins.h"

#include "pool/tree.h"

static void mark(struct bins *bins, uint32_t bin)
{
    bins->words[bin / 64] |= UINT64_C(1) << bin % 64;
    bins->summary |= UINT64_C(1) << bin / 64;
}

static void unmark(struct bins *bins, uint32_t bin)
{
    bins->words[bin / 64] &= ~(UINT64_C(1) << bin % 64);
    if (bins->words[bin / 64] == 0)
        bins->summary &= ~(UINT64_C(1) << bin / 64);
}

static inline void put(struct bins *bins, struct nodes *nodes, uint32_t index,
                       uint32_t n)
{
    struct bin *const bin = &bins->at[index];
    const uint32_t count = bin->count;
    if (count == BIN_SLOTS) {
        node_set_slot(&nodes->at[n], BIN_IN_TREE);
        tree_insert(nodes, &bin->root, n);
        return;
    }
    node_set_slot(&nodes->at[n], count);
    bin->slots[count] = n;
    bin->count = count + 1;
    if (count == 0)
        mark(bins, index);
}

static void take_out(struct bins *bins, struct nodes *nodes, uint32_t n)
{
    const uint32_t index = bins_index(node_size(&nodes->at[n]));
    const uint32_t slot = node_slot(&nodes->at[n]);
    struct bin *const bin = &bins->at[index];
    if (slot == BIN_IN_TREE) {
        tree_remove(nodes, &bin->root, n);
    } else {
        const uint32_t moved = bin->slots[--bin->count];
        bin->slots[slot] = moved;
        node_set_slot(&nodes->at[moved], slot);
    }
    if (bin->count == 0 && bin->root == NODE_NONE)
        unmark(bins, index);
}

/* `n` is the recent one from now on; the one before goes to its bin. */
static inline void keep(struct bins *bins, struct nodes *nodes, uint32_t n)
{
    const uint32_t before = bins->recent;
    node_set_slot(&nodes->at[n], BIN_RECENT);
    bins->recent = n;
    if (before != NODE_NONE)
        put(bins, nodes, bins_index(node_size(&nodes->at[before])), before);
}

void bins_insert(struct bins *bins, struct nodes *nodes, uint32_t n)
{
    keep(bins, nodes, n);
}

void bins_remove(struct bins *bins, struct nodes *nodes, uint32_t n)
{
    if (bins->recent == n)
        bins->recent = NODE_NONE;
    else
        take_out(bins, nodes, n);
}

void bins_resize(struct bins *bins, struct nodes *nodes, uint32_t n,
                 uint64_t size)
{
    struct node *const node = &nodes->at[n];
    if (bins->recent != n) {
        take_out(bins, nodes, n);
        keep(bins, nodes, n);
    }
    node_set_size(node, size);
}

void bins_replace(struct bins *bins, struct nodes *nodes, uint32_t from,
                  uint32_t to)
{
    bins_remove(bins, nodes, from);
    keep(bins, nodes, to);
}

/* Order as one number: by size, then by address. */
static inline unsigned __int128 order_of(uint64_t size, uint64_t grain)
{
    return (unsigned __int128)size << 64 | grain;
}

static inline unsigned __int128 order_at(const struct nodes *nodes, uint32_t n)
{
    return order_of(node_size(&nodes->at[n]), node_grain(&nodes->at[n]));
}

static inline uint32_t find_in(const struct bin *bin, const struct nodes *nodes,
                               unsigned __int128 least)
{
    uint32_t best = NODE_NONE;
    unsigned __int128 best_order = ~(unsigned __int128)0;
    for (uint32_t i = 0; i < bin->count; i++) {
        const uint32_t n = bin->slots[i];
        const unsigned __int128 order = order_at(nodes, n);
        const bool is_better = (order >= least) & (order < best_order);
        best_order = is_better ? order : best_order;
        best = is_better ? n : best;
    }
    if (bin->root == NODE_NONE)
        return best;
    const uint32_t other =
        tree_find(nodes, bin->root, (uint64_t)(least >> 64), (uint64_t)least);
    return other != NODE_NONE && order_at(nodes, other) < best_order ? other
                                                                     : best;
}

/* The first bin from `bin` on that holds a chunk, or BIN_COUNT. */
static inline uint32_t next_bin(const struct bins *bins, uint32_t bin)
{
    if (bin >= BIN_COUNT)
        return BIN_COUNT;
    uint32_t word = bin / 64;
    uint64_t bits = bins->words[word] & (~UINT64_C(0) << bin % 64);
    if (bits == 0) {
        const uint64_t above = bins->summary & ~((UINT64_C(2) << word) - 1);
        if (above == 0)
            return BIN_COUNT;
        word = (uint32_t)__builtin_ctzll(above);
        bits = bins->words[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

static inline uint32_t find_binned(const struct bins *bins,
                                   const struct nodes *nodes, uint64_t size,
                                   uint64_t grain)
{
    const uint32_t own = bins_index(size);
    const uint32_t bin = next_bin(bins, own);
    if (bin == BIN_COUNT)
        return NODE_NONE;
    const unsigned __int128 least = order_of(size, grain);
    const uint32_t found = find_in(&bins->at[bin], nodes, least);
    if (found != NODE_NONE || bin != own)
        return found;
    const uint32_t next = next_bin(bins, own + 1);
    if (next == BIN_COUNT)
        return NODE_NONE;
    return find_in(&bins->at[next], nodes, least);
}

uint32_t bins_find(const struct bins *bins, const struct nodes *nodes,
                   uint64_t size, uint64_t grain)
{
    const uint32_t found = find_binned(bins, nodes, size, grain);
    const uint32_t recent = bins->recent;
    if (recent == NODE_NONE || node_is_before(&nodes->at[recent], size, grain))
        return found;
    const struct node *const other = &nodes->at[found];
    return found == NODE_NONE ||
                   node_is_before(&nodes->at[recent], node_size(other),
                                  node_grain(other))
               ? recent
               : found;
}

static uint64_t largest_binned(const struct bins *bins,
                               const struct nodes *nodes)
{
    if (bins->summary == 0)
        return 0;
    const uint32_t word = 63 - (uint32_t)__builtin_clzll(bins->summary);
    const struct bin *const bin =
        &bins->at[word * 64 + 63 - __builtin_clzll(bins->words[word])];
    uint64_t largest = 0;
    if (bin->root != NODE_NONE)
        largest = node_size(&nodes->at[tree_last(nodes, bin->root)]);
    for (uint32_t i = 0; i < bin->count; i++) {
        const uint64_t size = node_size(&nodes->at[bin->slots[i]]);
        if (size > largest)
            largest = size;
    }
    return largest;
}

uint64_t bins_largest(const struct bins *bins, const struct nodes *nodes)
{
    const uint64_t largest = largest_binned(bins, nodes);
    const uint64_t recent =
        bins->recent == NODE_NONE ? 0 : node_size(&nodes->at[bins->recent]);
    return recent > largest ? recent : largest;
}

static const char *check_bin(const struct bins *bins, const struct nodes *nodes,
                             uint32_t index, uint64_t *count)
{
    const struct bin *const bin = &bins->at[index];
    const bool is_marked = bins->words[index / 64] >> index % 64 & 1;
    const bool is_empty = bin->count == 0 && bin->root == NODE_NONE;
    if (is_marked == is_empty)
        return "a bin's bit is not what the bin holds";
    for (uint32_t i = 0; i < bin->count; i++) {
        const struct node *node = &nodes->at[bin->slots[i]];
        if (node_slot(node) != i || node_state(node) != NODE_FREE ||
            bins_index(node_size(node)) != index)
            return "a slot holds a chunk that is not of it";
    }
    *count += bin->count;
    return tree_check(nodes, bin->root, count);
}

const char *bins_check(const struct bins *bins, const struct nodes *nodes,
                       uint64_t count)
{
    uint64_t found = bins->recent != NODE_NONE;
    if (found && node_state(&nodes->at[bins->recent]) != NODE_FREE)
        return "the recent chunk is not free";
    for (uint32_t bin = 0; bin < BIN_COUNT; bin++) {
        const char *const fault = check_bin(bins, nodes, bin, &found);
        if (fault)
            return fault;
    }
    for (uint32_t word = 0; word < BIN_WORDS; word++)
        if ((bins->summary >> word & 1) != (bins->words[word] != 0))
            return "the summary is not what the words hold";
    return found == count ? NULL : "the bins hold another number of chunks";
}
