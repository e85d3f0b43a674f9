#include "tests/pool_fake.h"

#include <criterion/criterion.h>

static enum status take(void *context, uint64_t size, gpu_addr *out)
{
    struct fake *const fake = context;
    const size_t calls = fake->take_count + fake->refusal_count;
    if (calls < FAKE_CALLS)
        fake->asked[calls] = size;
    if (size > fake->capacity - fake->held ||
        (fake->most && size > fake->most)) {
        fake->refusal_count++;
        return STATUS_NO_MEMORY;
    }
    fake->take_count++;
    fake->held += size;
    fake->last_taken = fake->next;
    fake->last_size = size;
    *out = fake->next;
    fake->next += size + fake->gap;
    return STATUS_OK;
}

static void give_back(void *context, gpu_addr addr, uint64_t size)
{
    struct fake *const fake = context;
    fake->give_back_count++;
    fake->held -= size;
    fake->last_given_back = addr;
}

struct fake fake_device(void)
{
    return (struct fake){
        .next = UINT64_C(1) << 40,
        .gap = 2 * MIB,
        .capacity = UINT64_C(1) << 40,
    };
}

struct pool_config fake_config(struct fake *fake, enum pool_policy policy,
                               uint64_t limit)
{
    return (struct pool_config){
        .policy = policy,
        .limit = limit,
        .source = {take, give_back, fake},
    };
}

struct pool *must_create(const struct pool_config *config)
{
    struct pool *pool = NULL;
    cr_assert_eq(pool_create(config, &pool), STATUS_OK);
    return pool;
}

struct pool *must_preallocate(struct fake *fake, uint64_t size)
{
    struct pool_config config = fake_config(fake, POOL_LEAN, size);
    config.preallocate = true;
    return must_create(&config);
}

gpu_addr must_align(struct pool *pool, uint64_t size, uint64_t alignment)
{
    gpu_addr addr = 0;
    cr_assert_eq(pool_alloc(pool, size, alignment, &addr), STATUS_OK);
    must_hold(pool);
    return addr;
}

gpu_addr must_alloc(struct pool *pool, uint64_t size)
{
    return must_align(pool, size, POOL_GRANULARITY);
}

void must_free(struct pool *pool, gpu_addr addr)
{
    cr_assert_eq(pool_free(pool, addr), STATUS_OK);
    must_hold(pool);
}

void must_hold(const struct pool *pool)
{
    const char *const fault = pool_check(pool);
    cr_assert_null(fault, "%s", fault ? fault : "");
}

struct pool_stats stats_of(const struct pool *pool)
{
    struct pool_stats stats;
    pool_stats(pool, &stats);
    return stats;
}
