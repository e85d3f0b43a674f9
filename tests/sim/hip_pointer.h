#ifndef GPUALLOC_SIM_HIP_POINTER_H
#define GPUALLOC_SIM_HIP_POINTER_H

/* hipMemoryType, by its numbers from 6.0 on. */
enum hip_memory_type {
    HIP_MEMORY_UNREGISTERED = 0,
    HIP_MEMORY_HOST = 1,
    HIP_MEMORY_DEVICE = 2,
    HIP_MEMORY_MANAGED = 3,
    HIP_MEMORY_ARRAY = 10,
    HIP_MEMORY_UNIFIED = 11,
};

/* The number that this library has for it. */
int hip_memory_type(enum hip_memory_type type);

#endif
