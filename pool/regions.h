#ifndef GPUALLOC_REGIONS_H
#define GPUALLOC_REGIONS_H

/* The ranges that the source provided, in order of address. */

#include "pool/base.h"
#include "pool/store.h"

#include <stdbool.h>

struct region {
    uint64_t grain; /* the first one */
    uint64_t size;  /* grains */
    uint32_t first; /* the node of its first chunk, always the same one */
};

struct regions {
    struct region *at;
    size_t count;
    struct store store;
};

void regions_fini(struct regions *regions);

/* After this one regions_add cannot fail. */
enum status regions_reserve(struct regions *regions);

void regions_add(struct regions *regions, struct region region);
void regions_remove(struct regions *regions, size_t index);

/* The region that holds `grain`, or NULL. */
const struct region *regions_find(const struct regions *regions,
                                  uint64_t grain);

/* Whether any region holds any of the `size` grains from `grain` on. */
bool regions_overlap(const struct regions *regions, uint64_t grain,
                     uint64_t size);

#endif
