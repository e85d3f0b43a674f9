#ifndef GPUALLOC_QUARANTINE_H
#define GPUALLOC_QUARANTINE_H

/*
 * Chunks that are freed and not yet to be used again, in the order in which
 * they were set aside: batches of one epoch each, and in a batch a list.
 */

#include "pool/nodes.h"

#include <stddef.h>

struct batch {
    uint64_t epoch;
    uint32_t first, last;
};

struct quarantine {
    struct batch *batches; /* the oldest at `head` */
    size_t head, tail;
    struct store store;
    uint64_t size;  /* grains */
    uint64_t count; /* chunks */
};

void quarantine_fini(struct quarantine *quarantine);

/* After this one quarantine_add cannot fail. STATUS_NO_MEMORY: nothing has
 * changed. */
enum status quarantine_reserve(struct quarantine *quarantine);

/*
 * Append the chunk `n`. An `epoch` below the last one counts as the last one:
 * a chunk may wait longer, never shorter. The same holds where the host has no
 * memory for another batch: the last batch moves on to `epoch`.
 */
void quarantine_add(struct quarantine *quarantine, struct nodes *nodes,
                    uint32_t n, uint64_t epoch);

/* Remove the oldest chunk set aside at or before `epoch`; NODE_NONE if there
 * is none. */
uint32_t quarantine_next(struct quarantine *quarantine,
                         const struct nodes *nodes, uint64_t epoch);

#endif
