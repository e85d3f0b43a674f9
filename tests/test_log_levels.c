#include "tests/preload/run.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <string.h>

/* What each level and target leaves out, and lines that cannot be written. */

/* One decision with a verdict in capitals among three without. */
static const char command[] = "steps_hip6 take:1M take:8M give:0 take-host:4K";

static const struct run *run_at(const char *more)
{
    char settings[256] = "GPUALLOC_ALLOCATOR=bfc GPUALLOC_LIMIT=4M "
                         "GPUALLOC_FREE=often ";
    return run(strcat(settings, more), command);
}

static void must_have(const char *log, int decisions_wanted, int banners,
                      int regions, int summaries)
{
    cr_expect(eq(int, lines_of(log, "alloc") + lines_of(log, "free"),
                 decisions_wanted));
    cr_expect(eq(int, lines_of(log, "banner"), banners));
    cr_expect(eq(int, lines_of(log, "region"), regions));
    cr_expect(eq(int, lines_of(log, "summary"), summaries));
    cr_expect(eq(int, lines_of(log, "error"), 1));
}

Test(levels, all_is_every_decision)
{
    must_have(run_at("GPUALLOC_LOG_LEVEL=all")->log, 4, 1, 1, 1);
}

Test(levels, events_leaves_out_verdicts_in_lower_case)
{
    const struct run *seen = run_at("GPUALLOC_LOG_LEVEL=events");

    must_have(seen->log, 1, 1, 1, 1);
    must_say(decision(seen, 1), "seq=2 verdict=FALLBACK");
}

Test(levels, warn_is_errors_warnings_and_verdicts_in_capitals)
{
    const struct run *seen = run_at("GPUALLOC_LOG_LEVEL=WARN");

    must_have(seen->log, 1, 0, 0, 0);
    must_say(decision(seen, 1), "seq=2 verdict=FALLBACK");
}

Test(levels, summary_is_the_summary_and_errors)
{
    const struct run *seen = run_at("GPUALLOC_LOG=summary");

    must_have(seen->err, 0, 0, 0, 1);
    must_say(line_of(seen->err, "summary", 1),
             "allocs=3 frees=1 failed=0 driver=2 pool=1 fallbacks=1 live=2 "
             "live_bytes=8392704 peak_bytes=9437184 lost=0");
    must_equal(seen->log, "");
}

Test(levels, off_is_nothing)
{
    const struct run *seen = run_at("GPUALLOC_LOG=Off");

    must_succeed(seen);
    must_equal(seen->err, "");
    must_equal(seen->log, "");
}

Test(lost, lines_for_a_reader_that_has_gone_do_not_end_the_program)
{
    const struct run *seen = run_shell(
        "log=stderr",
        "{ $preloaded $programs/steps_hip6 take:1M sleep-ms:300 give:0 "
        "take:1M give:1 2>&1 >program; echo ended $? >status; } | head -n 1 "
        ">first");

    must_equal(run_file(seen, "status"), "ended 0\n");
    must_equal(run_file(seen, "program"),
               "take 0 set\ngive 0\ntake 0 set\ngive 0\n");
    cr_expect(eq(int, lines_of(run_file(seen, "first"), "banner"), 1));
}

Test(lost, lines_for_a_full_device_are_counted_and_the_program_is_unharmed)
{
    const struct run *seen =
        run("GPUALLOC_LOG=/dev/full", "steps_hip6 take:1M give:0");

    must_print(seen, "take 0 set\ngive 0\n");
    must_equal(seen->err, "");
}

Test(lost, lines_beyond_a_limit_of_file_sizes_are_counted)
{
    const struct run *seen =
        run("SIMGPU_TRACE", "steps_hip6 take:1M limit-files:100 give:0 take:1M "
                            "limit-files:unlimited give:1");

    must_print(seen, "take 0 set\ngive 0\ntake 0 set\ngive 0\n");
    cr_expect(eq(int, decisions(seen), 2));
    must_say(line_of(seen->log, "summary", 1), "allocs=2 frees=2 lost=2");
}

Test(lost, a_line_that_was_cut_is_not_run_into_by_the_next)
{
    const struct run *seen = run(
        "SIMGPU_TRACE", "steps_hip6 take:1M take:1M limit-files:700 take:1M "
                        "limit-files:unlimited take:1M take:1M");

    must_succeed(seen);
    cr_expect(eq(int, lines_of(seen->log, "alloc"), 5));
    cr_expect(eq(int, lines_with(seen->log, "gpualloc: alloc"), 5));
    must_say(line_of(seen->log, "alloc", 4), "seq=4");
    must_say(line_of(seen->log, "summary", 1), "allocs=5 lost=1");
}
