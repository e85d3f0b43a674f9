/* Fills. The plain ones wait, as AMD's do. */

#include "tests/sim/hip.h"

static int submit(const struct fill *fill, struct stream *stream)
{
    if (fill->width == 0 || fill->height == 0)
        return HIP_SUCCESS;
    return fill->to == 0 ? HIP_INVALID_VALUE
                         : hip_code(fill_submit(stream, fill));
}

static int submit_to(const struct fill *fill, void *handle)
{
    struct stream *stream;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? submit(fill, stream) : code;
}

static int run_in(const struct fill *fill, struct stream *stream)
{
    int code = hip_refuse_in_capture();
    if (code == HIP_SUCCESS)
        code = submit(fill, stream);
    return code == HIP_SUCCESS ? hip_code(stream_synchronize(stream)) : code;
}

static int run(const struct fill *fill)
{
    struct stream *stream;
    int code = hip_stream_of(/* legacy */ NULL, &stream);
    return code == HIP_SUCCESS ? run_in(fill, stream) : code;
}

static struct fill line(void *to, unsigned value, unsigned element,
                        size_t count)
{
    return (struct fill){.to = hip_addr(to),
                         .value = value,
                         .element = element,
                         .width = count,
                         .height = 1,
                         .pitch = count * element};
}

static struct fill rows(void *to, size_t pitch, int value, size_t width,
                        size_t height)
{
    return (struct fill){.to = hip_addr(to),
                         .value = (unsigned char)value,
                         .element = 1,
                         .width = width,
                         .height = height,
                         .pitch = pitch};
}

int impl_hipMemset(void *to, int value, size_t size)
{
    struct fill fill = line(to, (unsigned char)value, 1, size);
    return run(&fill);
}

int impl_hipMemset_spt(void *to, int value, size_t size)
{
    struct fill fill = line(to, (unsigned char)value, 1, size);
    struct stream *stream;
    int code = hip_own_stream_of(NULL, &stream);
    return code == HIP_SUCCESS ? run_in(&fill, stream) : code;
}

int impl_hipMemsetAsync(void *to, int value, size_t size, void *stream)
{
    struct fill fill = line(to, (unsigned char)value, 1, size);
    return submit_to(&fill, stream);
}

int impl_hipMemsetAsync_spt(void *to, int value, size_t size, void *handle)
{
    struct fill fill = line(to, (unsigned char)value, 1, size);
    struct stream *stream;
    int code = hip_own_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? submit(&fill, stream) : code;
}

int impl_hipMemsetD8(void *to, unsigned char value, size_t count)
{
    struct fill fill = line(to, value, 1, count);
    return run(&fill);
}

int impl_hipMemsetD8Async(void *to, unsigned char value, size_t count,
                          void *stream)
{
    struct fill fill = line(to, value, 1, count);
    return submit_to(&fill, stream);
}

int impl_hipMemsetD16(void *to, unsigned short value, size_t count)
{
    struct fill fill = line(to, value, 2, count);
    return run(&fill);
}

int impl_hipMemsetD16Async(void *to, unsigned short value, size_t count,
                           void *stream)
{
    struct fill fill = line(to, value, 2, count);
    return submit_to(&fill, stream);
}

int impl_hipMemsetD32(void *to, int value, size_t count)
{
    struct fill fill = line(to, (unsigned)value, 4, count);
    return run(&fill);
}

int impl_hipMemsetD32Async(void *to, int value, size_t count, void *stream)
{
    struct fill fill = line(to, (unsigned)value, 4, count);
    return submit_to(&fill, stream);
}

int impl_hipMemset2D(void *to, size_t pitch, int value, size_t width,
                     size_t height)
{
    struct fill fill = rows(to, pitch, value, width, height);
    return pitch < width ? HIP_INVALID_VALUE : run(&fill);
}

int impl_hipMemset2DAsync(void *to, size_t pitch, int value, size_t width,
                          size_t height, void *stream)
{
    struct fill fill = rows(to, pitch, value, width, height);
    return pitch < width ? HIP_INVALID_VALUE : submit_to(&fill, stream);
}

/* Slice by slice, since between two there may be rows that stay. */
int impl_hipMemset3DAsync(struct hip_pitched box, int value,
                          struct hip_extent extent, void *stream)
{
    int code = HIP_SUCCESS;
    for (size_t z = 0; code == HIP_SUCCESS && z < extent.depth; z++)
        code = impl_hipMemset2DAsync(
            (char *)box.ptr + z * box.pitch * box.height, box.pitch, value,
            extent.width, extent.height, stream);
    return code;
}

int impl_hipMemset3D(struct hip_pitched box, int value,
                     struct hip_extent extent)
{
    int code = hip_refuse_in_capture();
    if (code == HIP_SUCCESS)
        code = impl_hipMemset3DAsync(box, value, extent, /* legacy */ NULL);
    return code == HIP_SUCCESS ? impl_hipStreamSynchronize(NULL) : code;
}
