#ifndef GPUALLOC_SIM_CUDART_STATE_H
#define GPUALLOC_SIM_CUDART_STATE_H

#include "tests/sim/cuda_api.h"
#include "tests/sim/cudart_api.h"

/* Every function of the driver, as cuGetProcAddress gave it, by the driver's
 * own table. */
struct driver {
#define CALL(name, base, version, parameters, arguments, trace)                \
    CUresult(*name) parameters;
#define STREAM(name, base, version, parameters, arguments, trace)              \
    CUresult(*name) parameters;                                                \
    CUresult(*name##_ptsz) parameters;
#define SYNC(name, base, version, parameters, arguments, trace)                \
    CUresult(*name) parameters;                                                \
    CUresult(*name##_ptds) parameters;
#include "tests/sim/cuda_all.def"
#undef CALL
#undef STREAM
#undef SYNC
};

extern struct driver driver;

enum {
    CUDART_INVALID_PITCH = 12,
    CUDART_INVALID_DIRECTION = 21,
    CUDART_NO_DRIVER = 35,
};

/* The driver is loaded and initialised; else the code that says why not. */
cudaError_t state_start(void);

/* The same, and a context is current: the one that the program set, else the
 * primary one of the thread's device, which is made at need. */
cudaError_t state_bind(void);

/* Make the primary context of the device current. */
cudaError_t state_set_device(int device);

/* End the primary context of the device; the next use makes it anew. */
cudaError_t state_reset(int device);

/* The primary context of a device, made at need. */
cudaError_t state_primary(int device, CUcontext *out);

/* An error stays the thread's last one until it is read. */
cudaError_t state_record(cudaError_t result);
cudaError_t state_last_error(bool clears);

const char *state_error_name(cudaError_t error);
const char *state_error_text(cudaError_t error);

#endif
