#ifndef GPUALLOC_PLACE_H
#define GPUALLOC_PLACE_H

/* Where a call takes effect: the current device and context of its thread. */

#include "shim/call.h"
#include "shim/vendor.h"

/*
 * The place that the program's call would use. A call of the runtime binds the
 * primary context where none is current, as the call itself would.
 * RC_NO_CONTEXT: none is current. Else the vendor's code.
 */
int place_of_call(const struct call *call, struct place *out);

/* Write call->dev where the vendor must be asked before the program's own
 * call, so that the last error is the program's. */
void place_ask_device_first(struct call *call);

/* Write call->dev and call->context after the program's own call, if they are
 * not known by then. */
void place_ask_after(struct call *call);

#endif
