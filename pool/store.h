#ifndef GPUALLOC_STORE_H
#define GPUALLOC_STORE_H

/*
 * Host memory that grows, straight from the kernel: the books of a pool never
 * call malloc, which the program around us may have replaced. What is grown is
 * zeroed and may move, so its users keep indices, not pointers.
 */

#include "pool/base.h"

#include <stddef.h>

struct store {
    void *base; /* NULL while size is 0 */
    size_t size;
};

/* Grow to at least `size` bytes. On failure (STATUS_NO_MEMORY) nothing has
 * changed. */
enum status store_grow(struct store *store, size_t size);

/* Empty it. */
void store_fini(struct store *store);

#endif
