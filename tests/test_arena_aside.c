/* Chunks that are set aside, and what makes them clean. */

#include "shim/arena.h"

#include "shim/capture.h"
#include "shim/state.h"
#include "tests/fake_process.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

enum {
    MIB = 1 << 20,
};

static struct fake_cuda *cuda;
static struct arena *arena;

/* One arena with room for two chunks of a MiB before it must grow. */
static void begin(void)
{
    clearenv();
    setenv("GPUALLOC_LIMIT", "4M", true);
    cuda = process_begin("libcuda.so.1");
    cr_assert_not_null(cuda);
    arena = process_arena(&cuda->contexts[0]);
    cr_assert_not_null(arena);
}

static gpu_addr must_alloc(uint64_t size)
{
    gpu_addr addr;
    cr_assert(eq(int, arena_alloc(arena, size, &addr), STATUS_OK));
    return addr;
}

static void must_set_aside(gpu_addr addr)
{
    cr_assert(eq(int, arena_set_aside(arena, addr), STATUS_OK));
}

/* The program synchronises its device. */
static void synchronize(void)
{
    arena_clear(arena_place(arena), arena_end_epoch());
}

static void begin_capture(void)
{
    capture_begun(&(struct call){.rc = 0});
}

static void end_capture(void)
{
    capture_ended(&(struct call){.rc = 0});
}

TestSuite(arena_aside, .init = begin);

Test(arena_aside, is_no_chunk_in_use_any_more)
{
    struct pool_chunk chunk;
    const gpu_addr addr = must_alloc(MIB);

    must_set_aside(addr);

    cr_expect(eq(int, arena_set_aside(arena, addr), STATUS_UNKNOWN));
    cr_expect(eq(int, arena_free(arena, addr), STATUS_UNKNOWN));
    cr_expect(eq(int, arena_find(arena, addr, &chunk), STATUS_UNKNOWN));
    cr_expect(eq(ptr, arena_of(addr), arena));
}

Test(arena_aside, is_not_handed_out_while_there_is_other_memory)
{
    const gpu_addr first = must_alloc(MIB);
    must_set_aside(first);

    const gpu_addr second = must_alloc(MIB);

    cr_expect(ne(u64, first, second));
    cr_expect(eq(uint, cuda->syncs, 0));
}

Test(arena_aside, is_handed_out_after_a_wait_for_its_device)
{
    const gpu_addr first = must_alloc(MIB);
    must_alloc(MIB);
    must_set_aside(first);

    const gpu_addr again = must_alloc(MIB);

    cr_expect(eq(u64, again, first));
    cr_expect(eq(uint, cuda->syncs, 1));
    cr_expect(eq(uint, cuda->takes, 1));
}

Test(arena_aside, is_handed_out_after_the_program_has_waited)
{
    const gpu_addr first = must_alloc(MIB);
    must_alloc(MIB);
    must_set_aside(first);

    synchronize();

    cr_expect(eq(u64, must_alloc(MIB), first));
    cr_expect(eq(uint, cuda->syncs, 0));
}

Test(arena_aside, outlasts_a_wait_that_began_before)
{
    const gpu_addr first = must_alloc(MIB);
    must_alloc(MIB);

    const uint64_t epoch = arena_end_epoch();
    must_set_aside(first);
    arena_clear(arena_place(arena), epoch);
    must_alloc(MIB);

    cr_expect(eq(uint, cuda->syncs + cuda->takes, 2));
}

Test(arena_aside, outlasts_a_wait_for_another_place)
{
    const struct place elsewhere = {vendor_of(LIBRARY_CUDA), &cuda->contexts[1],
                                    1};
    const gpu_addr first = must_alloc(MIB);
    must_set_aside(first);
    must_alloc(MIB);

    arena_clear(&elsewhere, arena_end_epoch());
    must_alloc(MIB);

    cr_expect(eq(uint, cuda->syncs + cuda->takes, 2));
}

Test(arena_aside, is_waited_for_where_the_limit_leaves_nothing_else)
{
    gpu_addr chunks[4];
    for (int i = 0; i < 4; i++)
        chunks[i] = must_alloc(MIB);
    must_set_aside(chunks[2]);
    must_set_aside(chunks[3]);

    must_alloc(2 * MIB);

    cr_expect(ge(uint, cuda->syncs, 1));
    cr_expect(le(u64, cuda->held[0], 4 * MIB));
}

Test(arena_aside, is_not_handed_out_where_the_wait_fails)
{
    gpu_addr addr;
    for (int i = 0; i < 3; i++)
        must_alloc(MIB);
    const gpu_addr last = must_alloc(MIB);
    must_set_aside(last);
    cuda->sync_rc = 700;

    cr_expect(eq(int, arena_alloc(arena, MIB, &addr), STATUS_NO_MEMORY));

    cr_expect(ge(uint, cuda->syncs, 1));
    cuda->sync_rc = 0;
    cr_expect(eq(u64, must_alloc(MIB), last));
}

Test(arena_aside, goes_with_its_context)
{
    const gpu_addr addr = must_alloc(MIB);
    must_set_aside(addr);

    arena_forget_context(vendor_of(LIBRARY_CUDA), &cuda->contexts[0]);
    synchronize();

    cr_expect(eq(ptr, arena_of(addr), NULL));
    cr_expect(eq(uint, cuda->syncs, 0));
}

Test(arena_aside, is_neither_waited_for_nor_grown_past_during_a_capture)
{
    gpu_addr addr = 7;
    const gpu_addr first = must_alloc(MIB);
    must_alloc(MIB);
    must_set_aside(first);
    begin_capture();

    cr_expect(eq(int, arena_alloc(arena, MIB, &addr), STATUS_CAPTURE));

    cr_expect(eq(u64, addr, 7));
    cr_expect(eq(uint, cuda->syncs, 0));
    cr_expect(eq(uint, cuda->takes, 1));
    end_capture();
    cr_expect(eq(u64, must_alloc(MIB), first));
}

Test(arena_aside, leaves_what_is_clean_to_a_capture)
{
    must_alloc(MIB);
    begin_capture();

    must_alloc(MIB);

    cr_expect(eq(uint, cuda->takes, 1));
}
