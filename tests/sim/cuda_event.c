#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

#include "tests/sim/event.h"

/* A handle is the event itself. */
static struct event *event_of(CUevent handle)
{
    return (struct event *)handle;
}

CUresult sim_cuEventCreate(CUevent *out, unsigned flags)
{
    enum { ALL = CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING };
    CUcontext context;
    struct event *event;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || (flags & ~(unsigned)(ALL | CU_EVENT_INTERPROCESS)) != 0)
        return CUDA_ERROR_INVALID_VALUE;
    /* Events between processes are not simulated. */
    if ((flags & CU_EVENT_INTERPROCESS) != 0)
        return CUDA_ERROR_NOT_SUPPORTED;
    result = cuda_code(event_create(context->device,
                                    (flags & CU_EVENT_DISABLE_TIMING) == 0,
                                    flags, context, &event));
    if (result == CUDA_SUCCESS)
        *out = (CUevent)event;
    return result;
}

CUresult sim_cuEventDestroy_v2(CUevent event)
{
    return context_is_driver_ready() ? cuda_code(event_destroy(event_of(event)))
                                     : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult sim_cuEventDestroy(CUevent event)
{
    return sim_cuEventDestroy_v2(event);
}

CUresult sim_cuEventRecord(CUevent event, CUstream handle)
{
    struct stream *stream;
    CUresult result = context_stream(handle, /* per thread */ false, &stream);
    return result != CUDA_SUCCESS
               ? result
               : cuda_code(event_record(event_of(event), stream));
}

CUresult sim_cuEventRecordWithFlags(CUevent event, CUstream stream,
                                    unsigned flags)
{
    return flags > 1 ? CUDA_ERROR_INVALID_VALUE
                     : sim_cuEventRecord(event, stream);
}

CUresult sim_cuStreamWaitEvent(CUstream handle, CUevent event, unsigned flags)
{
    struct stream *stream;
    CUresult result = context_stream(handle, /* per thread */ false, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    return flags > 1 ? CUDA_ERROR_INVALID_VALUE
                     : cuda_code(event_wait(event_of(event), stream));
}

CUresult sim_cuEventQuery(CUevent event)
{
    return context_is_driver_ready() ? cuda_code(event_query(event_of(event)))
                                     : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult sim_cuEventSynchronize(CUevent event)
{
    return context_is_driver_ready()
               ? cuda_code(event_synchronize(event_of(event)))
               : CUDA_ERROR_NOT_INITIALIZED;
}

CUresult sim_cuEventElapsedTime_v2(float *milliseconds, CUevent start,
                                   CUevent end)
{
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    return milliseconds == NULL
               ? CUDA_ERROR_INVALID_VALUE
               : cuda_code(event_elapsed_ms(event_of(start), event_of(end),
                                            milliseconds));
}

CUresult sim_cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    return sim_cuEventElapsedTime_v2(milliseconds, start, end);
}
