#ifndef GPUALLOC_SYNCHRONIZE_H
#define GPUALLOC_SYNCHRONIZE_H

/*
 * Device-wide synchronisations of the program, observed: what was freed before
 * one began is clean once it has succeeded, at no cost to us.
 */

#include "shim/call.h"

bool synchronize_begin(struct call *call);
void synchronize_end(struct call *call);

#endif
