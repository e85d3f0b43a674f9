#ifndef GPUALLOC_SIM_CUDA_DRIVER_H
#define GPUALLOC_SIM_CUDA_DRIVER_H

/*
 * For tests: the simulated driver as a program sees it. CU(cuInit)(0) is a
 * call through dlsym; the prototypes come from the driver's own tables.
 */

#include <dlfcn.h>

#include "tests/sim/cuda_api.h"

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

#define CU(name) ((__typeof__(&name))driver_symbol(#name))

/* The library, opened at the first use: set its variables before. */
static inline void *driver_library(void)
{
    static void *library;
    if (library == NULL)
        library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
    return library;
}

static inline void *driver_symbol(const char *name)
{
    return dlsym(driver_library(), name);
}

#endif
