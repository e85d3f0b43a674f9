/* What a stream can be given besides copies and fills. */

#include "tests/sim/hip.h"

int impl_hipStreamAddCallback(void *handle, hip_stream_callback *function,
                              void *argument, unsigned flags)
{
    struct stream *stream;
    if (function == NULL || flags != 0)
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(stream_add_callback(
                                     stream, handle, function, argument))
                               : code;
}

int impl_hipLaunchHostFunc(void *handle, hip_host_function *function,
                           void *argument)
{
    struct stream *stream;
    if (function == NULL)
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS
               ? hip_code(stream_launch_host(stream, function, argument))
               : code;
}

static int write_value(void *handle, void *ptr, uint64_t value, unsigned width)
{
    struct stream *stream;
    if (ptr == NULL)
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(stream_write_value(
                                     stream, hip_addr(ptr), value, width))
                               : code;
}

int impl_hipStreamWriteValue32(void *stream, void *ptr, uint32_t value,
                               unsigned flags)
{
    (void)flags;
    return write_value(stream, ptr, value, sizeof value);
}

int impl_hipStreamWriteValue64(void *stream, void *ptr, uint64_t value,
                               unsigned flags)
{
    (void)flags;
    return write_value(stream, ptr, value, sizeof value);
}

/* Of the masks that HIP allows here, only those that can be told to the core:
 * the full one, and any with the condition that is a mask itself. */
static int wait_value(void *handle, void *ptr, uint64_t value, unsigned flags,
                      uint64_t mask, unsigned width)
{
    uint64_t full = width == sizeof(uint32_t) ? UINT32_MAX : UINT64_MAX;
    struct stream *stream;
    if (ptr == NULL || flags > STREAM_NOR)
        return HIP_INVALID_VALUE;
    if (mask != full && flags != STREAM_AND)
        return HIP_NOT_SUPPORTED;
    if (flags == STREAM_AND)
        value &= mask;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS
               ? hip_code(stream_wait_value(stream, hip_addr(ptr), value, width,
                                            (enum stream_condition)flags))
               : code;
}

int impl_hipStreamWaitValue32(void *stream, void *ptr, uint32_t value,
                              unsigned flags, uint32_t mask)
{
    return wait_value(stream, ptr, value, flags, mask, sizeof value);
}

int impl_hipStreamWaitValue64(void *stream, void *ptr, uint64_t value,
                              unsigned flags, uint64_t mask)
{
    return wait_value(stream, ptr, value, flags, mask, sizeof value);
}

int impl_hipStreamAttachMemAsync(void *handle, void *ptr, size_t size,
                                 unsigned flags)
{
    struct memory memory;
    struct stream *stream;
    (void)size;
    (void)flags;
    if (memory_find(hip_addr(ptr), &memory) != SIM_OK ||
        memory.kind != MEMORY_MANAGED)
        return HIP_INVALID_VALUE;
    return hip_stream_of(handle, &stream);
}
