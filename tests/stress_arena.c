/*
 * Threads allocate and free in the arenas of two devices, in all the ways there
 * are: at once, set aside, with the device synchronised now and then, and one
 * context ends again and again. A table says who owns each 512 bytes of the
 * made-up memory, so what is handed out twice is noticed at once.
 */

#include "tests/fake_process.h"
#include "tests/stress.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    THREADS = 8,
    SLOTS = 32,
    GRAIN = 512,
    GRAINS = FAKE_PAGES * (FAKE_PAGE / GRAIN),
};

static struct fake_cuda *cuda;
static struct arena *arenas[FAKE_DEVICES];
static _Atomic uint64_t faults;
static _Atomic uint8_t owners[GRAINS];

struct chunk {
    gpu_addr addr;
    uint64_t size;
};

/* Every grain changes hands, from one owner to the other and nobody else. */
static void hand_over(const struct chunk *chunk, uint8_t from, uint8_t to)
{
    for (uint64_t at = 0; at < chunk->size; at += GRAIN) {
        const uint64_t grain = (chunk->addr + at - fake_first_addr) / GRAIN;
        faults += atomic_exchange(&owners[grain], to) != from;
    }
}

static void take(struct stress *stress, struct arena *arena,
                 struct chunk *chunk)
{
    const uint64_t random = stress_random(stress);
    const uint64_t size = 1 + random % (random % 8 ? 16 << 10 : 512 << 10);
    if (arena_alloc(arena, size, &chunk->addr) != STATUS_OK) {
        chunk->addr = 0;
        return;
    }
    chunk->size = size;
    faults += arena_of(chunk->addr) != arena;
    hand_over(chunk, 0, (uint8_t)(stress->thread + 1));
}

/* The table is cleared first: once freed, the chunk is anybody's. */
static void give(struct stress *stress, struct arena *arena,
                 struct chunk *chunk)
{
    struct pool_chunk was = {0};
    faults += arena_find(arena, chunk->addr, &was) != STATUS_OK ||
              was.requested != chunk->size;
    hand_over(chunk, (uint8_t)(stress->thread + 1), 0);
    const enum status status = stress_random(stress) % 2
                                   ? arena_free(arena, chunk->addr)
                                   : arena_set_aside(arena, chunk->addr);
    faults += status != STATUS_OK;
    chunk->addr = 0;
}

static void work(struct stress *stress)
{
    const unsigned dev = stress->thread % FAKE_DEVICES;
    struct chunk chunks[SLOTS] = {0};
    process_enter(&cuda->contexts[dev]);
    while (stress_goes_on(stress)) {
        const uint64_t random = stress_random(stress);
        struct chunk *chunk = &chunks[random % SLOTS];
        if (chunk->addr)
            give(stress, arenas[dev], chunk);
        else
            take(stress, arenas[dev], chunk);
        if (random % 64 == 0)
            arena_clear(arena_place(arenas[dev]), arena_end_epoch());
    }
    for (unsigned i = 0; i < SLOTS; i++)
        if (chunks[i].addr)
            give(stress, arenas[dev], &chunks[i]);
}

/* One thread of the eight has a context to itself, which it ends. */
static void begin_and_end(struct stress *stress)
{
    struct fake_context *context = &cuda->contexts[FAKE_CONTEXTS - 1];
    const struct vendor *vendor = vendor_of(LIBRARY_CUDA);
    const uint8_t owner = (uint8_t)(stress->thread + 1);
    while (stress_goes_on(stress)) {
        struct chunk chunk = {.size = 3 * GRAIN};
        struct arena *arena = process_arena(context);
        if (arena_alloc(arena, chunk.size, &chunk.addr) != STATUS_OK)
            continue;
        faults += arena_of(chunk.addr) != arena;
        hand_over(&chunk, 0, owner);
        arena_idle_bytes(vendor, 0);
        hand_over(&chunk, owner, 0);
        arena_forget_context(vendor, context);
        faults += arena_of(chunk.addr) != NULL;
        faults += arena_free(arena, chunk.addr) != STATUS_UNKNOWN;
        process_end(context);
    }
}

static void work_or_end(struct stress *stress)
{
    if (stress->thread == THREADS - 1)
        begin_and_end(stress);
    else
        work(stress);
}

int main(void)
{
    setenv("GPUALLOC_LIMIT", "6M", true);
    setenv("GPUALLOC_LOG", "off", true);
    cuda = process_begin("libcuda.so.1");
    if (!cuda) {
        puts("arena: the fake driver cannot be loaded");
        return 1;
    }
    for (unsigned dev = 0; dev < FAKE_DEVICES; dev++)
        arenas[dev] = process_arena(&cuda->contexts[dev]);
    stress_run(work_or_end, THREADS);
    for (unsigned grain = 0; grain < GRAINS; grain++)
        faults += owners[grain] != 0;
    return stress_verdict("arena", faults + cuda->bad_gives);
}
