#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

#include <string.h>

/*
 * cuGetProcAddress: the newest export of a name that is not newer than the
 * version asked for, of the kind that the flags ask for.
 */
struct export
{
    const char *base;
    int version;
    enum call_kind kind;
    void (*function)(void);
};

#define CALL(name, base, version, parameters, arguments, trace)                \
    CUresult name parameters;
#define STREAM(name, base, version, parameters, arguments, trace)              \
    CUresult name parameters;                                                  \
    CUresult name##_ptsz parameters;
#define SYNC(name, base, version, parameters, arguments, trace)                \
    CUresult name parameters;                                                  \
    CUresult name##_ptds parameters;
#include "tests/sim/cuda_all.def"
#undef CALL
#undef STREAM
#undef SYNC

#define FUNCTION(name) (void (*)(void)) name
#define CALL(name, base, version, parameters, arguments, trace)                \
    {#base, version, CALL_ANY, FUNCTION(name)},
#define STREAM(name, base, version, parameters, arguments, trace)              \
    {#base, version, CALL_LEGACY, FUNCTION(name)},                             \
        {#base, version, CALL_PER_THREAD, FUNCTION(name##_ptsz)},
#define SYNC(name, base, version, parameters, arguments, trace)                \
    {#base, version, CALL_LEGACY, FUNCTION(name)},                             \
        {#base, version, CALL_PER_THREAD, FUNCTION(name##_ptds)},
static const struct export exports[] = {
#include "tests/sim/cuda_all.def"
};

static bool is_of_kind(const struct export *export, cuuint64_t flags)
{
    bool is_per_thread = flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM;
    return export->kind == CALL_ANY ||
           (export->kind == CALL_PER_THREAD) == is_per_thread;
}

/* NULL if none is old enough; `*is_known` says whether any has the name. */
static const struct export *find(const char *name, int version,
                                 cuuint64_t flags, bool *is_known)
{
    const struct export *best = NULL;
    *is_known = false;
    for (size_t i = 0; i < sizeof exports / sizeof *exports; i++) {
        const struct export *it = &exports[i];
        if (!is_of_kind(it, flags) || strcmp(it->base, name) != 0)
            continue;
        *is_known = true;
        if (it->version <= version &&
            (best == NULL || it->version > best->version))
            best = it;
    }
    return best;
}

static void say(CUdriverProcAddressQueryResult *status,
                CUdriverProcAddressQueryResult answer)
{
    if (status != NULL)
        *status = answer;
}

CUresult sim_cuGetProcAddress_v2(const char *name, void **function, int version,
                                 cuuint64_t flags,
                                 CUdriverProcAddressQueryResult *status)
{
    if (name == NULL || function == NULL || flags > 2)
        return CUDA_ERROR_INVALID_VALUE;
    bool is_known;
    const struct export *found = find(name, version, flags, &is_known);
    if (found != NULL) {
        *function = (void *)found->function;
        say(status, CU_GET_PROC_ADDRESS_SUCCESS);
        return CUDA_SUCCESS;
    }
    *function = NULL;
    say(status, is_known ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                         : CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    return CUDA_ERROR_NOT_SUPPORTED;
}

CUresult sim_cuGetProcAddress(const char *name, void **function, int version,
                              cuuint64_t flags)
{
    return sim_cuGetProcAddress_v2(name, function, version, flags,
                                   /* no status */ NULL);
}

/* There are no tables and none are made up. */
CUresult sim_cuGetExportTable(const void **table, const CUuuid *id)
{
    (void)table;
    (void)id;
    return CUDA_ERROR_NOT_FOUND;
}
