#include "pool/pool.h"

#include "tests/pool_fake.h"

#include <criterion/criterion.h>

enum {
    CHUNK = 64 * KIB,
};

static void must_set_aside(struct pool *pool, gpu_addr addr, uint64_t epoch)
{
    cr_assert_eq(pool_set_aside(pool, addr, epoch), STATUS_OK);
    must_hold(pool);
}

Test(pool_quarantine, does_not_hand_out_what_is_set_aside)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, 2 * CHUNK);
    const gpu_addr a = must_alloc(pool, CHUNK);
    gpu_addr addr;

    must_set_aside(pool, a, 1);

    cr_expect_neq(must_alloc(pool, CHUNK), a);
    cr_expect_eq(pool_alloc(pool, CHUNK, 256, &addr), STATUS_NO_MEMORY);
    cr_expect_eq(pool_clear(pool, 1), CHUNK);
    cr_expect_eq(must_alloc(pool, CHUNK), a);
    pool_destroy(pool);
}

Test(pool_quarantine, detects_a_second_free)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);
    const gpu_addr a = must_alloc(pool, CHUNK);
    struct pool_chunk chunk;

    must_set_aside(pool, a, 1);

    cr_expect_eq(pool_free(pool, a), STATUS_UNKNOWN);
    cr_expect_eq(pool_set_aside(pool, a, 1), STATUS_UNKNOWN);
    cr_expect_eq(pool_set_aside(pool, a + 1, 1), STATUS_UNKNOWN);
    cr_expect_eq(pool_find(pool, a, &chunk), STATUS_UNKNOWN);
    cr_expect(pool_owns(pool, a));
    pool_destroy(pool);
}

Test(pool_quarantine, clears_up_to_an_epoch_and_no_further)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);
    gpu_addr chunks[6];
    for (size_t i = 0; i < 6; i++)
        chunks[i] = must_alloc(pool, CHUNK);
    for (size_t i = 0; i < 6; i++)
        must_set_aside(pool, chunks[i], 10 + i / 2);

    cr_expect_eq(pool_clear(pool, 9), 0);
    cr_expect_eq(pool_clear(pool, 11), 4 * CHUNK);

    must_hold(pool);
    cr_expect_eq(stats_of(pool).quarantined, 2 * CHUNK);
    cr_expect_eq(stats_of(pool).quarantined_count, 2);
    cr_expect_eq(pool_quarantined(pool), 2 * CHUNK);
    cr_expect_eq(pool_clear(pool, UINT64_MAX), 2 * CHUNK);
    cr_expect_eq(stats_of(pool).largest_free, MIB);
    pool_destroy(pool);
}

Test(pool_quarantine, takes_an_earlier_epoch_for_the_last_one)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);
    const gpu_addr a = must_alloc(pool, CHUNK), b = must_alloc(pool, CHUNK);

    must_set_aside(pool, a, 7);
    must_set_aside(pool, b, 3);

    cr_expect_eq(pool_clear(pool, 6), 0);
    cr_expect_eq(pool_clear(pool, 7), 2 * CHUNK);
    pool_destroy(pool);
}

Test(pool_quarantine, keeps_a_region_with_a_chunk_set_aside)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);
    must_set_aside(pool, must_alloc(pool, MIB), 1);

    cr_expect_eq(pool_release_idle(pool), 0);
    pool_clear(pool, 1);
    cr_expect_eq(pool_release_idle(pool), MIB);

    cr_expect_eq(fake.held, 0);
    must_hold(pool);
    pool_destroy(pool);
}

Test(pool_quarantine, counts_a_chunk_set_aside_as_not_in_use_and_not_free)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, 4 * CHUNK);
    const gpu_addr a = must_alloc(pool, CHUNK);

    must_set_aside(pool, a, 1);

    const struct pool_stats stats = stats_of(pool);
    cr_expect_eq(stats.in_use, 0);
    cr_expect_eq(stats.requested, 0);
    cr_expect_eq(stats.live_count, 0);
    cr_expect_eq(stats.largest_free, 3 * CHUNK);
    cr_expect_eq(stats.fragmentation, 0);
    pool_destroy(pool);
}

Test(pool_quarantine, holds_for_many_epochs_in_little_memory)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);
    const uint64_t before = stats_of(pool).metadata_bytes;

    for (uint64_t epoch = 1; epoch <= 100000; epoch++) {
        gpu_addr addr;
        cr_assert_eq(pool_alloc(pool, 256, 256, &addr), STATUS_OK);
        cr_assert_eq(pool_set_aside(pool, addr, epoch), STATUS_OK);
        if (epoch > 100)
            cr_assert_eq(pool_clear(pool, epoch - 100), 256);
    }

    must_hold(pool);
    cr_expect_eq(stats_of(pool).quarantined_count, 100);
    cr_expect_leq(stats_of(pool).metadata_bytes, before + 16 * KIB);
    pool_destroy(pool);
}
