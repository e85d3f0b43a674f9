#include "pool/pool.h"

#include "tests/pool_fake.h"

#include <criterion/criterion.h>

static struct pool *whole_pool(struct fake *fake, uint64_t limit)
{
    *fake = fake_device();
    struct pool_config config = fake_config(fake, POOL_WHOLE, limit);
    config.release_idle = true;
    return must_create(&config);
}

Test(pool_whole, takes_a_region_of_just_that_size_for_each_request)
{
    struct fake fake;
    struct pool *pool = whole_pool(&fake, 64 * MIB);

    const gpu_addr a = must_alloc(pool, 4 * MIB), b = must_alloc(pool, 6 * MIB);

    cr_expect_neq(a, b);
    cr_expect_eq(fake.take_count, 2);
    cr_expect_eq(fake.asked[0], 4 * MIB);
    cr_expect_eq(fake.asked[1], 6 * MIB);
    must_hold(pool);
    pool_destroy(pool);
}

Test(pool_whole, uses_a_region_again_for_its_own_size)
{
    struct fake fake;
    struct pool *pool = whole_pool(&fake, 64 * MIB);
    const gpu_addr a = must_alloc(pool, 4 * MIB);
    must_free(pool, a);

    cr_expect_eq(must_alloc(pool, 4 * MIB), a);

    cr_expect_eq(fake.take_count, 1);
    pool_destroy(pool);
}

Test(pool_whole, uses_a_region_again_unsplit_for_a_size_an_eighth_less)
{
    struct fake fake;
    struct pool *pool = whole_pool(&fake, 64 * MIB);
    const gpu_addr a = must_alloc(pool, 18 * MIB);
    must_free(pool, a);

    cr_expect_eq(must_alloc(pool, 16 * MIB), a);

    cr_expect_eq(fake.take_count, 1);
    cr_expect_eq(stats_of(pool).in_use, 18 * MIB);
    must_hold(pool);
    pool_destroy(pool);
}

Test(pool_whole, never_wastes_more_than_an_eighth)
{
    struct fake fake;
    struct pool *pool = whole_pool(&fake, 64 * MIB);
    const gpu_addr a = must_alloc(pool, 20 * MIB);
    must_free(pool, a);

    cr_expect_neq(must_alloc(pool, 16 * MIB), a);

    cr_expect_eq(fake.take_count, 2);
    must_hold(pool);
    pool_destroy(pool);
}

Test(pool_whole, takes_the_smallest_region_that_fits)
{
    struct fake fake;
    struct pool *pool = whole_pool(&fake, 128 * MIB);
    const gpu_addr large = must_alloc(pool, 18 * MIB);
    const gpu_addr small = must_alloc(pool, 17 * MIB);
    must_free(pool, large);
    must_free(pool, small);

    cr_expect_eq(must_alloc(pool, 16 * MIB), small);

    must_hold(pool);
    pool_destroy(pool);
}

Test(pool_whole, gives_idle_regions_back_where_the_limit_refuses_another)
{
    struct fake fake;
    struct pool *pool = whole_pool(&fake, 32 * MIB);
    must_free(pool, must_alloc(pool, 20 * MIB));

    must_alloc(pool, 30 * MIB);

    cr_expect_eq(fake.give_back_count, 1);
    cr_expect_eq(stats_of(pool).pool_bytes, 30 * MIB);
    must_hold(pool);
    pool_destroy(pool);
}
