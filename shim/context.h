#ifndef GPUALLOC_CONTEXT_H
#define GPUALLOC_CONTEXT_H

/*
 * Calls that are no allocations but that a pool must know of: ends of
 * contexts, questions about free memory, exports of allocations.
 */

#include "shim/call.h"

/* One context ends, the primary context of a device does, or it did if the
 * last user released it. */
bool context_end(struct call *call);
bool context_reset(struct call *call);
void context_ended(struct call *call);
void context_released(struct call *call);

/* What the pools hold idle counts as free. */
void context_add_idle(struct call *call);

/* A handle stands for the vendor's whole allocation: what lies inside a region
 * would open at another address elsewhere. */
bool context_refuse_export(struct call *call);

#endif
