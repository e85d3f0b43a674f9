#include "tests/sim/hip.h"

enum { NON_BLOCKING = 1, LEAST_PRIORITY = 1, GREATEST_PRIORITY = -1 };

static int resolve(void *handle, bool null_is_own, struct stream **out)
{
    return hip_code(stream_resolve(hip_device(), handle, null_is_own, out));
}

int hip_stream_of(void *handle, struct stream **out)
{
    return resolve(handle, /* null_is_own */ false, out);
}

int hip_own_stream_of(void *handle, struct stream **out)
{
    return resolve(handle, /* null_is_own */ true, out);
}

int impl_hipStreamCreate(void **stream)
{
    return impl_hipStreamCreateWithFlags(stream, /* blocking */ 0);
}

int impl_hipStreamCreateWithFlags(void **stream, unsigned flags)
{
    return impl_hipStreamCreateWithPriority(stream, flags, /* normal */ 0);
}

int impl_hipStreamCreateWithPriority(void **out, unsigned flags, int priority)
{
    if (out == NULL || flags > NON_BLOCKING)
        return HIP_INVALID_VALUE;
    struct device *device = hip_device();
    if (priority > LEAST_PRIORITY)
        priority = LEAST_PRIORITY;
    if (priority < GREATEST_PRIORITY)
        priority = GREATEST_PRIORITY;
    struct stream *stream;
    enum sim_status status = stream_create(device, flags != NON_BLOCKING,
                                           priority, device, flags, &stream);
    if (status == SIM_OK)
        *out = stream;
    return hip_code(status);
}

/* A mask of compute units means nothing here. */
int impl_hipExtStreamCreateWithCUMask(void **stream, uint32_t size,
                                      const uint32_t *mask)
{
    if (size == 0 || mask == NULL)
        return HIP_INVALID_VALUE;
    return impl_hipStreamCreate(stream);
}

/* Default streams cannot be destroyed, which the core knows. */
int impl_hipStreamDestroy(void *handle)
{
    struct stream *stream;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(stream_destroy(stream)) : code;
}

int impl_hipStreamQuery(void *handle)
{
    struct stream *stream;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(stream_query(stream)) : code;
}

int impl_hipStreamQuery_spt(void *handle)
{
    struct stream *stream;
    int code = hip_own_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(stream_query(stream)) : code;
}

int impl_hipStreamSynchronize(void *handle)
{
    struct stream *stream;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(stream_synchronize(stream)) : code;
}

int impl_hipStreamSynchronize_spt(void *handle)
{
    struct stream *stream;
    int code = hip_own_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(stream_synchronize(stream)) : code;
}

int impl_hipStreamGetFlags(void *handle, unsigned *flags)
{
    struct stream *stream;
    if (flags == NULL)
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    if (code == HIP_SUCCESS)
        *flags = stream->flags;
    return code;
}

int impl_hipStreamGetPriority(void *handle, int *priority)
{
    struct stream *stream;
    if (priority == NULL)
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    if (code == HIP_SUCCESS)
        *priority = stream->priority;
    return code;
}

int impl_hipStreamGetDevice(void *handle, int *device)
{
    struct stream *stream;
    if (device == NULL)
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    if (code == HIP_SUCCESS)
        *device = stream->device->ordinal;
    return code;
}

int impl_hipStreamGetId(void *handle, unsigned long long *id)
{
    struct stream *stream;
    if (id == NULL)
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    if (code == HIP_SUCCESS)
        *id = stream->id;
    return code;
}

/* Not a code but the device, or -1. */
int impl_hipGetStreamDeviceId(void *handle)
{
    int device = -1;
    if (device_count() > 0)
        impl_hipStreamGetDevice(handle, &device);
    return device;
}
