#ifndef GPUALLOC_ARENA_STATE_H
#define GPUALLOC_ARENA_STATE_H

/* What an arena is made of, for the files that implement it. */

#include "shim/arena.h"
#include "shim/lock.h"

enum {
    /* Two cache lines, since processors fetch them in pairs: threads on two
     * devices share nothing that is written. */
    ARENA_ALIGNMENT = 128,
    /* CUDA promises 256, texture and vector code counts on 512. */
    ARENA_ROUNDING = 512,
};

struct arena {
    _Alignas(ARENA_ALIGNMENT) struct arena *next; /* in the list of all */
    struct place place;
    enum arena_kind kind;
    struct lock lock;
    /* Guarded by lock. */
    struct pool *pool; /* NULL: before the first use of a context */
    uint64_t pool_bytes, limit;
    /* Allocations from clean chunks, all others, synchronisations of our own.
     */
    uint64_t hits, misses, waits;
    bool was_refused; /* the vendor said no since this was cleared */
};

bool arena_is_at(const struct arena *arena, const struct place *place);

/* The list of all; never shrinks. */
struct arena *arena_first(void);

/* Wait for the device and give every region without live memory back, with the
 * arena's context current; the bytes. */
uint64_t arena_release_idle(struct arena *arena);

/* Make the pool at the first use of a context. */
enum status arena_open_locked(struct arena *arena);

#endif
