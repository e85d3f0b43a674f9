#ifndef GPUALLOC_VERB_H
#define GPUALLOC_VERB_H

/*
 * What an intercepted function means. Each verb has two halves around the
 * vendor's call: `serve` may answer in its place, `settle` keeps the books and
 * writes the line.
 */

#include "shim/ledger.h"

#include <stdbool.h>

struct call;

enum verb_id {
    VERB_ALLOC,          /* device memory: what routes are about */
    VERB_ALLOC_FLAGS,    /* the same if its flags are 0 */
    VERB_ALLOC_MANAGED,  /* migrates between host and device */
    VERB_ALLOC_HOST,     /* pinned memory of the host */
    VERB_ALLOC_PITCHED,  /* rows with padding that the vendor chooses */
    VERB_ALLOC_ARRAY,    /* opaque layout */
    VERB_ALLOC_ASYNC,    /* in stream order */
    VERB_ALLOC_PHYSICAL, /* memory without an address */
    VERB_FREE,
    VERB_FREE_ASYNC,
    VERB_FREE_HOST,
    VERB_FREE_ARRAY,
    VERB_FREE_PHYSICAL,
    VERB_MEM_INFO,
    VERB_EXPORT,      /* share an allocation with another process */
    VERB_CONTEXT_END, /* one context ends, with the memory in it */
    VERB_RESET,       /* the primary context of a device does */
    VERB_RELEASE,     /* the same if this was the last user */
    VERB_SYNCHRONIZE, /* wait for all work of the current device */
    VERB_CAPTURE_BEGIN,
    VERB_CAPTURE_END,
    VERB_PROCADDR, /* look up another function */
    VERB_COUNT,
};

struct verb {
    /* True: answered, with call->rc and outputs as the program shall see
     * them. False: the vendor's function is called next. */
    bool (*serve)(struct call *call);
    void (*settle)(struct call *call);
    /* Why a pool does not serve this kind of allocation, or NULL. */
    const char *rule;
    /* What the addresses of this kind of allocation are. */
    enum ledger_space space;
};

extern const struct verb verbs[VERB_COUNT];

const struct verb *verb_of(const struct call *call);

#endif
