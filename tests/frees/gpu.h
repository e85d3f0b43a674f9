#ifndef GPUALLOC_FREES_GPU_H
#define GPUALLOC_FREES_GPU_H

/* What these programs need of a vendor, once for CUDA's driver and once for
 * HIP (GPU_IS_HIP). Each function ends the program if the vendor's fails. */

#include <stddef.h>

enum {
    GPU_DEVICES = 2,
};

void gpu_init(void);
void gpu_use(int dev);
void *gpu_alloc(size_t size);
/* NULL where the vendor is out of memory. */
void *gpu_try_alloc(size_t size);
void gpu_free(void *ptr);
/* Queue a fill; queue a copy to the host and wait for the stream. */
void gpu_fill(void *ptr, unsigned char byte, size_t size, void *stream);
void gpu_read(void *to, void *ptr, size_t size, void *stream);
/* A stream that does not wait for the default one. */
void *gpu_stream(void);
void gpu_wait(void *stream);
void gpu_wait_for_device(void);

#endif
