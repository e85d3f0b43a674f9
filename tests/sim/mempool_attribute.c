#include "tests/sim/mempool_state.h"

#include <string.h>

/* What a pool says about itself, and what it is told. */

static void store_wide(void *value, uint64_t number)
{
    memcpy(value, &number, sizeof number);
}

enum sim_status mempool_get(struct mempool *pool, int attribute, void *value)
{
    enum sim_status status = SIM_OK;
    pthread_mutex_lock(&pool->lock);
    switch (attribute) {
    case MEMPOOL_FOLLOW_EVENTS:
    case MEMPOOL_OPPORTUNISTIC:
    case MEMPOOL_DEPENDENCIES:
        memcpy(value, &pool->switches[attribute], sizeof(int));
        break;
    case MEMPOOL_THRESHOLD:
        store_wide(value, pool->threshold);
        break;
    case MEMPOOL_RESERVED:
        store_wide(value, pool->reserved);
        break;
    case MEMPOOL_RESERVED_HIGH:
        store_wide(value, pool->reserved_high);
        break;
    case MEMPOOL_USED:
        store_wide(value, pool->used);
        break;
    case MEMPOOL_USED_HIGH:
        store_wide(value, pool->used_high);
        break;
    default:
        status = SIM_INVALID;
    }
    pthread_mutex_unlock(&pool->lock);
    return status;
}

static enum sim_status set_wide_locked(struct mempool *pool, int attribute,
                                       const void *value)
{
    uint64_t number;
    memcpy(&number, value, sizeof number);
    if (attribute == MEMPOOL_THRESHOLD)
        pool->threshold = number;
    else if (attribute == MEMPOOL_RESERVED_HIGH && number == 0)
        pool->reserved_high = pool->reserved;
    else if (attribute == MEMPOOL_USED_HIGH && number == 0)
        pool->used_high = pool->used;
    else
        return SIM_INVALID;
    return SIM_OK;
}

enum sim_status mempool_set(struct mempool *pool, int attribute,
                            const void *value)
{
    enum sim_status status = SIM_OK;
    pthread_mutex_lock(&pool->lock);
    bool is_switch =
        attribute >= MEMPOOL_FOLLOW_EVENTS && attribute <= MEMPOOL_DEPENDENCIES;
    if (is_switch)
        memcpy(&pool->switches[attribute], value, sizeof(int));
    else
        status = set_wide_locked(pool, attribute, value);
    pthread_mutex_unlock(&pool->lock);
    return status;
}
