#ifndef GPUALLOC_LEDGER_H
#define GPUALLOC_LEDGER_H

/*
 * What the vendors have handed out and not yet got back: address to size, so
 * that a free can be logged with its size. Safe from any thread. Kept only
 * where a log is.
 */

#include "pool/base.h"

#include <stdbool.h>

/* Handles and opaque pointers are numbers of their own kind and may equal an
 * address. */
enum ledger_space {
    SPACE_MEMORY, /* device, managed and host addresses */
    SPACE_ARRAY,
    SPACE_PHYSICAL,
};

struct ledger_entry {
    gpu_addr addr;
    enum ledger_space space;
    int dev;
    uint64_t size;
    const void *context; /* that the memory goes with, or NULL */
};

/* An entry of the same address is replaced: the vendor has taken that memory
 * back in a way that we did not see. Without host memory nothing is kept. */
void ledger_put(const struct ledger_entry *entry);

/* Take an entry out. False: there is none, and nothing was written. */
bool ledger_take(enum ledger_space space, gpu_addr addr,
                 struct ledger_entry *out);

/* What was booked and has gone. */
struct ledger_loss {
    uint64_t count, size;
};

/* Forget the entries of a context that has ended, or if that is NULL of a
 * device that was reset. */
struct ledger_loss ledger_forget(const void *context, int dev);

/* Forget everything, in the child of a fork. */
void ledger_reset(void);

#endif
