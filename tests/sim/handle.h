#ifndef GPUALLOC_SIM_HANDLE_H
#define GPUALLOC_SIM_HANDLE_H

#include <stdbool.h>

/*
 * The handles that were given out, so that one that never was is an error and
 * no crash. Streams and contexts are not here: they are in lists of their own.
 */
enum handle_kind {
    HANDLE_PHYSICAL,
    HANDLE_EVENT,
    HANDLE_POOL,
    HANDLE_GRAPH,
    HANDLE_EXECUTABLE,
    HANDLE_ARRAY,
};

/* False: the host has no memory for it, and it is not there. A handle that is
 * there already stays. */
bool handle_add(enum handle_kind kind, const void *handle);

/* False, and nothing has changed: it is not there. */
bool handle_remove(enum handle_kind kind, const void *handle);

/* NULL is no handle. */
bool handle_is_known(enum handle_kind kind, const void *handle);

#endif
