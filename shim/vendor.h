#ifndef GPUALLOC_VENDOR_H
#define GPUALLOC_VENDOR_H

/*
 * What we ask of a vendor on our own account: which device and context are
 * current, regions, synchronisation, the size of the device.
 *
 * Everything goes straight to the vendor's library, never through a wrapper.
 * Codes are the vendor's; 0 is success for both.
 */

#include "pool/base.h"
#include "shim/library.h"

#include <stdbool.h>

/* Codes that both vendors share. */
enum {
    RC_SUCCESS = 0,
    RC_NO_MEMORY = 2,
    RC_DEINITIALIZED = 4,
    RC_NO_CONTEXT = 201,
    RC_NOT_SUPPORTED = 801,
};

struct vendor;

/* Where a pool's memory lives. HIP has one context for each device: NULL. */
struct place {
    const struct vendor *vendor;
    void *context;
    int dev;
};

/* A place that is current for a while. */
struct visit {
    const struct vendor *vendor;
    int dev_before;
    bool has_moved;
};

/* The vendor that a library belongs to. */
const struct vendor *vendor_of(enum library library);

enum {
    VENDOR_COUNT = 2,
};

/* From 0, below VENDOR_COUNT. */
unsigned vendor_number(const struct vendor *vendor);

/* `cuda` or `hip`. */
const char *vendor_name(const struct vendor *vendor);

/* Names of the vendors whose libraries are loaded, `cuda,hip`, or `none`. */
const char *vendor_names_loaded(void);

/* The first function that the vendor's library lacks of those that a pool
 * needs, or NULL if it has them all. */
const char *vendor_missing(const struct vendor *vendor);

/* The current device of this thread, or -1. On HIP up to 6 this overwrites the
 * last error as every call does, so call it before the program's own. */
int vendor_device(const struct vendor *vendor);

/* Whether asking for the device belongs before the program's own call. */
bool vendor_asks_first(const struct vendor *vendor);

/* The current place of this thread. RC_NO_CONTEXT: no context is current. */
int vendor_place(const struct vendor *vendor, struct place *out);

/* A context has ended: what is known of contexts may be wrong. */
void vendor_contexts_changed(void);

/* Whether the device's primary context exists, or nobody can tell. */
bool vendor_has_primary(const struct vendor *vendor, int dev);

/* Fresh device memory in the current place. */
int vendor_take(const struct vendor *vendor, uint64_t size, gpu_addr *out);
int vendor_give_back(const struct vendor *vendor, gpu_addr addr);

/* Make a place current in this thread, then what was before. Nothing has
 * changed if it fails. */
int vendor_enter(const struct place *place, struct visit *visit);
void vendor_leave(const struct visit *visit);

/* Wait for all work of the place's device, whatever is current. */
int vendor_synchronize(const struct place *place);

/* Free and total bytes of the current device. */
int vendor_mem_info(const struct vendor *vendor, size_t *free_bytes,
                    size_t *total_bytes);

#endif
