#include "shim/settings.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum {
    WHOLE_DEFAULT = 2 << 20,
};

static const char switch_words[] =
    "1, on, yes, true, or 0, off, no, false, or nothing";

/* Every variable that begins with our prefix and means something. */
static const char *const own_variables[] = {
    "GPUALLOC_ALLOCATOR", "GPUALLOC_FREE",      "GPUALLOC_LIMIT",
    "GPUALLOC_LOG",       "GPUALLOC_LOG_LEVEL", "GPUALLOC_OFF",
    "GPUALLOC_WHOLE",     "GPUALLOC_POLICY",    "GPUALLOC_PREALLOCATE",
    "GPUALLOC_STRICT",
};

bool settings_say_off(void)
{
    const char *text = secure_getenv("GPUALLOC_OFF");
    bool off;
    return text && value_switch(text, &off) && off;
}

/* Whether the switch is set to something that we understand. */
static bool read_switch(const char *variable, struct complaints *complaints,
                        const char *text, bool *out)
{
    const char *value = secure_getenv(variable);
    if (!value)
        return false;
    if (value_switch(value, out))
        return true;
    complaints_error(complaints, variable, value, switch_words, text);
    return false;
}

static void read_choice(const char *variable, struct complaints *complaints,
                        const struct choice *choices, unsigned count,
                        const char *expected, const char *text, int *out)
{
    const char *value = secure_getenv(variable);
    if (value && *value && !value_choice(value, choices, count, out))
        complaints_error(complaints, variable, value, expected, text);
}

/* Whether the framework's variable holds a share of the device. */
static bool read_fraction(const char *variable, struct complaints *complaints,
                          double *out)
{
    const char *value = secure_getenv(variable);
    if (!value || !*value)
        return false;
    if (value_fraction(value, out))
        return true;
    complaints_error(complaints, variable, value,
                     "a fraction above 0 and at most 1",
                     "ignored, the next source decides");
    return false;
}

static void read_limit(struct settings *settings, struct complaints *complaints)
{
    settings->limit = (struct amount){.fraction = 0.75};
    const char *value = secure_getenv("GPUALLOC_LIMIT");
    if (value && *value) {
        if (value_amount(value, &settings->limit))
            return;
        complaints_error(complaints, "GPUALLOC_LIMIT", value,
                         "bytes with K, M, G or T (powers of 1024) or a "
                         "percentage up to 100%",
                         "the default limit applies");
    }
    double *fraction = &settings->limit.fraction;
    if (!read_fraction("XLA_CLIENT_MEM_FRACTION", complaints, fraction))
        read_fraction("XLA_PYTHON_CLIENT_MEM_FRACTION", complaints, fraction);
}

static void read_whole(struct settings *settings, struct complaints *complaints)
{
    const char *value = secure_getenv("GPUALLOC_WHOLE");
    bool is_on = true;
    settings->whole = WHOLE_DEFAULT;
    if (!value || (value_switch(value, &is_on) && is_on))
        return;
    if (!is_on)
        settings->whole = 0;
    else if (!value_bytes(value, &settings->whole))
        complaints_error(complaints, "GPUALLOC_WHOLE", value,
                         "bytes with K, M, G or T (powers of 1024), or off",
                         "multiples of 2 MiB are served whole");
}

static void read_preallocate(struct settings *settings,
                             struct complaints *complaints)
{
    bool *out = &settings->preallocate;
    if (!read_switch("GPUALLOC_PREALLOCATE", complaints,
                     "the next source decides", out))
        read_switch("XLA_PYTHON_CLIENT_PREALLOCATE", complaints,
                    "regions are taken as they are needed", out);
}

static void read_log(struct settings *settings, struct complaints *complaints)
{
    static const struct choice targets[] = {
        {"stderr", LOG_STDERR}, {"summary", LOG_SUMMARY}, {"off", LOG_OFF},
        {"0", LOG_OFF},         {"no", LOG_OFF},          {"false", LOG_OFF},
        {"", LOG_OFF},
    };
    static const struct choice levels[] = {
        {"all", LEVEL_ALL}, {"events", LEVEL_EVENTS}, {"warn", LEVEL_WARN}};
    const char *value = secure_getenv("GPUALLOC_LOG");
    int target = LOG_STDERR, level = LEVEL_ALL;

    if (value && !value_choice(value, targets, COUNT_OF(targets), &target)) {
        target = LOG_PATH;
        settings->log_path = value;
    }
    read_choice("GPUALLOC_LOG_LEVEL", complaints, levels, COUNT_OF(levels),
                "all, events or warn", "all decisions are logged", &level);
    settings->log_target = (enum log_target)target;
    settings->log_level = (enum log_level)level;
}

static void read_policies(struct settings *settings,
                          struct complaints *complaints)
{
    static const struct choice policies[] = {{"lean", POOL_LEAN},
                                             {"original", POOL_ORIGINAL}};
    int policy = POOL_LEAN;
    read_choice("GPUALLOC_POLICY", complaints, policies, COUNT_OF(policies),
                "lean or original", "lean applies", &policy);
    settings->policy = (enum pool_policy)policy;

    static const struct choice frees[] = {{"sync", true},
                                          {"quarantine", false}};
    int waits = false;
    read_choice("GPUALLOC_FREE", complaints, frees, COUNT_OF(frees),
                "quarantine or sync", "quarantine applies", &waits);
    settings->frees_wait = waits;
}

static void warn_of_collective_memory(const struct settings *settings,
                                      struct complaints *complaints)
{
    static const char variable[] = "XLA_PYTHON_CLIENT_COLLECTIVE_MEM_SIZE_MB";
    const char *value = secure_getenv(variable);
    if (value && *value && strcmp(value, "0") != 0 &&
        settings->request.allocator == ALLOCATOR_PLATFORM)
        complaints_warn(complaints, "collective-memory", variable, value,
                        "collective memory is not pooled under platform");
}

static bool is_own_variable(const char *entry)
{
    for (size_t i = 0; i < COUNT_OF(own_variables); i++) {
        const size_t length = strlen(own_variables[i]);
        if (strncmp(entry, own_variables[i], length) == 0 &&
            entry[length] == '=')
            return true;
    }
    return false;
}

/* A misspelt name must not be a silent no-op. */
static void report_strangers(struct complaints *complaints)
{
    for (char **entry = environ; entry && *entry; entry++) {
        if (strncmp(*entry, "GPUALLOC_", 9) != 0 || is_own_variable(*entry))
            continue;
        const char *value = strchr(*entry, '=');
        complaints_error(complaints, *entry, value ? value + 1 : "",
                         "a variable that the README lists",
                         "ignored, no such variable in this version");
    }
}

void settings_read(struct settings *out, struct complaints *complaints)
{
    *out = (struct settings){0};
    bool off;
    request_read(&out->request, complaints);
    read_switch("GPUALLOC_OFF", complaints, "gpualloc is on", &off);
    read_switch("GPUALLOC_STRICT", complaints, "not strict", &out->strict);
    read_limit(out, complaints);
    read_preallocate(out, complaints);
    read_whole(out, complaints);
    read_policies(out, complaints);
    read_log(out, complaints);
    warn_of_collective_memory(out, complaints);
    report_strangers(complaints);
    out->has_errors = complaints->has_errors;
}
