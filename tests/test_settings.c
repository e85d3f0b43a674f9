#include "shim/settings.h"

#include "tests/fake_environment.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

TestSuite(settings, .init = environment_clear);

Test(settings, have_defaults_and_no_complaints)
{
    const struct settings settings = environment_settings();

    environment_expect_defaults(&settings);
    cr_expect_not(settings.has_errors);
    cr_expect(eq(sz, environment_complaints.count, 0));
}

Test(settings, say_off_only_if_asked_in_words_that_are_understood)
{
    const char *const on[] = {"1", "on", "Yes", "TRUE"};
    const char *const off[] = {"0", "off", "no", "false", "", "nonsense"};

    cr_expect_not(settings_say_off());
    for (size_t i = 0; i < 4; i++) {
        setenv("GPUALLOC_OFF", on[i], true);
        cr_expect(settings_say_off(), "%s", on[i]);
    }
    for (size_t i = 0; i < 6; i++) {
        setenv("GPUALLOC_OFF", off[i], true);
        cr_expect_not(settings_say_off(), "%s", off[i]);
    }
}

Test(settings, take_the_request_along)
{
    const struct settings settings =
        environment_settings_by("GPUALLOC_ALLOCATOR", "bfc");

    cr_expect(eq(int, settings.request.allocator, ALLOCATOR_BFC));
    cr_expect_not(settings.has_errors);
}

Test(settings, are_strict_if_asked)
{
    cr_expect(environment_settings_by("GPUALLOC_STRICT", "yes").strict);
    cr_expect_not(environment_settings_by("GPUALLOC_STRICT", "no").strict);
}

Test(settings, limit_by_bytes_or_by_share)
{
    const struct settings by_bytes =
        environment_settings_by("GPUALLOC_LIMIT", "512M");
    const struct settings by_share =
        environment_settings_by("GPUALLOC_LIMIT", "50%");

    cr_expect(eq(u64, by_bytes.limit.bytes, UINT64_C(512) << 20));
    cr_expect(eq(dbl, by_bytes.limit.fraction, 0));
    cr_expect(eq(dbl, by_share.limit.fraction, 0.5));
}

Test(settings, limit_prefers_our_own_to_either_of_xla)
{
    setenv("XLA_PYTHON_CLIENT_MEM_FRACTION", ".25", true);
    cr_expect(eq(dbl, environment_settings().limit.fraction, 0.25));

    setenv("XLA_CLIENT_MEM_FRACTION", ".5", true);
    cr_expect(eq(dbl, environment_settings().limit.fraction, 0.5));

    setenv("GPUALLOC_LIMIT", "1G", true);
    cr_expect(eq(dbl, environment_settings().limit.fraction, 0));
    cr_expect(eq(sz, environment_complaints.count, 0));
}

Test(settings, limit_passes_over_bad_values_to_the_next_source)
{
    setenv("GPUALLOC_LIMIT", "lots", true);
    setenv("XLA_CLIENT_MEM_FRACTION", "most", true);
    setenv("XLA_PYTHON_CLIENT_MEM_FRACTION", "0.25", true);

    const struct settings settings = environment_settings();

    cr_expect(eq(dbl, settings.limit.fraction, 0.25));
    cr_expect(eq(sz, environment_complaints.count, 2));
    cr_expect(settings.has_errors);
}

Test(settings, preallocate_prefers_our_own_to_that_of_xla)
{
    setenv("XLA_PYTHON_CLIENT_PREALLOCATE", "true", true);
    cr_expect(environment_settings().preallocate);

    setenv("GPUALLOC_PREALLOCATE", "0", true);
    cr_expect_not(environment_settings().preallocate);

    setenv("GPUALLOC_PREALLOCATE", "", true);
    cr_expect_not(environment_settings().preallocate);

    setenv("XLA_PYTHON_CLIENT_PREALLOCATE", "false", true);
    setenv("GPUALLOC_PREALLOCATE", "1", true);
    cr_expect(environment_settings().preallocate);
}

Test(settings, preallocate_passes_over_a_bad_value_to_that_of_xla)
{
    setenv("GPUALLOC_PREALLOCATE", "perhaps", true);
    setenv("XLA_PYTHON_CLIENT_PREALLOCATE", "1", true);

    cr_expect(environment_settings().preallocate);
    cr_expect(eq(sz, environment_complaints.count, 1));
}

Test(settings, know_both_policies)
{
    cr_expect(eq(int, environment_settings_by("GPUALLOC_POLICY", "lean").policy,
                 POOL_LEAN));
    cr_expect(eq(int,
                 environment_settings_by("GPUALLOC_POLICY", "Original").policy,
                 POOL_ORIGINAL));
    cr_expect(eq(sz, environment_complaints.count, 0));
}

Test(settings, know_both_ways_to_free)
{
    cr_expect(environment_settings_by("GPUALLOC_FREE", "sync").frees_wait);
    cr_expect_not(
        environment_settings_by("GPUALLOC_FREE", "Quarantine").frees_wait);
    cr_expect(eq(sz, environment_complaints.count, 0));
}

Test(settings, know_the_words_of_the_log)
{
    const char *const off[] = {"off", "OFF", "0", "no", "false", ""};

    for (size_t i = 0; i < 6; i++)
        cr_expect(eq(int,
                     environment_settings_by("GPUALLOC_LOG", off[i]).log_target,
                     LOG_OFF));
    cr_expect(eq(int,
                 environment_settings_by("GPUALLOC_LOG", "stderr").log_target,
                 LOG_STDERR));
    cr_expect(eq(int,
                 environment_settings_by("GPUALLOC_LOG", "summary").log_target,
                 LOG_SUMMARY));
}

Test(settings, take_any_other_log_as_a_path)
{
    const struct settings settings =
        environment_settings_by("GPUALLOC_LOG", "/x/%p.log");

    cr_expect(eq(int, settings.log_target, LOG_PATH));
    cr_expect_str_eq(settings.log_path, "/x/%p.log");
    cr_expect(eq(sz, environment_complaints.count, 0));
}

Test(settings, know_the_levels_of_the_log)
{
    const char variable[] = "GPUALLOC_LOG_LEVEL";

    cr_expect(
        eq(int, environment_settings_by(variable, "all").log_level, LEVEL_ALL));
    cr_expect(eq(int, environment_settings_by(variable, "events").log_level,
                 LEVEL_EVENTS));
    cr_expect(eq(int, environment_settings_by(variable, "WARN").log_level,
                 LEVEL_WARN));
}

Test(settings, serve_multiples_of_2_mib_whole_unless_told_otherwise)
{
    environment_clear();
    cr_expect(eq(u64, environment_settings().whole, 2 << 20));

    cr_expect(
        eq(u64, environment_settings_by("GPUALLOC_WHOLE", "64K").whole, 65536));
    cr_expect(
        eq(u64, environment_settings_by("GPUALLOC_WHOLE", "off").whole, 0));
    cr_expect(eq(u64, environment_settings_by("GPUALLOC_WHOLE", "").whole, 0));
    cr_expect(eq(u64, environment_settings_by("GPUALLOC_WHOLE", "on").whole,
                 2 << 20));

    cr_expect(eq(u64, environment_settings_by("GPUALLOC_WHOLE", "some").whole,
                 2 << 20));
    cr_expect(eq(sz, environment_complaints.count, 1));
}
