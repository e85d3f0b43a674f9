#include "tests/sim/hip_copy.h"

int hip_copy_set_kind(struct copy *copy, int kind)
{
    switch (kind) {
    case HIP_HOST_TO_HOST:
        copy->to_side = copy->from_side = COPY_HOST;
        return HIP_SUCCESS;
    case HIP_HOST_TO_DEVICE:
        copy->to_side = COPY_DEVICE;
        copy->from_side = COPY_HOST;
        return HIP_SUCCESS;
    case HIP_DEVICE_TO_HOST:
        copy->to_side = COPY_HOST;
        copy->from_side = COPY_DEVICE;
        return HIP_SUCCESS;
    case HIP_DEVICE_TO_DEVICE:
        copy->to_side = copy->from_side = COPY_DEVICE;
        return HIP_SUCCESS;
    case HIP_COPY_DEFAULT:
        copy->to_side = copy->from_side = COPY_ANY;
        return HIP_SUCCESS;
    case HIP_DEVICE_TO_DEVICE_NO_CU:
        copy->to_side = copy->from_side = COPY_DEVICE;
        return hip_newest >= 601 ? HIP_SUCCESS : HIP_INVALID_DIRECTION;
    default:
        return HIP_INVALID_DIRECTION;
    }
}

static int run(const struct copy *copy, void *handle, bool is_own)
{
    struct stream *stream;
    int code = hip_refuse_in_capture();
    if (code == HIP_SUCCESS)
        code = is_own ? hip_own_stream_of(handle, &stream)
                      : hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(copy_run(stream, copy)) : code;
}

int hip_copy_run(const struct copy *copy)
{
    return run(copy, /* legacy */ NULL, /* is_own */ false);
}

int hip_copy_submit(const struct copy *copy, void *handle)
{
    struct stream *stream;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(copy_submit(stream, copy)) : code;
}

/* The copy that the arguments describe, or what is wrong with them. */
static int plain(void *to, const void *from, size_t size, int kind,
                 struct copy *out)
{
    *out = copy_plain(hip_addr(to), COPY_ANY, hip_addr(from), COPY_ANY, size);
    int code = hip_copy_set_kind(out, kind);
    if (code != HIP_SUCCESS || size == 0)
        return code;
    return to == NULL || from == NULL ? HIP_INVALID_VALUE : HIP_SUCCESS;
}

int impl_hipMemcpy(void *to, const void *from, size_t size, int kind)
{
    struct copy copy;
    int code = plain(to, from, size, kind, &copy);
    return code == HIP_SUCCESS ? hip_copy_run(&copy) : code;
}

int impl_hipMemcpy_spt(void *to, const void *from, size_t size, int kind)
{
    struct copy copy;
    int code = plain(to, from, size, kind, &copy);
    return code == HIP_SUCCESS ? run(&copy, NULL, /* is_own */ true) : code;
}

int impl_hipMemcpyAsync(void *to, const void *from, size_t size, int kind,
                        void *stream)
{
    struct copy copy;
    int code = plain(to, from, size, kind, &copy);
    return code == HIP_SUCCESS ? hip_copy_submit(&copy, stream) : code;
}

int impl_hipMemcpyAsync_spt(void *to, const void *from, size_t size, int kind,
                            void *handle)
{
    struct copy copy;
    struct stream *stream;
    int code = plain(to, from, size, kind, &copy);
    if (code == HIP_SUCCESS)
        code = hip_own_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(copy_submit(stream, &copy)) : code;
}

int impl_hipMemcpyWithStream(void *to, const void *from, size_t size, int kind,
                             void *stream)
{
    struct copy copy;
    int code = plain(to, from, size, kind, &copy);
    return code == HIP_SUCCESS ? run(&copy, stream, /* is_own */ false) : code;
}

int impl_hipMemcpyHtoD(void *to, const void *from, size_t size)
{
    return impl_hipMemcpy(to, from, size, HIP_HOST_TO_DEVICE);
}

int impl_hipMemcpyDtoH(void *to, void *from, size_t size)
{
    return impl_hipMemcpy(to, from, size, HIP_DEVICE_TO_HOST);
}

int impl_hipMemcpyDtoD(void *to, void *from, size_t size)
{
    return impl_hipMemcpy(to, from, size, HIP_DEVICE_TO_DEVICE);
}

int impl_hipMemcpyHtoDAsync(void *to, const void *from, size_t size,
                            void *stream)
{
    return impl_hipMemcpyAsync(to, from, size, HIP_HOST_TO_DEVICE, stream);
}

int impl_hipMemcpyDtoHAsync(void *to, void *from, size_t size, void *stream)
{
    return impl_hipMemcpyAsync(to, from, size, HIP_DEVICE_TO_HOST, stream);
}

int impl_hipMemcpyDtoDAsync(void *to, void *from, size_t size, void *stream)
{
    return impl_hipMemcpyAsync(to, from, size, HIP_DEVICE_TO_DEVICE, stream);
}

static bool are_devices(int one, int other)
{
    return device_get(one) != NULL && device_get(other) != NULL;
}

int impl_hipMemcpyPeer(void *to, int to_device, const void *from,
                       int from_device, size_t size)
{
    return are_devices(to_device, from_device)
               ? impl_hipMemcpy(to, from, size, HIP_DEVICE_TO_DEVICE)
               : HIP_INVALID_DEVICE;
}

int impl_hipMemcpyPeerAsync(void *to, int to_device, const void *from,
                            int from_device, size_t size, void *stream)
{
    return are_devices(to_device, from_device)
               ? impl_hipMemcpyAsync(to, from, size, HIP_DEVICE_TO_DEVICE,
                                     stream)
               : HIP_INVALID_DEVICE;
}
