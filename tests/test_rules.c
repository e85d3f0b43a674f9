#include "tests/preload/run.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Under bfc: what the pool never serves, what it answers to bad frees, and that
 * what it serves is memory. */

static const char bfc[] = "GPUALLOC_ALLOCATOR=bfc";

/* One kind of allocation, passed on with its name on the line. */
static void must_pass_by_rule(const char *command, const char *facts)
{
    const struct run *seen = run(bfc, command);

    must_behave_alike(seen, run_alone("", command));
    must_say(decision(seen, 1), "requested=bfc route=driver verdict=rule");
    must_say(decision(seen, 1), facts);
    cr_expect(eq(int, lines_of(seen->log, "region"), 0));
}

Test(rules, memory_of_the_host_is_passed_on)
{
    must_pass_by_rule("steps_cudart12 take-host:1M give-host:0",
                      "api=cudaMallocHost size=1048576 why=host");
    must_pass_by_rule("steps_cudart12 take-flags:1M give-host:0",
                      "api=cudaHostAlloc why=host");
    must_pass_by_rule("steps_cuda take-host:1M give-host:0",
                      "api=cuMemAllocHost_v2 why=host");
    must_pass_by_rule("steps_hip6 take-host:1M give-host:0",
                      "api=hipMallocHost why=host");
}

Test(rules, managed_memory_is_passed_on)
{
    must_pass_by_rule("steps_cudart13 take-managed:1M give:0",
                      "api=cudaMallocManaged size=1048576 why=managed");
    must_pass_by_rule("steps_cuda take-managed:1M give:0",
                      "api=cuMemAllocManaged why=managed");
    must_pass_by_rule("steps_hip7 take-managed:1M give:0",
                      "api=hipMallocManaged why=managed");
}

Test(rules, pitched_memory_is_passed_on)
{
    must_pass_by_rule("steps_cudart12 take-pitched:1000 give:0",
                      "api=cudaMallocPitch why=pitched");
    must_pass_by_rule("steps_cuda take-pitched:1000 give:0",
                      "api=cuMemAllocPitch_v2 why=pitched");
    must_pass_by_rule("steps_hip6 take-pitched:1000 give:0",
                      "api=hipMallocPitch why=pitched");
}

Test(rules, arrays_are_passed_on)
{
    must_pass_by_rule("steps_cudart12 take-array:64 give-array:0",
                      "api=cudaMallocArray why=array");
    must_pass_by_rule("steps_hip6 take-array:64 give-array:0",
                      "api=hipMallocArray why=array");
}

Test(rules, stream_ordered_calls_are_passed_on)
{
    must_pass_by_rule("steps_cudart12 take-async:1M give-async:0",
                      "api=cudaMallocAsync size=1048576 why=stream-ordered");
    must_pass_by_rule("steps_cuda take-async:1M give-async:0",
                      "api=cuMemAllocAsync why=stream-ordered");
    must_pass_by_rule("steps_hip6 take-async:1M give-async:0",
                      "api=hipMallocAsync why=stream-ordered");
}

Test(rules, flags_that_are_not_zero_are_passed_on)
{
    must_pass_by_rule("steps_hip6 take-flags:1M give:0",
                      "api=hipExtMallocWithFlags size=1048576 why=flags");
}

Test(rules, size_zero_is_the_vendors_to_answer)
{
    must_pass_by_rule("steps_cudart12 take:0 last-error",
                      "api=cudaMalloc size=0 ptr=0x0 why=zero-size");
    must_pass_by_rule("steps_cuda take:0", "rc=1 why=zero-size");
    must_pass_by_rule("steps_hip6 take:0 last-error", "rc=0 why=zero-size");
}

Test(rules, an_out_pointer_of_null_is_the_vendors_to_answer)
{
    must_pass_by_rule("steps_cudart12 take-to-null:4096 last-error",
                      "why=null ptr=0x0");
    must_pass_by_rule("steps_cuda take-to-null:4096", "why=null ptr=0x0");
    must_pass_by_rule("steps_hip6 take-to-null:4096 last-error",
                      "why=null ptr=0x0");
}

/* The same codes as alone, and afterwards every allocation is whole. */
static void must_give_alike(const char *steps)
{
    static const char *const programs[] = {
        "steps_cudart12", "steps_cudart13", "steps_static", "steps_cuda",
        "steps_hip5",     "steps_hip6",     "steps_hip7",
    };
    static const char *const policies[] = {
        "GPUALLOC_ALLOCATOR=platform",
        "GPUALLOC_ALLOCATOR=bfc GPUALLOC_FREE=quarantine",
        "GPUALLOC_ALLOCATOR=bfc GPUALLOC_FREE=sync",
    };
    for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
        char command[512];
        snprintf(command, sizeof(command), "%s %s", programs[i], steps);
        const struct run *alone = run_alone("SIMGPU_DEVICES=2", command);
        for (size_t k = 0; k < 3; k++) {
            char settings[128];
            snprintf(settings, sizeof(settings), "SIMGPU_DEVICES=2 %s",
                     policies[k]);
            must_behave_alike(run(settings, command), alone);
        }
    }
}

Test(frees, of_null_answer_as_alone)
{
    must_give_alike("give:null give:null last-error");
}

Test(frees, twice_answer_as_alone)
{
    must_give_alike("take:64K take:64K write:1:9 give:0 give:0 last-error "
                    "check:1:9 give:1 give:1 last-error");
}

Test(frees, inside_of_an_allocation_answer_as_alone)
{
    must_give_alike("take:64K write:0:9 give:0+256 last-error give:0+4K "
                    "last-error check:0:9 give:0 last-error");
}

Test(frees, of_an_unknown_pointer_answer_as_alone)
{
    must_give_alike("take:64K write:0:9 give:unknown last-error check:0:9 "
                    "give:0");
}

Test(frees, on_another_thread_answer_as_alone)
{
    must_give_alike("take:64K thread:give:0 last-error take:64K write:1:3 "
                    "check:1:3 give:1");
}

Test(frees, under_another_device_answer_as_alone)
{
    must_give_alike("device:0 take:64K device:1 take:64K write:1:5 give:0 "
                    "check:1:5 device:0 give:1 last-error");
}

Test(frees, in_stream_order_of_plain_memory_answer_as_alone)
{
    must_give_alike("take:64K take:64K write:1:5 give-async:0 last-error sync "
                    "check:1:5 give:1");
}

Test(last_error, is_after_a_pool_hit_what_it_is_alone)
{
    must_give_alike("take:64K take:8G take:64K last-error last-error");
}

Test(last_error, is_after_a_free_to_the_pool_what_it_is_alone)
{
    must_give_alike("take:64K take:64K take:8G give:0 peek-error last-error "
                    "give:unknown give:1 peek-error last-error");
}

Test(last_error, is_after_a_refused_region_what_it_is_alone)
{
    must_give_alike("take:900M take:900M peek-error last-error take:64K "
                    "peek-error give:0 take:900M last-error");
}

Test(frees, by_the_driver_of_the_runtimes_memory_are_known_by_address)
{
    static const char command[] = "mixed_frees";
    const struct run *seen = run(bfc, command);

    must_behave_alike(seen, run_alone("", command));
    must_say(decision(seen, 1), "api=cudaMalloc route=pool");
    must_say(decision(seen, 2), "api=cuMemFree_v2 size=65536 route=pool");
    must_say(line_of(seen->log, "summary", 1), "live=0 live_bytes=0");
}

Test(frees, are_lines_of_null_and_of_host_memory_too)
{
    const struct run *seen =
        run(bfc, "steps_cudart12 give:null take-host:4K give-host:0 "
                 "give:unknown");

    must_say(decision(seen, 1), "api=cudaFree size=0 ptr=0x0 rc=0 why=null");
    must_say(decision(seen, 3), "api=cudaFreeHost size=4096 rc=0 why=owner");
    must_say(decision(seen, 4), "api=cudaFree size=0 why=unknown dev=-1");
}

Test(contents, survive_eight_threads_on_two_devices)
{
    static const char *const programs[] = {"threads_cudart12 work 8 400",
                                           "threads_hip6 work 8 400"};
    for (size_t i = 0; i < 2; i++) {
        const struct run *seen =
            run("SIMGPU_DEVICES=2 GPUALLOC_ALLOCATOR=bfc SIMGPU_TRACE",
                programs[i]);
        must_print(seen, "0 wrong\n");
        must_say(line_of(seen->log, "summary", 1),
                 "failed=0 live=0 live_bytes=0 lost=0 misroutes=0");
        cr_expect(
            gt(long, number(line_of(seen->log, "summary", 1), "pool"), 1000));
    }
}

static size_t free_bytes(const struct run *run, int n)
{
    const char *at = run->out;
    while (n-- > 0 && (at = strstr(at, "info 0 free=")))
        at += strlen("info 0 free=");
    return at ? strtoull(at, NULL, 10) : 0;
}

Test(memory_info, adds_what_lies_idle_in_the_pool)
{
    static const char *const commands[] = {
        "steps_cudart12 info take:256K info give:0 sync info",
        "steps_hip6 info take:256K info give:0 sync info",
        "steps_cuda info take:256K info give:0 sync info",
    };
    for (size_t i = 0; i < 3; i++) {
        const struct run *seen = run(bfc, commands[i]);
        const size_t before = free_bytes(seen, 1);

        must_succeed(seen);
        cr_expect(eq(sz, free_bytes(seen, 2), before - (256 << 10)), "%s",
                  seen->out);
        cr_expect(eq(sz, free_bytes(seen, 3), before), "%s", seen->out);
    }
}

Test(reset, drops_the_books_of_the_device)
{
    static const char *const commands[] = {
        "steps_cudart12 take:64K reset take:64K write:1:4 check:1:4 give:1",
        "steps_hip6 take:64K reset take:64K write:1:4 check:1:4 give:1",
    };
    for (size_t i = 0; i < 2; i++) {
        const struct run *seen = run(bfc, commands[i]);

        must_behave_alike(seen, run_alone("", commands[i]));
        must_say(decision(seen, 2), "route=pool rc=0");
        must_say(decision(seen, 3), "route=pool rc=0");
        cr_expect(eq(int, lines_of(seen->log, "region"), 2));
    }
}
