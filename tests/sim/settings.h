#ifndef GPUALLOC_SIM_SETTINGS_H
#define GPUALLOC_SIM_SETTINGS_H

#include <stddef.h>

/* What the SIMGPU_ variables say, read at the first use and never again. */
struct settings {
    int device_count;     /* SIMGPU_DEVICES, 1 */
    size_t memory;        /* SIMGPU_MEMORY a device, 1GiB; suffixes K M G */
    long stream_delay_us; /* SIMGPU_STREAM_DELAY_US before each operation */
    int driver_version;   /* SIMGPU_DRIVER_VERSION, 0 if unset */
    const char *trace;    /* SIMGPU_TRACE, NULL if unset */
    const char *fail;     /* SIMGPU_FAIL, NULL if unset */
    const char *cost;     /* SIMGPU_COST_NS, NULL if unset */
};

enum { SETTINGS_MAX_DEVICES = 16 };

/* A value that makes no sense counts as unset. */
const struct settings *settings_get(void);

#endif
