#include "shim/lock.h"

#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    SPINS = 10, /* more only keeps the holder from its processor */
};

static void pause_briefly(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static int try_take(struct lock *lock)
{
    uint32_t free = 0;
    return atomic_load_explicit(&lock->state, memory_order_relaxed) == 0 &&
           atomic_compare_exchange_strong_explicit(&lock->state, &free, 1,
                                                   memory_order_acquire,
                                                   memory_order_relaxed);
}

void lock_wait(struct lock *lock)
{
    const int saved = errno;
    for (int i = 0; i < SPINS; i++) {
        if (try_take(lock))
            return;
        pause_briefly();
    }
    while (atomic_exchange_explicit(&lock->state, 2, memory_order_acquire) != 0)
        syscall(SYS_futex, &lock->state, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
    errno = saved;
}

void lock_wake(struct lock *lock)
{
    const int saved = errno;
    syscall(SYS_futex, &lock->state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    errno = saved;
}
