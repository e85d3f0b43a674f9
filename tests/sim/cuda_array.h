#ifndef GPUALLOC_SIM_CUDA_ARRAY_H
#define GPUALLOC_SIM_CUDA_ARRAY_H

#include <stdbool.h>

#include "tests/sim/cuda_api.h"

/* An array: rows without gaps in memory of its own. */
struct CUarray_st {
    CUDA_ARRAY3D_DESCRIPTOR descriptor; /* as given: 0 where a size is unused */
    CUdeviceptr storage;
    size_t pitch;        /* bytes of a row */
    size_t rows, slices; /* at least 1 */
};

/* False for what never was an array, and for one that is destroyed. */
bool array_is_alive(CUarray array);

#endif
