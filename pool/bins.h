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

/*
 * The search for the first chunk that is not before a place in the order of
 * size, then address. That order as one number, less the place: what is before
 * it wraps around to more than half of the range, so that one comparison tells
 * whether a chunk fits and is better, and no branch is left to mispredict.
 */
typedef unsigned __int128 bins_order;

struct bins_search {
    bins_order least;
    bins_order distance; /* of the best; half of the range: there is none */
    uint32_t best;       /* or NODE_NONE */
};

static inline bins_order bins_order_of(uint64_t size, uint64_t grain)
{
    return (bins_order)size << 64 | grain;
}

static inline void bins_try(struct bins_search *search,
                            const struct nodes *nodes, uint32_t n)
{
    const struct node *const node = &nodes->at[n];
    const bins_order distance =
        bins_order_of(node_size(node), node_grain(node)) - search->least;
    const bool is_better = distance < search->distance;
    search->distance = is_better ? distance : search->distance;
    search->best = is_better ? n : search->best;
}

static inline void bins_try_all(struct bins_search *search,
                                const struct nodes *nodes,
                                const struct bin *bin)
{
    for (uint32_t i = 0; i < bin->count; i++)
        bins_try(search, nodes, bin->slots[i]);
    if (bin->root != NODE_NONE)
        bins_try(search, nodes,
                 tree_find(nodes, bin->root, (uint64_t)(search->least >> 64),
                           (uint64_t)search->least));
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

/* The first chunk by size, then address, that is not before (`size`, `grain`),
 * or NODE_NONE; `size` is at least 1. */
static inline uint32_t bins_find(const struct bins *bins,
                                 const struct nodes *nodes, uint64_t size,
                                 uint64_t grain)
{
    struct bins_search search = {
        .least = bins_order_of(size, grain),
        .distance = (bins_order)1 << 127,
        .best = NODE_NONE,
    };
    /* NODE_NONE has size 0, which is before everything. */
    const uint32_t recent = bins->recent, own = bins_index(size);
    bins_try(&search, nodes, recent);
    uint32_t bin = bins_next(bins, own);
    if (bin == own) {
        const uint32_t before = search.best;
        bins_try_all(&search, nodes, &bins->at[own]);
        if (search.best != before)
            return search.best;
        bin = bins_next(bins, own + 1);
    }
    if (bin != BIN_COUNT)
        bins_try_all(&search, nodes, &bins->at[bin]);
    return search.best;
}

/* The largest chunk's size in grains, 0 if there is none. */
uint64_t bins_largest(const struct bins *bins, const struct nodes *nodes);

/* NULL, or what is wrong: every chunk in its place, the bitmaps true, `count`
 * chunks in all. Linear. */
const char *bins_check(const struct bins *bins, const struct nodes *nodes,
                       uint64_t count);

#endif
