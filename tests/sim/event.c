#include "tests/sim/event.h"

#include <stdlib.h>

#include "tests/sim/capture.h"
#include "tests/sim/handle.h"
#include "tests/sim/op.h"

/*
 * Storage is never given back, only used again, so that a handle that was ever
 * given out can be looked at.
 */
struct event {
    bool is_alive;
    bool has_timing;
    unsigned flags;
    struct device *device;
    const void *owner;

    /* Guarded by the timeline. */
    struct op *op; /* NULL: nothing to wait for */
    bool is_recorded;
    unsigned long long captured; /* the capture it was recorded in, or 0 */
    struct event *next;          /* of all there ever were */
    struct event *next_dead;
};

static struct event *all_events, *dead_events;

static struct event *dead_event_locked(void)
{
    struct event *dead = dead_events;
    if (dead != NULL) {
        dead_events = dead->next_dead;
        return dead;
    }
    struct event *event = calloc(1, sizeof *event);
    if (event == NULL || !handle_add(HANDLE_EVENT, event)) {
        free(event);
        return NULL;
    }
    event->next = all_events;
    all_events = event;
    return event;
}

enum sim_status event_create(struct device *device, bool has_timing,
                             unsigned flags, const void *owner,
                             struct event **out)
{
    timeline_lock();
    struct event *event = dead_event_locked();
    if (event != NULL) {
        *event = (struct event){.is_alive = true,
                                .has_timing = has_timing,
                                .flags = flags,
                                .device = device,
                                .owner = owner,
                                .next = event->next};
        *out = event;
    }
    timeline_unlock();
    return event != NULL ? SIM_OK : SIM_NO_MEMORY;
}

static bool is_alive_locked(const struct event *event)
{
    return handle_is_known(HANDLE_EVENT, event) && event->is_alive;
}

static bool is_alive(const struct event *event)
{
    timeline_lock();
    bool is = is_alive_locked(event);
    timeline_unlock();
    return is;
}

static void bury_locked(struct event *event)
{
    op_release_locked(event->op);
    event->op = NULL;
    event->is_alive = false;
    event->next_dead = dead_events;
    dead_events = event;
}

enum sim_status event_destroy(struct event *event)
{
    timeline_lock();
    bool was_alive = is_alive_locked(event);
    if (was_alive)
        bury_locked(event);
    timeline_unlock();
    return was_alive ? SIM_OK : SIM_BAD_HANDLE;
}

void event_destroy_owner(const void *owner)
{
    timeline_lock();
    for (struct event *event = all_events; event; event = event->next) {
        if (event->is_alive && event->owner == owner)
            bury_locked(event);
    }
    timeline_unlock();
}

static enum sim_status run_nothing(struct work *work, struct device *device)
{
    (void)work;
    (void)device;
    return SIM_OK;
}

static struct work *marker(void)
{
    return work_create(sizeof(struct work), run_nothing);
}

/* A place of its own, so that its time is the time of the record. */
enum sim_status event_record(struct event *event, struct stream *stream)
{
    if (!is_alive(event))
        return SIM_BAD_HANDLE;

    enum sim_status status = stream_submit(stream, marker());
    if (status != SIM_OK)
        return status;
    timeline_lock();
    event->is_recorded = true;
    event->captured =
        stream->capture != NULL ? capture_id_locked(stream->capture) : 0;
    op_release_locked(event->op);
    event->op = event->captured != 0 ? NULL : stream->newest;
    if (event->op != NULL)
        op_retain_locked(event->op);
    timeline_unlock();
    return SIM_OK;
}

enum sim_status event_query(struct event *event)
{
    if (!is_alive(event))
        return SIM_BAD_HANDLE;

    timeline_lock();
    enum sim_status status = SIM_OK;
    if (event->captured != 0)
        status = SIM_CAPTURED_EVENT;
    else if (event->op != NULL && !event->op->is_done)
        status = SIM_NOT_READY;
    timeline_unlock();
    return status != SIM_OK
               ? status
               : (enum sim_status)atomic_load(&event->device->fault);
}

enum sim_status event_synchronize(struct event *event)
{
    if (!is_alive(event))
        return SIM_BAD_HANDLE;
    if (stream_is_inside_callback())
        return SIM_NOT_PERMITTED;

    timeline_lock();
    bool is_captured = event->captured != 0;
    if (!is_captured && event->op != NULL)
        op_join_locked(event->op);
    timeline_unlock();
    return is_captured ? SIM_CAPTURED_EVENT
                       : (enum sim_status)atomic_load(&event->device->fault);
}

/* A wait for a captured event draws the stream into the capture. */
static enum sim_status join_capture_locked(const struct event *event,
                                           struct stream *stream)
{
    struct capture *capture = capture_by_id_locked(event->captured);
    if (capture == NULL)
        return SIM_CAPTURED_EVENT;
    if (stream->capture != NULL && stream->capture != capture)
        return SIM_CAPTURE_ISOLATION;
    stream->capture = capture;
    return SIM_OK;
}

enum sim_status event_wait(struct event *event, struct stream *stream)
{
    if (!is_alive(event))
        return SIM_BAD_HANDLE;

    timeline_lock();
    struct op *op = event->op;
    bool is_settled = true;
    enum sim_status status = SIM_OK;
    if (event->captured != 0) {
        status = join_capture_locked(event, stream);
    } else if (stream->capture != NULL && event->is_recorded) {
        capture_spoil_locked(stream->capture);
        status = SIM_CAPTURE_ISOLATION;
    } else if (op != NULL && !op->is_done) {
        op_retain_locked(op);
        is_settled = false;
    }
    timeline_unlock();
    if (is_settled)
        return status;

    status = stream_submit_after(stream, marker(), op);
    timeline_lock();
    op_release_locked(op);
    timeline_unlock();
    return status;
}

enum sim_status event_elapsed_ms(struct event *start, struct event *end,
                                 float *out)
{
    if (!is_alive(start) || !is_alive(end))
        return SIM_BAD_HANDLE;

    timeline_lock();
    enum sim_status status = SIM_OK;
    if (!start->has_timing || !end->has_timing || start->op == NULL ||
        end->op == NULL)
        status = SIM_BAD_HANDLE;
    else if (!start->op->is_done || !end->op->is_done)
        status = SIM_NOT_READY;
    else
        *out = (float)((double)(int64_t)(end->op->finished_ns -
                                         start->op->finished_ns) /
                       1e6);
    timeline_unlock();
    return status;
}
