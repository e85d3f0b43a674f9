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

static inline void insert_in(struct bins *bins, struct nodes *nodes,
                             uint32_t bin, uint32_t n)
{
    const uint32_t count = bins->counts[bin];
    if (count == BIN_SLOTS) {
        node_set_slot(&nodes->at[n], BIN_IN_TREE);
        tree_insert(nodes, &bins->roots[bin], n);
        return;
    }
    node_set_slot(&nodes->at[n], count);
    bins->slots[bin][count] = n;
    bins->counts[bin] = (uint8_t)(count + 1);
    mark(bins, bin);
}

static inline void remove_from(struct bins *bins, struct nodes *nodes,
                               uint32_t bin, uint32_t n)
{
    const uint32_t slot = node_slot(&nodes->at[n]);
    if (slot == BIN_IN_TREE) {
        tree_remove(nodes, &bins->roots[bin], n);
    } else {
        const uint32_t count = bins->counts[bin] - 1u;
        const uint32_t moved = bins->slots[bin][count];
        bins->slots[bin][slot] = moved;
        node_set_slot(&nodes->at[moved], slot);
        bins->counts[bin] = (uint8_t)count;
    }
    if (bins->counts[bin] == 0 && bins->roots[bin] == NODE_NONE)
        unmark(bins, bin);
}

void bins_insert(struct bins *bins, struct nodes *nodes, uint32_t n)
{
    insert_in(bins, nodes, bins_index(node_size(&nodes->at[n])), n);
}

void bins_remove(struct bins *bins, struct nodes *nodes, uint32_t n)
{
    remove_from(bins, nodes, bins_index(node_size(&nodes->at[n])), n);
}

void bins_resize(struct bins *bins, struct nodes *nodes, uint32_t n,
                 uint64_t size)
{
    struct node *const node = &nodes->at[n];
    const uint32_t from = bins_index(node_size(node)), to = bins_index(size);
    if (from == to && node_slot(node) != BIN_IN_TREE) {
        node_set_size(node, size);
        return;
    }
    remove_from(bins, nodes, from, n);
    node_set_size(node, size);
    insert_in(bins, nodes, to, n);
}

void bins_replace(struct bins *bins, struct nodes *nodes, uint32_t from,
                  uint32_t to)
{
    const uint32_t old = bins_index(node_size(&nodes->at[from]));
    const uint32_t bin = bins_index(node_size(&nodes->at[to]));
    const uint32_t slot = node_slot(&nodes->at[from]);
    if (old == bin && slot != BIN_IN_TREE) {
        node_set_slot(&nodes->at[to], slot);
        bins->slots[bin][slot] = to;
        return;
    }
    remove_from(bins, nodes, old, from);
    insert_in(bins, nodes, bin, to);
}

static inline uint32_t find_in(const struct bins *bins,
                               const struct nodes *nodes, uint32_t bin,
                               uint64_t size, uint64_t grain)
{
    uint32_t best = NODE_NONE;
    if (bins->roots[bin] != NODE_NONE)
        best = tree_find(nodes, bins->roots[bin], size, grain);
    uint64_t best_size = UINT64_MAX, best_grain = 0;
    if (best != NODE_NONE) {
        best_size = node_size(&nodes->at[best]);
        best_grain = node_grain(&nodes->at[best]);
    }
    const uint32_t *const slots = bins->slots[bin];
    for (uint32_t i = 0; i < bins->counts[bin]; i++) {
        const struct node *const node = &nodes->at[slots[i]];
        if (node_is_before(node, size, grain) ||
            !node_is_before(node, best_size, best_grain))
            continue;
        best = slots[i];
        best_size = node_size(node);
        best_grain = node_grain(node);
    }
    return best;
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

uint32_t bins_find(const struct bins *bins, const struct nodes *nodes,
                   uint64_t size, uint64_t grain)
{
    const uint32_t own = bins_index(size);
    const uint32_t bin = next_bin(bins, own);
    if (bin == BIN_COUNT)
        return NODE_NONE;
    const uint32_t found = find_in(bins, nodes, bin, size, grain);
    if (found != NODE_NONE || bin != own)
        return found;
    const uint32_t next = next_bin(bins, own + 1);
    if (next == BIN_COUNT)
        return NODE_NONE;
    return find_in(bins, nodes, next, size, grain);
}

uint64_t bins_largest(const struct bins *bins, const struct nodes *nodes)
{
    if (bins->summary == 0)
        return 0;
    const uint32_t word = 63 - (uint32_t)__builtin_clzll(bins->summary);
    const uint32_t bin =
        word * 64 + 63 - (uint32_t)__builtin_clzll(bins->words[word]);
    uint64_t largest = 0;
    if (bins->roots[bin] != NODE_NONE)
        largest = node_size(&nodes->at[tree_last(nodes, bins->roots[bin])]);
    for (uint32_t i = 0; i < bins->counts[bin]; i++) {
        const uint64_t size = node_size(&nodes->at[bins->slots[bin][i]]);
        if (size > largest)
            largest = size;
    }
    return largest;
}

static const char *check_bin(const struct bins *bins, const struct nodes *nodes,
                             uint32_t bin, uint64_t *count)
{
    const bool is_marked = bins->words[bin / 64] >> bin % 64 & 1;
    const bool is_empty =
        bins->counts[bin] == 0 && bins->roots[bin] == NODE_NONE;
    if (is_marked == is_empty)
        return "a bin's bit is not what the bin holds";
    for (uint32_t i = 0; i < bins->counts[bin]; i++) {
        const struct node *node = &nodes->at[bins->slots[bin][i]];
        if (node_slot(node) != i || node_state(node) != NODE_FREE ||
            bins_index(node_size(node)) != bin)
            return "a slot holds a chunk that is not of it";
    }
    *count += bins->counts[bin];
    return tree_check(nodes, bins->roots[bin], count);
}

const char *bins_check(const struct bins *bins, const struct nodes *nodes,
                       uint64_t count)
{
    uint64_t found = 0;
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
