#include "tests/sim/stream.h"

#include "tests/sim/capture.h"
#include "tests/sim/op.h"

/* Questions and waits, which a capture forbids. */

static enum sim_status spoil_if_captured(struct stream *stream)
{
    if (capture_of(stream, /* its number */ NULL) == CAPTURE_NONE)
        return SIM_OK;
    timeline_lock();
    if (stream->capture != NULL)
        capture_spoil_locked(stream->capture);
    timeline_unlock();
    return SIM_CAPTURE_FORBIDDEN;
}

enum sim_status stream_query(struct stream *stream)
{
    enum sim_status status = spoil_if_captured(stream);
    if (status != SIM_OK)
        return status;
    if (atomic_load(&stream->pending) != 0)
        return SIM_NOT_READY;
    return (enum sim_status)atomic_load(&stream->device->fault);
}

enum sim_status stream_synchronize(struct stream *stream)
{
    if (stream_is_inside_callback())
        return SIM_NOT_PERMITTED;
    enum sim_status status = spoil_if_captured(stream);
    if (status != SIM_OK)
        return status;
    if (atomic_load(&stream->pending) != 0) {
        timeline_lock();
        op_join_locked(stream->newest);
        timeline_unlock();
    }
    return (enum sim_status)atomic_load(&stream->device->fault);
}
