#ifndef GPUALLOC_CAPTURE_H
#define GPUALLOC_CAPTURE_H

/*
 * Whether any stream is being captured into a graph. Meanwhile nothing may be
 * synchronised, taken from the driver or given back to it on our account: the
 * vendor would spoil the capture.
 */

#include "shim/call.h"

bool capture_is_active(void);

/* The vendor has answered a request to begin or to end a capture. */
void capture_begun(struct call *call);
void capture_ended(struct call *call);

#endif
