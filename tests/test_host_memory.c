/* What the books do where the host has no memory for them. */

#include "shim/arena.h"
#include "shim/ledger.h"
#include "shim/region_map.h"
#include "shim/state.h"
#include "tests/fake_memory.h"
#include "tests/fake_process.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

enum {
    MIB = 1 << 20,
    MANY = 10000, /* more than any table has room for at first */
};

static void put(gpu_addr addr)
{
    ledger_put(&(struct ledger_entry){.addr = addr, .size = 8});
}

static bool take(gpu_addr addr)
{
    struct ledger_entry entry;
    return ledger_take(SPACE_MEMORY, addr, &entry);
}

Test(host_memory, lacking_leaves_the_ledger_empty)
{
    memory_refuse(true);
    put(0x1000);
    memory_refuse(false);

    cr_expect_not(take(0x1000));
    put(0x1000);
    cr_expect(take(0x1000));
}

Test(host_memory, lacking_costs_the_ledger_no_entry_that_it_has)
{
    for (gpu_addr addr = 1; addr <= 100; addr++)
        put(addr << 12);

    memory_refuse(true);
    for (gpu_addr addr = 101; addr <= MANY; addr++)
        put(addr << 12);
    memory_refuse(false);

    unsigned kept = 0;
    for (gpu_addr addr = 1; addr <= 100; addr++)
        cr_assert(take(addr << 12));
    for (gpu_addr addr = 101; addr <= MANY; addr++)
        kept += take(addr << 12);
    cr_expect(lt(uint, kept, MANY - 100));
}

Test(host_memory, lacking_does_not_matter_where_an_entry_is_replaced)
{
    struct ledger_entry entry = {.addr = 0x1000};
    ledger_put(&entry);

    memory_refuse(true);
    for (entry.size = 1; entry.size < MANY; entry.size++)
        ledger_put(&entry);
    memory_refuse(false);

    cr_assert(ledger_take(SPACE_MEMORY, 0x1000, &entry));
    cr_expect(eq(u64, entry.size, MANY - 1));
}

Test(host_memory, lacking_keeps_a_region_out_of_the_map_and_changes_nothing)
{
    struct arena *arena = (struct arena *)64;
    gpu_addr addr = 1;
    memory_refuse(true);
    cr_expect(eq(int, region_map_add(0x1000, 0x1000, arena), STATUS_NO_MEMORY));
    cr_expect_null(region_map_find(0x1000));
    memory_refuse(false);
    cr_assert(eq(int, region_map_add(0x1000, 0x1000, arena), STATUS_OK));

    memory_refuse(true);
    while (region_map_add(++addr << 12, 0x1000, arena) == STATUS_OK)
        ;
    memory_refuse(false);

    cr_expect_null(region_map_find(addr << 12));
    for (gpu_addr known = 1; known < addr; known++)
        cr_assert(eq(ptr, region_map_find(known << 12), arena));
}

static struct fake_cuda *begin(void)
{
    clearenv();
    setenv("GPUALLOC_LIMIT", "24M", true);
    struct fake_cuda *cuda = process_begin("libcuda.so.1");
    cr_assert_not_null(cuda);
    return cuda;
}

Test(host_memory, lacking_makes_no_arena)
{
    struct fake_cuda *cuda = begin();

    memory_refuse(true);
    cr_expect_null(process_arena(&cuda->contexts[0]));
    memory_refuse(false);

    cr_expect_not_null(process_arena(&cuda->contexts[0]));
}

Test(host_memory, lacking_makes_no_pool_in_an_arena)
{
    gpu_addr addr = 7;
    struct fake_cuda *cuda = begin();
    struct arena *arena = process_arena(&cuda->contexts[0]);

    memory_refuse(true);
    cr_expect(eq(int, arena_alloc(arena, MIB, &addr), STATUS_NO_MEMORY));
    memory_refuse(false);

    cr_expect(eq(u64, addr, 7));
    cr_expect(eq(int, arena_alloc(arena, MIB, &addr), STATUS_OK));
}

/* The first region of the process, for which the map has no table yet. */
Test(host_memory, lacking_gives_a_region_back_that_no_map_can_hold)
{
    gpu_addr addr;
    struct fake_cuda *cuda = begin();
    struct arena *arena = process_arena(&cuda->contexts[0]);
    cr_assert(eq(int, arena_alloc(arena, 64 * MIB, &addr), STATUS_NO_MEMORY));

    memory_refuse(true);
    cr_expect(ne(int, arena_alloc(arena, MIB, &addr), STATUS_OK));
    memory_refuse(false);

    cr_expect(eq(u64, cuda->held[0], 0));
    cr_expect(eq(uint, cuda->bad_gives, 0));
    cr_expect(eq(int, arena_alloc(arena, 24 * MIB, &addr), STATUS_OK));
}

/* A pool with thousands of chunks needs more memory for its books again and
 * again, whatever they are made of. */
Test(host_memory, lacking_leaves_a_pool_as_it_was)
{
    gpu_addr first, addr;
    struct fake_cuda *cuda = begin();
    struct arena *arena = process_arena(&cuda->contexts[0]);
    cr_assert(eq(int, arena_alloc(arena, 512, &first), STATUS_OK));

    memory_refuse(true);
    unsigned count = 0;
    while (arena_alloc(arena, 512, &addr) == STATUS_OK)
        count++;
    memory_refuse(false);

    cr_expect(lt(uint, count, 24 * MIB / 512 - 1));
    cr_expect(eq(int, arena_free(arena, first), STATUS_OK));
    cr_expect(eq(int, arena_alloc(arena, 512, &addr), STATUS_OK));
    cr_expect(eq(u64, addr, first));
}

Test(host_memory, lacking_leaves_a_chunk_in_use_that_cannot_be_set_aside)
{
    gpu_addr addr;
    struct pool_chunk chunk;
    struct fake_cuda *cuda = begin();
    struct arena *arena = process_arena(&cuda->contexts[0]);
    cr_assert(eq(int, arena_alloc(arena, MIB, &addr), STATUS_OK));

    memory_refuse(true);
    cr_expect(eq(int, arena_set_aside(arena, addr), STATUS_NO_MEMORY));
    memory_refuse(false);

    cr_expect(eq(int, arena_find(arena, addr, &chunk), STATUS_OK));
    cr_expect(eq(int, arena_free(arena, addr), STATUS_OK));
}
