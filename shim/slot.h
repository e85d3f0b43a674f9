#ifndef GPUALLOC_SLOT_H
#define GPUALLOC_SLOT_H

/* Which function of the vendor's stands behind each wrapper. */

#include "shim/entry.h"

/*
 * What a call that came through a door goes on to: for our exported symbol the
 * next definition in search order (another preload behind us), else the copy
 * of the vendor's library that the caller was linked against; for the doors
 * that answer look-ups the function that the vendor answered. NULL: nobody
 * has such a function.
 */
void *slot_target(enum entry_id id, enum door door, const void *caller);

/*
 * Tie a wrapper to the function that a look-up found, and return the wrapper.
 * `door` is the first instance of its kind. NULL: all instances are tied to
 * other functions; the program keeps the vendor's own.
 */
void *slot_bind(enum entry_id id, enum door door, void *function);

#endif
