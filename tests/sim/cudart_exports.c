#include "tests/sim/cudart_calls.h"

#include "tests/sim/call.h"
#include "tests/sim/cudart_state.h"

/* The exported functions, each generated from its row. In the static library
 * they are hidden, as the vendor's are. */
#ifdef CUDART_STATIC
#define EXPORT __attribute__((visibility("hidden")))
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#define T(...) (__VA_ARGS__)
#define AT(pointer)                                                            \
    ((pointer) != NULL ? (unsigned long long)(uintptr_t) * (pointer) : 0ull)
#define P(pointer) ((const void *)(pointer))

#define PER_THREAD_STREAM ((cudaStream_t)2)
#define ON(stream)                                                             \
    (per_thread && (stream) == NULL ? PER_THREAD_STREAM : (stream))
#define KIND(flags)                                                            \
    (per_thread && (flags) == 0                                                \
         ? (unsigned long long)CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM   \
         : (flags))

#define DEFINE(symbol, is_per_thread, parameters, inner, trace)                \
    EXPORT cudaError_t symbol parameters;                                      \
    EXPORT cudaError_t symbol parameters                                       \
    {                                                                          \
        enum { per_thread = (is_per_thread) };                                 \
        static struct call_site site = {.name = #symbol};                      \
        if (call_is_quiet())                                                   \
            return inner;                                                      \
        int injected;                                                          \
        cudaError_t result;                                                    \
        if (call_enter(&site, &injected))                                      \
            result = inner;                                                    \
        else                                                                   \
            result = state_record((cudaError_t)injected);                      \
        call_leave(&site, (int)result, " " UNWRAP trace);                      \
        return result;                                                         \
    }

#define RUN(name, parameters, arguments, trace)                                \
    DEFINE(name, false, parameters, state_record(run_##name arguments), trace)
#define PURE(name, parameters, arguments, trace)                               \
    DEFINE(name, false, parameters, run_##name arguments, trace)
#define STREAM(name, parameters, arguments, trace)                             \
    DEFINE(name, false, parameters, state_record(run_##name arguments), trace) \
    DEFINE(name##_ptsz, true, parameters, state_record(run_##name arguments),  \
           trace)
#define SYNC(name, parameters, arguments, trace)                               \
    DEFINE(name, false, parameters,                                            \
           state_record(run_##name(per_thread, UNWRAP arguments)), trace)      \
    DEFINE(name##_ptds, true, parameters,                                      \
           state_record(run_##name(per_thread, UNWRAP arguments)), trace)
#include "tests/sim/cudart_all.def"

EXPORT const char *cudaGetErrorName(cudaError_t error);
EXPORT const char *cudaGetErrorName(cudaError_t error)
{
    return state_error_name(error);
}

EXPORT const char *cudaGetErrorString(cudaError_t error);
EXPORT const char *cudaGetErrorString(cudaError_t error)
{
    return state_error_text(error);
}
