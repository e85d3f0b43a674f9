/* What the settings say of an environment that is not as it should be. */

#include "shim/settings.h"

#include "tests/fake_environment.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The one complaint, of that variable. */
static const struct complaint *only_complaint(const char *variable)
{
    const struct complaint *complaint = &environment_complaints.list[0];
    cr_assert(eq(sz, environment_complaints.count, 1), "of %s", variable);
    cr_assert(strncmp(complaint->variable, variable, strlen(variable)) == 0);
    return complaint;
}

static void expect_error(const struct settings *settings, const char *variable,
                         const char *value)
{
    const struct complaint *complaint = only_complaint(variable);
    cr_expect(complaint->is_error);
    cr_expect_str_eq(complaint->value, value);
    cr_expect(complaint->expected[0] != '\0' && complaint->text[0] != '\0');
    cr_expect(settings->has_errors);
}

TestSuite(settings_complaints, .init = environment_clear);

Test(settings_complaints, name_every_bad_value_and_leave_the_default)
{
    const char *const bad[][2] = {
        {"GPUALLOC_ALLOCATOR", "pool"},
        {"GPUALLOC_OFF", "maybe"},
        {"GPUALLOC_STRICT", "2"},
        {"GPUALLOC_LIMIT", "8GB"},
        {"GPUALLOC_LIMIT", "0"},
        {"GPUALLOC_LIMIT", "101%"},
        {"GPUALLOC_LIMIT", "99999999999999999999999"},
        {"GPUALLOC_PREALLOCATE", "all"},
        {"GPUALLOC_POLICY", "fat"},
        {"GPUALLOC_FREE", "later"},
        {"GPUALLOC_LOG_LEVEL", "debug"},
        {"XLA_PYTHON_CLIENT_ALLOCATOR", "jemalloc"},
        {"XLA_CLIENT_MEM_FRACTION", "1.5"},
        {"XLA_PYTHON_CLIENT_MEM_FRACTION", "75%"},
        {"XLA_PYTHON_CLIENT_PREALLOCATE", "some"},
    };

    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        const struct settings settings =
            environment_settings_by(bad[i][0], bad[i][1]);

        expect_error(&settings, bad[i][0], bad[i][1]);
        environment_expect_defaults(&settings);
    }
}

Test(settings_complaints, pass_over_empty_strings)
{
    const char *const variables[] = {
        "GPUALLOC_ALLOCATOR",
        "GPUALLOC_OFF",
        "GPUALLOC_STRICT",
        "GPUALLOC_LIMIT",
        "GPUALLOC_PREALLOCATE",
        "GPUALLOC_POLICY",
        "GPUALLOC_FREE",
        "GPUALLOC_LOG_LEVEL",
        "TF_GPU_ALLOCATOR",
        "XLA_CLIENT_MEM_FRACTION",
        "XLA_PYTHON_CLIENT_ALLOCATOR",
        "XLA_PYTHON_CLIENT_MEM_FRACTION",
        "XLA_PYTHON_CLIENT_PREALLOCATE",
    };

    for (size_t i = 0; i < sizeof(variables) / sizeof(variables[0]); i++) {
        const struct settings settings =
            environment_settings_by(variables[i], "");

        environment_expect_defaults(&settings);
        cr_expect(eq(sz, environment_complaints.count, 0), "%s", variables[i]);
    }
}

Test(settings_complaints, name_a_misspelt_variable)
{
    const struct settings settings =
        environment_settings_by("GPUALLOC_ALOCATOR", "bfc");

    expect_error(&settings, "GPUALLOC_ALOCATOR", "bfc");
    cr_expect(settings.request.is_default);
}

Test(settings_complaints, name_a_variable_that_only_begins_like_ours)
{
    const char *const names[] = {"GPUALLOC_LIMITS", "GPUALLOC_LIMI",
                                 "GPUALLOC_", "GPUALLOC_limit"};

    for (size_t i = 0; i < 4; i++) {
        const struct settings settings = environment_settings_by(names[i], "1");
        expect_error(&settings, names[i], "1");
    }
}

Test(settings_complaints, name_each_misspelt_variable)
{
    setenv("GPUALLOC_A", "1", true);
    setenv("GPUALLOC_B", "2", true);
    setenv("MY_GPUALLOC_C", "3", true);
    setenv("GPUALLOCATOR", "4", true);

    environment_settings();

    cr_expect(eq(sz, environment_complaints.count, 2));
}

Test(settings_complaints,
     survive_entries_without_a_value_and_no_environment_at_all)
{
    char bare[] = "GPUALLOC_BARE";
    char *entries[] = {bare, NULL};
    environ = entries;
    const struct settings settings = environment_settings();
    expect_error(&settings, "GPUALLOC_BARE", "");

    environ = NULL;
    environment_settings();

    cr_expect(eq(sz, environment_complaints.count, 0));
}

Test(settings_complaints, survive_values_of_any_length)
{
    static char value[1 << 16];
    memset(value, '9', sizeof(value) - 1);

    const struct settings limit =
        environment_settings_by("GPUALLOC_LIMIT", value);
    expect_error(&limit, "GPUALLOC_LIMIT", value);
    const struct settings share =
        environment_settings_by("XLA_CLIENT_MEM_FRACTION", value);
    expect_error(&share, "XLA_CLIENT_MEM_FRACTION", value);
    const struct settings log = environment_settings_by("GPUALLOC_LOG", value);
    cr_expect_str_eq(log.log_path, value);
}

Test(settings_complaints, warn_of_collective_memory_under_platform)
{
    const char variable[] = "XLA_PYTHON_CLIENT_COLLECTIVE_MEM_SIZE_MB";

    environment_settings_by(variable, "64");
    const struct complaint *complaint = only_complaint(variable);
    cr_expect_not(complaint->is_error);
    cr_expect_str_eq(complaint->what, "collective-memory");
    cr_expect_str_eq(complaint->value, "64");

    environment_settings_by(variable, "0");
    cr_expect(eq(sz, environment_complaints.count, 0));
    environment_settings_by(variable, "");
    cr_expect(eq(sz, environment_complaints.count, 0));
    setenv(variable, "64", true);
    setenv("GPUALLOC_ALLOCATOR", "bfc", true);
    environment_settings();
    cr_expect(eq(sz, environment_complaints.count, 0));
}
