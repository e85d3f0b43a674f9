#ifndef GPUALLOC_PROCADDR_H
#define GPUALLOC_PROCADDR_H

/* The driver's own look-up of functions. */

#include "shim/call.h"

/*
 * Put a wrapper in the place of a function of ours. What decides is the
 * address that the vendor answered, not the name that was asked for: one name
 * stands for different functions at different versions.
 */
void procaddr_replace(struct call *call);

/* Whether the vendor has answered that function's name with an address which it
 * does not export, so that we cannot tell what it is and let it pass. */
bool procaddr_was_unknown(enum entry_id id);

#endif
