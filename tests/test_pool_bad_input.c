/* Arguments and sources that break their word. */

#include "pool/pool.h"

#include "tests/pool_fake.h"

#include <criterion/criterion.h>

Test(pool_bad_input, refuses_a_region_that_would_break_the_books)
{
    struct fake fake = fake_device();
    fake.next += 100; /* not a multiple of the granularity */
    const struct pool_config config = fake_config(&fake, POOL_LEAN, 64 * MIB);
    struct pool *pool = must_create(&config);
    gpu_addr addr;

    cr_expect_eq(pool_alloc(pool, MIB, 256, &addr), STATUS_NO_MEMORY);

    cr_expect_eq(fake.held, 0);
    must_hold(pool);
    pool_destroy(pool);
}

Test(pool_bad_input, refuses_a_region_that_lies_over_another)
{
    struct fake fake = fake_device();
    const struct pool_config config = fake_config(&fake, POOL_LEAN, 64 * MIB);
    struct pool *pool = must_create(&config);
    const gpu_addr first = must_alloc(pool, 2 * MIB);
    gpu_addr addr;

    fake.next = first - 2 * MIB;
    cr_expect_eq(pool_alloc(pool, 4 * MIB, 256, &addr), STATUS_NO_MEMORY);
    fake.next = first + MIB;
    cr_expect_eq(pool_alloc(pool, 4 * MIB, 256, &addr), STATUS_NO_MEMORY);

    cr_expect_eq(fake.held, 2 * MIB);
    must_hold(pool);
    pool_destroy(pool);
}

Test(pool_bad_input, refuses_a_region_that_ends_beyond_the_last_address)
{
    struct fake fake = fake_device();
    fake.next = UINT64_MAX - MIB + 1;
    const struct pool_config config = fake_config(&fake, POOL_LEAN, 64 * MIB);
    struct pool *pool = must_create(&config);
    gpu_addr addr;

    cr_expect_eq(pool_alloc(pool, 256, 256, &addr), STATUS_NO_MEMORY);

    cr_expect_eq(fake.held, 0);
    must_hold(pool);
    pool_destroy(pool);
}

Test(pool_bad_input, answers_absurd_sizes_without_overflow)
{
    static const uint64_t sizes[] = {
        UINT64_MAX,
        UINT64_MAX - 1,
        UINT64_MAX - 254,
        UINT64_MAX - 255,
        UINT64_MAX - 256,
        UINT64_C(1) << 63,
        (UINT64_C(1) << 63) + 1,
        UINT64_MAX - 4 * MIB,
    };
    for (enum pool_policy policy = POOL_LEAN; policy <= POOL_ORIGINAL;
         policy++) {
        struct fake fake = fake_device();
        const struct pool_config config =
            fake_config(&fake, policy, UINT64_MAX);
        struct pool *pool = must_create(&config);
        must_alloc(pool, 256);
        for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
            gpu_addr addr = 1;
            for (uint64_t align = 256; align; align *= 2)
                cr_expect_neq(pool_alloc(pool, sizes[i], align, &addr),
                              STATUS_OK);
            cr_expect_eq(addr, 1);
            must_hold(pool);
        }
        pool_destroy(pool);
    }
}

Test(pool_bad_input, rejects_what_is_outside_what_it_accepts)
{
    struct fake fake = fake_device();
    struct pool_config config = fake_config(&fake, POOL_LEAN, 255);
    struct pool *pool;
    gpu_addr addr;

    cr_expect_eq(pool_create(&config, &pool), STATUS_INVALID);
    config.limit = MIB;
    config.rounding = 384;
    cr_expect_eq(pool_create(&config, &pool), STATUS_INVALID);
    config.rounding = 128;
    cr_expect_eq(pool_create(&config, &pool), STATUS_INVALID);
    pool = must_preallocate(&fake, MIB);
    cr_expect_eq(pool_alloc(pool, 0, 256, &addr), STATUS_INVALID);
    cr_expect_eq(pool_alloc(pool, UINT64_MAX, 256, &addr), STATUS_INVALID);
    cr_expect_eq(pool_alloc(pool, 1, 0, &addr), STATUS_INVALID);
    cr_expect_eq(pool_alloc(pool, 1, 128, &addr), STATUS_INVALID);
    cr_expect_eq(pool_alloc(pool, 1, 768, &addr), STATUS_INVALID);
    cr_expect_eq(fake.take_count, 0);
    pool_destroy(pool);
}
