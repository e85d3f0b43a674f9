#ifndef GPUALLOC_TALLY_H
#define GPUALLOC_TALLY_H

/* The counts of the summary. Sizes are what programs asked for. */

#include <stdatomic.h>
#include <stdint.h>

struct tally {
    _Atomic uint64_t allocs, frees; /* that succeeded */
    _Atomic uint64_t failed;        /* of both kinds */
    _Atomic uint64_t driver, pool;  /* allocations by route */
    _Atomic uint64_t misroutes, fallbacks, overrides;
    _Atomic uint64_t live, live_bytes, peak_bytes;
};

struct call;

/* Count a decision by its result, route and verdict. */
void tally_alloc(struct tally *tally, const struct call *call);
void tally_free(struct tally *tally, const struct call *call);

/* An allocation that succeeded, or one of `size` bytes that was freed. */
void tally_add_live(struct tally *tally, uint64_t size);
void tally_drop_live(struct tally *tally, uint64_t size);

/* Several that are gone with their context. */
void tally_lose_live(struct tally *tally, uint64_t count, uint64_t size);

#endif
