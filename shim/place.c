#include "shim/place.h"

#include "shim/elf.h"
#include "shim/log.h"
#include "shim/state.h"

/* The runtime makes a context at its first call; a free of nothing is the
 * cheapest. Its error is the one that the program's own call will get. */
static void bind_runtime(const struct call *call)
{
    const struct link_map *map = library_of(call->target);
    int (*free_nothing)(void *) = map ? elf_function(map, "cudaFree") : NULL;
    if (free_nothing)
        free_nothing(NULL);
}

int place_of_call(const struct call *call, struct place *out)
{
    const int rc = vendor_place(call->vendor, out);
    if (rc == RC_SUCCESS || rc == RC_DEINITIALIZED ||
        entries[call->entry].library != LIBRARY_CUDART)
        return rc;
    /* No context, or no driver yet. */
    bind_runtime(call);
    return vendor_place(call->vendor, out);
}

void place_ask_device_first(struct call *call)
{
    if (vendor_asks_first(call->vendor) && log_is_on())
        call->dev = vendor_device(call->vendor);
}

void place_ask_after(struct call *call)
{
    struct place place;
    if (vendor_asks_first(call->vendor) ||
        vendor_place(call->vendor, &place) != RC_SUCCESS)
        return;
    call->dev = place.dev;
    call->context = place.context;
}
