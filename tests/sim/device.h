#ifndef GPUALLOC_SIM_DEVICE_H
#define GPUALLOC_SIM_DEVICE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "tests/sim/settings.h"
#include "tests/sim/status.h"

struct stream;
struct mempool;

/*
 * A simulated GPU: an amount of memory, default streams and a default pool.
 * Devices exist from the first device_count or device_get on and never end.
 */
struct device {
    int ordinal;
    size_t total;          /* bytes */
    atomic_size_t used;    /* bytes, in whole pages */
    atomic_int pending;    /* operations submitted and not finished */
    atomic_int fault;      /* enum sim_status: SIM_OK or what work ran into */
    struct stream *legacy; /* the default stream that waits for others */
    struct mempool *default_pool;
    _Atomic(struct mempool *) current_pool;
    atomic_uint peers;      /* a bit for each device whose memory is open */
    int bank;               /* the memfd behind its plain allocations */
    atomic_ullong bank_end; /* offset in it that no allocation has reached */
};

int device_count(void);

/* NULL if there is no such device. */
struct device *device_get(int ordinal);

/* Free and total bytes. */
void device_memory(const struct device *device, size_t *available,
                   size_t *total);

/* Take bytes off the device's free memory: SIM_NO_MEMORY changes nothing. */
enum sim_status device_charge(struct device *device, size_t size);
void device_refund(struct device *device, size_t size);

/*
 * Wait until everything submitted so far is done, on all streams. Returns the
 * device's fault if work has run into one; SIM_NOT_PERMITTED in a host
 * function; SIM_CAPTURE_FORBIDDEN while a capture forbids it. No system call
 * and no lock when nothing is pending.
 */
enum sim_status device_synchronize(struct device *device);

/* The same, for a free that has to wait: neither capture nor fault stop it. */
void device_drain(struct device *device);

/* Forget the fault, as a reset does. */
void device_clear_fault(struct device *device);

/* Open `peer`'s memory to `device`, or close it again. A flag and its errors
 * only: copies work between all devices. */
enum sim_status device_open_peer(struct device *device,
                                 const struct device *peer);
enum sim_status device_close_peer(struct device *device,
                                  const struct device *peer);

#endif
