#include "tests/preload/run.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <stdio.h>
#include <string.h>

/* What is wrong is said in a clear line, and the program is unharmed. */

/* Each variable with a bad value, and what applies in its place. */
static const struct {
    const char *variable, *bad, *more, *facts;
} values[] = {
    {"GPUALLOC_ALLOCATOR", "pool", "XLA_PYTHON_CLIENT_ALLOCATOR=bfc",
     "requested=bfc via=XLA_PYTHON_CLIENT_ALLOCATOR route=pool"},
    {"XLA_PYTHON_CLIENT_ALLOCATOR", "plattform", "TF_GPU_ALLOCATOR=cuda_malloc",
     "requested=platform via=TF_GPU_ALLOCATOR route=driver"},
    {"GPUALLOC_LIMIT", "-3", "GPUALLOC_ALLOCATOR=bfc", "route=pool"},
    {"GPUALLOC_LIMIT", "120%", "GPUALLOC_ALLOCATOR=bfc", "route=pool"},
    {"GPUALLOC_LIMIT", "4Q", "GPUALLOC_ALLOCATOR=bfc", "route=pool"},
    {"XLA_CLIENT_MEM_FRACTION", "1.5", "GPUALLOC_ALLOCATOR=bfc", "route=pool"},
    {"XLA_PYTHON_CLIENT_MEM_FRACTION", "half", "GPUALLOC_ALLOCATOR=bfc",
     "route=pool"},
    {"GPUALLOC_PREALLOCATE", "maybe", "GPUALLOC_ALLOCATOR=bfc", "route=pool"},
    {"XLA_PYTHON_CLIENT_PREALLOCATE", "2", "GPUALLOC_ALLOCATOR=bfc",
     "route=pool"},
    {"GPUALLOC_POLICY", "leanest", "GPUALLOC_ALLOCATOR=bfc", "route=pool"},
    {"GPUALLOC_FREE", "never", "GPUALLOC_ALLOCATOR=bfc", "route=pool"},
    {"GPUALLOC_STRICT", "very", "GPUALLOC_ALLOCATOR=bfc", "route=pool"},
    {"GPUALLOC_OFF", "perhaps", "GPUALLOC_ALLOCATOR=bfc", "route=pool"},
    {"GPUALLOC_LOG_LEVEL", "loud", "", "route=driver"},
    {"GPUALLOC_ALOCATOR", "bfc", "", "requested=platform route=driver"},
};

enum {
    VALUE_COUNT = sizeof(values) / sizeof(values[0]),
};

Test(bad_values, are_one_error_line_each_and_the_default_applies)
{
    for (size_t i = 0; i < VALUE_COUNT; i++) {
        char settings[256], facts[256];
        snprintf(settings, sizeof(settings), "%s=%s %s", values[i].variable,
                 values[i].bad, values[i].more);
        const struct run *seen = run(settings, "steps_hip6 take:1M give:0");

        must_print(seen, "take 0 set\ngive 0\n");
        cr_expect(eq(int, lines_of(seen->log, "error"), 1), "%s", settings);
        const char *line = line_of(seen->log, "error", 1);
        snprintf(facts, sizeof(facts), "variable=%s value=%s",
                 values[i].variable, values[i].bad);
        must_say(line, facts);
        cr_expect(gt(sz, strlen(value(line, "expected")), 3), "%s", line);
        cr_expect(gt(sz, strlen(value(line, "text")), 3), "%s", line);
        must_say(decision(seen, 1), values[i].facts);
        must_say(decision(seen, 1), "rc=0");
    }
}

Test(bad_values, fail_allocations_under_strict)
{
    for (size_t i = 0; i < VALUE_COUNT; i++) {
        char settings[256];
        snprintf(settings, sizeof(settings), "GPUALLOC_STRICT=1 %s=%s",
                 values[i].variable, values[i].bad);
        const struct run *seen =
            run(settings, "steps_cudart12 take:1M peek-error last-error");

        if (strcmp(values[i].variable, "GPUALLOC_STRICT") == 0)
            continue; /* the good value was replaced */
        must_print(seen, "take 801 kept\npeek-error 0\nlast-error 0\n");
        must_say(decision(seen, 1),
                 "route=refused ptr=0x0 rc=801 why=bad-value");
        cr_expect(eq(int, lines_of(seen->log, "error"), 1));
    }
}

Test(bad_values, do_not_hinder_frees_under_strict)
{
    const struct run *seen = run("GPUALLOC_STRICT=1 GPUALLOC_LIMIT=x",
                                 "steps_hip6 give:null give:unknown");

    must_behave_alike(seen, run_alone("", "steps_hip6 give:null give:unknown"));
}

Test(bad_values, are_said_of_values_with_blanks_and_control_letters)
{
    const struct run *seen =
        run_shell("", "GPUALLOC_LIMIT='all of \"it\"\n now' $preloaded "
                      "$programs/steps_hip6 take:1M");

    must_print(seen, "take 0 set\n");
    cr_expect(eq(int, lines_of(seen->log, "error"), 1));
    cr_expect_not_null(
        strstr(seen->log, "value=\"all of \\x22it\\x22\\x0a now\" expected="));
}

Test(bad_values, of_any_length_are_one_line_of_4096_bytes)
{
    char settings[6000] = "GPUALLOC_LIMIT=";
    memset(settings + strlen(settings), 'x', sizeof(settings) - 100);
    const struct run *seen = run(settings, "steps_hip6 take:1M");
    const char *line = line_of(seen->log, "error", 1);

    must_succeed(seen);
    cr_expect(eq(int, lines_of(seen->log, "error"), 1));
    cr_expect(eq(int, lines_of(seen->log, "alloc"), 1));
    cr_expect(le(sz, strlen(line), 4095));
    cr_expect(gt(sz, strlen(line), 4000));
}

Test(bad_log, a_path_that_cannot_be_opened_is_an_error_on_stderr)
{
    static const char *const paths[] = {"/no/such/directory/log", "/tmp"};
    for (size_t i = 0; i < 2; i++) {
        char settings[128];
        snprintf(settings, sizeof(settings), "GPUALLOC_LOG=%s", paths[i]);
        const struct run *seen = run(settings, "steps_hip6 take:1M give:0");

        must_print(seen, "take 0 set\ngive 0\n");
        must_say(line_of(seen->err, "error", 1), "variable=GPUALLOC_LOG");
        must_say(line_of(seen->err, "error", 1), "value~/");
        cr_expect(eq(int, lines_of(seen->err, "alloc"), 1));
        must_say(line_of(seen->err, "summary", 1), "lost=0");
    }
}

Test(bad_log, a_closed_stderr_harms_nobody)
{
    const struct run *seen = run_shell(
        "log=stderr", "$preloaded $programs/steps_hip6 take:1M open-files:3 "
                      "give:0 2>&- 0<&-");

    must_print(seen, "take 0 set\ngive 0\n");
    must_equal(run_file(seen, "own-0"), "");
    must_equal(run_file(seen, "own-1"), "");
    must_equal(run_file(seen, "own-2"), "");
}

Test(bad_log, with_all_standard_files_closed_a_path_still_gets_the_lines)
{
    const struct run *seen =
        run_shell("", "$preloaded $programs/steps_hip6 take:1M give:0 "
                      "<&- >&- 2>&-");

    must_succeed(seen);
    cr_expect(eq(int, decisions(seen), 2));
}
