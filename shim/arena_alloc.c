#include "shim/arena_state.h"

#include "shim/capture.h"

#include <stdatomic.h>

/*
 * Allocations and frees, and when memory that was freed is clean.
 *
 * A chunk that is freed may still be touched by work that is queued on its
 * device. So it is set aside with the number of the epoch, a synchronisation
 * ends the epoch before it begins, and success clears all chunks of epochs up
 * to that one: their frees, and the work before these, were there when the wait
 * began.
 */

enum {
    /* Page-wise sharing of large buffers counts on pages. */
    ALIGNMENT_LARGE = 4096,
    LARGE_FROM = 64 * 1024,
    /* A pool grows by an eighth; when that much is set aside, wait instead. */
    WAIT_FROM_SHARE = 8,
};

static _Atomic uint64_t current_epoch = 1;

uint64_t arena_end_epoch(void)
{
    return atomic_fetch_add(&current_epoch, 1);
}

/* Synchronise and clear what was set aside before; whether that was anything.
 * The lock is not held across the vendor's call, which may take as long as the
 * work that is queued: the pool may have changed, or be gone. */
static bool clear_by_waiting_locked(struct arena *arena)
{
    const uint64_t ended = arena_end_epoch();
    lock_drop(&arena->lock);
    const int rc = vendor_synchronize(&arena->place);
    lock_take(&arena->lock);
    if (rc != RC_SUCCESS || !arena->pool)
        return false;
    arena->waits++;
    return pool_clear(arena->pool, ended) > 0;
}

/* Waiting beats growing once a fair part of the pool is set aside. */
static bool is_worth_waiting(const struct arena *arena, uint64_t size)
{
    const uint64_t aside = pool_quarantined(arena->pool);
    return aside >= size && aside >= arena->pool_bytes / WAIT_FROM_SHARE;
}

static enum status alloc_by_waiting(struct arena *arena, uint64_t size,
                                    uint64_t alignment, gpu_addr *out)
{
    if (!clear_by_waiting_locked(arena))
        return STATUS_NO_MEMORY;
    return pool_alloc_held(arena->pool, size, alignment, out);
}

uint64_t arena_release_idle(struct arena *arena)
{
    uint64_t bytes = 0;
    lock_take(&arena->lock);
    if (arena->pool)
        clear_by_waiting_locked(arena);
    if (arena->pool)
        bytes = pool_release_idle(arena->pool);
    lock_drop(&arena->lock);
    return bytes;
}

/* Have the other arenas of the place give their idle regions back; whether
 * there were any. One lock at a time, since they may do the same. */
static bool relieve_locked(struct arena *arena)
{
    uint64_t bytes = 0;
    lock_drop(&arena->lock);
    for (struct arena *other = arena_first(); other; other = other->next) {
        if (other != arena && arena_is_at(other, &arena->place))
            bytes += arena_release_idle(other);
    }
    lock_take(&arena->lock);
    return bytes > 0 && arena->pool;
}

/* Clean chunks first, then what a wait or a new region gives, then both. */
static enum status alloc_locked(struct arena *arena, uint64_t size,
                                uint64_t alignment, gpu_addr *out)
{
    enum status status = pool_alloc_held(arena->pool, size, alignment, out);
    arena->hits += status == STATUS_OK;
    if (status != STATUS_NO_MEMORY)
        return status;
    arena->misses++;
    if (capture_is_active())
        return STATUS_CAPTURE;
    if (is_worth_waiting(arena, size)) {
        status = alloc_by_waiting(arena, size, alignment, out);
        if (status == STATUS_OK || !arena->pool)
            return status;
    }
    arena->was_refused = false;
    status = pool_alloc(arena->pool, size, alignment, out);
    if (status == STATUS_NO_MEMORY && clear_by_waiting_locked(arena))
        status = pool_alloc(arena->pool, size, alignment, out);
    if (status == STATUS_NO_MEMORY && relieve_locked(arena))
        status = pool_alloc(arena->pool, size, alignment, out);
    return status == STATUS_NO_MEMORY && arena->was_refused ? STATUS_DRIVER
                                                            : status;
}

enum status arena_alloc(struct arena *arena, uint64_t size, gpu_addr *out)
{
    const uint64_t alignment =
        size < LARGE_FROM ? ARENA_ROUNDING : ALIGNMENT_LARGE;
    lock_take(&arena->lock);
    enum status status = arena->pool ? STATUS_OK : arena_open_locked(arena);
    if (status == STATUS_OK)
        status = alloc_locked(arena, size, alignment, out);
    lock_drop(&arena->lock);
    /* A size that cannot even be rounded up is beyond every limit. */
    return status == STATUS_INVALID ? STATUS_NO_MEMORY : status;
}

enum status arena_free(struct arena *arena, gpu_addr addr)
{
    enum status status = STATUS_UNKNOWN;
    lock_take(&arena->lock);
    if (arena->pool)
        status = pool_free(arena->pool, addr);
    lock_drop(&arena->lock);
    return status;
}

enum status arena_set_aside(struct arena *arena, gpu_addr addr)
{
    enum status status = STATUS_UNKNOWN;
    lock_take(&arena->lock);
    if (arena->pool)
        status = pool_set_aside(arena->pool, addr, atomic_load(&current_epoch));
    lock_drop(&arena->lock);
    return status;
}

void arena_clear(const struct place *place, uint64_t epoch)
{
    for (struct arena *arena = arena_first(); arena; arena = arena->next) {
        if (!arena_is_at(arena, place))
            continue;
        lock_take(&arena->lock);
        if (arena->pool)
            pool_clear(arena->pool, epoch);
        lock_drop(&arena->lock);
    }
}
