/*
 * The exported functions. Each is one row of hip_functions.def with the core's
 * hooks and the last error around it; inside the library only the inner
 * functions are called, so that one call is one line of the trace.
 */

#include <string.h>

#include "tests/sim/hip.h"

#define EXPORT __attribute__((visibility("default")))

/* For the formats of the table; `rc` is the call's. */
#define ADDR(pointer) ((unsigned long long)hip_addr(pointer))
#define OUT(out)      (rc == HIP_SUCCESS && (out) != NULL ? ADDR(*(out)) : 0)
#define INT(out)      (rc == HIP_SUCCESS && (out) != NULL ? *(out) : 0)
#define SIZE(out)     (rc == HIP_SUCCESS && (out) != NULL ? *(out) : (size_t)0)
#define TEXT(text)    ((text) != NULL ? (text) : "")
#define CURRENT       hip_ordinal()

static int hip_ordinal(void)
{
    const struct device *device = hip_device();
    return device != NULL ? device->ordinal : -1;
}

/* Without a device, all but a few calls answer this. */
static inline bool is_ready(int *rc)
{
    *rc = HIP_INVALID_DEVICE;
    return device_count() > 0;
}

static inline bool is_always_ready(int *rc)
{
    (void)rc;
    return true;
}

static inline int forget(int code)
{
    return code;
}

#define CALL(name, parameters, arguments, ready, answer, ...)                  \
    EXPORT int name parameters;                                                \
    int name parameters                                                        \
    {                                                                          \
        static struct call_site site = {#name, 0};                             \
        int rc;                                                                \
        if (call_is_quiet())                                                   \
            return answer(ready(&rc) ? impl_##name arguments : rc);            \
        if (call_enter(&site, &rc) && ready(&rc))                              \
            rc = impl_##name arguments;                                        \
        call_leave(&site, rc, __VA_ARGS__);                                    \
        return answer(rc);                                                     \
    }

#define HIP(since, name, parameters, arguments, ...)                           \
    CALL(name, parameters, arguments, is_ready, hip_answer, __VA_ARGS__)

#define HIP_ANY(since, name, parameters, arguments, ...)                       \
    CALL(name, parameters, arguments, is_always_ready, hip_answer, __VA_ARGS__)

#define HIP_PLAIN(since, name, parameters, arguments, ...)                     \
    CALL(name, parameters, arguments, is_always_ready, forget, __VA_ARGS__)

#define HIP_TEXT(since, name)                                                  \
    EXPORT const char *name(int error);                                        \
    const char *name(int error)                                                \
    {                                                                          \
        static struct call_site site = {#name, 0};                             \
        int rc = HIP_SUCCESS;                                                  \
        if (call_is_quiet())                                                   \
            return impl_##name(error);                                         \
        call_enter(&site, &rc);                                                \
        call_leave(&site, rc, "error=%d", error);                              \
        return impl_##name(error);                                             \
    }

#include "tests/sim/hip_functions.def"
#undef HIP
#undef HIP_ANY
#undef HIP_PLAIN
#undef HIP_TEXT

/* The same table by name. */
static const struct function {
    const char *name;
    void (*address)(void);
    int since;
} functions[] = {
#define HIP(since, name, ...)       {#name, (void (*)(void))name, since},
#define HIP_ANY(since, name, ...)   {#name, (void (*)(void))name, since},
#define HIP_PLAIN(since, name, ...) {#name, (void (*)(void))name, since},
#define HIP_TEXT(since, name)       {#name, (void (*)(void))name, since},
#include "tests/sim/hip_functions.def"
#undef HIP
#undef HIP_ANY
#undef HIP_PLAIN
#undef HIP_TEXT
};

enum {
    FOUND,
    NOT_FOUND,
    VERSION_TOO_LOW
}; /* hipDriverProcAddressQueryResult */

static const struct function *find(const char *name)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (functions[i].since <= hip_newest &&
            strcmp(functions[i].name, name) == 0)
            return &functions[i];
    }
    return NULL;
}

/* Two names have another layout from 6.0 on; the program's header decides. */
static const char *renamed(const char *name, int version)
{
    if (version < 600)
        return name;
    if (strcmp(name, "hipGetDeviceProperties") == 0)
        return "hipGetDevicePropertiesR0600";
    if (strcmp(name, "hipChooseDevice") == 0)
        return "hipChooseDeviceR0600";
    return name;
}

int impl_hipGetProcAddress(const char *symbol, void **out, int version,
                           uint64_t flags, int *found)
{
    (void)flags;
    if (symbol == NULL || out == NULL || *symbol == '\0')
        return HIP_INVALID_VALUE;
    const struct function *function = find(renamed(symbol, version));
    int result = FOUND;
    if (function == NULL)
        result = NOT_FOUND;
    else if (function->since > version)
        result = VERSION_TOO_LOW;
    if (found != NULL)
        *found = result;
    *out = NULL;
    if (result == FOUND)
        memcpy(out, &function->address, sizeof *out);
    return result == FOUND ? HIP_SUCCESS : HIP_INVALID_VALUE;
}
