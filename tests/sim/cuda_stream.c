#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

#include "tests/sim/stream.h"

static CUresult find(CUstream handle, struct stream **out)
{
    return context_stream(handle, /* per thread */ false, out);
}

CUresult sim_cuStreamCreateWithPriority(CUstream *out, unsigned flags,
                                        int priority)
{
    CUcontext context;
    struct stream *stream;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || (flags & ~(unsigned)CU_STREAM_NON_BLOCKING) != 0)
        return CUDA_ERROR_INVALID_VALUE;
    bool is_blocking = (flags & CU_STREAM_NON_BLOCKING) == 0;
    int clamped = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    result = cuda_code(stream_create(context->device, is_blocking, clamped,
                                     context, flags, &stream));
    if (result == CUDA_SUCCESS)
        *out = (CUstream)stream;
    return result;
}

CUresult sim_cuStreamCreate(CUstream *out, unsigned flags)
{
    return sim_cuStreamCreateWithPriority(out, flags, /* default */ 0);
}

CUresult sim_cuStreamDestroy_v2(CUstream handle)
{
    struct stream *stream;
    CUresult result = find(handle, &stream);
    return result != CUDA_SUCCESS ? result : cuda_code(stream_destroy(stream));
}

CUresult sim_cuStreamDestroy(CUstream stream)
{
    return sim_cuStreamDestroy_v2(stream);
}

CUresult sim_cuStreamGetPriority(CUstream handle, int *priority)
{
    struct stream *stream;
    CUresult result = find(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (priority == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *priority = stream->priority;
    return CUDA_SUCCESS;
}

CUresult sim_cuStreamGetFlags(CUstream handle, unsigned *flags)
{
    struct stream *stream;
    CUresult result = find(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (flags == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = stream->flags;
    return CUDA_SUCCESS;
}

CUresult sim_cuStreamGetId(CUstream handle, unsigned long long *id)
{
    struct stream *stream;
    CUresult result = find(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (id == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *id = stream->id;
    return CUDA_SUCCESS;
}

/* A default stream is of whatever context is current. */
CUresult sim_cuStreamGetCtx(CUstream handle, CUcontext *context)
{
    struct stream *stream;
    CUcontext current;
    CUresult result = context_current(&current);
    if (result == CUDA_SUCCESS)
        result = find(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (context == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *context = stream->owner != NULL ? (CUcontext)stream->owner : current;
    return CUDA_SUCCESS;
}

CUresult sim_cuStreamGetDevice(CUstream handle, CUdevice *device)
{
    struct stream *stream;
    CUresult result = find(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (device == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *device = stream->device->ordinal;
    return CUDA_SUCCESS;
}

CUresult sim_cuStreamQuery(CUstream handle)
{
    struct stream *stream;
    CUresult result = find(handle, &stream);
    return result != CUDA_SUCCESS ? result : cuda_code(stream_query(stream));
}

CUresult sim_cuStreamSynchronize(CUstream handle)
{
    struct stream *stream;
    CUresult result = find(handle, &stream);
    return result != CUDA_SUCCESS ? result
                                  : cuda_code(stream_synchronize(stream));
}

CUresult sim_cuStreamAddCallback(CUstream handle, CUstreamCallback function,
                                 void *argument, unsigned flags)
{
    struct stream *stream;
    CUresult result = find(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (function == NULL || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    return cuda_code(stream_add_callback(
        stream, handle, (stream_callback *)(void (*)(void))function, argument));
}

CUresult sim_cuLaunchHostFunc(CUstream handle, CUhostFn function,
                              void *argument)
{
    struct stream *stream;
    CUresult result = find(handle, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    return function == NULL
               ? CUDA_ERROR_INVALID_VALUE
               : cuda_code(stream_launch_host(stream, function, argument));
}

/* The host and the devices use managed memory at any time here. */
CUresult sim_cuStreamAttachMemAsync(CUstream handle, CUdeviceptr ptr,
                                    size_t size, unsigned flags)
{
    (void)ptr;
    (void)size;
    (void)flags;
    struct stream *stream;
    CUresult result = find(handle, &stream);
    return result != CUDA_SUCCESS ? result
                                  : cuda_code(stream_launch_nothing(stream));
}

static CUresult write_value(CUstream handle, CUdeviceptr ptr, uint64_t value,
                            unsigned width)
{
    struct stream *stream;
    CUresult result = find(handle, &stream);
    return result != CUDA_SUCCESS
               ? result
               : cuda_code(stream_write_value(stream, ptr, value, width));
}

static CUresult wait_value(CUstream handle, CUdeviceptr ptr, uint64_t value,
                           unsigned width, unsigned flags)
{
    enum { CONDITION = 3 };
    struct stream *stream;
    CUresult result = find(handle, &stream);
    return result != CUDA_SUCCESS
               ? result
               : cuda_code(stream_wait_value(
                     stream, ptr, value, width,
                     (enum stream_condition)(flags & CONDITION)));
}

/* The first and the second version differ in the flags they allow only. */
#define VALUES(bits, suffix)                                                   \
    CUresult sim_cuStreamWriteValue##bits##suffix(                             \
        CUstream stream, CUdeviceptr ptr, cuuint##bits##_t value,              \
        unsigned flags)                                                        \
    {                                                                          \
        (void)flags;                                                           \
        return write_value(stream, ptr, value, bits / 8);                      \
    }                                                                          \
    CUresult sim_cuStreamWaitValue##bits##suffix(                              \
        CUstream stream, CUdeviceptr ptr, cuuint##bits##_t value,              \
        unsigned flags)                                                        \
    {                                                                          \
        return wait_value(stream, ptr, value, bits / 8, flags);                \
    }

VALUES(32, )
VALUES(32, _v2)
VALUES(64, )
VALUES(64, _v2)
