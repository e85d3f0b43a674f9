#ifndef GPUALLOC_SIM_HIP_COPY_H
#define GPUALLOC_SIM_HIP_COPY_H

#include "tests/sim/hip.h"

/* Set the sides of a copy. HIP_INVALID_DIRECTION: there is no such kind. */
int hip_copy_set_kind(struct copy *copy, int kind);

/* Do it in the legacy stream and wait as far as a plain copy does. */
int hip_copy_run(const struct copy *copy);

int hip_copy_submit(const struct copy *copy, void *handle);

#endif
