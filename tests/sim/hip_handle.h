#ifndef GPUALLOC_SIM_HIP_HANDLE_H
#define GPUALLOC_SIM_HIP_HANDLE_H

#include <stdbool.h>

/*
 * The handles that this library gave out, so that one that it never gave is an
 * error and not a crash. Streams are not here: the core knows its own.
 */
enum hip_handle_kind {
    HIP_EVENT,
    HIP_POOL,
    HIP_PHYSICAL,
    HIP_GRAPH,
    HIP_EXECUTABLE,
    HIP_MODULE,
    HIP_FUNCTION,
};

/* Nothing if it is there already, as storage that is used again is. */
void hip_handle_add(enum hip_handle_kind kind, const void *handle);

/* False, and nothing has changed: it is not there. */
bool hip_handle_remove(enum hip_handle_kind kind, const void *handle);

/* NULL is no handle. */
bool hip_handle_is(enum hip_handle_kind kind, const void *handle);

#endif
