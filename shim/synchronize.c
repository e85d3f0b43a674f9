#include "shim/synchronize.h"

#include "shim/arena.h"
#include "shim/state.h"
#include "shim/vendor.h"

bool synchronize_begin(struct call *call)
{
    call->epoch = arena_end_epoch();
    return false;
}

void synchronize_end(struct call *call)
{
    struct place place;
    if (call->rc == RC_SUCCESS && arena_exists() && !state_is_forked() &&
        vendor_place(call->vendor, &place) == RC_SUCCESS)
        arena_clear(&place, call->epoch);
}
