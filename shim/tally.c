#include "shim/tally.h"

#include "shim/call.h"

static void count_one(_Atomic uint64_t *counter)
{
    atomic_fetch_add(counter, 1);
}

void tally_alloc(struct tally *tally, const struct call *call)
{
    count_one(call->rc == 0 ? &tally->allocs : &tally->failed);
    if (call->rc == 0 && call->route == ROUTE_DRIVER)
        count_one(&tally->driver);
    if (call->rc == 0 && call->route == ROUTE_POOL)
        count_one(&tally->pool);
    if (call->verdict == VERDICT_MISROUTE)
        count_one(&tally->misroutes);
    if (call->verdict == VERDICT_FALLBACK)
        count_one(&tally->fallbacks);
    if (call->verdict == VERDICT_OVERRIDE)
        count_one(&tally->overrides);
}

void tally_free(struct tally *tally, const struct call *call)
{
    count_one(call->rc == 0 ? &tally->frees : &tally->failed);
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
    tally_lose_live(tally, 1, size);
}

void tally_lose_live(struct tally *tally, uint64_t count, uint64_t size)
{
    atomic_fetch_sub(&tally->live, count);
    atomic_fetch_sub(&tally->live_bytes, size);
}
