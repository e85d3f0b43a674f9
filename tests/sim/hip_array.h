#ifndef GPUALLOC_SIM_HIP_ARRAY_H
#define GPUALLOC_SIM_HIP_ARRAY_H

#include "tests/sim/hip.h"

/*
 * An array: a box of elements whose storage nobody addresses. A height or a
 * depth of 0 means that it has fewer dimensions.
 */
struct hip_array {
    gpu_addr storage;
    size_t element; /* bytes, all channels together */
    struct hip_array_format_3d format;
    struct hip_channels channels;
    struct hip_array *next; /* in the list of live arrays */
};

/* The array of a handle. HIP_CONTEXT_IS_DESTROYED if it is dead. */
int hip_array_of(const void *handle, struct hip_array **out);

/* Bytes from row to row and from slice to slice. */
size_t hip_array_pitch(const struct hip_array *array);
size_t hip_array_slice(const struct hip_array *array);

#endif
