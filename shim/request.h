#ifndef GPUALLOC_REQUEST_H
#define GPUALLOC_REQUEST_H

/*
 * Which allocator the environment asks for, and which variable says so.
 * Strongest first: GPUALLOC_ALLOCATOR, XLA_PYTHON_CLIENT_ALLOCATOR,
 * TF_GPU_ALLOCATOR, nothing.
 */

#include "shim/complaint.h"

#include <stdbool.h>

enum allocator {
    ALLOCATOR_PLATFORM, /* the vendor's own call, untouched */
    ALLOCATOR_BFC,
    ALLOCATOR_VMM,
};

enum {
    REQUEST_VIA_ROOM = 160,
};

struct request {
    enum allocator allocator;
    bool is_default;  /* nothing was set */
    bool is_override; /* a framework's variable asked for another one */
    /* The variable that won, `default`, or `WINNER>LOSER:value`. */
    char via[REQUEST_VIA_ROOM];
};

void request_read(struct request *out, struct complaints *complaints);

/* `platform`, `bfc` or `vmm`. */
const char *allocator_name(enum allocator allocator);

#endif
