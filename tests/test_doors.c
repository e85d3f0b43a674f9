#include "tests/preload/run.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdio.h>

/*
 * Every way in which programs reach the allocator, and what others who look
 * functions up must not notice.
 */

static void must_be_caught(const char *command, const char *alloc,
                           const char *free)
{
    const struct run *seen = run("", command);

    must_print(seen, "take 0 set\ngive 0\n");
    cr_expect(eq(int, decisions(seen), 2));
    must_say(decision(seen, 1), alloc);
    must_say(decision(seen, 2), free);
}

Test(doors, a_program_linked_to_the_versioned_runtime_is_caught)
{
    must_be_caught(
        "steps_cudart12 take:1M give:0",
        "api=cudaMalloc door=plt size=1048576 caller~steps_cudart12+",
        "api=cudaFree door=plt size=1048576");
    must_be_caught("steps_cudart13 take:1M give:0", "api=cudaMalloc door=plt",
                   "api=cudaFree door=plt");
}

Test(doors, a_program_linked_to_hip_of_any_major_is_caught)
{
    must_be_caught("steps_hip5 take:1M give:0", "api=hipMalloc door=plt",
                   "api=hipFree door=plt");
    must_be_caught("steps_hip6 take:1M give:0", "api=hipMalloc door=plt",
                   "api=hipFree door=plt");
    must_be_caught("steps_hip7 take:1M give:0", "api=hipMalloc door=plt",
                   "api=hipFree door=plt");
}

Test(doors, a_program_linked_to_the_driver_is_caught)
{
    must_be_caught("steps_cuda take:1M give:0", "api=cuMemAlloc_v2 door=plt",
                   "api=cuMemFree_v2 door=plt");
}

Test(doors, a_function_looked_up_by_handle_is_caught)
{
    must_be_caught("steps_lookup dlsym libcudart.so.12 take:1M give:0",
                   "api=cudaMalloc door=dlsym caller~steps_lookup+",
                   "api=cudaFree door=dlsym");
    must_be_caught("steps_lookup dlsym libamdhip64.so.6 take:1M give:0",
                   "api=hipMalloc door=dlsym", "api=hipFree door=dlsym");
    must_be_caught("steps_driver dlsym take:1M give:0",
                   "api=cuMemAlloc_v2 door=dlsym",
                   "api=cuMemFree_v2 door=dlsym");
}

Test(doors, a_function_looked_up_by_version_is_caught)
{
    must_be_caught(
        "steps_lookup dlvsym libcudart.so.12 libcudart.so.12 take:1M give:0",
        "api=cudaMalloc door=dlsym", "api=cudaFree door=dlsym");
    must_be_caught(
        "steps_lookup dlvsym libamdhip64.so.6 hip_4.2 take:1M give:0",
        "api=hipMalloc door=dlsym", "api=hipFree door=dlsym");
}

Test(doors, a_function_found_in_the_default_order_is_our_exported_one)
{
    must_be_caught("steps_lookup default libcudart.so.13 take:1M give:0",
                   "api=cudaMalloc door=plt", "api=cudaFree door=plt");
}

Test(doors, the_driver_asked_for_addresses_is_caught)
{
    must_be_caught("steps_driver procaddr take:1M give:0",
                   "api=cuMemAlloc_v2 door=procaddr",
                   "api=cuMemFree_v2 door=procaddr");
    must_be_caught("steps_driver procaddr_v2 take:1M give:0",
                   "api=cuMemAlloc_v2 door=procaddr",
                   "api=cuMemFree_v2 door=procaddr");
}

Test(doors, a_program_with_a_static_runtime_is_caught_at_the_driver)
{
    must_be_caught(
        "steps_static take:1M give:0",
        "api=cuMemAlloc_v2 door=procaddr size=1048576 caller~steps_static+",
        "api=cuMemFree_v2 door=procaddr size=1048576");
}

Test(doors, the_driver_answers_for_its_own_name_with_ours)
{
    const struct run *four =
        run("", "who libcuda.so.1 procaddr:11030 cuGetProcAddress cuMemAlloc");
    const struct run *five = run(
        "", "who libcuda.so.1 procaddr_v2:12000 cuGetProcAddress cuMemAlloc");

    must_print(four, "cuGetProcAddress libgpualloc.so\n"
                     "cuMemAlloc libgpualloc.so\n");
    must_print(five, "cuGetProcAddress libgpualloc.so\n"
                     "cuMemAlloc libgpualloc.so\n");
}

Test(doors, the_32_bit_call_of_old_never_gets_the_modern_wrapper)
{
    const struct run *seen = run("", "old_version");

    must_print(seen, "ask 0 the old one\nguard 5eed5eed\n");
    must_behave_alike(seen, run_alone("", "old_version"));
}

Test(doors, a_plug_in_that_keeps_its_runtime_to_itself_works_and_is_logged)
{
    const struct run *seen = run("", "load_plugins 65536 libplugin12.so");

    must_succeed(seen);
    cr_expect(eq(int, decisions(seen), 2));
    must_say(decision(seen, 1),
             "api=cudaMalloc door=plt rc=0 caller~libplugin12.so+");
    must_behave_alike(seen, run_alone("", "load_plugins 65536 libplugin12.so"));
}

Test(doors, plug_ins_of_two_majors_each_reach_their_own_runtime)
{
    static const char majors[] = "LD_LIBRARY_PATH=^/tests/preload/majors";
    static const char command[] =
        "load_plugins 4096 libplugin11.0.so libplugin12.so libplugin11.0.so";
    const struct run *seen = run(majors, command);

    must_succeed(seen);
    cr_expect(eq(int, decisions(seen), 6));
    must_say(decision(seen, 1), "ptr~0x110 rc=0 caller~libplugin11.0.so+");
    must_say(decision(seen, 3), "ptr~0x120 rc=0 caller~libplugin12.so+");
    must_behave_alike(seen, run_alone(majors, command));
}

Test(doors, two_majors_looked_up_by_handle_each_get_their_own_calls)
{
    static const char majors[] = "LD_LIBRARY_PATH=^/tests/preload/majors";
    const struct run *seen =
        run(majors, "two_majors libcudart.so.11.0 libcudart.so.12");

    must_print(seen, "take 0 give 0 from 0x11\ntake 0 give 0 from 0x12\n"
                     "take 0 give 0 from 0x11\ntake 0 give 0 from 0x12\n"
                     "take 0 give 0 from 0x11\n");
    cr_expect(eq(int, decisions(seen), 10));
}

Test(doors, a_third_major_is_left_to_itself)
{
    static const char majors[] = "LD_LIBRARY_PATH=^/tests/preload/majors";
    static const char command[] =
        "two_majors libcudart.so.11.0 libcudart.so.12 libcudart.so.13";

    must_behave_alike(run(majors, command), run_alone(majors, command));
}

Test(doors, a_library_that_is_closed_and_opened_again_still_works)
{
    static const char majors[] = "LD_LIBRARY_PATH=^/tests/preload/majors";
    const struct run *seen = run(majors, "two_majors libcudart.so.12");

    must_print(seen, "take 0 give 0 from 0x12\ntake 0 give 0 from 0x12\n"
                     "take 0 give 0 from 0x12\n");
    cr_expect(eq(int, decisions(seen), 6));
}

Test(doors, a_call_that_the_vendor_makes_through_its_own_exports_is_one_line)
{
    const struct run *seen =
        run("LD_LIBRARY_PATH=^/tests/preload/inner", "inner_calls");

    must_print(seen, "take 0 give 0\ntake 0 0\n");
    cr_expect(eq(int, decisions(seen), 4));
    must_say(decision(seen, 1), "api=cuMemAllocAsync size=4096");
    must_say(decision(seen, 2), "api=cuMemFreeAsync size=4096");
    must_say(decision(seen, 3), "api=cuMemAlloc_v2 size=8192");
}

/* What no preload reaches is at least left as it is. */
static void must_leave_alone(const char *way)
{
    char command[128];
    snprintf(command, sizeof(command), "load_plugins 65536 %s libplugin12.so",
             way);
    const struct run *seen = run("", command);

    must_succeed(seen);
    must_behave_alike(seen, run_alone("", command));
}

Test(doors, a_plug_in_that_binds_to_its_own_libraries_first_works)
{
    must_leave_alone("deepbind");
}

Test(doors, a_plug_in_in_a_namespace_of_its_own_works)
{
    must_leave_alone("apart");
}

Test(doors, a_plug_in_that_allocates_while_it_is_loaded_works)
{
    const struct run *seen =
        run("GPUALLOC_ALLOCATOR=bfc", "load_plugins 65536 libplugin_early.so");

    must_succeed(seen);
    cr_expect(eq(int, decisions(seen), 4));
    must_behave_alike(seen,
                      run_alone("", "load_plugins 65536 libplugin_early.so"));
}
