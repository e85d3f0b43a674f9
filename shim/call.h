#ifndef GPUALLOC_CALL_H
#define GPUALLOC_CALL_H

/*
 * One intercepted call on its way: what the program passed, what serves it and
 * what comes of it. Lives on the stack of the wrapper.
 */

#include "pool/base.h"
#include "shim/entry.h"

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct vendor;

enum route {
    ROUTE_DRIVER,
    ROUTE_POOL,
    ROUTE_VMM,
    ROUTE_REFUSED,
};

/* In the order of their weight: of two that hold, the greater is logged. */
enum verdict {
    VERDICT_OK,
    VERDICT_OVERRIDE,
    VERDICT_RULE,
    VERDICT_FALLBACK,
    VERDICT_MISROUTE,
};

struct call {
    enum entry_id entry;
    enum door door;
    const void *caller; /* the return address in the program */
    void *target;       /* the vendor's function */

    /* What the program passed; see signature.h. */
    void **out;
    size_t size;
    gpu_addr addr;
    gpu_addr passed_addr; /* what the vendor gets to see of it */
    unsigned flags;
    int device; /* the argument, -1 where the current one is meant */
    size_t *free_bytes, *total_bytes;
    const char *name;

    /* What became of it: valid once call_begin has said true. */
    const struct vendor *vendor;
    int rc;
    int dev;             /* of the memory; -1: not known */
    const void *context; /* that it goes with, or NULL */
    enum route route;
    enum verdict verdict;
    const char *why;
    struct arena *arena; /* the pool that was asked, or NULL */
    uint64_t epoch;      /* of frees that a synchronisation covers */
    bool is_booked;      /* the ledger knew the address that is freed */
    uint64_t started;    /* nanoseconds; 0 where nobody wants to know */
};

/* What a call is before its arguments are known. Field by field, since most
 * calls do nothing else and compilers fill a whole struct with a slow loop. */
static inline void call_init(struct call *call, enum entry_id entry,
                             enum door door, const void *caller)
{
    call->entry = entry;
    call->door = door;
    call->caller = caller;
    call->out = NULL;
    call->size = 0;
    call->addr = call->passed_addr = 0;
    call->flags = 0;
    call->device = -1;
    call->free_bytes = call->total_bytes = NULL;
    call->name = NULL;
}

/*
 * Begin a call: find the vendor's function and decide whether this call is
 * ours to handle. False: pass it on as it came and touch nothing else, for the
 * process is inert or this is a call that a vendor library makes inside one
 * that we handle already.
 */
bool call_begin(struct call *call);

/* End a call for which call_begin said true. */
void call_end(struct call *call);

#endif
