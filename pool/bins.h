#ifndef GPUALLOC_BINS_H
#define GPUALLOC_BINS_H

/*
 * The free chunks, indexed for best fit.
 *
 *      size ------> bin: 32 for each power of two, one for each small size
 *
 *      summary      1 bit for each word below
 *      words        1 bit for each bin that is not empty
 *      bin          up to BIN_SLOTS chunks in no order, the others in a tree
 *      recent       the chunk that came last, in no bin
 *
 * Nearly all bins hold a few chunks, and for a few no order is the best one: a
 * chunk comes and goes with two stores, may change its size within the bin with
 * none, and the search is a short loop. What does not fit into the slots goes
 * to the tree, so that a bin with 1e5 chunks a little too small costs a
 * logarithm. A chunk stays where it was put.
 *
 * The chunk that came last is the rest of the one just handed out, or the one
 * just freed: the likeliest to be cut, joined or handed out next, and then it
 * never was in a bin.
 */

#include "pool/nodes.h"
#include "pool/tree.h"

enum {
    BIN_STEP_BITS = 5,
    BIN_STEPS = 1 << BIN_STEP_BITS,
    /* Sizes are below 2^56 grains: 51 octaves beyond the first 32 sizes. */
    BIN_COUNT = (56 - BIN_STEP_BITS + 1) * BIN_STEPS,
    BIN_WORDS = BIN_COUNT / 64,
    BIN_SLOTS = 14,
    /* The `slot` of a node that is in none. */
    BIN_IN_TREE = 255,
    BIN_RECENT = 254,
};

/* One cache line. */
struct bin {
    uint32_t count; /* of slots in use */
    uint32_t root;  /* of the tree */
    uint32_t slots[BIN_SLOTS];
};

_Static_assert(BIN_COUNT % 64 == 0 && BIN_WORDS <= 64, "one summary word");
_Static_assert(sizeof(struct bin) == 64, "a bin is a cache line");

struct bins {
    uint64_t summary;
    uint64_t words[BIN_WORDS];
    uint32_t recent; /* or NODE_NONE */
    _Alignas(64) struct bin at[BIN_COUNT];
};

/* The bin of a chunk of `size` grains, at least 1. */
static inline uint32_t bins_index(uint64_t size)
{
    const uint32_t top = 63 - (uint32_t)__builtin_clzll(size | BIN_STEPS);
    const uint32_t shift = top - BIN_STEP_BITS;
    return (shift << BIN_STEP_BITS) + (uint32_t)(size >> shift);
}

static inline void bins_mark(struct bins *bins, uint32_t bin)
{
    bins->words[bin / 64] |= UINT64_C(1) << bin % 64;
    bins->summary |= UINT64_C(1) << bin / 64;
}

static inline void bins_unmark(struct bins *bins, uint32_t bin)
{
    bins->words[bin / 64] &= ~(UINT64_C(1) << bin % 64);
    bins->summary &= ~((uint64_t)(bins->words[bin / 64] == 0) << bin / 64);
}

static inline void bins_put(struct bins *bins, struct nodes *nodes,
                            uint32_t index, uint32_t n)
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
    bins_mark(bins, index);
}

static inline void bins_take_out(struct bins *bins, struct nodes *nodes,
                                 uint32_t n)
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
        bins_unmark(bins, index);
}

/* `n` is the recent one from now on; the one before goes to its bin. */
static inline void bins_keep(struct bins *bins, struct nodes *nodes, uint32_t n)
{
    const uint32_t before = bins->recent;
    node_set_slot(&nodes->at[n], BIN_RECENT);
    bins->recent = n;
    if (before != NODE_NONE)
        bins_put(bins, nodes, bins_index(node_size(&nodes->at[before])),
                 before);
}

/* `n` is a chunk of its final size and address, in no bin. */
static inline void bins_insert(struct bins *bins, struct nodes *nodes,
                               uint32_t n)
{
    bins_keep(bins, nodes, n);
}

/* `n` is in its bin, of the size it was put in with. */
static inline void bins_remove(struct bins *bins, struct nodes *nodes,
                               uint32_t n)
{
    if (bins->recent == n)
        bins->recent = NODE_NONE;
    else
        bins_take_out(bins, nodes, n);
}

/* The chunk at `n`, in its bin, becomes `size` grains long. */
static inline void bins_resize(struct bins *bins, struct nodes *nodes,
                               uint32_t n, uint64_t size)
{
    struct node *const node = &nodes->at[n];
    if (bins->recent != n) {
        bins_take_out(bins, nodes, n);
        bins_keep(bins, nodes, n);
    }
    node_set_size(node, size);
}

/* The same as bins_remove(from) and bins_insert(to), at less cost where both
 * are of one bin. */
static inline void bins_replace(struct bins *bins, struct nodes *nodes,
                                uint32_t from, uint32_t to)
{
    bins_remove(bins, nodes, from);
    bins_keep(bins, nodes, to);
}

/* Order as one number: by size, then by address. */
static inline unsigned __int128 bins_order(uint64_t size, uint64_t grain)
{
    return (unsigned __int128)size << 64 | grain;
}

static inline unsigned __int128 bins_order_at(const struct nodes *nodes,
                                              uint32_t n)
{
    return bins_order(node_size(&nodes->at[n]), node_grain(&nodes->at[n]));
}

static inline uint32_t bins_find_in(const struct bin *bin,
                                    const struct nodes *nodes,
                                    unsigned __int128 least)
{
    uint32_t best = NODE_NONE;
    unsigned __int128 best_order = ~(unsigned __int128)0;
    for (uint32_t i = 0; i < bin->count; i++) {
        const uint32_t n = bin->slots[i];
        const unsigned __int128 order = bins_order_at(nodes, n);
        const bool is_better = (order >= least) & (order < best_order);
        best_order = is_better ? order : best_order;
        best = is_better ? n : best;
    }
    if (bin->root == NODE_NONE)
        return best;
    const uint32_t other =
        tree_find(nodes, bin->root, (uint64_t)(least >> 64), (uint64_t)least);
    return other != NODE_NONE && bins_order_at(nodes, other) < best_order
               ? other
               : best;
}

/* The first bin from `bin` on that holds a chunk, or BIN_COUNT. */
static inline uint32_t bins_next(const struct bins *bins, uint32_t bin)
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

static inline uint32_t bins_find_binned(const struct bins *bins,
                                        const struct nodes *nodes,
                                        uint64_t size, uint64_t grain)
{
    const uint32_t own = bins_index(size);
    const uint32_t bin = bins_next(bins, own);
    if (bin == BIN_COUNT)
        return NODE_NONE;
    const unsigned __int128 least = bins_order(size, grain);
    const uint32_t found = bins_find_in(&bins->at[bin], nodes, least);
    if (found != NODE_NONE || bin != own)
        return found;
    const uint32_t next = bins_next(bins, own + 1);
    if (next == BIN_COUNT)
        return NODE_NONE;
    return bins_find_in(&bins->at[next], nodes, least);
}

/* The first chunk by size, then address, that is not before (`size`, `grain`),
 * or NODE_NONE; `size` is at least 1. */
static inline uint32_t bins_find(const struct bins *bins,
                                 const struct nodes *nodes, uint64_t size,
                                 uint64_t grain)
{
    const uint32_t found = bins_find_binned(bins, nodes, size, grain);
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

/* The largest chunk's size in grains, 0 if there is none. */
uint64_t bins_largest(const struct bins *bins, const struct nodes *nodes);

/* NULL, or what is wrong: every chunk in its place, the bitmaps true, `count`
 * chunks in all. Linear. */
const char *bins_check(const struct bins *bins, const struct nodes *nodes,
                       uint64_t count);

#endif
