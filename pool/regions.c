#include "pool/regions.h"

#include <string.h>

void regions_fini(struct regions *regions)
{
    store_fini(&regions->store);
}

enum status regions_reserve(struct regions *regions)
{
    const size_t size = (regions->count + 1) * sizeof(struct region);
    if (size <= regions->store.size)
        return STATUS_OK;
    const enum status status = store_grow(&regions->store, 2 * size);
    regions->at = regions->store.base;
    return status;
}

/* How many regions start at or below `grain`. */
static size_t count_to(const struct regions *regions, uint64_t grain)
{
    size_t low = 0, high = regions->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (regions->at[middle].grain <= grain)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void regions_add(struct regions *regions, struct region region)
{
    const size_t index = count_to(regions, region.grain);
    struct region *const place = &regions->at[index];
    memmove(place + 1, place, (regions->count - index) * sizeof(*place));
    *place = region;
    regions->count++;
}

void regions_remove(struct regions *regions, size_t index)
{
    struct region *const place = &regions->at[index];
    regions->count--;
    memmove(place, place + 1, (regions->count - index) * sizeof(*place));
}

const struct region *regions_find(const struct regions *regions, uint64_t grain)
{
    const size_t count = count_to(regions, grain);
    if (count == 0)
        return NULL;
    const struct region *const region = &regions->at[count - 1];
    return grain - region->grain < region->size ? region : NULL;
}

bool regions_overlap(const struct regions *regions, uint64_t grain,
                     uint64_t size)
{
    if (regions_find(regions, grain))
        return true;
    const size_t next = count_to(regions, grain);
    return next < regions->count && regions->at[next].grain - grain < size;
}
