#include "pool/pool.h"

#include "tests/pool_fake.h"

#include <criterion/criterion.h>

enum {
    CHUNK = 64 * KIB,
};

Test(pool_alignment, aligns_and_gives_the_padding_back)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);
    const gpu_addr first = must_alloc(pool, 256);

    const gpu_addr aligned = must_align(pool, CHUNK, 4 * KIB);
    const gpu_addr padding = must_alloc(pool, 4 * KIB - 256);

    cr_expect_eq(aligned, first + 4 * KIB);
    cr_expect_eq(padding, first + 256);
    pool_destroy(pool);
}

Test(pool_alignment, counts_the_padding_when_it_looks_for_the_smallest_chunk)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);
    must_alloc(pool, 256);
    /* Just large enough, but not at a multiple of the alignment. */
    const gpu_addr crooked = must_alloc(pool, CHUNK);
    must_align(pool, 256, 4 * KIB);
    const gpu_addr straight = must_align(pool, CHUNK + 256, 4 * KIB);
    must_alloc(pool, 256);
    must_free(pool, crooked);
    must_free(pool, straight);

    const gpu_addr found = must_align(pool, CHUNK, 4 * KIB);

    cr_expect_eq(found, straight);
    pool_destroy(pool);
}

Test(pool_alignment,
     asks_for_a_larger_region_only_where_the_first_is_misaligned)
{
    struct fake fake = fake_device();
    fake.next += 256;
    const struct pool_config config =
        fake_config(&fake, POOL_LEAN, UINT64_C(1) << 30);
    struct pool *pool = must_create(&config);

    const gpu_addr addr = must_align(pool, 2 * MIB, 2 * MIB);

    cr_expect_eq(addr % (2 * MIB), 0);
    cr_expect_eq(fake.take_count, 2);
    cr_expect_eq(fake.give_back_count, 1);
    cr_expect_eq(stats_of(pool).region_count, 1);
    pool_destroy(pool);
}
