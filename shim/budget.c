#include "shim/budget.h"

#include <stdatomic.h>

enum {
    DEVICE_COUNT = 256, /* devices beyond share one count */
};

static _Atomic uint64_t held[VENDOR_COUNT][DEVICE_COUNT];

static _Atomic uint64_t *held_by(const struct place *place)
{
    const int dev = place->dev < DEVICE_COUNT ? place->dev : DEVICE_COUNT - 1;
    return &held[vendor_number(place->vendor)][dev];
}

bool budget_reserve(const struct place *place, uint64_t size, uint64_t limit)
{
    _Atomic uint64_t *bytes = held_by(place);
    uint64_t now = atomic_load(bytes);
    do
        if (now > limit || size > limit - now)
            return false;
    while (!atomic_compare_exchange_weak(bytes, &now, now + size));
    return true;
}

uint64_t budget_held(const struct place *place)
{
    return atomic_load(held_by(place));
}

void budget_give_back(const struct place *place, uint64_t size)
{
    atomic_fetch_sub(held_by(place), size);
}
