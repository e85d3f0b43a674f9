#include "tests/preload/run.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdio.h>
#include <string.h>

/*
 * Where a request comes from and who serves it. The witness is the trace of the
 * simulated library: platform is proven by the call that arrived there, a pool
 * hit by the one that did not.
 */

Test(routes, platform_reaches_the_driver_with_the_same_size)
{
    const struct run *seen =
        run("GPUALLOC_ALLOCATOR=platform", "steps_hip6 take:1000003 give:0");

    must_print(seen, "take 0 set\ngive 0\n");
    cr_expect(eq(int, lines_with(seen->trace, "hipMalloc "), 1));
    cr_expect(eq(int, lines_with(seen->trace, " size=1000003 "), 1));
    cr_expect(eq(int, lines_with(seen->trace, "hipFree "), 1));
    must_say(decision(seen, 1), "size=1000003 requested=platform "
                                "via=GPUALLOC_ALLOCATOR route=driver rc=0 "
                                "why=requested verdict=ok");
    must_say(decision(seen, 2), "size=1000003 route=driver why=owner");
}

Test(routes, platform_through_the_runtime_reaches_the_driver_beneath)
{
    const struct run *seen = run("GPUALLOC_ALLOCATOR=platform",
                                 "steps_cudart12 take:1000003 give:0");

    must_succeed(seen);
    cr_expect(eq(int, lines_that_begin(seen->trace, "cudaMalloc "), 1));
    cr_expect(eq(int, lines_that_begin(seen->trace, "cuMemAlloc_v2 "), 1));
    cr_expect(eq(int, lines_with(seen->trace, " size=1000003 "), 2));
    cr_expect(eq(int, decisions(seen), 2));
}

static void must_hit(const char *program, const char *take, const char *call)
{
    char command[256];
    snprintf(command, sizeof(command),
             "%s take:100K give:0 sync take:100K take:50K give:1 give:2",
             program);
    const struct run *seen = run("GPUALLOC_ALLOCATOR=bfc", command);

    must_succeed(seen);
    cr_expect(eq(int, lines_that_begin(seen->trace, take), 0), "%s",
              seen->trace);
    cr_expect(eq(int, lines_that_begin(seen->trace, call), 1), "%s",
              seen->trace);
    cr_expect(eq(int, decisions(seen), 6));
    for (int i = 1; i <= 6; i++)
        must_say(decision(seen, i), "route=pool rc=0 verdict=ok");
    cr_expect(eq(int, lines_of(seen->log, "region"), 1));
}

Test(routes, a_pool_hit_does_not_arrive_at_the_vendor)
{
    must_hit("steps_cudart12", "cudaMalloc ", "cuMemAlloc_v2 ");
    must_hit("steps_cudart13", "cudaMalloc ", "cuMemAlloc_v2 ");
    must_hit("steps_static", "none", "cuMemAlloc_v2 ");
    must_hit("steps_cuda", "cuMemAlloc ", "cuMemAlloc_v2 ");
    must_hit("steps_hip5", "none", "hipMalloc ");
    must_hit("steps_hip6", "none", "hipMalloc ");
    must_hit("steps_hip7", "none", "hipMalloc ");
}

static void must_route(const char *settings, const char *facts)
{
    const struct run *seen = run(settings, "steps_hip6 take:1M give:0");

    must_succeed(seen);
    must_say(decision(seen, 1), facts);
}

Test(routes, nothing_set_is_the_platform_by_default)
{
    must_route("", "requested=platform via=default route=driver why=default "
                   "verdict=ok");
}

Test(routes, each_source_speaks_where_the_stronger_ones_are_silent)
{
    must_route("GPUALLOC_ALLOCATOR=BFC",
               "requested=bfc via=GPUALLOC_ALLOCATOR route=pool verdict=ok");
    must_route("XLA_PYTHON_CLIENT_ALLOCATOR=platform",
               "requested=platform via=XLA_PYTHON_CLIENT_ALLOCATOR "
               "route=driver why=requested");
    must_route("XLA_PYTHON_CLIENT_ALLOCATOR=address", "requested=platform");
    must_route("XLA_PYTHON_CLIENT_ALLOCATOR=default",
               "requested=bfc via=XLA_PYTHON_CLIENT_ALLOCATOR route=pool");
    must_route("XLA_PYTHON_CLIENT_ALLOCATOR=bfc", "requested=bfc");
    must_route("XLA_PYTHON_CLIENT_ALLOCATOR=vmm", "requested=vmm");
    must_route("XLA_PYTHON_CLIENT_ALLOCATOR=cuda_async", "requested=platform");
    must_route("TF_GPU_ALLOCATOR=cuda_malloc",
               "requested=platform via=TF_GPU_ALLOCATOR why=requested");
    must_route("TF_GPU_ALLOCATOR=cuda_malloc_async",
               "requested=platform via=TF_GPU_ALLOCATOR");
}

Test(routes, an_unknown_allocator_of_tensorflow_is_one_warning)
{
    const struct run *seen =
        run("TF_GPU_ALLOCATOR=bfc", "steps_hip6 take:1M give:0");

    must_say(decision(seen, 1), "requested=platform via=default");
    cr_expect(eq(int, lines_of(seen->log, "warn"), 1));
    must_say(line_of(seen->log, "warn", 1),
             "variable=TF_GPU_ALLOCATOR value=bfc");
}

Test(routes, a_stronger_source_that_differs_is_an_override)
{
    must_route("GPUALLOC_ALLOCATOR=bfc XLA_PYTHON_CLIENT_ALLOCATOR=platform",
               "requested=bfc "
               "via=GPUALLOC_ALLOCATOR>XLA_PYTHON_CLIENT_ALLOCATOR:platform "
               "route=pool verdict=OVERRIDE");
    must_route("XLA_PYTHON_CLIENT_ALLOCATOR=bfc TF_GPU_ALLOCATOR=cuda_malloc",
               "requested=bfc "
               "via=XLA_PYTHON_CLIENT_ALLOCATOR>TF_GPU_ALLOCATOR:cuda_malloc "
               "verdict=OVERRIDE");
    must_route("GPUALLOC_ALLOCATOR=platform "
               "XLA_PYTHON_CLIENT_ALLOCATOR=address",
               "requested=platform via=GPUALLOC_ALLOCATOR verdict=ok");
}

Test(routes, overrides_stand_on_allocations_only_and_are_counted)
{
    const struct run *seen =
        run("GPUALLOC_ALLOCATOR=bfc XLA_PYTHON_CLIENT_ALLOCATOR=platform",
            "steps_hip6 take:1M take:1M give:0 give:1");

    must_say(decision(seen, 2), "verdict=OVERRIDE");
    must_say(decision(seen, 3), "route=pool verdict=ok");
    must_say(line_of(seen->log, "summary", 1),
             "allocs=2 frees=2 pool=2 driver=0 overrides=2");
}

Test(routes, vmm_falls_back_to_the_pool_and_says_so)
{
    const struct run *seen =
        run("GPUALLOC_ALLOCATOR=vmm", "steps_cudart12 take:1M give:0");

    must_print(seen, "take 0 set\ngive 0\n");
    must_say(decision(seen, 1), "requested=vmm route=pool rc=0 "
                                "why=vmm-unsupported verdict=FALLBACK");
    must_say(line_of(seen->log, "summary", 1), "fallbacks=1");
}

Test(routes, vmm_under_strict_is_refused_and_leaves_the_last_error_alone)
{
    const struct run *seen =
        run("GPUALLOC_ALLOCATOR=vmm GPUALLOC_STRICT=1",
            "steps_cudart12 take:1M peek-error last-error");

    must_print(seen, "take 801 kept\npeek-error 0\nlast-error 0\n");
    must_say(decision(seen, 1), "requested=vmm route=refused ptr=0x0 rc=801 "
                                "why=vmm-unsupported verdict=FALLBACK");
    cr_expect(eq(int, lines_that_begin(seen->trace, "cudaMalloc "), 0));
}

Test(routes, a_limit_that_is_reached_falls_back_to_the_driver)
{
    const struct run *seen = run("GPUALLOC_ALLOCATOR=bfc GPUALLOC_LIMIT=4M",
                                 "steps_hip6 take:1M take:8M give:0 give:1");

    must_print(seen, "take 0 set\ntake 0 set\ngive 0\ngive 0\n");
    must_say(decision(seen, 1), "route=pool verdict=ok");
    must_say(decision(seen, 2), "size=8388608 route=driver rc=0 why=limit "
                                "verdict=FALLBACK");
    must_say(decision(seen, 4), "size=8388608 route=driver verdict=ok");
}

Test(routes, a_limit_under_strict_is_a_quota)
{
    static const char settings[] =
        "GPUALLOC_ALLOCATOR=bfc GPUALLOC_LIMIT=4M GPUALLOC_STRICT=1";
    static const char steps[] = " take:1M take:8M peek-error give:0 take:2M";
    char command[128];

    snprintf(command, sizeof(command), "steps_cudart12%s", steps);
    const struct run *cuda = run(settings, command);
    snprintf(command, sizeof(command), "steps_hip6%s", steps);
    const struct run *hip = run(settings, command);

    static const char out[] =
        "take 0 set\ntake 2 kept\npeek-error 0\ngive 0\ntake 0 set\n";
    must_print(cuda, out);
    must_print(hip, out);
    must_say(decision(cuda, 2),
             "route=refused ptr=0x0 rc=2 why=limit verdict=FALLBACK");
    must_say(line_of(cuda->log, "summary", 1), "allocs=2 failed=1 fallbacks=1");
}

Test(routes, a_driver_that_refuses_is_asked_once_more_by_the_program)
{
    const struct run *seen =
        run("GPUALLOC_ALLOCATOR=bfc SIMGPU_MEMORY=64M GPUALLOC_LIMIT=100%",
            "steps_cuda take:1M take:128M take:1M");

    must_print(seen, "take 0 set\ntake 2 kept\ntake 0 set\n");
    must_say(decision(seen, 2), "ptr=0x0 rc=2 verdict=FALLBACK");
    must_say(decision(seen, 3), "route=pool rc=0 verdict=ok");
}

/* The first `count` calls of cuMemAlloc_v2 fail. */
static const struct run *run_with_failures(int count)
{
    char settings[2048] = "GPUALLOC_ALLOCATOR=bfc SIMGPU_FAIL=";
    for (int i = 1; i <= count; i++)
        snprintf(settings + strlen(settings),
                 sizeof(settings) - strlen(settings), "%scuMemAlloc_v2:%d",
                 i > 1 ? "," : "", i);
    return run(settings, "steps_cuda take:1M take:1M");
}

Test(routes, a_driver_that_refuses_a_region_is_a_fallback)
{
    const struct run *none = run_with_failures(60);
    const int tries = lines_with(none->trace, "cuMemAlloc_v2 ") / 2;
    const struct run *last = run_with_failures(tries - 1);

    must_print(none, "take 2 kept\ntake 2 kept\n");
    must_say(decision(none, 1), "rc=2 ptr=0x0 route=driver why=driver-oom "
                                "verdict=FALLBACK");
    must_print(last, "take 0 set\ntake 0 set\n");
    must_say(decision(last, 1),
             "rc=0 route=driver why=driver-oom verdict=FALLBACK");
    must_say(decision(last, 2), "rc=0 route=pool verdict=ok");
}

Test(routes, the_story_of_a_pool_above_us_is_plain_to_read)
{
    const struct run *seen =
        run("XLA_PYTHON_CLIENT_ALLOCATOR=platform", "own_pool_hip6");

    must_print(seen, "Using platform allocator.\n40 requests served\n");
    static const char *const sizes[] = {"size=2097152", "size=4194304",
                                        "size=8388608", "size=16777216"};
    cr_expect(eq(int, lines_of(seen->log, "alloc"), 4));
    cr_expect(eq(int, lines_of(seen->log, "free"), 0));
    for (int i = 0; i < 4; i++) {
        must_say(decision(seen, i + 1), sizes[i]);
        must_say(decision(seen, i + 1),
                 "requested=platform via=XLA_PYTHON_CLIENT_ALLOCATOR "
                 "route=driver verdict=ok");
    }
}

Test(routes, preallocation_takes_the_limit_at_the_first_allocation)
{
    const struct run *seen = run("GPUALLOC_ALLOCATOR=bfc GPUALLOC_LIMIT=64M "
                                 "GPUALLOC_PREALLOCATE=1",
                                 "steps_hip6 take:1K take:16M");

    must_say(line_of(seen->log, "region", 1),
             "event=extend size=67108864 pool_bytes=67108864 limit=67108864");
    cr_expect(eq(int, lines_of(seen->log, "region"), 1));
    cr_expect(eq(int, lines_that_begin(seen->trace, "hipMalloc "), 1));
}
