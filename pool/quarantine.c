#include "pool/quarantine.h"

#include <stdbool.h>
#include <string.h>

void quarantine_fini(struct quarantine *quarantine)
{
    store_fini(&quarantine->store);
}

/* Room for a batch at `tail`: by moving down once the front half is gone, so
 * that a move is paid for by the batches that went, else by growing. */
static enum status make_room(struct quarantine *quarantine)
{
    const size_t capacity = quarantine->store.size / sizeof(struct batch);
    if (quarantine->tail < capacity)
        return STATUS_OK;
    if (quarantine->head > capacity / 2) {
        quarantine->tail -= quarantine->head;
        memmove(quarantine->batches, quarantine->batches + quarantine->head,
                quarantine->tail * sizeof(struct batch));
        quarantine->head = 0;
        return STATUS_OK;
    }
    const enum status status = store_grow(
        &quarantine->store, 2 * (capacity + 1) * sizeof(struct batch));
    quarantine->batches = quarantine->store.base;
    return status;
}

static bool is_empty(const struct quarantine *quarantine)
{
    return quarantine->head == quarantine->tail;
}

enum status quarantine_reserve(struct quarantine *quarantine)
{
    const enum status status = make_room(quarantine);
    return is_empty(quarantine) ? status : STATUS_OK;
}

static struct batch *batch_for(struct quarantine *quarantine, uint64_t epoch)
{
    struct batch *const next = &quarantine->batches[quarantine->tail];
    if (!is_empty(quarantine) && next[-1].epoch >= epoch)
        return next - 1;
    if (quarantine->tail < quarantine->store.size / sizeof(struct batch)) {
        quarantine->tail++;
        *next = (struct batch){epoch, NODE_NONE, NODE_NONE};
        return next;
    }
    next[-1].epoch = epoch;
    return next - 1;
}

void quarantine_add(struct quarantine *quarantine, struct nodes *nodes,
                    uint32_t n, uint64_t epoch)
{
    struct batch *const batch = batch_for(quarantine, epoch);
    nodes->at[n].newer = NODE_NONE;
    if (batch->last != NODE_NONE)
        nodes->at[batch->last].newer = n;
    else
        batch->first = n;
    batch->last = n;
    quarantine->size += node_size(&nodes->at[n]);
    quarantine->count++;
}

uint32_t quarantine_next(struct quarantine *quarantine,
                         const struct nodes *nodes, uint64_t epoch)
{
    if (is_empty(quarantine))
        return NODE_NONE;
    struct batch *const batch = &quarantine->batches[quarantine->head];
    if (batch->epoch > epoch)
        return NODE_NONE;
    const uint32_t n = batch->first;
    batch->first = nodes->at[n].newer;
    if (batch->first == NODE_NONE && ++quarantine->head == quarantine->tail)
        quarantine->head = quarantine->tail = 0;
    quarantine->size -= node_size(&nodes->at[n]);
    quarantine->count--;
    return n;
}
