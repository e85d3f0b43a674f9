#include "shim/tally.h"

#include "shim/call.h"

static void count(_Atomic uint64_t *counter)
{
    atomic_fetch_add(counter, 1);
}

void tally_alloc(struct tally *tally, const struct call *call)
{
    count(call->rc == 0 ? &tally->allocs : &tally->failed);
    if (call->rc == 0 && call->route == ROUTE_DRIVER)
        count(&tally->driver);
    if (call->rc == 0 && call->route == ROUTE_POOL)
        count(&tally->pool);
    if (call->verdict == VERDICT_MISROUTE)
        count(&tally->misroutes);
    if (call->verdict == VERDICT_FALLBACK)
        count(&tally->fallbacks);
    if (call->verdict == VERDICT_OVERRIDE)
        count(&tally->overrides);
}

void tally_free(struct tally *tally, const struct call *call)
{
    count(call->rc == 0 ? &tally->frees : &tally->failed);
}

void tally_add_live(struct tally *tally, uint64_t size)
{
    atomic_fetch_add(&tally->live, 1);
    const uint64_t live = atomic_fetch_add(&tally->live_bytes, size) + size;
    uint64_t peak = atomic_load(&tally->peak_bytes);
    while (live > peak &&
           !atomic_compare_exchange_weak(&tally->peak_bytes, &peak, live))
        ;
}

void tally_drop_live(struct tally *tally, uint64_t size)
{
    atomic_fetch_sub(&tally->live, 1);
    atomic_fetch_sub(&tally->live_bytes, size);
}
