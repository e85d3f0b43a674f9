#ifndef GPUALLOC_ALLOC_H
#define GPUALLOC_ALLOC_H

/* Allocations: route each one, book it and log the decision. */

#include "shim/call.h"

bool alloc_serve(struct call *call);
void alloc_settle(struct call *call);

#endif
