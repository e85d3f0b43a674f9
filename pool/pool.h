#ifndef GPUALLOC_POOL_H
#define GPUALLOC_POOL_H

/*
 * A pool: best fit with coalescing over regions that a source provides.
 *
 * The pool deals in addresses only. It never touches the memory behind them,
 * takes no lock and reads no environment: the caller serialises the calls to
 * one pool; two pools share nothing.
 */

#include "pool/base.h"

#include <stdbool.h>
#include <stddef.h>

struct pool;

enum {
    /* Every chunk's size and address is a multiple of this. */
    POOL_GRANULARITY = 256,
};

/* How chunks are split and regions grow. */
enum pool_policy {
    POOL_LEAN,     /* split exactly, grow by what is needed or an eighth */
    POOL_ORIGINAL, /* the answers of TensorFlow's and XLA's BFC allocator */
    POOL_WHOLE,    /* one chunk a region: never split, used again for sizes
                      down to eight ninths of its own */
};

/*
 * Where regions come from. `take` writes the address of `size` fresh bytes,
 * or fails without effect. `give_back` ends a region that `take` returned.
 * Both run inside a call to the pool and must not call the same pool.
 */
struct pool_source {
    enum status (*take)(void *context, uint64_t size, gpu_addr *out);
    void (*give_back)(void *context, gpu_addr addr, uint64_t size);
    void *context;
};

struct pool_config {
    enum pool_policy policy;
    uint64_t limit;                /* bytes of all regions together */
    bool preallocate;              /* the first region is the whole limit */
    bool release_idle;             /* give idle regions back under pressure */
    uint64_t rounding;             /* of sizes; a power of two, 0: the least */
    double fragmentation_fraction; /* 0: the cap on a rest is 128 MiB */
    struct pool_source source;
};

/* Sizes in bytes, counts where the name says so. */
struct pool_stats {
    uint64_t alloc_count; /* chunks handed out since creation */
    uint64_t live_count;  /* chunks in use now */
    uint64_t requested;   /* what callers asked for, of chunks in use */
    uint64_t in_use;      /* sizes of chunks in use */
    uint64_t peak_in_use;
    uint64_t largest_alloc; /* the largest chunk ever handed out */
    uint64_t pool_bytes;    /* all regions */
    uint64_t peak_pool_bytes;
    uint64_t limit;
    uint64_t largest_free; /* the largest chunk that is free */
    uint64_t region_count;
    uint64_t metadata_bytes; /* host memory that the pool holds for itself */
    double fragmentation;    /* (free - largest_free) / free, 0 if none free */
    uint64_t quarantined;    /* sizes of chunks set aside */
    uint64_t quarantined_count;
};

/* A chunk in use, as pool_find reports it. */
struct pool_chunk {
    gpu_addr addr;
    uint64_t size;      /* of the chunk */
    uint64_t requested; /* what the caller asked for */
    gpu_addr region_addr;
    uint64_t region_size;
};

/* STATUS_INVALID for a limit below POOL_GRANULARITY or a rounding that is no
 * power of two from POOL_GRANULARITY up, STATUS_NO_MEMORY if the
 * host has none. The pool takes no region before the first allocation. */
enum status pool_create(const struct pool_config *config, struct pool **out);

/* Free the books. Regions are not given back: see pool_release_idle. */
void pool_destroy(struct pool *pool);

/*
 * The smallest free chunk with room for `size` bytes at a multiple of
 * `alignment` (a power of two, at least POOL_GRANULARITY), the lowest address
 * among equals; a new region if there is none.
 *
 * STATUS_INVALID: size 0, or beyond what can be rounded up.
 * STATUS_NO_MEMORY: neither limit nor source has room; nothing has changed
 * but that idle regions may have been given back.
 */
enum status pool_alloc(struct pool *pool, uint64_t size, uint64_t alignment,
                       gpu_addr *out);

/* The same from the regions that the pool holds already, never a new one. */
enum status pool_alloc_held(struct pool *pool, uint64_t size,
                            uint64_t alignment, gpu_addr *out);

/* STATUS_UNKNOWN: `addr` is not the start of a chunk in use; nothing has
 * changed. */
enum status pool_free(struct pool *pool, gpu_addr addr);

/*
 * Free the chunk at `addr`, but set it aside until pool_clear is called with
 * `epoch` or a later one. Meanwhile it is no chunk in use and is not handed
 * out. Epochs are the caller's count of whatever makes chunks safe, and do not
 * go down: an earlier one than the last counts as the last.
 *
 * STATUS_UNKNOWN as pool_free. STATUS_NO_MEMORY: the host has none; the chunk
 * is still in use.
 */
enum status pool_set_aside(struct pool *pool, gpu_addr addr, uint64_t epoch);

/* Make what was set aside at or before `epoch` free; its bytes. The cost is in
 * proportion to the number of chunks that become free. */
uint64_t pool_clear(struct pool *pool, uint64_t epoch);

/* The sizes of the chunks that are set aside, together. */
uint64_t pool_quarantined(const struct pool *pool);

/* Give every region without a chunk in use or set aside back to the source; the
 * number of bytes given back. */
uint64_t pool_release_idle(struct pool *pool);

/* Whether `addr` lies in one of the pool's regions, used or free. */
bool pool_owns(const struct pool *pool, gpu_addr addr);

/* The chunk in use that starts at `addr`, or STATUS_UNKNOWN. */
enum status pool_find(const struct pool *pool, gpu_addr addr,
                      struct pool_chunk *out);

void pool_stats(const struct pool *pool, struct pool_stats *out);

/*
 * Out of memory as BFC users know it: per bin, per region, per chunk, by size,
 * the totals. Calls `print` once a line, without the newline.
 */
void pool_dump(const struct pool *pool,
               void (*print)(void *context, const char *line), void *context);

/* Check every invariant; NULL, or a sentence on the first that is broken.
 * Linear in the number of chunks: for tests. */
const char *pool_check(const struct pool *pool);

#endif
