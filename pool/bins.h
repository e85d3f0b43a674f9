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

/* `n` is a chunk of its final size and address, in no bin. */
void bins_insert(struct bins *bins, struct nodes *nodes, uint32_t n);

/* `n` is in its bin, of the size it was put in with. */
void bins_remove(struct bins *bins, struct nodes *nodes, uint32_t n);

/* The chunk at `n`, in its bin, becomes `size` grains long. */
void bins_resize(struct bins *bins, struct nodes *nodes, uint32_t n,
                 uint64_t size);

/* The same as bins_remove(from) and bins_insert(to), at less cost where both
 * are of one bin. */
void bins_replace(struct bins *bins, struct nodes *nodes, uint32_t from,
                  uint32_t to);

/* The first chunk by size, then address, that is not before (`size`, `grain`),
 * or NODE_NONE; `size` is at least 1. */
uint32_t bins_find(const struct bins *bins, const struct nodes *nodes,
                   uint64_t size, uint64_t grain);

/* The largest chunk's size in grains, 0 if there is none. */
uint64_t bins_largest(const struct bins *bins, const struct nodes *nodes);

/* NULL, or what is wrong: every chunk in its place, the bitmaps true, `count`
 * chunks in all. Linear. */
const char *bins_check(const struct bins *bins, const struct nodes *nodes,
                       uint64_t count);

#endif
