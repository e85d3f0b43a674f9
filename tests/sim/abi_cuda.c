/*
 * `make check-abi` compiles this twice: with the own declarations of the
 * driver, and with the vendor's in their place. The numbers, layouts and
 * prototypes that the simulation is made from have to hold for both.
 */
#ifdef VENDOR_HEADERS
/* Else the header would rename what it declares. */
#define __CUDA_API_VERSION_INTERNAL
#include <cuda.h>
#else
#include "tests/sim/cuda_api.h"
#endif

#include <stddef.h>

#define SIZE(type, size)                                                       \
    _Static_assert(sizeof(type) == (size), "size of " #type);
#define PLACE(type, field, offset)                                             \
    _Static_assert(offsetof(type, field) == (offset), #type "." #field);
#include "tests/sim/cuda_layout.def"

#define CONSTANT(name, value) _Static_assert(name == (value), #name);
#include "tests/sim/cuda_constants.def"

#define ERROR(number, driver, runtime, text)                                   \
    _Static_assert(CUDA_ERROR_##driver == (number), #driver);
#include "tests/sim/cuda_errors.def"

#define CALL(name, base, version, parameters, arguments, trace)                \
    CUresult name parameters;
#define STREAM(name, base, version, parameters, arguments, trace)              \
    CUresult name parameters;                                                  \
    CUresult name##_ptsz parameters;
#define SYNC(name, base, version, parameters, arguments, trace)                \
    CUresult name parameters;                                                  \
    CUresult name##_ptds parameters;
#include "tests/sim/cuda_all.def"
