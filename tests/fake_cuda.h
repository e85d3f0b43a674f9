#ifndef GPUALLOC_FAKE_CUDA_H
#define GPUALLOC_FAKE_CUDA_H

/*
 * A stand-in for the CUDA driver with just the functions that a pool needs.
 *
 * It hands out made-up addresses, the lowest that are free, each at a page of
 * its own; it counts what it is asked and refuses on demand. It is a library of
 * its own, libcuda.so.1, so that the shim finds it as it finds the real one.
 * Safe from any thread.
 */

#include <stdatomic.h>
#include <stdint.h>

enum {
    FAKE_DEVICES = 2,
    FAKE_CONTEXTS = 3, /* the last is a second one on device 0 */
    FAKE_PAGE = 2 << 20,
    FAKE_PAGES = 128, /* all addresses that there are */
};

static const uint64_t fake_first_addr = 0x7f1200000000;

struct fake_context {
    int dev;
};

struct fake_cuda {
    struct fake_context contexts[FAKE_CONTEXTS];
    /* What it answers by; a test may change it at any time. */
    _Atomic uint64_t total;       /* bytes of each device, 64 MiB at first */
    _Atomic uint64_t refuse_from; /* sizes that are refused; 0: none */
    _Atomic int info_rc;          /* what questions for memory get */
    _Atomic int sync_rc;          /* what a wait for the device gets */
    /* What it was asked. */
    _Atomic unsigned takes, refusals, gives, bad_gives, syncs, entries;
    _Atomic uint64_t held[FAKE_DEVICES]; /* bytes */
};

#endif
