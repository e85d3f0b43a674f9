#ifndef GPUALLOC_SIM_CUDART_CALLS_H
#define GPUALLOC_SIM_CUDART_CALLS_H

#include "tests/sim/cudart_api.h"

/*
 * What the runtime exports, from its tables. A row is
 * RUN(name, parameters, arguments, trace), or STREAM, which also exports
 * name_ptsz, or SYNC, which also exports name_ptds and whose function takes
 * the export's kind first. The function run_<name> does what it says.
 */
#define UNWRAP(...) __VA_ARGS__
#define RUN(name, parameters, arguments, trace)                                \
    cudaError_t run_##name parameters;
#define PURE   RUN
#define STREAM RUN
#define SYNC(name, parameters, arguments, trace)                               \
    cudaError_t run_##name(bool per_thread, UNWRAP parameters);
#include "tests/sim/cudart_all.def"
#undef RUN
#undef PURE
#undef STREAM
#undef SYNC

#endif
