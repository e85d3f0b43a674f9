#ifndef GPUALLOC_FREE_H
#define GPUALLOC_FREE_H

/* Frees: each goes to the one who owns the memory, and is logged. */

#include "shim/call.h"

/* Device memory, which may be a pool's. */
bool free_serve(struct call *call);

/* What never is. */
bool free_pass(struct call *call);

void free_settle(struct call *call);

#endif
