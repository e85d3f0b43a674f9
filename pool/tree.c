#include "pool/tree.h"

static uint32_t priority(uint32_t n)
{
    /* A bijection, so that no two are equal. */
    n ^= n >> 16;
    n *= 0x7feb352du;
    n ^= n >> 15;
    n *= 0x846ca68bu;
    return n ^ n >> 16;
}

void tree_insert(struct nodes *nodes, uint32_t *root, uint32_t n)
{
    struct node *const at = nodes->at;
    const uint64_t size = node_size(&at[n]), grain = node_grain(&at[n]);
    const uint32_t mine = priority(n);
    uint32_t *link = root;
    while (*link != NODE_NONE && priority(*link) > mine)
        link = node_is_before(&at[*link], size, grain) ? &at[*link].right
                                                       : &at[*link].left;
    /* What stood here is split in two, before and behind the new node. */
    uint32_t rest = *link;
    uint32_t *before = &at[n].left, *behind = &at[n].right;
    *link = n;
    while (rest != NODE_NONE) {
        if (node_is_before(&at[rest], size, grain)) {
            *before = rest;
            before = &at[rest].right;
            rest = *before;
        } else {
            *behind = rest;
            behind = &at[rest].left;
            rest = *behind;
        }
    }
    *before = NODE_NONE;
    *behind = NODE_NONE;
}

void tree_remove(struct nodes *nodes, uint32_t *root, uint32_t n)
{
    struct node *const at = nodes->at;
    const uint64_t size = node_size(&at[n]), grain = node_grain(&at[n]);
    uint32_t *link = root;
    while (*link != n)
        link = node_is_before(&at[*link], size, grain) ? &at[*link].right
                                                       : &at[*link].left;
    uint32_t left = at[n].left, right = at[n].right;
    while (left != NODE_NONE && right != NODE_NONE) {
        if (priority(left) > priority(right)) {
            *link = left;
            link = &at[left].right;
            left = *link;
        } else {
            *link = right;
            link = &at[right].left;
            right = *link;
        }
    }
    *link = left != NODE_NONE ? left : right;
}

uint32_t tree_find(const struct nodes *nodes, uint32_t root, uint64_t size,
                   uint64_t grain)
{
    uint32_t best = NODE_NONE;
    for (uint32_t n = root; n != NODE_NONE;) {
        const struct node *node = &nodes->at[n];
        if (node_is_before(node, size, grain)) {
            n = node->right;
        } else {
            best = n;
            n = node->left;
        }
    }
    return best;
}

uint32_t tree_last(const struct nodes *nodes, uint32_t root)
{
    while (nodes->at[root].right != NODE_NONE)
        root = nodes->at[root].right;
    return root;
}

/* In order without a stack: each node is found anew from its predecessor. */
const char *tree_check(const struct nodes *nodes, uint32_t root,
                       uint64_t *count)
{
    uint64_t size = 0, grain = 0;
    for (;;) {
        const uint32_t n = tree_find(nodes, root, size, grain);
        if (n == NODE_NONE)
            return NULL;
        const struct node *node = &nodes->at[n];
        const uint32_t left = node->left, right = node->right;
        if (node_is_before(node, size, grain))
            return "a tree is out of order";
        if (left != NODE_NONE &&
            (priority(left) > priority(n) ||
             !node_is_before(&nodes->at[left], node_size(node),
                             node_grain(node))))
            return "a left subtree is out of place";
        if (right != NODE_NONE &&
            (priority(right) > priority(n) ||
             node_is_before(&nodes->at[right], node_size(node),
                            node_grain(node))))
            return "a right subtree is out of place";
        size = node_size(node);
        grain = node_grain(node) + 1;
        ++*count;
    }
}
