#ifndef GPUALLOC_BUDGET_H
#define GPUALLOC_BUDGET_H

/*
 * What the pools of one device hold together. A device may have several
 * contexts, each with a pool of its own, under one limit. Safe from any thread.
 */

#include "shim/vendor.h"

#include <stdbool.h>

/* Count `size` bytes more if that stays within `limit`. */
bool budget_reserve(const struct place *place, uint64_t size, uint64_t limit);
uint64_t budget_held(const struct place *place);
void budget_give_back(const struct place *place, uint64_t size);

#endif
