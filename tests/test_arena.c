#include "shim/arena.h"

#include "shim/state.h"
#include "tests/fake_process.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KIB = 1024,
    MIB = 1024 * KIB,
};

static struct fake_cuda *cuda;
static struct arena *arena;

/* One arena, in the first context of device 0. */
static void begin_with(const char *limit)
{
    setenv("GPUALLOC_LIMIT", limit, true);
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

static void must_free(gpu_addr addr)
{
    cr_assert(eq(int, arena_free(arena, addr), STATUS_OK));
}

static void expect_refusal(uint64_t size, enum status expected)
{
    gpu_addr addr = 7;
    cr_expect(eq(int, arena_alloc(arena, size, &addr), expected));
    cr_expect(eq(u64, addr, 7));
}

static void clear_environment(void)
{
    clearenv();
}

TestSuite(arena, .init = clear_environment);

Test(arena, serves_from_regions_of_the_vendor)
{
    begin_with("50%");

    const gpu_addr addr = must_alloc(MIB);

    cr_expect(eq(uint, cuda->takes, 1));
    cr_expect(eq(ptr, arena_of(addr), arena));
    cr_expect(eq(ptr, arena_of(addr + MIB - 1), arena));
    cr_expect(eq(ptr, arena_of(addr + (64 << 20)), NULL));
}

Test(arena, serves_from_what_it_holds_without_a_call)
{
    begin_with("50%");
    const gpu_addr first = must_alloc(MIB);

    const gpu_addr second = must_alloc(MIB);
    must_free(first);
    const gpu_addr third = must_alloc(MIB);

    cr_expect(ne(u64, first, second));
    cr_expect(eq(u64, first, third));
    cr_expect(eq(uint, cuda->takes, 1));
    cr_expect(eq(uint, cuda->gives, 0));
}

Test(arena, knows_its_place)
{
    begin_with("50%");

    const struct place *place = arena_place(arena);

    cr_expect(eq(ptr, place->context, &cuda->contexts[0]));
    cr_expect(eq(int, place->dev, 0));
    cr_expect_str_eq(vendor_name(place->vendor), "cuda");
}

Test(arena, exists_once_it_is_made)
{
    cr_expect_not(arena_exists());

    begin_with("50%");

    cr_expect(arena_exists());
}

Test(arena, tells_what_a_chunk_is)
{
    begin_with("50%");
    const gpu_addr addr = must_alloc(1000);
    struct pool_chunk chunk;

    cr_assert(eq(int, arena_find(arena, addr, &chunk), STATUS_OK));

    cr_expect(eq(u64, chunk.addr, addr));
    cr_expect(eq(u64, chunk.requested, 1000));
    cr_expect(eq(u64, chunk.size, 1024));
    cr_expect(eq(u64, chunk.region_size, 2 * MIB));
}

Test(arena, frees_only_what_is_in_use_and_starts_there)
{
    begin_with("50%");
    const gpu_addr addr = must_alloc(MIB);
    struct pool_chunk chunk;

    cr_expect(eq(int, arena_free(arena, addr + 512), STATUS_UNKNOWN));
    cr_expect(eq(int, arena_free(arena, addr + MIB), STATUS_UNKNOWN));
    cr_expect(eq(int, arena_free(arena, 0x1000), STATUS_UNKNOWN));
    must_free(addr);
    cr_expect(eq(int, arena_free(arena, addr), STATUS_UNKNOWN));
    cr_expect(eq(int, arena_find(arena, addr, &chunk), STATUS_UNKNOWN));
}

Test(arena, aligns_small_chunks_to_512_bytes)
{
    begin_with("50%");
    const uint64_t sizes[] = {1, 511, 512, 513, 1000, 64 * KIB - 1};

    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        struct pool_chunk chunk;
        const gpu_addr addr = must_alloc(sizes[i]);
        arena_find(arena, addr, &chunk);
        cr_expect(eq(u64, addr % 512, 0));
        cr_expect(eq(u64, chunk.size % 512, 0));
        cr_expect(ge(u64, chunk.size, sizes[i]));
    }
}

Test(arena, aligns_chunks_to_pages_from_64_kib)
{
    begin_with("50%");

    for (int i = 0; i < 8; i++) {
        must_alloc(512); /* so that the next one cannot lie at a page */
        cr_expect(eq(u64, must_alloc(64 * KIB) % 4096, 0));
        cr_expect(eq(u64, must_alloc(64 * KIB + 1) % 4096, 0));
    }
}

Test(arena, stops_at_the_limit)
{
    begin_with("8M");
    must_alloc(4 * MIB);
    must_alloc(4 * MIB);

    expect_refusal(512, STATUS_NO_MEMORY);
    expect_refusal(64 * MIB, STATUS_NO_MEMORY);
    expect_refusal(UINT64_MAX, STATUS_NO_MEMORY);

    cr_expect(eq(u64, cuda->held[0], 8 * MIB));
    cr_expect(eq(uint, cuda->refusals, 0));
}

Test(arena, takes_its_limit_as_a_share_of_the_device)
{
    begin_with("25%");

    must_alloc(16 * MIB);

    expect_refusal(512, STATUS_NO_MEMORY);
}

Test(arena, takes_the_whole_limit_at_once_if_asked)
{
    setenv("GPUALLOC_PREALLOCATE", "1", true);
    begin_with("32M");
    cr_expect(eq(u64, cuda->held[0], 0));

    must_alloc(512);

    cr_expect(eq(u64, cuda->held[0], 32 * MIB));
    cr_expect(eq(uint, cuda->takes, 1));
}

Test(arena, says_that_the_vendor_refused)
{
    begin_with("50%");
    cuda->refuse_from = 1;

    expect_refusal(MIB, STATUS_DRIVER);

    cr_expect(gt(uint, cuda->refusals, 0));
}

Test(arena, says_the_limit_again_once_the_vendor_no_longer_refuses)
{
    begin_with("8M");
    cuda->refuse_from = 1;
    expect_refusal(MIB, STATUS_DRIVER);
    cuda->refuse_from = 0;

    must_alloc(8 * MIB);

    expect_refusal(MIB, STATUS_NO_MEMORY);
}

Test(arena, serves_from_what_it_holds_while_the_vendor_refuses)
{
    begin_with("50%");
    must_alloc(MIB);
    cuda->refuse_from = 1;

    must_alloc(MIB);

    expect_refusal(MIB, STATUS_DRIVER);
}

Test(arena, takes_less_where_the_vendor_refuses_more)
{
    setenv("GPUALLOC_POLICY", "original", true);
    begin_with("50%");
    cuda->refuse_from = 2 * MIB;

    must_alloc(MIB);

    cr_expect(gt(uint, cuda->refusals, 0));
    cr_expect(lt(u64, cuda->held[0], 2 * MIB));
}

Test(arena, gives_idle_regions_back_under_pressure)
{
    begin_with("8M");
    const gpu_addr first = must_alloc(4 * MIB), second = must_alloc(2 * MIB);
    must_free(first);

    const gpu_addr third = must_alloc(6 * MIB);

    cr_expect(eq(uint, cuda->gives, 1));
    cr_expect(eq(u64, cuda->held[0], 8 * MIB));
    cr_expect(eq(ptr, arena_of(first), NULL));
    cr_expect(eq(ptr, arena_of(second), arena));
    cr_expect(eq(ptr, arena_of(third), arena));
}

Test(arena, reports_each_region_that_comes_and_goes)
{
    begin_with("8M");
    char extend[256], release[256];
    const gpu_addr addr = must_alloc(4 * MIB);
    snprintf(extend, sizeof(extend),
             " dev=0 pool=bfc event=extend size=4194304 ptr=0x%lx "
             "pool_bytes=4194304 limit=8388608\n",
             (unsigned long)addr);
    snprintf(release, sizeof(release),
             " dev=0 pool=bfc event=release size=4194304 ptr=0x%lx "
             "pool_bytes=0 limit=8388608\n",
             (unsigned long)addr);

    cr_expect_not_null(strstr(process_log(), extend));
    cr_expect_null(strstr(process_log(), release));
    must_free(addr);
    must_alloc(8 * MIB);
    cr_expect_not_null(strstr(process_log(), release));
}

Test(arena, has_no_use_for_a_size_of_0)
{
    gpu_addr addr;
    begin_with("8M");

    cr_expect(ne(int, arena_alloc(arena, 0, &addr), STATUS_OK));

    cr_expect(eq(uint, cuda->takes, 0));
}

Test(arena, needs_the_size_of_the_device_only_for_a_share)
{
    begin_with("8M");
    cuda->info_rc = 999;

    must_alloc(MIB);
}

Test(arena, serves_nothing_while_nobody_knows_the_limit)
{
    begin_with("50%");

    cuda->info_rc = 999;
    expect_refusal(MIB, STATUS_UNSUPPORTED);
    cuda->info_rc = 0;

    must_alloc(MIB);
}
