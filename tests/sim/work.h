#ifndef GPUALLOC_SIM_WORK_H
#define GPUALLOC_SIM_WORK_H

#include <stdatomic.h>
#include <stddef.h>

#include "tests/sim/device.h"

/*
 * Something that a stream does: the first member of a struct with the rest of
 * what it needs. A graph keeps work and submits it again at each launch, so
 * running must not use it up.
 */
struct work {
    /* What it returns becomes the device's fault unless SIM_OK. */
    enum sim_status (*run)(struct work *work, struct device *device);
    void (*destroy)(struct work *work); /* NULL: plain free */
    atomic_int references;
};

/* Zeroed storage of `size` bytes with one reference; NULL: no host memory. */
void *work_create(size_t size,
                  enum sim_status (*run)(struct work *, struct device *));
void work_retain(struct work *work);
void work_release(struct work *work);

#endif
