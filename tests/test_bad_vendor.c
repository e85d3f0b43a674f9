#include "tests/preload/run.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

/* A vendor's library that lacks functions, and none at all. */

Test(bad_vendor, a_driver_without_half_of_its_functions_serves_itself)
{
    const struct run *seen =
        run("LD_LIBRARY_PATH=^/tests/preload/inner GPUALLOC_ALLOCATOR=bfc",
            "inner_calls");

    must_print(seen, "take 0 give 0\ntake 0 0\n");
    must_say(decision(seen, 1), "why=stream-ordered verdict=rule");
    must_say(decision(seen, 3), "route=driver rc=0 why=vendor-incomplete "
                                "verdict=FALLBACK");
    must_say(decision(seen, 4), "why=vendor-incomplete verdict=FALLBACK");
    cr_expect(eq(int, lines_of(seen->log, "warn"), 1));
    must_say(line_of(seen->log, "warn", 1), "what=vendor-incomplete");
}

Test(bad_vendor, a_driver_without_half_of_its_functions_is_refused_by_strict)
{
    const struct run *seen =
        run("LD_LIBRARY_PATH=^/tests/preload/inner GPUALLOC_ALLOCATOR=bfc "
            "GPUALLOC_STRICT=1",
            "inner_calls");

    must_print(seen, "take 0 give 0\ntake 801 801\n");
    must_say(decision(seen, 3), "route=refused rc=801 why=vendor-incomplete");
}

Test(bad_vendor, without_any_library_a_preload_behind_us_is_called)
{
    const struct run *seen =
        run("LD_PRELOAD=^/libgpualloc.so:^/tests/preload/libown_functions.so",
            "no_vendor");

    must_print(seen, "take 4096 written\ntake 4096 written\n");
    must_say(decision(seen, 1), "api=cudaMalloc route=driver rc=4096");
}

Test(bad_vendor, without_any_library_calls_answer_not_supported)
{
    const struct run *alone = run_alone("", "no_vendor");
    const struct run *seen = run("", "no_vendor");

    must_print(alone, "no runtime\n");
    must_print(seen, "take 801 kept\ntake 801 kept\n");
    cr_expect(eq(int, lines_of(seen->log, "warn"), 1));
    must_say(line_of(seen->log, "warn", 1), "what=no-function api=cudaMalloc");
    must_say(line_of(seen->log, "banner", 1), "vendors=none");
    must_say(decision(seen, 1), "rc=801 ptr=0x0 dev=-1");
    must_say(line_of(seen->log, "summary", 1), "failed=2 allocs=0 live=0");
}
