#include "tests/preload/run.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdio.h>

/* Others who look functions up, or wrap them, behave as they do without us. */

Test(others, an_unknown_name_is_answered_as_without_us)
{
    static const char command[] =
        "who libcudart.so.12 handle cudaGetDeviceCount cudaNoSuch cuNoSuch";
    const struct run *seen = run("", command);

    must_behave_alike(seen, run_alone("", command));
    must_equal(seen->log, "");
}

Test(others, a_function_of_a_library_that_is_no_vendors_stays_its_own)
{
    static const char command[] = "who libown_functions.so handle cudaMalloc "
                                  "hipFree";
    const struct run *seen = run("", command);

    must_print(seen, "cudaMalloc libown_functions.so\n"
                     "hipFree libown_functions.so\n");
    must_behave_alike(seen, run_alone("", command));
}

Test(others, look_ups_are_not_answered_when_we_are_off)
{
    static const char *const ways[] = {
        "who libcudart.so.12 handle cudaMalloc cudaFree",
        "who libcudart.so.12 version:libcudart.so.12 cudaMalloc",
        "who libamdhip64.so.6 version:hip_4.2 hipMalloc",
        "who libcuda.so.1 handle cuMemAlloc_v2 cuGetProcAddress_v2",
        "who libcuda.so.1 procaddr:11030 cuMemAlloc cuGetProcAddress",
        "who libcuda.so.1 procaddr_v2:12000 cuMemAlloc cuGetProcAddress",
    };
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
        const struct run *off = run("GPUALLOC_OFF=1", ways[i]);
        must_behave_alike(off, run_alone("", ways[i]));
        must_equal(off->log, "");
    }
}

Test(others, a_program_under_off_runs_without_a_line)
{
    static const char command[] = "steps_cudart12 take:1M take:0 give:0 info";
    const struct run *off =
        run("GPUALLOC_OFF=yes GPUALLOC_ALLOCATOR=bfc", command);

    must_behave_alike(off, run_alone("", command));
    must_equal(off->log, "");
}

Test(others, dlerror_says_what_it_says_without_us)
{
    const struct run *seen = run("", "dl_errors");

    must_succeed(seen);
    cr_expect(eq(int, decisions(seen), 2));
    must_behave_alike(seen, run_alone("", "dl_errors"));
}

Test(others, the_next_object_is_that_behind_the_caller)
{
    static const char command[] =
        "who libcudart.so.12 next cudaGetDeviceCount strlen";

    must_behave_alike(run("", command), run_alone("", command));
    must_print(run("", "who libcudart.so.12 next cudaMalloc"),
               "cudaMalloc libgpualloc.so\n");
}

Test(others, an_interposer_before_us_finds_us_and_we_find_the_vendor)
{
    const struct run *seen =
        run("LD_PRELOAD=^/tests/preload/libinterposer.so:^/libgpualloc.so",
            "steps_cudart12 take:1M give:0");

    must_print(seen, "interposed cudaMalloc 1048576 next libgpualloc.so\n"
                     "take 0 set\n"
                     "interposed cudaFree next libgpualloc.so\ngive 0\n");
    cr_expect(eq(int, decisions(seen), 2));
    must_say(decision(seen, 1), "api=cudaMalloc door=plt size=1048576");
}

Test(others, an_interposer_behind_us_is_called_and_finds_the_vendor)
{
    const struct run *seen =
        run("LD_PRELOAD=^/libgpualloc.so:^/tests/preload/libinterposer.so",
            "steps_cudart12 take:1M give:0");

    must_print(seen, "interposed cudaMalloc 1048576 next libcudart.so.12\n"
                     "take 0 set\n"
                     "interposed cudaFree next libcudart.so.12\ngive 0\n");
    cr_expect(eq(int, decisions(seen), 2));
    must_say(decision(seen, 1), "api=cudaMalloc caller~steps_cudart12+");
}

/* A wrapper before us asks libc and not us: a program is then seen at the
 * doors that are left. */
static const struct run *run_with_wrapper(const char *preload,
                                          const char *program)
{
    char command[256];
    snprintf(command, sizeof(command), "%s take:1M write:0:7 check:0:7 give:0",
             program);
    const struct run *seen = run(preload, command);
    must_print(seen, "take 0 set\nwrite 0\ncheck 0 wrong=0\ngive 0\n");
    must_equal(seen->err, "wrapper saw look-ups: yes\n");
    return seen;
}

static void must_log_by(const struct run *seen, const char *door)
{
    cr_expect(eq(int, decisions(seen), 2));
    must_say(decision(seen, 1), door);
}

Test(others, a_preload_that_wraps_dlsym_may_stand_before_us)
{
    static const char before[] =
        "LD_PRELOAD=^/tests/preload/libdlsym_wrapper.so:^/libgpualloc.so";

    run_with_wrapper(before, "steps_lookup dlsym libamdhip64.so.6");
    must_log_by(run_with_wrapper(before, "steps_cudart12"), "door=plt");
}

Test(others, a_preload_that_wraps_dlsym_may_stand_behind_us)
{
    static const char behind[] =
        "LD_PRELOAD=^/libgpualloc.so:^/tests/preload/libdlsym_wrapper.so";

    must_log_by(run_with_wrapper(behind, "steps_lookup dlsym libamdhip64.so.6"),
                "door=dlsym");
    must_log_by(
        run_with_wrapper(behind, "steps_lookup default libcudart.so.12"),
        "door=plt");
}

Test(others, a_preload_that_wraps_dlvsym_too_may_stand_before_us)
{
    static const char before[] =
        "LD_PRELOAD=^/tests/preload/libdlvsym_wrapper.so:^/libgpualloc.so";

    run_with_wrapper(before, "steps_lookup dlvsym libamdhip64.so.6 hip_4.2");
    must_log_by(run_with_wrapper(before, "steps_cudart12"), "door=plt");
}

Test(others, a_preload_that_wraps_dlvsym_too_may_stand_behind_us)
{
    static const char behind[] =
        "LD_PRELOAD=^/libgpualloc.so:^/tests/preload/libdlvsym_wrapper.so";

    must_log_by(run_with_wrapper(
                    behind, "steps_lookup dlvsym libamdhip64.so.6 hip_4.2"),
                "door=dlsym");
    must_log_by(run_with_wrapper(behind, "steps_lookup dlsym libamdhip64.so.6"),
                "door=dlsym");
}

Test(others, a_preload_behind_us_that_answers_look_ups_has_its_say)
{
    const struct run *seen =
        run("LD_PRELOAD=^/libgpualloc.so:^/tests/preload/libdlsym_answerer.so",
            "steps_lookup dlsym libamdhip64.so.6 take:1M give:0 take:2M");

    must_print(seen, "answerer 1048576\ntake 0 set\ngive 0\n"
                     "answerer 2097152\ntake 0 set\n");
    cr_expect(eq(int, decisions(seen), 3));
    must_say(decision(seen, 1), "api=hipMalloc door=dlsym size=1048576");
}

Test(others, a_preload_before_us_that_answers_look_ups_has_its_say)
{
    const struct run *seen =
        run("LD_PRELOAD=^/tests/preload/libdlsym_answerer.so:^/libgpualloc.so",
            "steps_lookup dlsym libamdhip64.so.6 take:1M give:0");

    must_print(seen, "answerer 1048576\ntake 0 set\ngive 0\n");
}

Test(others, a_malloc_that_looks_its_next_up_may_stand_on_either_side)
{
    static const char command[] = "steps_cudart12 take:1M write:0:7 check:0:7";
    static const char out[] = "take 0 set\nwrite 0\ncheck 0 wrong=0\n";

    must_print(run("LD_PRELOAD=^/tests/preload/libmalloc_wrapper.so:"
                   "^/libgpualloc.so",
                   command),
               out);
    must_print(run("LD_PRELOAD=^/libgpualloc.so:"
                   "^/tests/preload/libmalloc_wrapper.so",
                   command),
               out);
}

Test(others, a_caller_in_libucm_gets_the_vendors_own)
{
    const struct run *seen = run("", "load_plugins 0 libucm.so.0");

    must_print(seen, "libcudart.so.12\n");
    must_behave_alike(seen, run_alone("", "load_plugins 0 libucm.so.0"));
}
