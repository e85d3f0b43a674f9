#include "tests/sim/hip.h"

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
    if (status == SIM_OK)
        *out = event;
    return hip_code(status);
}

int impl_hipEventDestroy(void *event)
{
    return event == NULL ? HIP_INVALID_HANDLE : hip_code(event_destroy(event));
}

int impl_hipEventRecord(void *event, void *handle)
{
    struct stream *stream;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(event_record(event, stream)) : code;
}

int impl_hipEventRecord_spt(void *event, void *handle)
{
    struct stream *stream;
    int code = hip_own_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(event_record(event, stream)) : code;
}

int impl_hipEventRecordWithFlags(void *event, void *stream, unsigned flags)
{
    enum { EXTERNAL = 1 };
    return flags > EXTERNAL ? HIP_INVALID_VALUE
                            : impl_hipEventRecord(event, stream);
}

int impl_hipEventQuery(void *event)
{
    return hip_code(event_query(event));
}

int impl_hipEventSynchronize(void *event)
{
    return hip_code(event_synchronize(event));
}

int impl_hipEventElapsedTime(float *ms, void *start, void *end)
{
    return ms == NULL ? HIP_INVALID_VALUE
                      : hip_code(event_elapsed_ms(start, end, ms));
}
