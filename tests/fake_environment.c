#include "tests/fake_environment.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>

struct complaints environment_complaints;

void environment_clear(void)
{
    clearenv();
}

struct settings environment_settings(void)
{
    struct settings settings;
    environment_complaints = (struct complaints){0};
    settings_read(&settings, &environment_complaints);
    return settings;
}

struct settings environment_settings_by(const char *variable, const char *value)
{
    clearenv();
    setenv(variable, value, true);
    return environment_settings();
}

void environment_expect_defaults(const struct settings *settings)
{
    cr_expect(settings->request.is_default);
    cr_expect_not(settings->strict);
    cr_expect(eq(u64, settings->limit.bytes, 0));
    cr_expect(eq(dbl, settings->limit.fraction, 0.75));
    cr_expect_not(settings->preallocate);
    cr_expect(eq(int, settings->policy, POOL_LEAN));
    cr_expect_not(settings->frees_wait);
    cr_expect(eq(int, settings->log_target, LOG_STDERR));
    cr_expect_null(settings->log_path);
    cr_expect(eq(int, settings->log_level, LEVEL_ALL));
}
