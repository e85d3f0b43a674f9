#include "tests/preload/run.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdio.h>
#include <string.h>

/* How processes end and multiply. */

static const char bfc[] = "GPUALLOC_ALLOCATOR=bfc";
static const char *const programs[] = {"steps_cudart12", "steps_cuda",
                                       "steps_hip5", "steps_hip6"};

enum {
    PROGRAM_COUNT = sizeof(programs) / sizeof(programs[0]),
};

Test(fork, a_child_counts_anew_and_names_its_parent)
{
    const struct run *seen =
        run(bfc, "steps_hip6 take:1M take:1M fork take:1M take:2M give:3");
    const char *child = line_of(seen->log, "banner", 2);

    cr_expect(eq(int, lines_of(seen->log, "banner"), 2));
    must_say(child, "requested=bfc vendors=hip");
    cr_expect(eq(str, value(child, "parent"),
                 value(line_of(seen->log, "banner", 1), "pid")));
    must_say(decision(seen, 2), "seq=2 route=pool");
    must_say(decision(seen, 3), "seq=1 requested=bfc route=driver why=forked "
                                "verdict=FALLBACK");
    must_say(decision(seen, 4), "seq=2 route=driver why=forked");
    must_say(decision(seen, 5), "seq=3 route=driver");
    cr_expect(eq(str, value(decision(seen, 3), "pid"), value(child, "pid")));
    cr_expect(eq(str, value(decision(seen, 3), "tid"), value(child, "pid")));
}

Test(fork, each_process_has_a_summary_of_its_own)
{
    const struct run *seen =
        run(bfc, "steps_hip6 take:1M take:1M fork take:1M");

    cr_expect(eq(int, lines_of(seen->log, "summary"), 2));
    must_say(line_of(seen->log, "summary", 1), "allocs=1 pool=0 driver=1");
    must_say(line_of(seen->log, "summary", 2), "allocs=2 pool=2 driver=0");
}

Test(fork, a_child_does_not_count_what_its_parent_had)
{
    static const char command[] = "steps_hip6 take:1M fork give:0 take:4K";
    const struct run *seen = run("", command);
    const char *child = line_of(seen->log, "summary", 1);

    must_behave_alike(seen, run_alone("", command));
    must_say(child, "live=1 live_bytes=4096 peak_bytes=4096");
    must_say(line_of(seen->log, "summary", 2), "live=1 live_bytes=1048576");
}

Test(fork, a_child_that_makes_no_call_says_nothing)
{
    const struct run *seen = run(bfc, "steps_hip6 take:1M fork");

    must_succeed(seen);
    cr_expect(eq(int, lines_of(seen->log, "banner"), 1));
    cr_expect(eq(int, lines_of(seen->log, "summary"), 1));
}

Test(fork, before_the_first_call_leaves_the_child_as_any_process)
{
    const struct run *seen = run(bfc, "steps_hip6 fork take:1M give:0");

    must_print(seen, "take 0 set\ngive 0\n");
    cr_expect(eq(int, lines_of(seen->log, "banner"), 1));
    must_say(decision(seen, 1), "seq=1 route=pool verdict=ok");
    must_equal(value(line_of(seen->log, "banner", 1), "parent"), "");
}

Test(fork, a_path_with_the_process_has_a_file_for_each)
{
    const struct run *seen =
        run("GPUALLOC_LOG=@/log.%p", "steps_hip6 take:1M fork take:1M");
    int files = 0;
    for (int pid = 1; pid < 10; pid++) {
        char prefix[16];
        snprintf(prefix, sizeof(prefix), "log.%d", pid);
        files += *run_file_like(seen, prefix) != '\0';
    }

    must_succeed(seen);
    cr_expect(ge(int, files, 1));
    const char *log = run_file_like(seen, "log.");
    cr_expect(eq(int, lines_of(log, "banner"), 1));
    cr_expect(eq(int, lines_of(log, "alloc"), 1));
}

Test(fork, fifty_cycles_answer_as_alone)
{
    static const char *const commands[] = {"fork_cycles_cudart12 50 quiet",
                                           "fork_cycles_hip6 50 quiet"};
    for (size_t i = 0; i < 2; i++) {
        const struct run *seen =
            run("GPUALLOC_ALLOCATOR=bfc SIMGPU_TRACE", commands[i]);

        must_print(seen, "0 calls failed, 0 children lost\n");
        must_behave_alike(seen, run_alone("SIMGPU_TRACE", commands[i]));
    }
}

Test(fork, fifty_children_that_call_the_vendor_answer_as_alone)
{
    const struct run *seen =
        run("LD_LIBRARY_PATH=^/tests/preload/majors",
            "fork_cycles_lookup dlsym libcudart.so.12 50 calls");

    must_print(seen, "0 calls failed, 0 children lost\n");
    cr_expect(eq(int, lines_of(seen->log, "banner"), 51));
    cr_expect(eq(int, lines_with(seen->log, " seq=1 "), 51));
    cr_expect(eq(int, lines_with(seen->log, " parent="), 50));
}

static void must_end_alike(const char *settings, const char *steps)
{
    for (size_t i = 0; i < PROGRAM_COUNT; i++) {
        char command[256];
        snprintf(command, sizeof(command), "%s %s", programs[i], steps);
        must_behave_alike(run(settings, command), run_alone("", command));
    }
}

Test(exit, with_live_memory_ends_as_alone)
{
    must_end_alike("", "take:1M take:64K exit:7");
    must_end_alike(bfc, "take:1M take:64K exit:7");
    must_end_alike("GPUALLOC_ALLOCATOR=bfc GPUALLOC_FREE=sync",
                   "take:1M take:64K give:0 exit:7");
}

Test(exit, at_once_ends_as_alone_and_lines_are_there)
{
    const struct run *seen = run(bfc, "steps_hip6 take:1M _exit:5");

    must_end_alike(bfc, "take:1M _exit:5");
    cr_expect(eq(int, decisions(seen), 1));
    cr_expect(eq(int, lines_of(seen->log, "summary"), 0));
}

Test(exit, by_a_signal_ends_as_alone)
{
    must_end_alike(bfc, "take:1M signal:15");
}

Test(exit, says_in_the_summary_what_is_live)
{
    const struct run *seen = run(bfc, "steps_hip6 take:1M take:64K give:0");

    must_say(line_of(seen->log, "summary", 1),
             "allocs=2 frees=1 live=1 live_bytes=65536 peak_bytes=1114112");
}

Test(exit, frees_in_handlers_and_destructors_answer_as_alone)
{
    static const char *const enders[] = {"exit_frees_cudart12",
                                         "exit_frees_cuda", "exit_frees_hip6"};
    for (size_t i = 0; i < 3; i++) {
        const struct run *seen = run(bfc, enders[i]);

        must_behave_alike(run("", enders[i]), run_alone("", enders[i]));
        must_print(seen, "handler 0\ndestructor 0\n");
    }
}

Test(exit, frees_of_the_pool_after_the_driver_is_gone_succeed)
{
    static const char *const enders[] = {"late_frees_cuda", "late_frees_hip6"};
    for (size_t i = 0; i < 2; i++) {
        must_print(run_alone("", enders[i]), "late 4\n");
        must_print(run("", enders[i]), "late 4\n");
        must_print(run(bfc, enders[i]), "late 0\n");
        must_print(run("GPUALLOC_ALLOCATOR=bfc GPUALLOC_FREE=sync", enders[i]),
                   "late 0\n");
    }
}

Test(exit, in_the_middle_of_eight_threads_ends_at_once)
{
    static const char *const commands[] = {
        "threads_hip6 exit 8 1000000", "threads_hip6 _exit 8 1000000",
        "threads_cudart12 exit 8 1000000", "threads_cudart12 _exit 8 1000000"};
    for (size_t i = 0; i < 4; i++)
        for (int round = 0; round < 5; round++) {
            const struct run *seen =
                run("SIMGPU_DEVICES=2 GPUALLOC_ALLOCATOR=bfc "
                    "GPUALLOC_LOG=/dev/null SIMGPU_TRACE",
                    commands[i]);
            must_succeed(seen);
        }
}

Test(exec, takes_the_preload_along_and_starts_anew)
{
    const struct run *seen =
        run(bfc, "steps_hip6 take:1M exec:steps_cudart12,take:2M,give:0");

    must_print(seen, "take 0 set\ntake 0 set\ngive 0\n");
    cr_expect(eq(int, lines_of(seen->log, "banner"), 2));
    must_say(line_of(seen->log, "banner", 2), "program=steps_cudart12");
    must_say(decision(seen, 2), "seq=1 api=cudaMalloc size=2097152");
    cr_expect(eq(int, lines_of(seen->log, "summary"), 1));
}
