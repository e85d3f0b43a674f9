#include "shim/tally.h"

#include "shim/call.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <pthread.h>

static struct tally tally;

static void count_alloc(int rc, enum route route, enum verdict verdict)
{
    const struct call call = {.rc = rc, .route = route, .verdict = verdict};
    tally_alloc(&tally, &call);
}

Test(tally, counts_allocations_by_their_route)
{
    count_alloc(0, ROUTE_DRIVER, VERDICT_OK);
    count_alloc(0, ROUTE_DRIVER, VERDICT_RULE);
    count_alloc(0, ROUTE_POOL, VERDICT_OK);

    cr_expect(eq(u64, tally.allocs, 3));
    cr_expect(eq(u64, tally.driver, 2));
    cr_expect(eq(u64, tally.pool, 1));
    cr_expect(eq(u64, tally.failed, 0));
}

Test(tally, counts_a_failure_under_no_route)
{
    count_alloc(2, ROUTE_DRIVER, VERDICT_OK);
    count_alloc(801, ROUTE_REFUSED, VERDICT_FALLBACK);

    cr_expect(eq(u64, tally.failed, 2));
    cr_expect(eq(u64, tally.allocs, 0));
    cr_expect(eq(u64, tally.driver, 0));
    cr_expect(eq(u64, tally.pool, 0));
}

Test(tally, counts_verdicts_in_capitals_whatever_the_result)
{
    count_alloc(0, ROUTE_DRIVER, VERDICT_FALLBACK);
    count_alloc(2, ROUTE_DRIVER, VERDICT_FALLBACK);
    count_alloc(0, ROUTE_DRIVER, VERDICT_OVERRIDE);
    count_alloc(0, ROUTE_POOL, VERDICT_MISROUTE);
    count_alloc(0, ROUTE_DRIVER, VERDICT_RULE);
    count_alloc(0, ROUTE_DRIVER, VERDICT_OK);

    cr_expect(eq(u64, tally.fallbacks, 2));
    cr_expect(eq(u64, tally.overrides, 1));
    cr_expect(eq(u64, tally.misroutes, 1));
}

Test(tally, counts_frees_that_succeeded_and_that_failed)
{
    tally_free(&tally, &(struct call){.rc = 0});
    tally_free(&tally, &(struct call){.rc = 0, .route = ROUTE_POOL});
    tally_free(&tally, &(struct call){.rc = 1});

    cr_expect(eq(u64, tally.frees, 2));
    cr_expect(eq(u64, tally.failed, 1));
    cr_expect(eq(u64, tally.pool, 0));
}

Test(tally, keeps_the_peak_of_live_bytes)
{
    tally_add_live(&tally, 100);
    tally_add_live(&tally, 50);
    tally_drop_live(&tally, 100);
    tally_add_live(&tally, 70);

    cr_expect(eq(u64, tally.live, 2));
    cr_expect(eq(u64, tally.live_bytes, 120));
    cr_expect(eq(u64, tally.peak_bytes, 150));
}

enum {
    THREADS = 8,
    ROUNDS = 20000,
};

static void *come_and_go(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        count_alloc(0, ROUTE_POOL, VERDICT_OK);
        tally_add_live(&tally, 10);
        tally_drop_live(&tally, 10);
    }
    tally_add_live(&tally, 10);
    return unused;
}

Test(tally, loses_nothing_between_threads)
{
    pthread_t threads[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, come_and_go, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);

    cr_expect(eq(u64, tally.pool, THREADS * ROUNDS));
    cr_expect(eq(u64, tally.live, THREADS));
    cr_expect(eq(u64, tally.live_bytes, 10 * THREADS));
    cr_expect(eq(u64, tally.peak_bytes, 10 * THREADS));
}
