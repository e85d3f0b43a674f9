#include "pool/growth.h"

enum {
    /* Regions of a lean pool are made of these, as those of the vendors are. */
    STEP = 2 << 20,
    /* A lean pool grows by at least this part of what it holds. */
    LEAN_PART = 8,
};

static uint64_t round_down(uint64_t size, uint64_t unit)
{
    return size - size % unit;
}

/* The largest multiple where rounding up would overflow. */
static uint64_t round_up(uint64_t size, uint64_t unit)
{
    if (size > UINT64_MAX - (unit - 1))
        return round_down(UINT64_MAX, unit);
    return round_down(size + (unit - 1), unit);
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t doubled(uint64_t size)
{
    return size > UINT64_MAX / 2 ? round_down(UINT64_MAX, POOL_GRANULARITY)
                                 : 2 * size;
}

void growth_init(struct growth *growth, const struct pool_config *config)
{
    const uint64_t first =
        config->preallocate ? config->limit : smaller(config->limit, STEP);
    *growth = (struct growth){
        .policy = config->policy,
        .limit = config->limit,
        .next = round_up(first, POOL_GRANULARITY),
        .whole = config->preallocate,
    };
}

uint64_t growth_room(const struct growth *growth, uint64_t held)
{
    return round_down(growth->limit - held, POOL_GRANULARITY);
}

static uint64_t lean_ask(const struct growth *growth, uint64_t need,
                         uint64_t held)
{
    if (growth->whole)
        return growth->limit;
    if (growth->policy == POOL_WHOLE)
        return need;
    const uint64_t part = held / LEAN_PART;
    return round_up(need > part ? need : part, STEP);
}

uint64_t growth_ask(struct growth *growth, uint64_t need, uint64_t held,
                    bool *out_has_doubled)
{
    const uint64_t room = growth_room(growth, held);
    *out_has_doubled = false;
    if (growth->policy != POOL_ORIGINAL)
        return smaller(lean_ask(growth, need, held), room);
    while (growth->next < need) {
        growth->next = doubled(growth->next);
        *out_has_doubled = true;
    }
    return smaller(growth->next, room);
}

/* Nine tenths, in the single precision of the original: its sizes are ours. */
uint64_t growth_less(uint64_t size)
{
    const float part = (float)size * 0.9f;
    /* The product of sizes near 2^64 is below 2^64. */
    const uint64_t less = round_up((uint64_t)part, POOL_GRANULARITY);
    if (size < POOL_GRANULARITY)
        return 0;
    return smaller(less, size - POOL_GRANULARITY);
}

void growth_took(struct growth *growth, bool has_doubled)
{
    growth->whole = false;
    if (!has_doubled)
        growth->next = doubled(growth->next);
}
