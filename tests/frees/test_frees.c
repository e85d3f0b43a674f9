#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

/*
 * random_frees checks every byte that it owns; see there. Work is slow on these
 * simulated GPUs, so that nearly every free has work queued before it.
 */

static const char simulated[] =
    "LD_LIBRARY_PATH=" BUILD_DIRECTORY "/sim SIMGPU_DEVICES=2 "
    "SIMGPU_STREAM_DELAY_US=300 ";

static const char preloaded[] =
    "LD_PRELOAD=" BUILD_DIRECTORY "/libgpualloc.so GPUALLOC_ALLOCATOR=bfc "
    "GPUALLOC_LOG=off ";

/* The exit code of random_frees. */
static int run(const char *environment, unsigned seed, const char *mode)
{
    char command[1024];
    snprintf(command, sizeof(command),
             "%s%s" BUILD_DIRECTORY "/tests/random_frees %u 3000 %s >/dev/null",
             simulated, environment, seed, mode);
    const int status = system(command);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int run_preloaded(const char *knobs, unsigned seed)
{
    char environment[512];
    snprintf(environment, sizeof(environment), "%s%s ", preloaded, knobs);
    return run(environment, seed, "");
}

Test(frees, the_checker_finds_a_pool_that_hands_memory_out_too_early)
{
    int found = 0;

    for (unsigned seed = 1; seed <= 5; seed++)
        found += run("", seed, "naive") == 1;

    cr_expect(gt(int, found, 0));
}

Test(frees, the_checker_finds_nothing_on_the_platform)
{
    cr_expect(eq(int, run("", 1, ""), 0));
}

Test(frees, no_byte_is_ever_wrong_under_quarantine)
{
    for (unsigned seed = 1; seed <= 12; seed++)
        cr_expect(eq(int, run_preloaded("GPUALLOC_FREE=quarantine", seed), 0));
}

Test(frees, no_byte_is_ever_wrong_when_frees_wait)
{
    for (unsigned seed = 1; seed <= 6; seed++)
        cr_expect(eq(int, run_preloaded("GPUALLOC_FREE=sync", seed), 0));
}

Test(frees, no_byte_is_ever_wrong_in_a_pool_that_is_nearly_full)
{
    for (unsigned seed = 1; seed <= 6; seed++)
        cr_expect(eq(int, run_preloaded("GPUALLOC_LIMIT=1M", seed), 0));
}
