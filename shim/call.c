#include "shim/call.h"

#include "shim/log.h"
#include "shim/lookup.h"
#include "shim/report.h"
#include "shim/slot.h"
#include "shim/state.h"
#include "shim/vendor.h"

/* Whether this thread is inside a call that we handle. Initial-exec, since a
 * look-up of the variable must not allocate. */
static __thread bool is_inside __attribute__((tls_model("initial-exec")));

/* What stands in for a function that no library has. */
static int answer_not_supported(void)
{
    return RC_NOT_SUPPORTED;
}

static bool is_lookup(const struct call *call)
{
    return entries[call->entry].verb == VERB_PROCADDR;
}

static bool find_target(struct call *call)
{
    call->target = slot_target(call->entry, call->door, call->caller);
    if (call->target)
        return true;
    call->target = (void *)answer_not_supported;
    return false;
}

static void clear_outcome(struct call *call)
{
    call->vendor = vendor_of(entries[call->entry].library);
    call->rc = RC_SUCCESS;
    call->dev = -1;
    call->context = NULL;
    call->route = ROUTE_DRIVER;
    call->verdict = VERDICT_OK;
    call->why = "requested";
    call->arena = NULL;
    call->epoch = 0;
    call->is_booked = false;
    call->started = log_is_on() ? state_clock() : 0;
}

bool call_begin(struct call *call)
{
    const bool is_found = find_target(call);
    if (is_lookup(call))
        return is_found && lookup_is_answered();
    if (is_inside || !state_begin())
        return false;
    is_inside = true;
    clear_outcome(call);
    if (!is_found)
        report_no_library(call);
    return true;
}

void call_end(struct call *call)
{
    if (!is_lookup(call))
        is_inside = false;
}
