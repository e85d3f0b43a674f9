/*
 * Random bytes as a program of pool calls, every invariant checked after each.
 *
 * The first byte chooses the configuration; then each operation is two bytes:
 * what to do, and with how much or which. A violated invariant, a chunk that
 * overlaps a live one, a free that is not answered as it must be: abort, which
 * libFuzzer reports.
 */

#include "pool/pool.h"

#include <stddef.h>
#include <stdlib.h>

enum {
    LIVE = 64,
    STEPS = 512,
    MIB = 1024 * 1024,
};

struct chunk {
    gpu_addr addr;
    uint64_t size;
};

struct world {
    struct pool *pool;
    struct chunk live[LIVE];
    size_t live_count;
    gpu_addr next;
    uint64_t gap, held, limit;
    uint64_t epoch;
    uint8_t refusals; /* of the source, one bit a request */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds)
{
    if (!holds)
        abort();
}

static enum status take(void *context, uint64_t size, gpu_addr *out)
{
    struct world *const world = context;
    const bool is_refused = world->refusals & 1;
    world->refusals = (uint8_t)(world->refusals >> 1 | is_refused << 7);
    must(size > 0 && size % POOL_GRANULARITY == 0);
    must(size <= world->limit - world->held);
    if (is_refused)
        return STATUS_NO_MEMORY;
    *out = world->next;
    world->next += size + world->gap;
    world->held += size;
    return STATUS_OK;
}

static void give_back(void *context, gpu_addr addr, uint64_t size)
{
    struct world *const world = context;
    must(addr < world->next && size <= world->held);
    world->held -= size;
}

static void add_live(struct world *world, gpu_addr addr, uint64_t size)
{
    for (size_t i = 0; i < world->live_count; i++) {
        const struct chunk *const other = &world->live[i];
        must(addr + size <= other->addr || other->addr + other->size <= addr);
    }
    world->live[world->live_count++] = (struct chunk){addr, size};
}

/* Few sizes that collide, large ones, absurd ones. */
static uint64_t size_of(uint8_t byte)
{
    if (byte >= 250)
        return UINT64_MAX - (byte & 7) * 256;
    if (byte < 128)
        return 1 + (uint64_t)byte * 128;
    return UINT64_C(1) << (byte & 31);
}

static void do_alloc(struct world *world, uint8_t how, uint8_t byte)
{
    if (world->live_count == LIVE)
        return;
    const uint64_t size = size_of(byte);
    const uint64_t alignment = UINT64_C(256) << (how >> 4 & 7);
    gpu_addr addr;
    const enum status status =
        how & 0x80 ? pool_alloc_held(world->pool, size, alignment, &addr)
                   : pool_alloc(world->pool, size, alignment, &addr);
    if (status != STATUS_OK)
        return;
    must(addr % alignment == 0 && pool_owns(world->pool, addr));
    must(pool_owns(world->pool, addr + size - 1));
    add_live(world, addr, size);
}

static struct chunk pick(struct world *world, uint8_t byte)
{
    const size_t index = byte % world->live_count;
    const struct chunk chunk = world->live[index];
    world->live[index] = world->live[--world->live_count];
    return chunk;
}

static void do_free(struct world *world, uint8_t how, uint8_t byte)
{
    if (world->live_count == 0)
        return;
    const gpu_addr addr = pick(world, byte).addr;
    struct pool_chunk chunk;
    must(pool_find(world->pool, addr, &chunk) == STATUS_OK);
    if (how & 0x10) {
        world->epoch += how >> 5 & 1;
        must(pool_set_aside(world->pool, addr, world->epoch) == STATUS_OK);
    } else {
        must(pool_free(world->pool, addr) == STATUS_OK);
    }
    must(pool_free(world->pool, addr) == STATUS_UNKNOWN);
}

static void do_wild_free(struct world *world, uint8_t byte)
{
    if (world->live_count == 0)
        return;
    const struct chunk chunk = world->live[byte % world->live_count];
    must(pool_free(world->pool, chunk.addr + 1 + byte % 255) == STATUS_UNKNOWN);
}

static void step(struct world *world, uint8_t how, uint8_t byte)
{
    switch (how & 15) {
    case 0:
        pool_release_idle(world->pool);
        break;
    case 1:
        pool_clear(world->pool,
                   world->epoch > byte % 4u ? world->epoch - byte % 4u : 0);
        break;
    case 2:
        do_wild_free(world, byte);
        break;
    case 3:
        world->refusals = byte;
        break;
    case 4:
    case 5:
    case 6:
    case 7:
    case 8:
        do_free(world, how, byte);
        break;
    default:
        do_alloc(world, how, byte);
    }
}

static bool make(struct world *world, uint8_t byte)
{
    static const uint64_t limits[] = {4096, MIB, 48 * MIB + 100,
                                      UINT64_C(1) << 50};
    world->limit = limits[byte & 3];
    world->next = UINT64_C(1) << 32;
    world->gap = byte & 64 ? 256 : 0;
    const struct pool_config config = {
        .policy = byte & 4 ? POOL_ORIGINAL : POOL_LEAN,
        .limit = world->limit,
        .preallocate = byte & 8,
        .release_idle = byte & 16,
        .rounding = byte & 32 ? 512 : 0,
        .fragmentation_fraction = byte & 128 ? 0.001 : 0,
        .source = {take, give_back, world},
    };
    return pool_create(&config, &world->pool) == STATUS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct world world;
    world = (struct world){0};
    if (size == 0 || !make(&world, data[0]))
        return 0;
    for (size_t i = 1; i + 1 < size && i < 2 * STEPS; i += 2) {
        step(&world, data[i], data[i + 1]);
        must(pool_check(world.pool) == NULL);
    }
    pool_clear(world.pool, UINT64_MAX);
    while (world.live_count)
        must(pool_free(world.pool, pick(&world, 0).addr) == STATUS_OK);
    pool_release_idle(world.pool);
    must(pool_check(world.pool) == NULL);
    must(world.held == 0);
    pool_destroy(world.pool);
    return 0;
}
