/* Several arenas: contexts, devices, drivers that lack what a pool needs. */

#include "shim/arena.h"

#include "shim/state.h"
#include "tests/fake_process.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <pthread.h>
#include <stdlib.h>

enum {
    MIB = 1 << 20,
};

static struct fake_cuda *cuda;
static struct arena *arenas[FAKE_CONTEXTS];

static void begin(void)
{
    clearenv();
    setenv("GPUALLOC_LIMIT", "24M", true);
    cuda = process_begin("libcuda.so.1");
    cr_assert_not_null(cuda);
    for (int i = FAKE_CONTEXTS - 1; i >= 0; i--)
        arenas[i] = process_arena(&cuda->contexts[i]);
}

static void clear_environment(void)
{
    clearenv();
}

static const struct vendor *vendor(void)
{
    return vendor_of(LIBRARY_CUDA);
}

static gpu_addr must_alloc(int context, uint64_t size)
{
    gpu_addr addr;
    process_enter(&cuda->contexts[context]);
    cr_assert(eq(int, arena_alloc(arenas[context], size, &addr), STATUS_OK));
    return addr;
}

static void expect_gone(int context, gpu_addr addr)
{
    struct pool_chunk chunk;
    struct arena *arena = arenas[context];
    cr_expect(eq(ptr, arena_of(addr), NULL));
    cr_expect(eq(int, arena_find(arena, addr, &chunk), STATUS_UNKNOWN));
    cr_expect(eq(int, arena_free(arena, addr), STATUS_UNKNOWN));
    cr_expect(eq(int, arena_set_aside(arena, addr), STATUS_UNKNOWN));
}

static void expect_there(int context, gpu_addr addr)
{
    struct pool_chunk chunk;
    cr_expect(eq(ptr, arena_of(addr), arenas[context]));
    cr_expect(eq(int, arena_find(arenas[context], addr, &chunk), STATUS_OK));
}

TestSuite(arena_places, .init = begin);

Test(arena_places, have_an_arena_for_each_context)
{
    for (int i = 0; i < FAKE_CONTEXTS; i++) {
        cr_expect_not_null(arenas[i]);
        cr_expect(ne(ptr, arenas[i], arenas[(i + 1) % FAKE_CONTEXTS]));
        cr_expect(eq(ptr, process_arena(&cuda->contexts[i]), arenas[i]));
        cr_expect(eq(int, arena_place(arenas[i])->dev, cuda->contexts[i].dev));
    }
}

Test(arena_places, take_memory_on_their_own_device)
{
    must_alloc(0, 4 * MIB);
    must_alloc(1, 8 * MIB);

    cr_expect(eq(u64, cuda->held[0], 4 * MIB));
    cr_expect(eq(u64, cuda->held[1], 8 * MIB));
}

Test(arena_places, know_whose_an_address_is_whatever_is_current)
{
    const gpu_addr first = must_alloc(0, MIB), second = must_alloc(1, MIB);
    const gpu_addr third = must_alloc(2, MIB);

    process_enter(NULL);

    expect_there(0, first);
    expect_there(1, second);
    expect_there(2, third);
}

Test(arena_places, count_the_idle_bytes_of_one_device)
{
    must_alloc(0, MIB);
    must_alloc(2, 512);
    must_alloc(1, 2 * MIB);

    cr_expect(eq(u64, arena_idle_bytes(vendor(), 0), 3 * MIB - 512));
    cr_expect(eq(u64, arena_idle_bytes(vendor(), 1), 0));
    cr_expect(eq(u64, arena_idle_bytes(vendor(), 7), 0));
    cr_expect(eq(u64, arena_idle_bytes(vendor_of(LIBRARY_AMDHIP), 0), 0));
}

Test(arena_places, count_what_is_set_aside_as_idle)
{
    const gpu_addr addr = must_alloc(0, MIB);

    arena_set_aside(arenas[0], addr);

    cr_expect(eq(u64, arena_idle_bytes(vendor(), 0), 2 * MIB));
}

static void expect_limit(int context)
{
    gpu_addr addr;
    process_enter(&cuda->contexts[context]);
    cr_expect(
        eq(int, arena_alloc(arenas[context], MIB, &addr), STATUS_NO_MEMORY));
}

Test(arena_places, share_the_limit_of_their_device)
{
    must_alloc(0, 16 * MIB);
    must_alloc(2, 8 * MIB);
    expect_limit(0);
    expect_limit(2);

    must_alloc(1, 24 * MIB);
    expect_limit(1);

    cr_expect(eq(u64, cuda->held[0], 24 * MIB));
    cr_expect(eq(u64, cuda->held[1], 24 * MIB));
}

Test(arena_places, leave_their_share_to_others_when_they_end)
{
    must_alloc(0, 16 * MIB);

    arena_forget_context(vendor(), &cuda->contexts[0]);
    process_end(&cuda->contexts[0]);

    must_alloc(2, 24 * MIB);
    expect_limit(0);
}

Test(arena_places, forget_a_context_and_free_nothing)
{
    const gpu_addr first = must_alloc(0, MIB), third = must_alloc(2, MIB);

    arena_forget_context(vendor(), &cuda->contexts[0]);

    expect_gone(0, first);
    expect_there(2, third);
    cr_expect(eq(uint, cuda->gives, 0));
    cr_expect(eq(u64, arena_idle_bytes(vendor(), 0), MIB));
}

Test(arena_places, forget_a_context_that_is_unknown_or_empty)
{
    const gpu_addr second = must_alloc(1, MIB);

    arena_forget_context(vendor(), &cuda);
    arena_forget_context(vendor(), &cuda->contexts[0]);
    arena_forget_context(vendor_of(LIBRARY_AMDHIP), &cuda->contexts[1]);
    arena_forget_device(vendor_of(LIBRARY_AMDHIP), 1);

    expect_there(1, second);
}

Test(arena_places, forget_every_context_of_a_device)
{
    const gpu_addr first = must_alloc(0, MIB), second = must_alloc(1, MIB);
    const gpu_addr third = must_alloc(2, MIB);

    arena_forget_device(vendor(), 0);

    expect_gone(0, first);
    expect_gone(2, third);
    expect_there(1, second);
    cr_expect(eq(uint, cuda->gives, 0));
}

Test(arena_places, serve_a_new_context_at_the_address_of_an_old_one)
{
    const gpu_addr old = must_alloc(0, MIB);
    must_alloc(0, 22 * MIB);
    arena_forget_context(vendor(), &cuda->contexts[0]);
    process_end(&cuda->contexts[0]);

    const gpu_addr again = must_alloc(0, MIB);

    cr_expect(eq(ptr, process_arena(&cuda->contexts[0]), arenas[0]));
    cr_expect(eq(u64, again, old)); /* the driver hands it out again */
    expect_there(0, again);
    must_alloc(0, 22 * MIB);
}

Test(arena_driver, is_needed, .init = clear_environment)
{
    const struct place place = {vendor(), &cuda, 0};
    struct arena *arena = NULL;

    cr_expect(
        eq(int, arena_at(&place, ARENA_SHARED, &arena), STATUS_UNSUPPORTED));

    cr_expect_null(arena);
    cr_expect_not(arena_exists());
}

Test(arena_driver, must_lack_nothing, .init = clear_environment)
{
    struct arena *arena = NULL;
    struct fake_cuda *lacking = process_begin("libcuda-lacking.so.1");
    const struct place place = {vendor(), &lacking->contexts[0], 0};

    cr_expect(
        eq(int, arena_at(&place, ARENA_SHARED, &arena), STATUS_UNSUPPORTED));

    cr_expect_null(arena);
    cr_expect_str_eq(vendor_missing(vendor()), "cuMemGetInfo_v2");
}

enum {
    THREADS = 8,
    ROUNDS = 5000,
    SLOTS = 16,
};

static _Atomic unsigned faults;

/* Random allocations and frees in one context; at the end nothing is left. */
static void *come_and_go(void *context)
{
    const uintptr_t thread = (uintptr_t)context;
    struct arena *arena = process_arena(&cuda->contexts[thread % 2]);
    gpu_addr slots[SLOTS] = {0};
    uint32_t random = (uint32_t)thread;

    for (unsigned i = 0; i < ROUNDS + SLOTS; i++) {
        random = random * 1664525 + 1013904223;
        const unsigned at = i < ROUNDS ? random >> 28 : i - ROUNDS;
        gpu_addr *slot = &slots[at];
        if (*slot) {
            faults += arena_of(*slot) != arena;
            faults += arena_free(arena, *slot) != STATUS_OK;
            *slot = 0;
        } else if (i < ROUNDS) {
            faults +=
                arena_alloc(arena, 1 + random % 100000, slot) != STATUS_OK;
        }
    }
    return NULL;
}

Test(arena_places, serve_8_threads_on_2_devices)
{
    pthread_t threads[THREADS];

    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, come_and_go, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);

    cr_expect(eq(uint, faults, 0));
    for (int dev = 0; dev < FAKE_DEVICES; dev++)
        cr_expect(eq(u64, arena_idle_bytes(vendor(), dev), cuda->held[dev]));
    cr_expect(eq(uint, cuda->bad_gives, 0));
}
