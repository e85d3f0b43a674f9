#include "shim/footprint.h"

#include <stdint.h>

static size_t times(size_t a, size_t b)
{
    size_t product;
    return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

static size_t at_least_one(size_t count)
{
    return count ? count : 1;
}

size_t footprint_plane(size_t width, size_t height)
{
    return times(width, height);
}

size_t footprint_extent(const struct extent *extent)
{
    return times(times(extent->width, extent->height), extent->depth);
}

static size_t footprint_elements(size_t element, size_t width, size_t height,
                                 size_t depth)
{
    const size_t area = times(width, at_least_one(height));
    return times(element, times(area, at_least_one(depth)));
}

size_t footprint_channels(const struct channels *channels,
                          const struct extent *extent)
{
    if (!channels)
        return 0;
    /* Programs pass whatever they like: the sum must not overflow. */
    const int64_t bits =
        (int64_t)channels->x + channels->y + channels->z + channels->w;
    if (bits <= 0)
        return 0;
    return footprint_elements((size_t)bits / 8, extent->width, extent->height,
                              extent->depth);
}

/* The numbers are those of CUarray_format and hipArray_Format. */
static size_t format_bytes(int format)
{
    switch (format) {
    case 0x01: /* unsigned, 8 bits */
    case 0x08: /* signed, 8 bits */
        return 1;
    case 0x02: /* unsigned, 16 bits */
    case 0x09: /* signed, 16 bits */
    case 0x10: /* half */
        return 2;
    case 0x03: /* unsigned, 32 bits */
    case 0x0a: /* signed, 32 bits */
    case 0x20: /* float */
        return 4;
    default:
        return 0;
    }
}

size_t footprint_array(const struct array_format *format)
{
    if (!format)
        return 0;
    return footprint_elements(
        times(format_bytes(format->format), format->channels), format->width,
        format->height, 0);
}

size_t footprint_array_3d(const struct array_format_3d *format)
{
    if (!format)
        return 0;
    return footprint_elements(
        times(format_bytes(format->format), format->channels), format->width,
        format->height, format->depth);
}
