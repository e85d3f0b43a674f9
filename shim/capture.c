#include "shim/capture.h"

#include <stdatomic.h>

enum {
    /* The capture was spoilt, and is over all the same. */
    RC_CAPTURE_INVALIDATED = 901,
};

static _Atomic int active;

bool capture_is_active(void)
{
    return atomic_load_explicit(&active, memory_order_acquire) > 0;
}

void capture_begun(struct call *call)
{
    if (call->rc == 0)
        atomic_fetch_add(&active, 1);
}

/* A stream may have begun its capture before we saw calls: never below 0. */
void capture_ended(struct call *call)
{
    if (call->rc != 0 && call->rc != RC_CAPTURE_INVALIDATED)
        return;
    int count = atomic_load(&active);
    while (count > 0 &&
           !atomic_compare_exchange_weak(&active, &count, count - 1))
        ;
}
