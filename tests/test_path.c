#include "shim/path.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const rank_variables[] = {
    "OMPI_COMM_WORLD_RANK", "PMIX_RANK",    "PMI_RANK",
    "MV2_COMM_WORLD_RANK",  "SLURM_PROCID", "RANK",
};

enum {
    RANK_VARIABLES = sizeof(rank_variables) / sizeof(rank_variables[0]),
};

static void forget_ranks(void)
{
    for (size_t i = 0; i < RANK_VARIABLES; i++)
        unsetenv(rank_variables[i]);
}

static void expect_path(const char *pattern, const char *expected)
{
    char path[PATH_ROOM];
    path_expand(path, pattern);
    cr_expect_str_eq(path, expected, "%s became %s", pattern, path);
}

TestSuite(path, .init = forget_ranks);

Test(path, stays_as_it_is_without_letters)
{
    expect_path("/var/log/gpualloc.log", "/var/log/gpualloc.log");
    expect_path("", "");
}

Test(path, names_the_process)
{
    char expected[64];
    snprintf(expected, sizeof(expected), "a.%d.log", (int)getpid());

    expect_path("a.%p.log", expected);
}

Test(path, names_the_host)
{
    char expected[300] = "a.";
    gethostname(expected + 2, 256);

    expect_path("a.%h", expected);
}

Test(path, names_the_program)
{
    expect_path("%n", program_invocation_short_name);
}

Test(path, names_the_rank_as_each_launcher_calls_it)
{
    for (size_t i = 0; i < RANK_VARIABLES; i++) {
        char rank[8], expected[16];
        snprintf(rank, sizeof(rank), "%zu", 3 + i);
        snprintf(expected, sizeof(expected), "r%s.log", rank);
        setenv(rank_variables[i], rank, true);

        expect_path("r%r.log", expected);

        unsetenv(rank_variables[i]);
    }
}

Test(path, prefers_the_launcher_to_the_framework)
{
    setenv("OMPI_COMM_WORLD_RANK", "4", true);
    setenv("RANK", "1", true);

    expect_path("%r", "4");
}

Test(path, passes_over_a_rank_that_is_empty)
{
    setenv("OMPI_COMM_WORLD_RANK", "", true);
    setenv("SLURM_PROCID", "2", true);

    expect_path("%r", "2");
}

Test(path, has_rank_0_where_nobody_tells)
{
    expect_path("%r", "0");
}

Test(path, takes_two_percent_signs_as_one)
{
    expect_path("100%%", "100%");
    expect_path("%%p", "%p");
    expect_path("%%%%", "%%");
}

Test(path, leaves_other_letters_and_a_last_percent_sign)
{
    expect_path("%x%P", "%x%P");
    expect_path("half%", "half%");
    expect_path("%", "%");
}

Test(path, replaces_each_letter_wherever_it_stands)
{
    char expected[64];
    setenv("RANK", "5", true);
    snprintf(expected, sizeof(expected), "5/%d/5%d", (int)getpid(),
             (int)getpid());

    expect_path("%r/%p/%r%p", expected);
}

Test(path, is_cut_where_it_does_not_fit)
{
    char pattern[2 * PATH_ROOM], path[PATH_ROOM];
    memset(pattern, 'a', sizeof(pattern));
    pattern[sizeof(pattern) - 1] = '\0';

    path_expand(path, pattern);

    cr_expect(eq(sz, strlen(path), PATH_ROOM - 1));
}

Test(path, is_cut_within_a_letter_too)
{
    char pattern[PATH_ROOM + 8], path[PATH_ROOM];
    setenv("RANK", "123456", true);
    memset(pattern, 'a', sizeof(pattern));
    strcpy(pattern + PATH_ROOM - 4, "%r");

    path_expand(path, pattern);

    cr_expect_str_eq(path + PATH_ROOM - 4, "123");
}
