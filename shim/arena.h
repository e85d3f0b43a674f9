#ifndef GPUALLOC_ARENA_H
#define GPUALLOC_ARENA_H

/*
 * A pool, the lock around it and the place whose memory it holds. There is one
 * of each kind for each context that allocates under the routes that use a
 * pool.
 *
 * Arenas are never freed and keep their place. When its context ends an arena
 * is emptied, and what it is asked about memory that is gone it answers with
 * STATUS_UNKNOWN. A later context at the same address finds it again.
 */

#include "pool/pool.h"
#include "shim/vendor.h"

#include <stdbool.h>

struct arena;
struct gpualloc_stats;

/* What an arena serves. */
enum arena_kind {
    ARENA_SHARED, /* many chunks in a region */
    ARENA_WHOLE,  /* regions of their own, that are never split */
};

/* The arena of a place, made at its first use. STATUS_UNSUPPORTED: the
 * vendor's library lacks what a pool needs. STATUS_NO_MEMORY: the host has
 * none. */
enum status arena_at(const struct place *place, enum arena_kind kind,
                     struct arena **out);

/* The arena that owns the address, or NULL. */
struct arena *arena_of(gpu_addr addr);

const struct place *arena_place(const struct arena *arena);

/* Whether there is any. */
bool arena_exists(void);

/*
 * Memory for `size` bytes, at least 512-byte aligned.
 *
 * Memory that was set aside is used again only after a synchronisation of the
 * device, and that is done only where it is the better way to get memory; not
 * at all while a stream is being captured.
 *
 * STATUS_NO_MEMORY: the limit is reached. STATUS_DRIVER: the vendor refused.
 * STATUS_CAPTURE: a capture forbids what would be needed. STATUS_UNSUPPORTED:
 * there is no limit to work with.
 */
enum status arena_alloc(struct arena *arena, uint64_t size, gpu_addr *out);

/*
 * Free a chunk whose device has no work left that could touch it.
 * STATUS_UNKNOWN: no chunk in use starts at the address.
 */
enum status arena_free(struct arena *arena, gpu_addr addr);

/* The chunk in use that starts at the address, or STATUS_UNKNOWN. */
enum status arena_find(struct arena *arena, gpu_addr addr,
                       struct pool_chunk *out);

/*
 * Set a chunk aside that work queued on its device may still touch; else as
 * arena_free. STATUS_NO_MEMORY: the host has none to remember it by.
 */
enum status arena_set_aside(struct arena *arena, gpu_addr addr);

/*
 * Frees are counted in epochs. A synchronisation ends one before it begins, and
 * when it has succeeded what its place set aside up to then is clear.
 */
uint64_t arena_end_epoch(void);
void arena_clear(const struct place *place, uint64_t epoch);

/* What out of memory looks like, as pool_dump. */
void arena_dump(struct arena *arena,
                void (*print)(void *context, const char *line), void *context);

/* What gpualloc.h calls statistics and trimming, over the arenas of a device
 * of any vendor. */
void arena_add_stats(int dev, struct gpualloc_stats *sum);
uint64_t arena_trim(int dev);

/* Bytes that pools hold on the device and nobody uses. */
uint64_t arena_idle_bytes(const struct vendor *vendor, int dev);

/*
 * The context has ended, or every context of the device: the memory is gone,
 * so drop the books and free nothing.
 */
void arena_forget_context(const struct vendor *vendor, const void *context);
void arena_forget_device(const struct vendor *vendor, int dev);

#endif
