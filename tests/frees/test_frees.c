#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

/*
 * race and random_frees check every byte that they own; see there. Work is slow
 * on these simulated GPUs, so that nearly every free has work queued before it.
 */

static const char simulated[] =
    "LD_LIBRARY_PATH=" BUILD_DIRECTORY "/sim SIMGPU_DEVICES=2 "
    "SIMGPU_STREAM_DELAY_US=300 ";

static const char preloaded[] =
    "LD_PRELOAD=" BUILD_DIRECTORY "/libgpualloc.so GPUALLOC_ALLOCATOR=bfc "
    "GPUALLOC_LOG=off ";

static const char *const vendors[] = {"cuda", "hip"};

enum {
    VENDOR_COUNT = 2,
};

/* The exit code of a program, built for a vendor. */
static int run(const char *environment, const char *program, const char *vendor,
               const char *arguments)
{
    char command[1024];
    snprintf(command, sizeof(command),
             "%s%s" BUILD_DIRECTORY "/tests/%s_%s %s >/dev/null", simulated,
             environment, program, vendor, arguments);
    const int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int run_random(const char *environment, const char *vendor,
                      unsigned seed, const char *mode)
{
    char arguments[64];
    snprintf(arguments, sizeof(arguments), "%u 3000 %s", seed, mode);
    return run(environment, "random_frees", vendor, arguments);
}

static int run_preloaded(const char *knobs, const char *vendor, unsigned seed)
{
    char environment[512];
    snprintf(environment, sizeof(environment), "%s%s ", preloaded, knobs);
    return run_random(environment, vendor, seed, "");
}

static void expect_no_byte_wrong(const char *knobs, unsigned seeds)
{
    for (int i = 0; i < VENDOR_COUNT; i++)
        for (unsigned seed = 1; seed <= seeds; seed++)
            cr_expect(eq(int, run_preloaded(knobs, vendors[i], seed), 0));
}

Test(race, spoils_the_new_buffer_where_memory_is_handed_out_at_once)
{
    for (int i = 0; i < VENDOR_COUNT; i++)
        cr_expect(eq(int, run("", "race", vendors[i], "naive"), 1));
}

Test(race, is_not_there_on_the_platform)
{
    for (int i = 0; i < VENDOR_COUNT; i++)
        cr_expect(eq(int, run("", "race", vendors[i], ""), 0));
}

/* With room for one buffer only, and strictly from the pool, the second must be
 * the first one's memory. */
Test(race, is_not_there_under_quarantine_nor_when_frees_wait)
{
    static const char *const knobs[] = {
        "", "GPUALLOC_FREE=sync ",
        "GPUALLOC_LIMIT=256K GPUALLOC_STRICT=1 GPUALLOC_FREE=quarantine ",
        "GPUALLOC_LIMIT=256K GPUALLOC_STRICT=1 GPUALLOC_FREE=sync "};
    char environment[512];

    for (size_t i = 0; i < sizeof(knobs) / sizeof(knobs[0]); i++) {
        snprintf(environment, sizeof(environment), "%s%s", preloaded, knobs[i]);
        cr_expect(eq(int, run(environment, "race", "cuda", ""), 0));
        cr_expect(eq(int, run(environment, "race", "hip", ""), 0));
    }
}

Test(frees, the_checker_finds_a_pool_that_hands_memory_out_too_early)
{
    int found = 0;

    for (unsigned seed = 1; seed <= 20 && !found; seed++)
        found += run_random("", "cuda", seed, "naive") == 1;

    cr_expect(gt(int, found, 0));
}

Test(frees, the_checker_finds_nothing_on_the_platform)
{
    cr_expect(eq(int, run_random("", "cuda", 1, ""), 0));
    cr_expect(eq(int, run_random("", "hip", 1, ""), 0));
}

Test(frees, no_byte_is_ever_wrong_under_quarantine)
{
    expect_no_byte_wrong("GPUALLOC_FREE=quarantine", 8);
}

Test(frees, no_byte_is_ever_wrong_when_frees_wait)
{
    expect_no_byte_wrong("GPUALLOC_FREE=sync", 4);
}

Test(frees, no_byte_is_ever_wrong_in_a_pool_that_is_nearly_full)
{
    expect_no_byte_wrong("GPUALLOC_LIMIT=1M", 4);
}

Test(frees, no_byte_is_ever_wrong_in_regions_that_are_served_whole)
{
    expect_no_byte_wrong("GPUALLOC_WHOLE=4K", 4);
}

Test(out_of_memory, is_got_over_by_a_program_that_frees_and_retries)
{
    static const char *const knobs[] = {"",
                                        "GPUALLOC_FREE=sync ",
                                        "GPUALLOC_WHOLE=off ",
                                        "GPUALLOC_LIMIT=100% ",
                                        "GPUALLOC_POLICY=original ",
                                        "GPUALLOC_WHOLE=1M "};
    char environment[512];

    for (int vendor = 0; vendor < VENDOR_COUNT; vendor++) {
        cr_expect(eq(int, run("", "retry", vendors[vendor], ""), 0));
        for (size_t i = 0; i < sizeof(knobs) / sizeof(knobs[0]); i++) {
            snprintf(environment, sizeof(environment), "%s%s", preloaded,
                     knobs[i]);
            cr_expect(
                eq(int, run(environment, "retry", vendors[vendor], ""), 0),
                "%s %s", vendors[vendor], knobs[i]);
        }
    }
}

/* What capture_cuda prints under the preload with these knobs; see there. */
static void expect_of_capture(const char *knobs, const char *expected)
{
    char command[1024], seen[1024] = {0};
    snprintf(command, sizeof(command), "%s%s%s%s", simulated, preloaded, knobs,
             BUILD_DIRECTORY "/tests/capture_cuda");
    FILE *output = popen(command, "r");
    cr_assert_not_null(output);
    const size_t size = fread(seen, 1, sizeof(seen) - 1, output);
    cr_expect(eq(int, pclose(output), 0));
    cr_expect(eq(str, seen, (char *)expected), "%zu bytes", size);
}

Test(capture, serves_what_is_clean_and_is_spoilt_by_the_vendors_refusal_only)
{
    static const char expected[] =
        "begin 0\nfree 0\nalloc 0\nreused 0\nend 0\nsynchronize 0\n"
        "begin 0\nfree 0\nalloc 900\nreused 0\nend 901\nsynchronize 0\n";

    expect_of_capture("GPUALLOC_FREE=quarantine ", expected);
    expect_of_capture("GPUALLOC_FREE=sync ", expected);
}
