#ifndef GPUALLOC_ARENA_STATE_H
#define GPUALLOC_ARENA_STATE_H

/* What an arena is made of, for the files that implement it. */

#include "shim/arena.h"

#include <pthread.h>

enum {
    /* CUDA promises 256, texture and vector code counts on 512. */
    ARENA_ROUNDING = 512,
};

struct arena {
    struct arena *next; /* in the list of all */
    struct place place;
    pthread_mutex_t lock;
    /* Guarded by lock. */
    struct pool *pool; /* NULL: before the first use of a context */
    uint64_t pool_bytes, limit;
    uint64_t waits;   /* synchronisations of our own */
    bool was_refused; /* the vendor said no since this was cleared */
};

/* The arena of that place, or NULL. */
struct arena *arena_find_at(const struct place *place);

/* Make the pool at the first use of a context. */
enum status arena_open_locked(struct arena *arena);

#endif
