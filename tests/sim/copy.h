#ifndef GPUALLOC_SIM_COPY_H
#define GPUALLOC_SIM_COPY_H

#include <stdbool.h>

#include "tests/sim/stream.h"

/*
 * Copies and fills. Ranges of device memory are checked when the call is made
 * (SIM_INVALID) and again when the work is done (the device's fault).
 */
enum copy_side {
    COPY_HOST,   /* the address is the host's, whatever it points to */
    COPY_DEVICE, /* must lie in memory that the devices know */
    COPY_ANY,    /* decided by the address */
};

/* Up to three dimensions; a plain copy has height and depth 1. */
struct copy {
    gpu_addr to, from;
    enum copy_side to_side, from_side;
    size_t width, height, depth; /* bytes, rows, slices */
    size_t to_pitch, from_pitch; /* bytes from row to row */
    size_t to_slice, from_slice; /* bytes from slice to slice */
};

struct copy copy_plain(gpu_addr to, enum copy_side to_side, gpu_addr from,
                       enum copy_side from_side, size_t size);

/*
 * Asynchronous as far as the vendors' are: from pageable host memory the bytes
 * are taken before the call returns; to pageable host memory the call waits.
 */
enum sim_status copy_submit(struct stream *stream, const struct copy *copy);

/* Waits, except from device to device. */
enum sim_status copy_run(struct stream *stream, const struct copy *copy);

/* A fill of `height` rows of `width` elements of 1, 2 or 4 bytes. */
struct fill {
    gpu_addr to;
    unsigned value;
    unsigned element;     /* bytes */
    size_t width, height; /* elements, rows */
    size_t pitch;         /* bytes */
};

enum sim_status fill_submit(struct stream *stream, const struct fill *fill);

#endif
