#include "shim/alloc.h"

#include "shim/vendor.h"
#include "tests/fake_process.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

/* An allocation that the vendor has answered with `addr`, as its wrapper
 * settles it. */
static void settle_driver_call(void *addr)
{
    struct call call = {.entry = ENTRY_cudaMalloc,
                        .vendor = vendor_of(LIBRARY_CUDART),
                        .out = &addr,
                        .size = 512,
                        .dev = 0,
                        .route = ROUTE_DRIVER,
                        .why = "requested",
                        .caller = (const void *)settle_driver_call};

    alloc_settle(&call);
}

static struct fake_cuda *begin_as(const char *allocator)
{
    clearenv();
    setenv("GPUALLOC_ALLOCATOR", allocator, true);
    struct fake_cuda *cuda = process_begin("libcuda.so.1");
    cr_assert_not_null(cuda);
    return cuda;
}

Test(alloc, a_pool_address_on_a_platform_line_is_a_misroute)
{
    struct fake_cuda *cuda = begin_as("platform");
    struct arena *arena = process_arena(&cuda->contexts[0]);
    gpu_addr addr;
    cr_assert(eq(int, arena_alloc(arena, 512, &addr), STATUS_OK));

    settle_driver_call((void *)addr);

    cr_expect_not_null(
        strstr(process_log(), "why=pool-address verdict=MISROUTE"));
}

Test(alloc, an_address_of_the_drivers_on_a_platform_line_is_in_order)
{
    begin_as("platform");

    settle_driver_call((void *)0x7f0000001000);

    cr_expect_not_null(strstr(process_log(), "verdict=ok"));
    cr_expect_null(strstr(process_log(), "MISROUTE"));
}

Test(alloc, a_region_line_counts_what_all_pools_of_the_device_hold)
{
    struct fake_cuda *cuda = begin_as("bfc");
    struct arena *shared = process_arena(&cuda->contexts[0]), *whole;
    gpu_addr addr;
    cr_assert(
        eq(int, arena_at(arena_place(shared), ARENA_WHOLE, &whole), STATUS_OK));

    cr_assert(eq(int, arena_alloc(shared, 512, &addr), STATUS_OK));
    cr_assert(eq(int, arena_alloc(whole, 4 << 20, &addr), STATUS_OK));

    cr_expect_not_null(strstr(process_log(), "size=2097152 ptr="));
    cr_expect_not_null(strstr(process_log(), " pool_bytes=6291456 "));
}
