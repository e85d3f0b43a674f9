#include "tests/sim/cuda_calls.h"

#include "tests/sim/call.h"

/*
 * The exported functions, each generated from its row: one call of the inner
 * function between one call_enter and one call_leave.
 */
#define EXPORT       __attribute__((visibility("default")))
#define T(...)       (__VA_ARGS__)
#define OUT(pointer) ((pointer) != NULL ? (unsigned long long)*(pointer) : 0ull)
#define P(pointer)   ((const void *)(pointer))

/* The handle that means this thread's default stream. */
#define PER_THREAD_STREAM ((CUstream)2)
#define ON(stream)                                                             \
    (per_thread && (stream) == NULL ? PER_THREAD_STREAM : (stream))

#define DEFINE(symbol, kind, parameters, inner, trace)                         \
    EXPORT CUresult symbol parameters;                                         \
    EXPORT CUresult symbol parameters                                          \
    {                                                                          \
        enum { per_thread = (kind) == CALL_PER_THREAD };                       \
        static struct call_site site = {.name = #symbol};                      \
        if (call_is_quiet())                                                   \
            return inner;                                                      \
        int injected;                                                          \
        CUresult result;                                                       \
        if (call_enter(&site, &injected))                                      \
            result = inner;                                                    \
        else                                                                   \
            result = (CUresult)injected;                                       \
        call_leave(&site, (int)result, " " UNWRAP trace);                      \
        return result;                                                         \
    }

#define CALL(name, base, version, parameters, arguments, trace)                \
    DEFINE(name, CALL_ANY, parameters, sim_##name arguments, trace)
#define STREAM(name, base, version, parameters, arguments, trace)              \
    DEFINE(name, CALL_LEGACY, parameters, sim_##name arguments, trace)         \
    DEFINE(name##_ptsz, CALL_PER_THREAD, parameters, sim_##name arguments,     \
           trace)
#define SYNC(name, base, version, parameters, arguments, trace)                \
    DEFINE(name, CALL_LEGACY, parameters,                                      \
           sim_##name(per_thread, UNWRAP arguments), trace)                    \
    DEFINE(name##_ptds, CALL_PER_THREAD, parameters,                           \
           sim_##name(per_thread, UNWRAP arguments), trace)
#include "tests/sim/cuda_all.def"
