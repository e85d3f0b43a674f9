#include "tests/sim/hip.h"
#include "tests/sim/hip_handle.h"

enum event_flag { BLOCKING_SYNC = 1, NO_TIMING = 2, INTERPROCESS = 4 };
static const unsigned RELEASES = 0xe0000000u; /* to device, system; no fence */

int impl_hipEventCreate(void **event)
{
    return impl_hipEventCreateWithFlags(event, /* no flags */ 0);
}

int impl_hipEventCreateWithFlags(void **out, unsigned flags)
{
    unsigned known = BLOCKING_SYNC | NO_TIMING | INTERPROCESS | RELEASES;
    bool is_timed_between =
        (flags & INTERPROCESS) != 0 && (flags & NO_TIMING) == 0;
    if (out == NULL || (flags & ~known) != 0 || is_timed_between)
        return HIP_INVALID_VALUE;
    struct device *device = hip_device();
    struct event *event;
    enum sim_status status =
        event_create(device, (flags & NO_TIMING) == 0, flags, device, &event);
    if (status != SIM_OK)
        return hip_code(status);
    hip_handle_add(HIP_EVENT, event);
    *out = event;
    return HIP_SUCCESS;
}

/* NULL, which the core refuses, for what never was an event. */
static struct event *event_of(void *handle)
{
    return hip_handle_is(HIP_EVENT, handle) ? handle : NULL;
}

int impl_hipEventDestroy(void *event)
{
    return hip_code(event_destroy(event_of(event)));
}

int impl_hipEventRecord(void *event, void *handle)
{
    struct stream *stream;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(event_record(event_of(event), stream))
                               : code;
}

int impl_hipEventRecord_spt(void *event, void *handle)
{
    struct stream *stream;
    int code = hip_own_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(event_record(event_of(event), stream))
                               : code;
}

int impl_hipEventRecordWithFlags(void *event, void *stream, unsigned flags)
{
    enum { EXTERNAL = 1 };
    return flags > EXTERNAL ? HIP_INVALID_VALUE
                            : impl_hipEventRecord(event, stream);
}

static int wait_in(struct stream *stream, void *event, unsigned flags)
{
    return flags != 0 ? HIP_INVALID_VALUE
                      : hip_code(event_wait(event_of(event), stream));
}

int impl_hipStreamWaitEvent(void *handle, void *event, unsigned flags)
{
    struct stream *stream;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? wait_in(stream, event, flags) : code;
}

int impl_hipStreamWaitEvent_spt(void *handle, void *event, unsigned flags)
{
    struct stream *stream;
    int code = hip_own_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? wait_in(stream, event, flags) : code;
}

int impl_hipEventQuery(void *event)
{
    return hip_code(event_query(event_of(event)));
}

int impl_hipEventSynchronize(void *event)
{
    return hip_code(event_synchronize(event_of(event)));
}

int impl_hipEventElapsedTime(float *ms, void *start, void *end)
{
    return ms == NULL
               ? HIP_INVALID_VALUE
               : hip_code(event_elapsed_ms(event_of(start), event_of(end), ms));
}
