#include "shim/free.h"

#include "shim/arena.h"
#include "shim/log.h"
#include "shim/place.h"
#include "shim/report.h"
#include "shim/state.h"

enum {
    /* An address that no allocation has. The vendor's function is called with
     * it where its own error code is wanted but the true address would free a
     * whole region. */
    NO_ALLOCATION = 1,
};

static bool pass_no_allocation(struct call *call, const char *why)
{
    call->passed_addr = NO_ALLOCATION;
    call->why = why;
    return false;
}

static bool is_runtime(const struct call *call)
{
    return entries[call->entry].library != LIBRARY_CUDA;
}

static bool free_to_arena(struct call *call, struct arena *arena)
{
    const struct place *owner = arena_place(arena);
    struct place current;
    struct pool_chunk chunk;

    call->dev = owner->dev;
    if (!place_of_call(call, &current) && !is_runtime(call))
        return pass_no_allocation(call, "no-context");
    const int rc = vendor_synchronize(owner);
    if (rc == RC_DEINITIALIZED) {
        /* The driver is gone, and all memory with it. */
        call->route = ROUTE_POOL;
        call->why = "exit";
        call->rc = RC_SUCCESS;
        return true;
    }
    if (rc != RC_SUCCESS)
        return pass_no_allocation(call, "device-error");
    if (arena_free(arena, call->addr, &chunk) != STATUS_OK)
        return pass_no_allocation(call, "no-chunk");
    call->route = ROUTE_POOL;
    call->rc = RC_SUCCESS;
    return true;
}

/* The entry leaves the ledger before the vendor may hand the address out
 * again to another thread. */
static void unbook(struct call *call)
{
    struct ledger_entry entry;
    if (!log_is_on())
        return;
    if (!ledger_take(verb_of(call)->space, call->addr, &entry)) {
        call->why = call->addr ? "unknown" : "null";
        return;
    }
    call->is_booked = true;
    call->size = entry.size;
    call->dev = entry.dev;
}

bool free_pass(struct call *call)
{
    call->why = "owner";
    place_ask_device_first(call);
    unbook(call);
    return false;
}

bool free_serve(struct call *call)
{
    free_pass(call);
    if (!call->addr || state_is_forked())
        return false;
    struct arena *arena = arena_of(call->addr);
    return arena ? free_to_arena(call, arena) : false;
}

void free_settle(struct call *call)
{
    if (!log_is_on())
        return;
    if (call->is_booked) {
        if (call->rc == RC_SUCCESS)
            tally_drop_live(state_tally(), call->size);
        else
            ledger_put(&(struct ledger_entry){call->addr, verb_of(call)->space,
                                              call->dev, call->size});
    }
    tally_free(state_tally(), call);
    report_free(call);
}
