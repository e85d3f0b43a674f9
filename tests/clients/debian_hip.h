#ifndef GPUALLOC_DEBIAN_HIP_H
#define GPUALLOC_DEBIAN_HIP_H

/* What Debian's libamdhip64-5 exports of allocation. Its headers are in another
 * package, so the types and functions are declared here. */

#include <stddef.h>
#include <stdint.h>

struct channels {
    int x, y, z, w, kind;
};
struct extent {
    size_t width, height, depth;
};
struct pitched {
    void *ptr;
    size_t pitch, width, height;
};
struct array_format {
    size_t width, height;
    int element;
    unsigned channels;
};
struct array_format_3d {
    size_t width, height, depth;
    int element;
    unsigned channels, flags;
};
struct properties {
    int words[16];
};

#define FUNCTIONS(F)                                                           \
    F(hipInit, (unsigned))                                                     \
    F(hipGetDeviceCount, (int *))                                              \
    F(hipGetLastError, (void))                                                 \
    F(hipPeekAtLastError, (void))                                              \
    F(hipMalloc, (void **, size_t))                                            \
    F(hipExtMallocWithFlags, (void **, size_t, unsigned))                      \
    F(hipMallocManaged, (void **, size_t, unsigned))                           \
    F(hipMallocHost, (void **, size_t))                                        \
    F(hipMemAllocHost, (void **, size_t))                                      \
    F(hipHostMalloc, (void **, size_t, unsigned))                              \
    F(hipHostAlloc, (void **, size_t, unsigned))                               \
    F(hipMallocAsync, (void **, size_t, void *))                               \
    F(hipMallocFromPoolAsync, (void **, size_t, void *, void *))               \
    F(hipMallocPitch, (void **, size_t *, size_t, size_t))                     \
    F(hipMemAllocPitch, (void **, size_t *, size_t, size_t, unsigned))         \
    F(hipMalloc3D, (struct pitched *, struct extent))                          \
    F(hipMallocArray,                                                          \
      (void **, const struct channels *, size_t, size_t, unsigned))            \
    F(hipMalloc3DArray,                                                        \
      (void **, const struct channels *, struct extent, unsigned))             \
    F(hipMallocMipmappedArray,                                                 \
      (void **, const struct channels *, struct extent, unsigned, unsigned))   \
    F(hipArrayCreate, (void **, const struct array_format *))                  \
    F(hipArray3DCreate, (void **, const struct array_format_3d *))             \
    F(hipMipmappedArrayCreate,                                                 \
      (void **, const struct array_format_3d *, unsigned))                     \
    F(hipMemCreate, (void **, size_t, const struct properties *, uint64_t))    \
    F(hipFree, (void *))                                                       \
    F(hipFreeAsync, (void *, void *))                                          \
    F(hipHostFree, (void *))                                                   \
    F(hipFreeHost, (void *))                                                   \
    F(hipFreeArray, (void *))                                                  \
    F(hipArrayDestroy, (void *))                                               \
    F(hipFreeMipmappedArray, (void *))                                         \
    F(hipMipmappedArrayDestroy, (void *))                                      \
    F(hipMemRelease, (void *))                                                 \
    F(hipMemGetInfo, (size_t *, size_t *))                                     \
    F(hipDeviceReset, (void))

#define DECLARE(name, parameters) int name parameters;
FUNCTIONS(DECLARE)

#endif
