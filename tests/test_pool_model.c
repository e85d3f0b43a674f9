/* Random programs, step by step against the plain model. */

#include "pool/pool.h"

#include "tests/pool_fake.h"
#include "tests/pool_model.h"

#include <criterion/criterion.h>

enum {
    LIVE = 96,
    STEPS = 4000,
    SEEDS = 6,
};

struct duel {
    struct fake fake;
    struct pool *pool;
    struct model *model;
    gpu_addr live[LIVE]; /* 0: none */
    uint64_t random;
    uint64_t epoch;
    size_t region_count;
};

static uint64_t random_below(struct duel *duel, uint64_t bound)
{
    duel->random ^= duel->random << 13;
    duel->random ^= duel->random >> 7;
    duel->random ^= duel->random << 17;
    return (duel->random >> 8) % bound;
}

/* Few sizes that collide, and many that do not. */
static uint64_t random_size(struct duel *duel)
{
    if (random_below(duel, 2))
        return 1 + random_below(duel, 12) * 256;
    return 1 +
           (random_below(duel, UINT64_C(1) << 20) >> random_below(duel, 12));
}

static void do_alloc(struct duel *duel, size_t slot)
{
    const uint64_t size = random_size(duel);
    const uint64_t alignment =
        random_below(duel, 3) ? 256 : UINT64_C(256) << random_below(duel, 6);
    gpu_addr addr = 0;
    const enum status status = pool_alloc(duel->pool, size, alignment, &addr);
    if (duel->fake.take_count > duel->region_count) {
        cr_assert_eq(model_alloc(duel->model, size, alignment), 0,
                     "a region was taken though there was room");
        duel->region_count = duel->fake.take_count;
        model_add_region(duel->model, duel->fake.last_taken,
                         duel->fake.last_size);
    }
    const gpu_addr expected = model_alloc(duel->model, size, alignment);
    cr_assert_eq(addr, expected, "%#lx and not %#lx", addr, expected);
    cr_assert_eq(status == STATUS_OK, expected != 0);
    duel->live[slot] = addr;
    struct pool_chunk chunk;
    if (addr) {
        cr_assert_eq(pool_find(duel->pool, addr, &chunk), STATUS_OK);
        cr_assert_eq(chunk.size, model_size(duel->model, addr));
        cr_assert_eq(chunk.requested, size);
    }
}

static void do_free(struct duel *duel, size_t slot)
{
    const gpu_addr addr = duel->live[slot];
    duel->live[slot] = 0;
    if (random_below(duel, 3)) {
        cr_assert_eq(pool_free(duel->pool, addr), STATUS_OK);
        cr_assert(model_free(duel->model, addr));
    } else {
        duel->epoch += random_below(duel, 2);
        cr_assert_eq(pool_set_aside(duel->pool, addr, duel->epoch), STATUS_OK);
        cr_assert(model_set_aside(duel->model, addr, duel->epoch));
    }
    cr_assert_eq(pool_free(duel->pool, addr), STATUS_UNKNOWN);
}

static void do_clear(struct duel *duel)
{
    const uint64_t back = random_below(duel, 4);
    const uint64_t epoch = duel->epoch > back ? duel->epoch - back : 0;
    pool_clear(duel->pool, epoch);
    model_clear(duel->model, epoch);
}

static void step(struct duel *duel)
{
    const size_t slot = random_below(duel, LIVE);
    if (random_below(duel, 16) == 0)
        do_clear(duel);
    else if (duel->live[slot])
        do_free(duel, slot);
    else
        do_alloc(duel, slot);
    must_hold(duel->pool);
}

static void fight(enum pool_policy policy, uint64_t seed)
{
    static struct model model;
    struct duel duel = {.fake = fake_device(), .random = seed * 7919 + 1};
    duel.fake.gap = seed % 2 ? 0 : 4 * KIB;
    const struct pool_config config =
        fake_config(&duel.fake, policy, 24 * MIB + 300);
    duel.pool = must_create(&config);
    duel.model = &model;
    model = (struct model){.policy = policy, .cap = 128 * MIB};

    for (size_t i = 0; i < STEPS; i++)
        step(&duel);

    pool_destroy(duel.pool);
}

Test(pool_model, agrees_with_the_pool_on_random_programs_when_lean)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        fight(POOL_LEAN, seed);
}

Test(pool_model, agrees_with_the_pool_on_random_programs_as_the_original)
{
    for (uint64_t seed = 0; seed < SEEDS; seed++)
        fight(POOL_ORIGINAL, seed);
}
