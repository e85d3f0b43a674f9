#ifndef GPUALLOC_FAKE_MEMORY_H
#define GPUALLOC_FAKE_MEMORY_H

/* A host that runs out of memory on demand, for the shim and the pools alone:
 * what else is in the program does not notice. */

#include <stdbool.h>

/* From now on the host has no memory, or has some again. */
void memory_refuse(bool is_refused);

#endif
