#include "shim/free.h"

#include "shim/arena.h"
#include "shim/capture.h"
#include "shim/log.h"
#include "shim/place.h"
#include "shim/report.h"
#include "shim/state.h"

enum {
    /* An address that no allocation has. The vendor's function is called with
     * it where its own error code is wanted but the true address would free a
     * whole region. */
    NO_ALLOCATION = 1,
    /* Among the vendor's codes, which are not negative: a double free, or an
     * address inside a chunk. */
    RC_NO_CHUNK = -1,
};

static bool pass_no_allocation(struct call *call, const char *why)
{
    call->passed_addr = NO_ALLOCATION;
    call->why = why;
    return false;
}

static int free_by_waiting(const struct call *call, struct arena *arena)
{
    const int rc = vendor_synchronize(arena_place(arena));
    if (rc != RC_SUCCESS)
        return rc;
    return arena_free(arena, call->addr) == STATUS_OK ? RC_SUCCESS
                                                      : RC_NO_CHUNK;
}

/* Give the chunk back: at once after a wait for its device, or set aside. A
 * wait would spoil a capture. */
static int give_back(const struct call *call, struct arena *arena)
{
    if (state_settings()->frees_wait && !capture_is_active())
        return free_by_waiting(call, arena);
    switch (arena_set_aside(arena, call->addr)) {
    case STATUS_OK:
        return RC_SUCCESS;
    case STATUS_NO_MEMORY:
        return free_by_waiting(call, arena);
    default:
        return RC_NO_CHUNK;
    }
}

static const char *reason_for(int rc)
{
    if (rc == RC_NO_CHUNK)
        return "no-chunk";
    return rc == RC_NO_CONTEXT ? "no-context" : "device-error";
}

static bool free_to_arena(struct call *call, struct arena *arena)
{
    struct place current;
    call->dev = arena_place(arena)->dev;
    int rc = place_of_call(call, &current);
    if (rc == RC_SUCCESS)
        rc = give_back(call, arena);
    if (rc != RC_SUCCESS && rc != RC_DEINITIALIZED)
        return pass_no_allocation(call, reason_for(rc));
    if (rc == RC_DEINITIALIZED)
        call->why = "exit"; /* the driver is gone, and all memory with it */
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
    call->context = entry.context;
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
                                              call->dev, call->size,
                                              call->context});
    }
    tally_free(state_tally(), call);
    report_free(call);
}
