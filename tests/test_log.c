#include "tests/preload/run.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The grammar of each kind of line, to the letter. */

#define SECONDS " t=[0-9]+\\.[0-9]{6}"
#define HEAD                                                                   \
    " pid=[0-9]+ tid=[0-9]+ seq=[0-9]+" SECONDS                                \
    " api=[a-zA-Z0-9_]+ door=(plt|dlsym|procaddr) dev=-?[0-9]+ size=[0-9]+"
#define TAIL                                                                   \
    " route=(driver|pool|vmm|refused) ptr=0x[0-9a-f]+ rc=[0-9]+ "              \
    "us=[0-9]+\\.[0-9] why=[a-z-]+ verdict=(ok|rule|FALLBACK|OVERRIDE|"        \
    "MISROUTE) caller=[^ ]+"
#define QUOTED_OR_WORD "(\"[^\"]*\"|[^ \"]+)"

static const char *const grammar[][2] = {
    {"banner", "^gpualloc: banner pid=[0-9]+ program=" QUOTED_OR_WORD
               " version=[0-9.]+ requested=(platform|bfc|vmm) via=[^ ]+ "
               "vendors=(none|cuda|hip|cuda,hip) log=[^ ]+( parent=[0-9]+)?$"},
    {"alloc", "^gpualloc: alloc" HEAD
              " requested=(platform|bfc|vmm) via=[^ ]+" TAIL "$"},
    {"free", "^gpualloc: free" HEAD TAIL "$"},
    {"region", "^gpualloc: region pid=[0-9]+" SECONDS
               " dev=[0-9]+ pool=(bfc|vmm) event=(extend|release) "
               "size=[0-9]+ ptr=0x[0-9a-f]+ pool_bytes=[0-9]+ limit=[0-9]+$"},
    {"warn", "^gpualloc: warn pid=[0-9]+" SECONDS
             " what=[a-z-]+ ([a-z]+=" QUOTED_OR_WORD " )+text=\"[^\"]*\"$"},
    {"error", "^gpualloc: error pid=[0-9]+" SECONDS
              " variable=[A-Z_]+ value=" QUOTED_OR_WORD
              " expected=\"[^\"]*\" text=\"[^\"]*\"$"},
    {"dump", "^gpualloc: dump pid=[0-9]+ dev=[0-9]+ text=\"[^\"]*\"$"},
    {"summary", "^gpualloc: summary pid=[0-9]+ allocs=[0-9]+ frees=[0-9]+ "
                "failed=[0-9]+ driver=[0-9]+ pool=[0-9]+ misroutes=[0-9]+ "
                "fallbacks=[0-9]+ overrides=[0-9]+ live=[0-9]+ "
                "live_bytes=[0-9]+ peak_bytes=[0-9]+ lost=[0-9]+$"},
};

static void must_match(const char *line, const char *pattern)
{
    regex_t regex;
    const int bad = regcomp(&regex, pattern, REG_EXTENDED | REG_NOSUB);
    cr_assert(eq(int, bad, 0));
    cr_expect(eq(int, regexec(&regex, line, 0, NULL, 0), 0), "%s", line);
    regfree(&regex);
}

/* Every line is of a known kind and follows its grammar. */
static void must_follow_the_grammar(const char *log)
{
    int known = 0;
    for (size_t i = 0; i < sizeof(grammar) / sizeof(grammar[0]); i++) {
        const int count = lines_of(log, grammar[i][0]);
        for (int n = 1; n <= count; n++)
            must_match(line_of(log, grammar[i][0], n), grammar[i][1]);
        known += count;
    }
    cr_expect(eq(int, known, lines_that_begin(log, "")));
}

Test(log, every_kind_of_line_follows_the_grammar)
{
    const struct run *platform =
        run("GPUALLOC_LIMIT=much XLA_PYTHON_CLIENT_ALLOCATOR=platform "
            "XLA_PYTHON_CLIENT_COLLECTIVE_MEM_SIZE_MB=64",
            "steps_hip6 take:1M take:0 give:0 give:null give:unknown");
    const struct run *bfc =
        run("GPUALLOC_ALLOCATOR=bfc GPUALLOC_LIMIT=4M "
            "TF_GPU_ALLOCATOR=cuda_malloc",
            "steps_cudart12 take:1M take:8M take-host:4K give:0 give:1 reset");

    must_follow_the_grammar(platform->log);
    must_follow_the_grammar(bfc->log);
    cr_expect(eq(int, lines_of(platform->log, "banner"), 1));
    cr_expect(eq(int, lines_of(platform->log, "error"), 1));
    cr_expect(eq(int, lines_of(platform->log, "warn"), 1));
    cr_expect(eq(int, lines_of(platform->log, "summary"), 1));
    cr_expect(eq(int, lines_of(bfc->log, "region"), 1));
    must_say(line_of(platform->log, "warn", 1),
             "what=collective-memory "
             "variable=XLA_PYTHON_CLIENT_COLLECTIVE_MEM_SIZE_MB value=64");
}

Test(log, begins_with_the_banner_and_ends_with_the_summary)
{
    const struct run *seen = run("", "steps_hip6 take:1M give:0");

    cr_expect(eq(int, lines_that_begin(seen->log, ""), 4));
    must_say(line_of(seen->log, "banner", 1),
             "program=steps_hip6 requested=platform via=default vendors=hip");
    cr_expect_not_null(strstr(seen->log, "\ngpualloc: summary "));
    cr_expect_null(strstr(strstr(seen->log, "gpualloc: summary "), "\ngpu"));
}

Test(log, time_starts_at_the_first_decision_and_the_caller_is_an_offset)
{
    const struct run *seen =
        run("", "steps_hip6 sleep-ms:50 take:1M sleep-ms:50 give:0");

    cr_expect(lt(dbl, strtod(value(decision(seen, 1), "t"), NULL), 0.04));
    cr_expect(gt(dbl, strtod(value(decision(seen, 2), "t"), NULL), 0.05));
    must_say(decision(seen, 1), "caller~steps_hip6+0x");
}

Test(log, a_failed_allocation_has_no_pointer)
{
    const struct run *seen = run("", "steps_hip6 take:8G");

    must_say(decision(seen, 1), "ptr=0x0 rc=2 size=8589934592 verdict=ok");
    must_say(line_of(seen->log, "summary", 1), "allocs=0 failed=1 driver=0");
}

Test(log, numbers_of_decisions_have_no_gap_with_eight_threads)
{
    const struct run *seen =
        run("SIMGPU_DEVICES=2 GPUALLOC_ALLOCATOR=bfc SIMGPU_TRACE",
            "threads_hip6 work 8 200");
    const int count = decisions(seen);
    char *is_seen = calloc((size_t)count + 1, 1);

    cr_expect(gt(int, count, 1000));
    for (const char *at = seen->log; (at = strstr(at, " seq=")); at++) {
        const long seq = strtol(at + strlen(" seq="), NULL, 10);
        cr_assert(seq >= 1 && seq <= count && !is_seen[seq], "seq=%ld", seq);
        is_seen[seq] = 1;
    }
    cr_expect_not(memchr(is_seen + 1, 0, (size_t)count));
    must_follow_the_grammar(line_of(seen->log, "banner", 1));
    free(is_seen);
}

Test(log, lines_of_many_threads_never_mix)
{
    const struct run *seen =
        run("SIMGPU_DEVICES=2 SIMGPU_TRACE", "threads_cudart12 work 8 100");

    must_follow_the_grammar(seen->log);
}

Test(log, a_request_is_one_line_though_the_runtime_calls_the_driver)
{
    const struct run *seen =
        run("", "steps_cudart12 take:1M take-managed:1M take-host:4K "
                "take-async:1M give:0 give:1 give-host:2 give-async:3");

    cr_expect(eq(int, decisions(seen), 8));
    cr_expect(gt(int, lines_that_begin(seen->trace, "cuMem"), 7));
}

Test(log, is_empty_before_the_first_gpu_call)
{
    const struct run *quiet = run("GPUALLOC_LOG=stderr", "steps_hip6");
    const struct run *foreign = run("GPUALLOC_LOG=stderr", "/bin/echo hello");
    const struct run *asks =
        run("GPUALLOC_LOG=stderr", "steps_lookup dlsym libcudart.so.12");

    must_print(quiet, "");
    must_equal(quiet->err, "");
    must_print(foreign, "hello\n");
    must_equal(foreign->err, "");
    must_print(asks, "");
    must_equal(asks->err, "");
}

Test(log, goes_to_stderr_and_never_to_stdout)
{
    const struct run *seen = run("GPUALLOC_LOG", "steps_hip6 take:1M give:0");

    must_print(seen, "take 0 set\ngive 0\n");
    cr_expect(eq(int, lines_that_begin(seen->err, "gpualloc: "), 4));
    must_say(line_of(seen->err, "banner", 1), "log=stderr");
    must_follow_the_grammar(seen->err);
}

Test(log, has_a_high_descriptor_that_no_child_inherits)
{
    const struct run *path = run("SIMGPU_TRACE GPUALLOC_ALLOCATOR=platform",
                                 "steps_hip6 take:1K give:0 descriptors");
    const struct run *stderr_too = run("SIMGPU_TRACE GPUALLOC_LOG=stderr",
                                       "steps_hip6 take:1K give:0 descriptors");

    cr_expect(eq(int, lines_with(path->out, "descriptor high cloexec"), 1));
    cr_expect(eq(int, lines_with(path->out, "descriptor high inherited"), 0));
    must_equal(stderr_too->out, path->out);
}

static const char closes_all[] =
    "steps_hip6 take:1M close-from:3 open-files:80 give:0 take:1M give:1";

Test(log, never_writes_into_a_file_of_the_programs)
{
    const struct run *seen =
        run("GPUALLOC_LOG=stderr SIMGPU_TRACE", closes_all);

    must_succeed(seen);
    for (int i = 0; i < 80; i++) {
        char name[32];
        snprintf(name, sizeof(name), "own-%d", i);
        must_equal(run_file(seen, name), "");
    }
    cr_expect(eq(int, lines_of(seen->err, "free"), 2));
}

Test(log, with_a_path_goes_on_when_the_program_has_closed_all)
{
    const struct run *seen = run("SIMGPU_TRACE", closes_all);

    must_succeed(seen);
    cr_expect(eq(int, decisions(seen), 4));
    must_say(line_of(seen->log, "summary", 1), "lost=0");
    must_equal(run_file(seen, "own-61"), "");
    must_equal(run_file(seen, "own-64"), "");
}

Test(log, bears_a_stderr_that_is_replaced_before_the_first_call)
{
    const struct run *seen =
        run("GPUALLOC_LOG=stderr", "steps_hip6 redirect-stderr:other take:1M");

    must_equal(seen->err, "");
    cr_expect(eq(int, lines_of(run_file(seen, "other"), "alloc"), 1));
}

Test(log, replaces_letters_in_a_path)
{
    const struct run *seen =
        run("GPUALLOC_LOG=@/log.%n.%r.%p PMI_RANK=7", "steps_hip6 take:1M");
    const char *log = run_file_like(seen, "log.steps_hip6.7.");
    char name[64];

    must_succeed(seen);
    cr_expect(eq(int, lines_of(log, "alloc"), 1));
    snprintf(name, sizeof(name), "log.steps_hip6.7.%s",
             value(line_of(log, "banner", 1), "pid"));
    must_equal(run_file(seen, name), log);
}

Test(log, replaces_the_host_in_a_path)
{
    const struct run *seen =
        run_shell("log=%h.log", "$preloaded $programs/steps_hip6 take:1M\n"
                                "test -s \"$(hostname).log\" || echo missing");

    must_print(seen, "take 0 set\n");
}

Test(log, honours_an_environment_that_the_program_sets_before_its_first_call)
{
    const struct run *seen =
        run("", "steps_hip6 setenv:GPUALLOC_ALLOCATOR=bfc "
                "setenv:GPUALLOC_LOG=late.log take:1M "
                "setenv:GPUALLOC_ALLOCATOR=platform take:1M");
    const char *log = run_file(seen, "late.log");

    must_equal(seen->log, "");
    must_say(line_of(log, "alloc", 1), "requested=bfc route=pool");
    must_say(line_of(log, "alloc", 2), "requested=bfc route=pool");
}

Test(log, honours_off_that_is_set_late)
{
    const struct run *seen =
        run("", "steps_lookup dlsym libamdhip64.so.6 setenv:GPUALLOC_OFF=1 "
                "take:1M give:0");

    must_print(seen, "take 0 set\ngive 0\n");
    must_equal(seen->log, "");
}
