#ifndef GPUALLOC_NODES_H
#define GPUALLOC_NODES_H

/*
 * The host's record of each chunk: 32 bytes, so that two share a cache line,
 * named by an index that stays while the slab of them grows and moves.
 *
 * A chunk knows its neighbours in address order (boundary tags, kept on the
 * host). Addresses and sizes are counted in grains of POOL_GRANULARITY bytes,
 * which leaves eight bits beside each of them.
 */

#include "pool/base.h"
#include "pool/pool.h"
#include "pool/store.h"

enum {
    /* No node. Its record exists and is never free, so that what stands at a
     * region's edge needs no test; its neighbours mean nothing. */
    NODE_NONE = 0,
};

enum node_state {
    NODE_BORDER, /* NODE_NONE itself */
    NODE_USED,
    NODE_FREE,
    NODE_ASIDE, /* freed, and not to be used yet */
    NODE_SPARE, /* describes no chunk */
};

/* The small fields share words that are always written whole: a load that needs
 * more than the last store wrote waits for that store to leave the core. */
struct node {
    uint64_t place;  /* the first grain << 8 | enum node_state */
    uint64_t extent; /* grains << 8 | while free: where its bin keeps it */
    union {
        uint64_t requested; /* while used: what the caller asked for, bytes */
        struct {            /* while free: subtrees of the bin's tree */
            uint32_t left, right;
        };
        uint32_t newer; /* while aside: the one set aside next */
    };
    uint32_t before, after; /* neighbours in the region, or NODE_NONE */
};

_Static_assert(sizeof(struct node) == 32, "two nodes share a cache line");

static inline uint64_t node_grain(const struct node *node)
{
    return node->place >> 8;
}

static inline enum node_state node_state(const struct node *node)
{
    return (enum node_state)(node->place & 0xff);
}

static inline uint64_t node_size(const struct node *node)
{
    return node->extent >> 8;
}

static inline uint32_t node_slot(const struct node *node)
{
    return (uint32_t)(node->extent & 0xff);
}

static inline void node_set_place(struct node *node, uint64_t grain,
                                  enum node_state state)
{
    node->place = grain << 8 | (uint64_t)state;
}

static inline void node_set_state(struct node *node, enum node_state state)
{
    node->place = (node->place & ~UINT64_C(0xff)) | (uint64_t)state;
}

static inline void node_set_size(struct node *node, uint64_t size)
{
    node->extent = size << 8 | (node->extent & 0xff);
}

static inline void node_set_slot(struct node *node, uint32_t slot)
{
    node->extent = (node->extent & ~UINT64_C(0xff)) | slot;
}

struct nodes {
    struct node *at; /* by index */
    uint32_t spare;  /* a list by `after` of nodes given back */
    uint32_t fresh;  /* the first node never used */
    uint32_t capacity;
    struct store store;
};

enum status nodes_init(struct nodes *nodes);
void nodes_fini(struct nodes *nodes);

/* Make room; nodes may move. STATUS_NO_MEMORY: nothing has changed. */
enum status nodes_grow(struct nodes *nodes);

/* How many describe a chunk; linear. */
uint32_t nodes_count(const struct nodes *nodes);

/* After this `count` (a few) calls of nodes_take cannot fail. */
static inline enum status nodes_reserve(struct nodes *nodes, uint32_t count)
{
    if (nodes->capacity - nodes->fresh >= count)
        return STATUS_OK;
    return nodes_grow(nodes);
}

/* A node of unspecified contents, reserved before. */
static inline uint32_t nodes_take(struct nodes *nodes)
{
    const uint32_t n = nodes->spare;
    if (n == NODE_NONE)
        return nodes->fresh++;
    nodes->spare = nodes->at[n].after;
    return n;
}

static inline void nodes_give_back(struct nodes *nodes, uint32_t n)
{
    node_set_state(&nodes->at[n], NODE_SPARE);
    nodes->at[n].after = nodes->spare;
    nodes->spare = n;
}

/* Bytes to grains: down, and up. */
static inline uint64_t grains_in(uint64_t bytes)
{
    return bytes / POOL_GRANULARITY;
}

static inline uint64_t grains_for(uint64_t bytes)
{
    return bytes / POOL_GRANULARITY + (bytes % POOL_GRANULARITY != 0);
}

static inline uint64_t bytes_of(uint64_t grains)
{
    return grains * POOL_GRANULARITY;
}

#endif
