#include "pool/pool.h"

#include "tests/pool_fake.h"

#include <criterion/criterion.h>

enum {
    CHUNK = 64 * KIB,
};

Test(pool, takes_no_region_before_the_first_allocation)
{
    struct fake fake = fake_device();

    struct pool *pool = must_preallocate(&fake, MIB);

    cr_expect_eq(fake.take_count, 0);
    pool_destroy(pool);
}

Test(pool, rounds_sizes_up_to_the_granularity)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);

    const gpu_addr a = must_alloc(pool, 1), b = must_alloc(pool, 257);
    const gpu_addr c = must_alloc(pool, 256);

    cr_expect_eq(b - a, 256);
    cr_expect_eq(c - b, 512);
    cr_expect_eq(stats_of(pool).in_use, 1024);
    cr_expect_eq(stats_of(pool).requested, 1 + 257 + 256);
    pool_destroy(pool);
}

Test(pool, rounds_sizes_up_as_it_is_told)
{
    struct fake fake = fake_device();
    struct pool_config config = fake_config(&fake, POOL_LEAN, MIB);
    config.rounding = 512;
    struct pool *pool = must_create(&config);

    const gpu_addr a = must_alloc(pool, 1), b = must_alloc(pool, 513);

    struct pool_chunk chunk;
    cr_expect_eq(b - a, 512);
    cr_assert_eq(pool_find(pool, b, &chunk), STATUS_OK);
    cr_expect_eq(chunk.size, 1024);
    cr_expect_eq(chunk.requested, 513);
    pool_destroy(pool);
}

Test(pool, joins_neighbours_when_the_middle_is_freed)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, 3 * CHUNK);
    const gpu_addr a = must_alloc(pool, CHUNK), b = must_alloc(pool, CHUNK);
    const gpu_addr c = must_alloc(pool, CHUNK);

    must_free(pool, a);
    must_free(pool, c);
    must_free(pool, b);

    cr_expect_eq(stats_of(pool).largest_free, 3 * CHUNK);
    cr_expect_eq(must_alloc(pool, 3 * CHUNK), a);
    pool_destroy(pool);
}

Test(pool, never_joins_chunks_of_two_regions_side_by_side)
{
    struct fake fake = fake_device();
    fake.gap = 0;
    const struct pool_config config = fake_config(&fake, POOL_LEAN, 64 * MIB);
    struct pool *pool = must_create(&config);
    const gpu_addr a = must_alloc(pool, 2 * MIB);
    const gpu_addr b = must_alloc(pool, 2 * MIB);

    must_free(pool, a);
    must_free(pool, b);

    cr_expect_eq(b, a + 2 * MIB);
    cr_expect_eq(stats_of(pool).largest_free, 2 * MIB);
    pool_destroy(pool);
}

Test(pool, prefers_the_smallest_chunk_that_fits)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);
    const gpu_addr large = must_alloc(pool, 3 * CHUNK);
    must_alloc(pool, 256);
    const gpu_addr small = must_alloc(pool, 2 * CHUNK);
    must_alloc(pool, 256);
    must_free(pool, small);
    must_free(pool, large);

    const gpu_addr found = must_alloc(pool, CHUNK);

    cr_expect_eq(found, small);
    pool_destroy(pool);
}

Test(pool, prefers_the_lowest_address_among_equals)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, 64 * MIB);
    gpu_addr chunks[100];
    for (size_t i = 0; i < 100; i++) {
        chunks[i] = must_alloc(pool, CHUNK);
        must_alloc(pool, 256);
    }
    /* More than the slots of a bin, in an order of their own. */
    for (size_t i = 0; i < 100; i++)
        must_free(pool, chunks[i * 37 % 100]);

    for (size_t i = 0; i < 100; i++)
        cr_expect_eq(must_alloc(pool, CHUNK), chunks[i]);

    pool_destroy(pool);
}

Test(pool, splits_off_every_rest_when_lean)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, 2 * CHUNK);

    must_alloc(pool, 2 * CHUNK - 256);

    cr_expect_eq(stats_of(pool).largest_free, 256);
    pool_destroy(pool);
}

Test(pool, keeps_a_rest_below_half_as_the_original_does)
{
    struct fake fake = fake_device();
    struct pool_config config = fake_config(&fake, POOL_ORIGINAL, 2 * CHUNK);
    config.preallocate = true;
    struct pool *pool = must_create(&config);

    const gpu_addr addr = must_alloc(pool, CHUNK + 256);

    struct pool_chunk chunk;
    cr_assert_eq(pool_find(pool, addr, &chunk), STATUS_OK);
    cr_expect_eq(chunk.size, 2 * CHUNK);
    pool_destroy(pool);
}

Test(pool, refuses_to_free_what_is_no_chunk_in_use)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);
    const gpu_addr addr = must_alloc(pool, CHUNK);

    cr_expect_eq(pool_free(pool, 0), STATUS_UNKNOWN);
    cr_expect_eq(pool_free(pool, addr + 1), STATUS_UNKNOWN);
    cr_expect_eq(pool_free(pool, addr + 256), STATUS_UNKNOWN);
    cr_expect_eq(pool_free(pool, addr + CHUNK), STATUS_UNKNOWN);
    cr_expect_eq(pool_free(pool, UINT64_MAX), STATUS_UNKNOWN);
    must_free(pool, addr);
    cr_expect_eq(pool_free(pool, addr), STATUS_UNKNOWN);
    must_hold(pool);
    pool_destroy(pool);
}

Test(pool, owns_its_regions_and_nothing_else)
{
    struct fake fake = fake_device();
    const struct pool_config config = fake_config(&fake, POOL_LEAN, 64 * MIB);
    struct pool *pool = must_create(&config);

    const gpu_addr a = must_alloc(pool, 2 * MIB);
    const gpu_addr b = must_alloc(pool, 2 * MIB);

    cr_expect(pool_owns(pool, a));
    cr_expect(pool_owns(pool, a + 2 * MIB - 1));
    cr_expect(pool_owns(pool, b + 1));
    cr_expect_not(pool_owns(pool, a - 1));
    cr_expect_not(pool_owns(pool, a + 2 * MIB));
    cr_expect_not(pool_owns(pool, b + 2 * MIB));
    cr_expect_not(pool_owns(pool, 0));
    pool_destroy(pool);
}

Test(pool, tells_what_it_knows_of_a_chunk_in_use)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);
    const gpu_addr first = must_alloc(pool, CHUNK);
    const gpu_addr addr = must_alloc(pool, 1000);

    struct pool_chunk chunk;
    cr_assert_eq(pool_find(pool, addr, &chunk), STATUS_OK);

    cr_expect_eq(chunk.addr, addr);
    cr_expect_eq(chunk.size, 1024);
    cr_expect_eq(chunk.requested, 1000);
    cr_expect_eq(chunk.region_addr, first);
    cr_expect_eq(chunk.region_size, MIB);
    cr_expect_eq(pool_find(pool, addr + 256, &chunk), STATUS_UNKNOWN);
    cr_expect_eq(pool_find(pool, addr + 1, &chunk), STATUS_UNKNOWN);
    pool_destroy(pool);
}

Test(pool, serves_from_what_it_holds_when_asked_to)
{
    struct fake fake = fake_device();
    const struct pool_config config = fake_config(&fake, POOL_LEAN, 64 * MIB);
    struct pool *pool = must_create(&config);
    gpu_addr addr = 1;

    cr_expect_eq(pool_alloc_held(pool, CHUNK, 256, &addr), STATUS_NO_MEMORY);
    cr_expect_eq(addr, 1);
    const gpu_addr first = must_alloc(pool, CHUNK);
    cr_expect_eq(pool_alloc_held(pool, CHUNK, 256, &addr), STATUS_OK);

    cr_expect_eq(addr, first + CHUNK);
    cr_expect_eq(fake.take_count, 1);
    pool_destroy(pool);
}

Test(pool, counts_what_happens)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);
    const gpu_addr a = must_alloc(pool, CHUNK);
    must_alloc(pool, 2 * CHUNK);
    must_alloc(pool, CHUNK);

    must_free(pool, a);

    const struct pool_stats stats = stats_of(pool);
    const uint64_t unused = MIB - 3 * CHUNK;
    cr_expect_eq(stats.alloc_count, 3);
    cr_expect_eq(stats.live_count, 2);
    cr_expect_eq(stats.in_use, 3 * CHUNK);
    cr_expect_eq(stats.peak_in_use, 4 * CHUNK);
    cr_expect_eq(stats.largest_alloc, 2 * CHUNK);
    cr_expect_eq(stats.pool_bytes, MIB);
    cr_expect_eq(stats.peak_pool_bytes, MIB);
    cr_expect_eq(stats.limit, MIB);
    cr_expect_eq(stats.largest_free, MIB - 4 * CHUNK);
    cr_expect_eq(stats.region_count, 1);
    cr_expect_float_eq(stats.fragmentation, (double)CHUNK / (double)unused,
                       1e-9);
    pool_destroy(pool);
}

Test(pool, holds_little_memory_of_its_own)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, UINT64_C(1) << 39);
    const uint64_t empty = stats_of(pool).metadata_bytes;
    for (size_t i = 0; i < 100000; i++) {
        gpu_addr addr;
        cr_assert_eq(pool_alloc(pool, CHUNK, 256, &addr), STATUS_OK);
    }

    const uint64_t full = stats_of(pool).metadata_bytes;

    cr_expect_lt(empty, 200 * KIB);
    cr_expect_leq((full - empty) / 100000, 128);
    pool_destroy(pool);
}
