/* What arenas tell of themselves, and what they give back when asked. */

#include "shim/arena.h"

#include "shim/gpualloc.h"
#include "shim/state.h"
#include "tests/fake_process.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
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

static gpu_addr must_alloc(int context, uint64_t size)
{
    gpu_addr addr;
    process_enter(&cuda->contexts[context]);
    cr_assert(eq(int, arena_alloc(arenas[context], size, &addr), STATUS_OK));
    return addr;
}

static void must_free(int context, gpu_addr addr)
{
    cr_assert(eq(int, arena_free(arenas[context], addr), STATUS_OK));
}

static void must_set_aside(int context, gpu_addr addr)
{
    cr_assert(eq(int, arena_set_aside(arenas[context], addr), STATUS_OK));
}

static struct gpualloc_stats stats_of(int dev)
{
    struct gpualloc_stats stats = {0};
    arena_add_stats(dev, &stats);
    return stats;
}

TestSuite(arena_stats, .init = begin);

Test(arena_stats, are_all_0_where_nothing_was_allocated)
{
    const struct gpualloc_stats stats = stats_of(0);

    cr_expect(eq(u64, stats.pool_bytes, 0));
    cr_expect(eq(u64, stats.in_use, 0));
    cr_expect(eq(u64, stats.hits + stats.misses, 0));
    cr_expect(eq(dbl, stats.fragmentation, 0));
}

Test(arena_stats, tell_what_was_asked_for_and_what_holds_it)
{
    must_alloc(0, 1000);

    const struct gpualloc_stats stats = stats_of(0);

    cr_expect(eq(u64, stats.requested, 1000));
    cr_expect(eq(u64, stats.in_use, 1024));
    cr_expect(eq(u64, stats.peak_in_use, 1024));
    cr_expect(eq(u64, stats.pool_bytes, 2 * MIB));
    cr_expect(eq(u64, stats.peak_pool_bytes, 2 * MIB));
    cr_expect(eq(u64, stats.largest_free, 2 * MIB - 1024));
    cr_expect(gt(u64, stats.metadata_bytes, 0));
}

Test(arena_stats, are_those_of_one_device)
{
    must_alloc(0, MIB);
    must_alloc(2, 2 * MIB);
    must_alloc(1, 4 * MIB);

    cr_expect(eq(u64, stats_of(0).in_use, 3 * MIB));
    cr_expect(eq(u64, stats_of(1).in_use, 4 * MIB));
    cr_expect(eq(u64, stats_of(7).in_use, 0));
}

Test(arena_stats, count_hits_misses_and_waits_of_our_own)
{
    const gpu_addr first = must_alloc(0, MIB);
    must_alloc(0, MIB);
    must_set_aside(0, first);
    cr_expect(eq(u64, stats_of(0).quarantined, MIB));

    must_alloc(0, MIB);

    const struct gpualloc_stats stats = stats_of(0);
    cr_expect(eq(u64, stats.hits, 1));
    cr_expect(eq(u64, stats.misses, 2));
    cr_expect(eq(u64, stats.synchronisations, 1));
    cr_expect(eq(u64, stats.quarantined, 0));
}

Test(arena_stats, tell_how_much_of_what_is_free_is_not_in_one_piece)
{
    gpu_addr chunks[4];
    for (int i = 0; i < 4; i++)
        chunks[i] = must_alloc(0, MIB / 2);
    must_free(0, chunks[0]);
    must_free(0, chunks[2]);

    cr_expect(eq(dbl, stats_of(0).fragmentation, 0.5));
}

Test(arena_stats, leave_out_what_ended_with_its_context)
{
    must_alloc(0, MIB);

    arena_forget_context(vendor_of(LIBRARY_CUDA), &cuda->contexts[0]);

    cr_expect(eq(u64, stats_of(0).pool_bytes, 0));
}

Test(arena_trim, gives_back_regions_that_are_idle, .init = begin)
{
    must_free(0, must_alloc(0, 4 * MIB));
    must_alloc(1, MIB);

    cr_expect(eq(u64, arena_trim(0), 4 * MIB));

    cr_expect(eq(u64, cuda->held[0], 0));
    cr_expect(eq(u64, cuda->held[1], 2 * MIB));
    cr_expect(eq(u64, arena_trim(0), 0));
    must_alloc(0, 24 * MIB);
}

Test(arena_trim, gives_back_what_was_set_aside_after_a_wait, .init = begin)
{
    must_set_aside(0, must_alloc(0, 4 * MIB));

    cr_expect(eq(u64, arena_trim(0), 4 * MIB));

    cr_expect(eq(uint, cuda->syncs, 1));
}

Test(arena_trim, keeps_what_is_set_aside_where_the_wait_fails, .init = begin)
{
    must_set_aside(0, must_alloc(0, 4 * MIB));
    cuda->sync_rc = 700;

    cr_expect(eq(u64, arena_trim(0), 0));

    cr_expect(eq(u64, cuda->held[0], 4 * MIB));
}

Test(arena_trim, keeps_regions_in_which_anything_lives, .init = begin)
{
    must_alloc(0, 512);
    must_free(0, must_alloc(0, MIB));

    cr_expect(eq(u64, arena_trim(0), 0));
}

Test(arena_trim, leaves_the_current_context_of_the_thread_as_it_was,
     .init = begin)
{
    struct place place;
    must_free(0, must_alloc(0, MIB));
    process_enter(&cuda->contexts[1]);

    cr_expect(eq(u64, arena_trim(0), 2 * MIB));

    cr_assert(eq(int, vendor_place(vendor_of(LIBRARY_CUDA), &place), 0));
    cr_expect(eq(ptr, place.context, &cuda->contexts[1]));
}

Test(arena_stats, have_one_limit_however_many_contexts_share_it)
{
    must_alloc(0, MIB);
    cr_expect(eq(u64, stats_of(0).limit, 24 * MIB));

    must_alloc(2, MIB);
    cr_expect(eq(u64, stats_of(0).limit, 24 * MIB));
}

Test(arena_trim, enters_no_context_that_has_ended, .init = begin)
{
    must_free(0, must_alloc(0, MIB));
    arena_forget_context(vendor_of(LIBRARY_CUDA), &cuda->contexts[0]);
    process_end(&cuda->contexts[0]);
    cuda->entries = 0;

    cr_expect(eq(u64, arena_trim(0), 0));

    cr_expect(eq(uint, cuda->entries, 0));
}
