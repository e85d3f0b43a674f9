#ifndef GPUALLOC_H
#define GPUALLOC_H

/*
 * What a cooperating program may ask of gpualloc.
 *
 * Look the functions up with dlsym(RTLD_DEFAULT, ...) or ctypes, so that the
 * program runs without the preload too. All are safe from any thread. Sizes are
 * bytes. They answer for pools that have been used; under `platform` there are
 * none and all is 0.
 */

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The pools of one device, added up. */
struct gpualloc_stats {
    uint64_t requested; /* what the program asked for, of live memory */
    uint64_t in_use;    /* the chunks that hold it */
    uint64_t peak_in_use;
    uint64_t pool_bytes; /* taken from the driver */
    uint64_t peak_pool_bytes;
    uint64_t limit;
    uint64_t largest_free;     /* the largest clean chunk */
    uint64_t quarantined;      /* freed, and not yet clean */
    uint64_t hits;             /* allocations from clean chunks */
    uint64_t misses;           /* that needed a region or a synchronisation */
    uint64_t synchronisations; /* on our own account */
    uint64_t metadata_bytes;   /* host memory */
    double fragmentation;      /* (free - largest_free) / free, or 0 */
};

enum gpualloc_owner {
    GPUALLOC_OWNER_NONE =
        0, /* not ours: the driver's, the host's or nobody's */
    GPUALLOC_OWNER_POOL = 1, /* an address within a region of a pool */
};

/*
 * Fill `out` for the device with that number. `size` is sizeof *out of the
 * caller: a later version only appends, and fills what fits. 0, or -1 where
 * `out` is null or `size` is 0.
 */
int gpualloc_stats(int device, struct gpualloc_stats *out, uint64_t size);

/*
 * Wait for the device and give every region without live memory back to the
 * driver; the number of bytes. 0 while a stream is being captured.
 */
uint64_t gpualloc_trim(int device);

enum gpualloc_owner gpualloc_owner(const void *pointer);

#ifdef __cplusplus
}
#endif

#endif
