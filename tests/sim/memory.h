#ifndef GPUALLOC_SIM_MEMORY_H
#define GPUALLOC_SIM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "tests/sim/device.h"

enum memory_kind {
    MEMORY_DEVICE,     /* from the plain allocation calls */
    MEMORY_MANAGED,    /* the host may use the same address */
    MEMORY_ARRAY,      /* storage of an array */
    MEMORY_POOLED,     /* stream-ordered */
    MEMORY_PINNED,     /* host memory that is ours */
    MEMORY_REGISTERED, /* host memory that the program registered */
    MEMORY_IMPORTED,   /* another process's, opened by an IPC handle */
    MEMORY_MAPPED,     /* virtual memory, see vmm.h */
};

/*
 * A range of addresses that means something to the devices. The ranges do not
 * overlap. A copy of the struct is what lookups give.
 */
struct memory {
    gpu_addr base;
    size_t size; /* as asked for, not rounded */
    enum memory_kind kind;
    struct device *device;     /* owner; for host memory the current one */
    const void *owner;         /* the vendor's context, for memory_free_owner */
    unsigned flags;            /* the vendor's, as given */
    unsigned long long id;     /* never used twice in the process */
    off_t offset;              /* in the file that holds the bytes */
    struct mempool *pool;      /* MEMORY_POOLED */
    bool is_freed_later;       /* a stream-ordered free is under way */
    struct physical *physical; /* MEMORY_MAPPED */
    unsigned readers, writers; /* MEMORY_MAPPED: bits of devices with access */
};

/*
 * Allocate `size` > 0 bytes, in pages that are zero and touched by nobody yet.
 * The address is aligned to 4096, from 2 MiB on to 2 MiB. Host memory is not
 * charged to the device. `owner` may be NULL.
 */
enum sim_status memory_alloc(struct device *device, size_t size,
                             enum memory_kind kind, const void *owner,
                             unsigned flags, gpu_addr *out);

/*
 * Unmap what starts at exactly `base` and is of one of the kinds whose bits
 * (1u << kind) are in `kinds`; else SIM_INVALID. Does not wait for work:
 * device_drain(memory.device) first.
 */
enum sim_status memory_free(gpu_addr base, unsigned kinds);

/* Announce a stream-ordered free of one of these kinds; SIM_INVALID the second
 * time. memory_free follows, or memory_detach. */
enum sim_status memory_free_later(gpu_addr base, unsigned kinds);

/* Take the range out of the books and keep its pages, or put it back, or give
 * the pages up. For pools, which hand them out again. */
enum sim_status memory_detach(gpu_addr base, struct memory *out);
enum sim_status memory_attach(const struct memory *memory);
void memory_discard(const struct memory *memory);

/* Add a range whose pages are somebody else's. SIM_ALREADY_MAPPED. */
enum sim_status memory_add(const struct memory *memory);
enum sim_status memory_remove(gpu_addr base);
/* Change the access of a MEMORY_MAPPED range. */
enum sim_status memory_set_access(gpu_addr base, unsigned readers,
                                  unsigned writers);

/* Everything of this owner, for a context that ends. */
void memory_free_owner(const void *owner);

/* What the address lies in. SIM_INVALID if in nothing. */
enum sim_status memory_find(gpu_addr addr, struct memory *out);

/* Is this host memory that the device can reach at any time? */
static inline bool memory_is_host(const struct memory *memory)
{
    return memory->kind == MEMORY_PINNED || memory->kind == MEMORY_REGISTERED;
}

/*
 * Tell whether the range can be used by the device: wholly inside live
 * ranges, and mapped with the access that is needed. An address that lies in
 * no range at all is pageable host memory: SIM_INVALID too.
 */
enum sim_status memory_check(gpu_addr addr, size_t size, bool writes,
                             const struct device *device);

/* Host memory of the program. SIM_ALREADY_MAPPED on any overlap. */
enum sim_status memory_register(struct device *device, void *base, size_t size,
                                const void *owner, unsigned flags);
enum sim_status memory_unregister(void *base);

/*
 * Between processes, by descriptor. A handle is 64 bytes and lives as long as
 * its maker does; only what memory_alloc gave as MEMORY_DEVICE can be
 * exported, and it opens at its base. SIM_SAME_PROCESS from the maker.
 */
struct memory_handle {
    unsigned char bytes[64];
};
enum sim_status memory_export(gpu_addr addr, struct memory_handle *out);
enum sim_status memory_import(struct device *device,
                              const struct memory_handle *handle,
                              const void *owner, gpu_addr *out);
/* Closing is memory_free(base, 1u << MEMORY_IMPORTED). */

/* The ranges stay as they are between these two; work holds them while it
 * touches bytes. Not to be nested. */
void memory_hold(void);
void memory_let_go(void);

/* With the hold: as memory_check. */
enum sim_status memory_check_held(gpu_addr addr, size_t size, bool writes,
                                  const struct device *device);

#endif
