#ifndef GPUALLOC_SIM_HIP_H
#define GPUALLOC_SIM_HIP_H

/* What every part of the simulated libamdhip64 shares. */

#include "tests/sim/core.h"
#include "tests/sim/hip_error.h"
#include "tests/sim/hip_types.h"
#include "tests/sim/hip_version.h"

/* Every function of hip_functions.def, without what surrounds a call. */
#define HIP(since, name, parameters, ...)       int impl_##name parameters;
#define HIP_ANY(since, name, parameters, ...)   int impl_##name parameters;
#define HIP_PLAIN(since, name, parameters, ...) int impl_##name parameters;
#define HIP_TEXT(since, name)                   const char *impl_##name(int error);
#include "tests/sim/hip_functions.def"
#undef HIP
#undef HIP_ANY
#undef HIP_PLAIN
#undef HIP_TEXT

/* Host memory is addressed like a device's. */
static inline gpu_addr hip_addr(const void *pointer)
{
    return (uintptr_t)pointer;
}

static inline void *hip_pointer(gpu_addr addr)
{
    return (void *)(uintptr_t)addr;
}

/* The device that this thread's calls go to. Only functions that HIP_ANY and
 * HIP_PLAIN declare can meet NULL, there being none. */
struct device *hip_device(void);

/* Make it the current one. False: no such device. */
bool hip_choose_device(int ordinal);

/* Give back all that the device has and make it as new. */
void hip_reset_device(struct device *device);

/* Has a program used it since it was new? */
bool hip_is_device_in_use(const struct device *device);

/* What a handle means in a call on this thread. */
int hip_stream_of(void *handle, struct stream **out);
/* The same, with NULL for the thread's own default stream. */
int hip_own_stream_of(void *handle, struct stream **out);

/* HIP_CAPTURE_UNSUPPORTED while a capture forbids calls like this one. */
int hip_refuse_in_capture(void);

#endif
