#include "tests/sim/settings.h"

#include <pthread.h>
#include <stdlib.h>

static struct settings settings;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static size_t unit_of(char suffix)
{
    switch (suffix) {
    case 'k':
    case 'K':
        return (size_t)1 << 10;
    case 'm':
    case 'M':
        return (size_t)1 << 20;
    case 'g':
    case 'G':
        return (size_t)1 << 30;
    default:
        return 1;
    }
}

/* `otherwise` if the variable is unset or no number. */
static size_t number_of(const char *name, size_t otherwise)
{
    const char *text = getenv(name);
    if (text == NULL)
        return otherwise;

    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    return end == text ? otherwise : (size_t)number * unit_of(*end);
}

static const char *text_of(const char *name)
{
    const char *text = getenv(name);
    return text != NULL && *text != '\0' ? text : NULL;
}

static void read_environment(void)
{
    size_t devices = number_of("SIMGPU_DEVICES", 1);
    settings.device_count =
        devices > SETTINGS_MAX_DEVICES ? SETTINGS_MAX_DEVICES : (int)devices;
    settings.memory = number_of("SIMGPU_MEMORY", (size_t)1 << 30);
    settings.stream_delay_us = (long)number_of("SIMGPU_STREAM_DELAY_US", 0);
    settings.driver_version = (int)number_of("SIMGPU_DRIVER_VERSION", 0);
    settings.trace = text_of("SIMGPU_TRACE");
    settings.fail = text_of("SIMGPU_FAIL");
    settings.cost = text_of("SIMGPU_COST_NS");
}

const struct settings *settings_get(void)
{
    pthread_once(&once, read_environment);
    return &settings;
}
