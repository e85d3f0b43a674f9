/*
 * `make check-abi` compiles this twice: with the own declarations of the
 * runtime, and with the vendor's in their place. The numbers, layouts and
 * prototypes that the simulation is made from have to hold for both.
 */
#ifdef VENDOR_HEADERS
#define CUDART_MAJOR 13
#include <cuda_runtime_api.h>
#else
#define CUDART_MAJOR 13
#include "tests/sim/cudart_api.h"
#endif

#include <stddef.h>

#define SIZE(type, size)                                                       \
    _Static_assert(sizeof(type) == (size), "size of " #type);
#define PLACE(type, field, offset)                                             \
    _Static_assert(offsetof(type, field) == (offset), #type "." #field);
#include "tests/sim/cudart_layout.def"

#ifdef VENDOR_HEADERS
#define PROPERTIES struct cudaDeviceProp
#else
#define PROPERTIES struct device_properties
#endif
PLACE(PROPERTIES, totalGlobalMem, 288)
PLACE(PROPERTIES, maxThreadsPerBlock, 320)
PLACE(PROPERTIES, major, 360)
PLACE(PROPERTIES, multiProcessorCount, 384)
PLACE(PROPERTIES, canMapHostMemory, 392)

#ifdef VENDOR_HEADERS
#define ERROR(number, driver, runtime, text)                                   \
    _Static_assert(cudaError##runtime == (number), #runtime);
#include "tests/sim/cuda_errors.def"
#undef ERROR
#define ERROR(number, runtime, text)                                           \
    _Static_assert(cudaError##runtime == (number), #runtime);
#include "tests/sim/cudart_errors.def"
#endif

#define RUN(name, parameters, arguments, trace) cudaError_t name parameters;
#define PURE                                    RUN
#define STREAM                                  RUN
#define SYNC                                    RUN
#include "tests/sim/cudart_all.def"
