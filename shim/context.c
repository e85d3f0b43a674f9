#include "shim/context.h"

#include "shim/arena.h"
#include "shim/log.h"
#include "shim/report.h"
#include "shim/state.h"

/* What the context took with it is live no more. */
static void unbook(const void *context, int dev)
{
    if (!log_is_on())
        return;
    const struct ledger_loss loss = ledger_forget(context, dev);
    tally_lose_live(state_tally(), loss.count, loss.size);
}

static void forget_device(const struct call *call, int dev)
{
    arena_forget_device(call->vendor, dev);
    unbook(NULL, dev);
}

/* The books go first: what another thread frees meanwhile is the vendor's to
 * answer. */
bool context_end(struct call *call)
{
    const void *context = (const void *)call->addr;
    if (context && !state_is_forked()) {
        arena_forget_context(call->vendor, context);
        unbook(context, -1);
    }
    return false;
}

bool context_reset(struct call *call)
{
    const int dev =
        call->device >= 0 ? call->device : vendor_device(call->vendor);
    if (dev >= 0 && !state_is_forked())
        forget_device(call, dev);
    return false;
}

void context_ended(struct call *call)
{
    (void)call;
    vendor_contexts_changed();
}

void context_released(struct call *call)
{
    if (call->rc != RC_SUCCESS || state_is_forked() ||
        vendor_has_primary(call->vendor, call->device))
        return;
    forget_device(call, call->device);
    vendor_contexts_changed();
}

void context_add_idle(struct call *call)
{
    if (call->rc != RC_SUCCESS || !call->free_bytes || state_is_forked() ||
        state_settings()->request.allocator == ALLOCATOR_PLATFORM)
        return;
    const int dev = vendor_device(call->vendor);
    size_t free_bytes = *call->free_bytes + arena_idle_bytes(call->vendor, dev);
    if (call->total_bytes && free_bytes > *call->total_bytes)
        free_bytes = *call->total_bytes;
    *call->free_bytes = free_bytes;
}

bool context_refuse_export(struct call *call)
{
    struct arena *arena = state_is_forked() ? NULL : arena_of(call->addr);
    struct pool_chunk chunk;
    if (!arena || arena_find(arena, call->addr, &chunk) != STATUS_OK ||
        chunk.addr == chunk.region_addr)
        return false;
    report_refused_export(call);
    call->rc = RC_NOT_SUPPORTED;
    return true;
}
