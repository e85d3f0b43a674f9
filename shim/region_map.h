#ifndef GPUALLOC_REGION_MAP_H
#define GPUALLOC_REGION_MAP_H

/*
 * Which arena a device address belongs to.
 *
 * Every free asks this, from any thread; regions come and go rarely. So a
 * look-up takes no lock and writes nothing: it reads a sorted array under a
 * sequence count and starts again if the array changed meanwhile. Only one that
 * keeps meeting a writer waits for it.
 */

#include "pool/base.h"

struct arena;

/* STATUS_NO_MEMORY: the host has none, and nothing has changed. */
enum status region_map_add(gpu_addr addr, uint64_t size, struct arena *arena);
void region_map_remove(gpu_addr addr);
void region_map_remove_all_of(const struct arena *arena);

/* NULL: no pool owns the address. */
struct arena *region_map_find(gpu_addr addr);

#endif
