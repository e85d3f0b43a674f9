/* How a pool takes regions and gives them back. */

#include "pool/growth.h"

#include "tests/pool_fake.h"

#include <criterion/criterion.h>

Test(pool_growth, doubles_regions_as_the_original_does)
{
    struct fake fake = fake_device();
    const struct pool_config config =
        fake_config(&fake, POOL_ORIGINAL, UINT64_C(1) << 30);
    struct pool *pool = must_create(&config);

    must_alloc(pool, 256);
    must_alloc(pool, 2 * MIB);
    must_alloc(pool, 5 * MIB);

    cr_expect_eq(fake.asked[0], 2 * MIB);
    cr_expect_eq(fake.asked[1], 4 * MIB);
    cr_expect_eq(fake.asked[2], 8 * MIB);
    pool_destroy(pool);
}

Test(pool_growth, takes_the_request_or_an_eighth_when_lean)
{
    struct fake fake = fake_device();
    const struct pool_config config =
        fake_config(&fake, POOL_LEAN, UINT64_C(1) << 30);
    struct pool *pool = must_create(&config);

    must_alloc(pool, 256);
    must_alloc(pool, 63 * MIB);
    must_alloc(pool, 2 * MIB);

    cr_expect_eq(fake.asked[0], 2 * MIB);
    cr_expect_eq(fake.asked[1], 64 * MIB);
    /* The rest of the second holds 1 MiB; an eighth of 66 MiB is 8.25. */
    cr_expect_eq(fake.asked[2], 10 * MIB);
    pool_destroy(pool);
}

Test(pool_growth, takes_the_whole_limit_first_when_it_preallocates)
{
    for (enum pool_policy policy = POOL_LEAN; policy <= POOL_ORIGINAL;
         policy++) {
        struct fake fake = fake_device();
        struct pool_config config = fake_config(&fake, policy, 10 * MIB + 255);
        config.preallocate = true;
        struct pool *pool = must_create(&config);

        must_alloc(pool, 1);

        cr_expect_eq(fake.asked[0], 10 * MIB);
        cr_expect_eq(stats_of(pool).pool_bytes, 10 * MIB);
        pool_destroy(pool);
    }
}

Test(pool_growth, holds_the_limit_to_the_byte)
{
    for (enum pool_policy policy = POOL_LEAN; policy <= POOL_ORIGINAL;
         policy++) {
        struct fake fake = fake_device();
        const struct pool_config config =
            fake_config(&fake, policy, 5 * MIB + 512 + 255);
        struct pool *pool = must_create(&config);
        gpu_addr addr = 1;

        must_alloc(pool, 2 * MIB);
        cr_expect_eq(pool_alloc(pool, 3 * MIB + 513, 256, &addr),
                     STATUS_NO_MEMORY);
        cr_expect_eq(addr, 1);
        must_alloc(pool, 3 * MIB + 512);

        cr_expect_eq(fake.held, 5 * MIB + 512);
        cr_expect_eq(pool_alloc(pool, 1, 256, &addr), STATUS_NO_MEMORY);
        pool_destroy(pool);
    }
}

Test(pool_growth, asks_for_less_when_the_source_refuses)
{
    struct fake fake = fake_device();
    fake.most = 50 * MIB;
    struct pool_config config = fake_config(&fake, POOL_ORIGINAL, 64 * MIB);
    config.preallocate = true;
    struct pool *pool = must_create(&config);

    must_alloc(pool, 10 * MIB);

    cr_expect_eq(fake.asked[0], 64 * MIB);
    cr_expect_lt(fake.asked[1], 58 * MIB);
    cr_expect_lt(fake.asked[2], 52 * MIB + MIB / 2);
    cr_expect_eq(fake.asked[2] % 256, 0);
    cr_expect_leq(fake.last_size, 50 * MIB);
    pool_destroy(pool);
}

Test(pool_growth, multiplies_by_nine_tenths_in_single_precision)
{
    /* In double precision they would be 256 to 1024 more. */
    cr_expect_eq(growth_less(805306368), 724775680);
    cr_expect_eq(growth_less(6442450944), 5798205440);
    cr_expect_eq(growth_less(14827236096), 13344512000);
}

Test(pool_growth, asks_for_at_least_a_grain_less_each_time)
{
    cr_expect_eq(growth_less(512), 256);
    cr_expect_eq(growth_less(256), 0);
    cr_expect_eq(growth_less(0), 0);
    cr_expect_lt(growth_less(UINT64_MAX - 255), UINT64_MAX - 255);
}

Test(pool_growth, never_asks_for_less_than_the_request)
{
    struct fake fake = fake_device();
    fake.most = 9 * MIB;
    const struct pool_config config = fake_config(&fake, POOL_LEAN, 64 * MIB);
    struct pool *pool = must_create(&config);
    gpu_addr addr = 1;

    cr_expect_eq(pool_alloc(pool, 10 * MIB, 256, &addr), STATUS_NO_MEMORY);

    cr_expect_gt(fake.refusal_count, 0);
    for (size_t i = 0; i < fake.refusal_count; i++)
        cr_expect_geq(fake.asked[i], 10 * MIB);
    cr_expect_eq(addr, 1);
    must_hold(pool);
    pool_destroy(pool);
}

Test(pool_growth, ends_when_a_source_refuses_everything)
{
    for (enum pool_policy policy = POOL_LEAN; policy <= POOL_ORIGINAL;
         policy++) {
        struct fake fake = fake_device();
        fake.capacity = 0;
        struct pool_config config = fake_config(&fake, policy, UINT64_MAX);
        config.preallocate = true;
        struct pool *pool = must_create(&config);
        gpu_addr addr;

        cr_expect_eq(pool_alloc(pool, 1, 256, &addr), STATUS_NO_MEMORY);

        cr_expect_eq(stats_of(pool).pool_bytes, 0);
        must_hold(pool);
        pool_destroy(pool);
    }
}

Test(pool_growth, gives_back_only_regions_without_a_chunk_in_use)
{
    struct fake fake = fake_device();
    const struct pool_config config = fake_config(&fake, POOL_LEAN, 64 * MIB);
    struct pool *pool = must_create(&config);
    const gpu_addr a = must_alloc(pool, 2 * MIB);
    const gpu_addr b = must_alloc(pool, MIB);
    const gpu_addr c = must_alloc(pool, 4 * MIB);
    must_free(pool, a);
    must_free(pool, c);

    const uint64_t released = pool_release_idle(pool);

    must_hold(pool);
    cr_expect_eq(released, 6 * MIB);
    cr_expect_eq(fake.held, 2 * MIB);
    cr_expect_not(pool_owns(pool, a));
    cr_expect(pool_owns(pool, b));
    cr_expect_eq(stats_of(pool).peak_pool_bytes, 8 * MIB);
    pool_destroy(pool);
}

Test(pool_growth, gives_idle_regions_back_when_the_limit_refuses)
{
    struct fake fake = fake_device();
    struct pool_config config = fake_config(&fake, POOL_LEAN, 16 * MIB);
    config.release_idle = true;
    struct pool *pool = must_create(&config);
    const gpu_addr a = must_alloc(pool, 6 * MIB);
    const gpu_addr b = must_alloc(pool, 6 * MIB);
    must_free(pool, a);
    must_free(pool, b);

    must_alloc(pool, 14 * MIB);

    cr_expect_eq(fake.give_back_count, 2);
    cr_expect_eq(fake.held, 14 * MIB);
    pool_destroy(pool);
}

Test(pool_growth, gives_idle_regions_back_when_the_source_refuses)
{
    struct fake fake = fake_device();
    fake.capacity = 16 * MIB;
    struct pool_config config = fake_config(&fake, POOL_LEAN, 64 * MIB);
    config.release_idle = true;
    struct pool *pool = must_create(&config);
    must_free(pool, must_alloc(pool, 10 * MIB));

    must_alloc(pool, 14 * MIB);

    cr_expect_eq(fake.give_back_count, 1);
    cr_expect_eq(fake.held, 14 * MIB);
    pool_destroy(pool);
}

Test(pool_growth, keeps_idle_regions_when_giving_them_back_makes_no_room)
{
    struct fake fake = fake_device();
    struct pool_config config = fake_config(&fake, POOL_LEAN, 16 * MIB);
    config.release_idle = true;
    struct pool *pool = must_create(&config);
    must_alloc(pool, 8 * MIB);
    must_free(pool, must_alloc(pool, 6 * MIB));
    gpu_addr addr;

    cr_expect_eq(pool_alloc(pool, 10 * MIB, 256, &addr), STATUS_NO_MEMORY);

    cr_expect_eq(fake.give_back_count, 0);
    pool_destroy(pool);
}
