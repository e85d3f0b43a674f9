#ifndef GPUALLOC_FAKE_ENVIRONMENT_H
#define GPUALLOC_FAKE_ENVIRONMENT_H

/* An environment of a test's own, and what the settings make of it. */

#include "shim/settings.h"

/* Of the last time that settings were read here. */
extern struct complaints environment_complaints;

void environment_clear(void);

/* Of the environment as it is, and with just one variable in it. */
struct settings environment_settings(void);
struct settings environment_settings_by(const char *variable,
                                        const char *value);

/* Fail the test unless everything is as without any variable. */
void environment_expect_defaults(const struct settings *settings);

#endif
