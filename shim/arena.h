#ifndef GPUALLOC_ARENA_H
#define GPUALLOC_ARENA_H

/*
 * A pool, the lock around it and the place whose memory it holds. There is one
 * for each context that allocates under the routes that use a pool.
 *
 * Arenas are never freed and keep their place. When its context ends an arena
 * is emptied, and what it is asked about memory that is gone it answers with
 * STATUS_UNKNOWN. A later context at the same address finds it again.
 */

#include "pool/pool.h"
#include "shim/vendor.h"

struct arena;

/* The arena of a place, made at its first use. STATUS_UNSUPPORTED: the
 * vendor's library lacks what a pool needs. STATUS_NO_MEMORY: the host has
 * none. */
enum status arena_at(const struct place *place, struct arena **out);

/* The arena that owns the address, or NULL. */
struct arena *arena_of(gpu_addr addr);

const struct place *arena_place(const struct arena *arena);

/*
 * Memory for `size` bytes, aligned as transparency.md promises.
 * STATUS_NO_MEMORY: the limit is reached. STATUS_DRIVER: the vendor refused.
 */
enum status arena_alloc(struct arena *arena, uint64_t size, gpu_addr *out);

/*
 * Free a chunk whose device has no work left that could touch it; `out` gets
 * what it was. STATUS_UNKNOWN: no chunk in use starts at the address.
 */
enum status arena_free(struct arena *arena, gpu_addr addr,
                       struct pool_chunk *out);

/* The chunk in use that starts at the address, or STATUS_UNKNOWN. */
enum status arena_find(struct arena *arena, gpu_addr addr,
                       struct pool_chunk *out);

/* Bytes that pools hold on the device and nobody uses. */
uint64_t arena_idle_bytes(const struct vendor *vendor, int dev);

/*
 * The context has ended, or every context of the device: the memory is gone,
 * so drop the books and free nothing.
 */
void arena_forget_context(const struct vendor *vendor, const void *context);
void arena_forget_device(const struct vendor *vendor, int dev);

#endif
