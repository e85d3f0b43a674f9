#include "shim/ledger.h"

#include <pthread.h>
#include <stdlib.h>

/*
 * Open addressing in shards, each behind its own lock. A removal shifts the
 * entries behind it back, so there are no tombstones.
 */

enum {
    SHARD_COUNT = 16,
    FIRST_CAPACITY = 64, /* a power of two */
};

struct shard {
    pthread_mutex_t lock;
    /* Guarded by lock. */
    struct ledger_entry *slots; /* an address of 0 is an empty slot */
    size_t capacity, count;
};

static struct shard shards[SHARD_COUNT] = {
    [0 ... SHARD_COUNT - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}};

static uint64_t hash_of(enum ledger_space space, gpu_addr addr)
{
    const uint64_t mixed = (addr + space) * UINT64_C(0x9e3779b97f4a7c15);
    return mixed ^ mixed >> 32;
}

static struct shard *shard_of(uint64_t hash)
{
    return &shards[hash >> 60];
}

/* The slot of that key, or the empty one where it would go. */
static struct ledger_entry *find_locked(struct shard *shard,
                                        enum ledger_space space, gpu_addr addr)
{
    size_t at = hash_of(space, addr) & (shard->capacity - 1);
    while (shard->slots[at].addr &&
           (shard->slots[at].addr != addr || shard->slots[at].space != space))
        at = (at + 1) & (shard->capacity - 1);
    return &shard->slots[at];
}

static bool grow_locked(struct shard *shard)
{
    struct shard grown = {.capacity = shard->capacity ? 2 * shard->capacity
                                                      : FIRST_CAPACITY};
    grown.slots = calloc(grown.capacity, sizeof(*grown.slots));
    if (!grown.slots)
        return false;
    for (size_t i = 0; i < shard->capacity; i++) {
        const struct ledger_entry *entry = &shard->slots[i];
        if (entry->addr)
            *find_locked(&grown, entry->space, entry->addr) = *entry;
    }
    free(shard->slots);
    shard->slots = grown.slots;
    shard->capacity = grown.capacity;
    return true;
}

void ledger_put(const struct ledger_entry *entry)
{
    if (!entry->addr)
        return;
    struct shard *shard = shard_of(hash_of(entry->space, entry->addr));
    pthread_mutex_lock(&shard->lock);
    if (2 * (shard->count + 1) <= shard->capacity || grow_locked(shard)) {
        struct ledger_entry *slot =
            find_locked(shard, entry->space, entry->addr);
        shard->count += !slot->addr;
        *slot = *entry;
    }
    pthread_mutex_unlock(&shard->lock);
}

static void remove_locked(struct shard *shard, struct ledger_entry *slot)
{
    const size_t mask = shard->capacity - 1;
    size_t hole = (size_t)(slot - shard->slots);
    for (size_t at = (hole + 1) & mask; shard->slots[at].addr;
         at = (at + 1) & mask) {
        const struct ledger_entry *entry = &shard->slots[at];
        const size_t home = hash_of(entry->space, entry->addr) & mask;
        if (((at - home) & mask) < ((at - hole) & mask))
            continue; /* it would land before its home */
        shard->slots[hole] = *entry;
        hole = at;
    }
    shard->slots[hole].addr = 0;
    shard->count--;
}

bool ledger_take(enum ledger_space space, gpu_addr addr,
                 struct ledger_entry *out)
{
    if (!addr)
        return false;
    struct shard *shard = shard_of(hash_of(space, addr));
    pthread_mutex_lock(&shard->lock);
    struct ledger_entry *slot =
        shard->capacity ? find_locked(shard, space, addr) : NULL;
    const bool is_known = slot && slot->addr;
    if (is_known) {
        *out = *slot;
        remove_locked(shard, slot);
    }
    pthread_mutex_unlock(&shard->lock);
    return is_known;
}

/* A removal moves another entry into the slot, so that is looked at again. */
static void forget_locked(struct shard *shard, const void *context, int dev,
                          struct ledger_loss *loss)
{
    for (size_t i = 0; i < shard->capacity;) {
        struct ledger_entry *entry = &shard->slots[i];
        if (!entry->addr ||
            (context ? entry->context != context : entry->dev != dev)) {
            i++;
            continue;
        }
        loss->count++;
        loss->size += entry->size;
        remove_locked(shard, entry);
    }
}

struct ledger_loss ledger_forget(const void *context, int dev)
{
    struct ledger_loss loss = {0};
    for (size_t i = 0; i < SHARD_COUNT; i++) {
        pthread_mutex_lock(&shards[i].lock);
        forget_locked(&shards[i], context, dev, &loss);
        pthread_mutex_unlock(&shards[i].lock);
    }
    return loss;
}

void ledger_reset(void)
{
    for (size_t i = 0; i < SHARD_COUNT; i++) {
        pthread_mutex_init(&shards[i].lock, NULL);
        shards[i].slots = NULL;
        shards[i].capacity = shards[i].count = 0;
    }
}
