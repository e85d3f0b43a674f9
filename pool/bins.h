#ifndef GPUALLOC_BINS_H
#define GPUALLOC_BINS_H

/*
 * The free chunks, indexed for best fit.
 *
 *      size ------> bin: 32 for each power of two, one for each small size
 *
 *      summary      1 bit for each word below
 *      words        1 bit for each bin that is not empty
 *      slots[bin]   up to BIN_SLOTS chunks in no order
 *      roots[bin]   the others, in a tree
 *
 * Nearly all bins hold a few chunks, and for a few no order is the best one: a
 * chunk comes and goes with two stores, may change its size within the bin with
 * none, and the search is a short loop without a branch to mispredict. What
 * does not fit into the slots goes to the tree, so that a bin with 1e5 chunks a
 * little too small costs a logarithm. A chunk stays where it was put.
 */

#include "pool/nodes.h"

enum {
    BIN_STEP_BITS = 5,
    BIN_STEPS = 1 << BIN_STEP_BITS,
    /* Sizes are below 2^56 grains: 51 octaves beyond the first 32 sizes. */
    BIN_COUNT = (56 - BIN_STEP_BITS + 1) * BIN_STEPS,
    BIN_WORDS = BIN_COUNT / 64,
    BIN_SLOTS = 16,
    /* The `slot` of a node in the tree. */
    BIN_IN_TREE = 255,
};

_Static_assert(BIN_COUNT % 64 == 0 && BIN_WORDS <= 64, "one summary word");

struct bins {
    uint64_t summary;
    uint64_t words[BIN_WORDS];
    uint8_t counts[BIN_COUNT]; /* of slots in use */
    uint32_t roots[BIN_COUNT];
    uint32_t slots[BIN_COUNT][BIN_SLOTS];
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
