#ifndef GPUALLOC_BASE_H
#define GPUALLOC_BASE_H

/* The few words that every room uses. */

#include <stdint.h>

/* An address on a device. Never a pointer, so that it cannot be dereferenced
 * by mistake. 0 is no address. */
typedef uint64_t gpu_addr;

enum status {
    STATUS_OK = 0,
    STATUS_NO_MEMORY,   /* the device, the limit or the host has no more */
    STATUS_UNKNOWN,     /* the address is not one that we handed out */
    STATUS_INVALID,     /* an argument is outside what is accepted */
    STATUS_UNSUPPORTED, /* the device or its library cannot do this */
    STATUS_CAPTURE,     /* not while a stream is being captured */
    STATUS_DRIVER,      /* the vendor answered with an error */
};

/* What a caller promised. Checked in test builds only: in a program that is
 * not ours we never abort. */
#ifdef GPUALLOC_CHECKED
#include <assert.h>
#define ASSERT(condition) assert(condition)
#else
#define ASSERT(condition) ((void)sizeof(!(condition)))
#endif

#endif
