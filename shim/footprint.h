#ifndef GPUALLOC_FOOTPRINT_H
#define GPUALLOC_FOOTPRINT_H

/*
 * How many bytes a pitched or array allocation asks for, without the vendor's
 * padding. The layouts are those of the CUDA and HIP headers, which agree:
 * cudaPitchedPtr, cudaExtent, cudaChannelFormatDesc, CUDA_ARRAY_DESCRIPTOR,
 * CUDA_ARRAY3D_DESCRIPTOR. Sizes saturate; what is not known is 0.
 */

#include <stddef.h>

struct pitched {
    void *ptr;
    size_t pitch, width, height;
};

struct extent {
    size_t width, height, depth;
};

/* Bits of each channel. */
struct channels {
    int x, y, z, w, kind;
};

struct array_format {
    size_t width, height;
    int format;
    unsigned channels;
};

struct array_format_3d {
    size_t width, height, depth;
    int format;
    unsigned channels, flags;
};

size_t footprint_plane(size_t width, size_t height);
size_t footprint_extent(const struct extent *extent);

/* NULL descriptions have no size. A height or depth of 0 stands for 1. */
size_t footprint_channels(const struct channels *channels,
                          const struct extent *extent);
size_t footprint_array(const struct array_format *format);
size_t footprint_array_3d(const struct array_format_3d *format);

#endif
