#ifndef GPUALLOC_LOCK_H
#define GPUALLOC_LOCK_H

/*
 * A lock for sections of some tens of nanoseconds: it spins a little before it
 * sleeps, and costs two atomic operations where nobody else wants it. After
 * Drepper, "Futexes Are Tricky", the second mutex there.
 */

#include <stdatomic.h>
#include <stdint.h>

struct lock {
    /* 0: free; 1: held; 2: held, and somebody may sleep. */
    _Atomic uint32_t state;
};

/* The slow halves. */
void lock_wait(struct lock *lock);
void lock_wake(struct lock *lock);

static inline void lock_take(struct lock *lock)
{
    uint32_t free = 0;
    if (!atomic_compare_exchange_strong_explicit(
            &lock->state, &free, 1, memory_order_acquire, memory_order_relaxed))
        lock_wait(lock);
}

static inline void lock_drop(struct lock *lock)
{
    if (atomic_exchange_explicit(&lock->state, 0, memory_order_release) == 2)
        lock_wake(lock);
}

#endif
