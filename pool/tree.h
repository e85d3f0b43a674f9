#ifndef GPUALLOC_TREE_H
#define GPUALLOC_TREE_H

/*
 * Free chunks in order of size, then address: a treap whose nodes are the
 * chunks' own. The priority of a node is a hash of its index, so the shape is
 * that of a random tree, of logarithmic depth whatever the sizes are, and
 * nothing is stored for it. A tree is the index of its root.
 */

#include "pool/nodes.h"

#include <stdbool.h>

/* Whether a chunk comes before the place of (`size`, `grain`). */
static inline bool node_is_before(const struct node *node, uint64_t size,
                                  uint64_t grain)
{
    return node_size(node) < size ||
           (node_size(node) == size && node_grain(node) < grain);
}

void tree_insert(struct nodes *nodes, uint32_t *root, uint32_t n);

/* `n` is in the tree. */
void tree_remove(struct nodes *nodes, uint32_t *root, uint32_t n);

/* The first chunk that is not before (`size`, `grain`), or NODE_NONE. */
uint32_t tree_find(const struct nodes *nodes, uint32_t root, uint64_t size,
                   uint64_t grain);

/* The last chunk; the tree is not empty. */
uint32_t tree_last(const struct nodes *nodes, uint32_t root);

/* What pool_check says of it: order and priorities hold; adds the number of
 * its nodes to `count`. Linear. */
const char *tree_check(const struct nodes *nodes, uint32_t root,
                       uint64_t *count);

#endif
