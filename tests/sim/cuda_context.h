#ifndef GPUALLOC_SIM_CUDA_CONTEXT_H
#define GPUALLOC_SIM_CUDA_CONTEXT_H

#include <stdatomic.h>
#include <stdbool.h>

#include "tests/sim/cuda_api.h"
#include "tests/sim/device.h"

enum { CONTEXT_LIMITS = 8 };

/* A context. A primary one dies and lives again under the same handle. */
struct CUctx_st {
    struct device *device;
    unsigned flags;
    unsigned api_version;
    bool is_primary;
    atomic_bool is_alive;
    int retains; /* of a primary one */
    unsigned long long id;
    size_t limits[CONTEXT_LIMITS];
    unsigned cache_config;
    struct CUctx_st *next;
};

/* The driver is initialised, and in this process. */
extern atomic_bool context_driver_is_ready;

static inline bool context_is_driver_ready(void)
{
    return atomic_load_explicit(&context_driver_is_ready, memory_order_relaxed);
}

/* A context that is or was one; false for NULL. */
bool context_is_known(CUcontext context);

/* CUDA_ERROR_NOT_INITIALIZED, _INVALID_CONTEXT or _CONTEXT_IS_DESTROYED. */
CUresult context_current(CUcontext *out);

/* What is current in this thread, alive or not; NULL: nothing. */
CUcontext context_top(void);

/* The storage is the caller's, and stays for ever; it may open again. */
void context_open(CUcontext context, struct device *device, unsigned flags);

/* False, and nothing has changed: it was closed. */
bool context_close(CUcontext context);

/* The device of that. */
CUresult context_device(struct device **out);

/* A stream's handle in the current context; see stream_resolve. */
struct stream;
CUresult context_stream(CUstream handle, bool null_is_per_thread,
                        struct stream **out);

/* NULL, CUDA_ERROR_INVALID_DEVICE or _NOT_INITIALIZED aside. */
CUresult context_find_device(CUdevice number, struct device **out);

/* The vendor's code for it. */
CUresult cuda_code(enum sim_status status);

#endif
