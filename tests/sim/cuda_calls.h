#ifndef GPUALLOC_SIM_CUDA_CALLS_H
#define GPUALLOC_SIM_CUDA_CALLS_H

#include "tests/sim/cuda_api.h"

/*
 * What the driver exports, from its tables (cuda_*.def). A row is one of
 *
 *     CALL(name, base, version, parameters, arguments, trace)
 *     STREAM(...)  also exports name_ptsz
 *     SYNC(...)    also exports name_ptds
 *
 * `base` and `version` are what cuGetProcAddress is asked for. The exported
 * function does what sim_<name> does, declared below and defined in the file
 * that knows how. Arguments say ON(stream) where the default stream depends
 * on the export. A SYNC row's function takes a first argument of its own,
 * per_thread, the export's kind. A trace is T(format, values...) or T("").
 */
enum call_kind { CALL_ANY, CALL_LEGACY, CALL_PER_THREAD };

#define UNWRAP(...) __VA_ARGS__
#define CALL(name, base, version, parameters, arguments, trace)                \
    CUresult sim_##name parameters;
#define STREAM(name, base, version, parameters, arguments, trace)              \
    CUresult sim_##name parameters;
#define SYNC(name, base, version, parameters, arguments, trace)                \
    CUresult sim_##name(bool per_thread, UNWRAP parameters);
#include "tests/sim/cuda_all.def"
#undef CALL
#undef STREAM
#undef SYNC

#endif
