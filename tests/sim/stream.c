#include "tests/sim/stream.h"

#include <pthread.h>
#include <stdlib.h>

#include "tests/sim/capture.h"
#include "tests/sim/op.h"

/* Guarded by the timeline. */
static struct stream *live_streams;
static unsigned long long last_id;

enum sim_status stream_create(struct device *device, bool is_blocking,
                              int priority, const void *owner, unsigned flags,
                              struct stream **out)
{
    struct stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL)
        return SIM_NO_MEMORY;
    stream->device = device;
    stream->is_blocking = is_blocking;
    stream->priority = priority;
    stream->owner = owner;
    stream->flags = flags;
    pthread_cond_init(&stream->wake, NULL);

    timeline_lock();
    stream->id = ++last_id;
    stream->next = live_streams;
    live_streams = stream;
    timeline_unlock();
    *out = stream;
    return SIM_OK;
}

static struct stream **link_of_locked(const struct stream *stream)
{
    struct stream **link = &live_streams;
    while (*link != NULL && *link != stream)
        link = &(*link)->next;
    return link;
}

bool stream_is_alive(const struct stream *stream)
{
    timeline_lock();
    bool is_alive = *link_of_locked(stream) != NULL;
    timeline_unlock();
    return is_alive;
}

static void end_locked(struct stream *stream)
{
    *link_of_locked(stream) = stream->next;
    if (stream->capture != NULL)
        capture_spoil_locked(stream->capture);
    stream->is_ending = true;
    if (stream->has_thread)
        pthread_cond_signal(&stream->wake);
    else
        stream_dispose_locked(stream);
}

enum sim_status stream_destroy(struct stream *stream)
{
    enum sim_status status = SIM_BAD_HANDLE;
    timeline_lock();
    if (*link_of_locked(stream) != NULL && !stream->is_default) {
        end_locked(stream);
        status = SIM_OK;
    }
    timeline_unlock();
    return status;
}

void stream_end_default(struct stream *stream)
{
    timeline_lock();
    end_locked(stream);
    timeline_unlock();
}

void stream_destroy_owner(const void *owner)
{
    timeline_lock();
    for (struct stream *next, *stream = live_streams; stream; stream = next) {
        next = stream->next;
        if (stream->owner == owner && !stream->is_default)
            end_locked(stream);
    }
    timeline_unlock();
}

static bool await_default_streams_locked(const struct stream *stream,
                                         struct op *op)
{
    const struct device *device = stream->device;
    if (stream != device->legacy)
        return !stream->is_blocking ||
               op_wait_for_locked(op, device->legacy->newest);

    for (struct stream *other = live_streams; other; other = other->next) {
        bool counts =
            other != stream && other->device == device && other->is_blocking;
        if (counts && !op_wait_for_locked(op, other->newest))
            return false;
    }
    return true;
}

static void enqueue_locked(struct stream *stream, struct op *op)
{
    if (stream->last != NULL)
        stream->last->next = op;
    else
        stream->first = op;
    stream->last = op;
    op_retain_locked(op);
    op_release_locked(stream->newest);
    stream->newest = op;
    atomic_fetch_add(&stream->pending, 1);
    atomic_fetch_add(&stream->device->pending, 1);
    pthread_cond_signal(&stream->wake);
}

static enum sim_status enqueue_work_locked(struct stream *stream,
                                           struct work *work, struct op *after)
{
    struct op *op = op_create(work);
    if (op == NULL) {
        work_release(work);
        return SIM_NO_MEMORY;
    }
    if (!stream->has_thread)
        stream->has_thread = stream_start_thread(stream);
    if (!stream->has_thread || !op_wait_for_locked(op, after) ||
        !await_default_streams_locked(stream, op)) {
        op_release_locked(op);
        return SIM_NO_MEMORY;
    }
    enqueue_locked(stream, op);
    return SIM_OK;
}

static enum sim_status submit_locked(struct stream *stream, struct work *work,
                                     struct op *after)
{
    if (stream->capture != NULL)
        return capture_record_locked(stream->capture, work);
    if (stream == stream->device->legacy &&
        capture_forbids_legacy_locked(stream->device)) {
        work_release(work);
        return SIM_CAPTURE_IMPLICIT;
    }
    return enqueue_work_locked(stream, work, after);
}

enum sim_status stream_submit_after(struct stream *stream, struct work *work,
                                    struct op *after)
{
    if (work == NULL)
        return SIM_NO_MEMORY;
    timeline_lock();
    enum sim_status status = submit_locked(stream, work, after);
    timeline_unlock();
    return status;
}

enum sim_status stream_submit(struct stream *stream, struct work *work)
{
    return stream_submit_after(stream, work, /* nothing */ NULL);
}

static bool can_run_here(const struct stream *stream)
{
    return settings_get()->stream_delay_us == 0 &&
           atomic_load(&stream->device->pending) == 0;
}

enum sim_status stream_run(struct stream *stream, struct work *work)
{
    if (work == NULL)
        return SIM_NO_MEMORY;
    if (stream_is_inside_callback()) {
        work_release(work);
        return SIM_NOT_PERMITTED;
    }
    timeline_lock();
    bool is_plain = stream->capture == NULL &&
                    !capture_forbids_legacy_locked(stream->device);
    if (is_plain && can_run_here(stream)) {
        timeline_unlock();
        enum sim_status status = work->run(work, stream->device);
        work_release(work);
        return status;
    }
    enum sim_status status = submit_locked(stream, work, /* nothing */ NULL);
    if (status == SIM_OK && is_plain)
        op_join_locked(stream->newest);
    timeline_unlock();
    return status != SIM_OK ? status : (enum sim_status)stream->device->fault;
}

void stream_leave_capture_locked(const struct capture *capture)
{
    for (struct stream *stream = live_streams; stream; stream = stream->next) {
        if (stream->capture == capture)
            stream->capture = NULL;
    }
}

void stream_join_all(struct device *device)
{
    timeline_lock();
    /* The list may change during each sleep: start again after it. What came
     * later than this call is waited for too, which is allowed. */
    for (struct stream *stream = live_streams; stream != NULL;) {
        struct op *op = stream->newest;
        if (stream->device == device && op != NULL && !op->is_done) {
            op_join_locked(op);
            stream = live_streams;
        } else {
            stream = stream->next;
        }
    }
    timeline_unlock();
}
