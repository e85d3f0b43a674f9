#include "tests/sim/capture.h"

#include <pthread.h>
#include <stdlib.h>

#include "tests/sim/op.h"

/* A recording under way. Guarded by the timeline. */
struct capture {
    struct graph *graph;
    enum capture_mode mode;
    struct stream *origin;
    pthread_t thread;
    unsigned long long id;
    bool is_spoilt;
    struct capture *next;
};

static struct capture *captures;
static unsigned long long last_id;

/* So that nothing is locked while nothing is captured. */
static atomic_int capture_count;

static _Thread_local enum capture_mode thread_mode
    __attribute__((tls_model("initial-exec")));

enum capture_mode capture_exchange_mode(enum capture_mode mode)
{
    enum capture_mode before = thread_mode;
    thread_mode = mode;
    return before;
}

enum sim_status capture_begin(struct stream *stream, enum capture_mode mode)
{
    if (mode < CAPTURE_GLOBAL || mode > CAPTURE_RELAXED)
        return SIM_INVALID;
    if (stream == stream->device->legacy)
        return SIM_CAPTURE_FORBIDDEN;
    struct capture *capture = calloc(1, sizeof *capture);
    if (capture == NULL || graph_create(&capture->graph) != SIM_OK) {
        free(capture);
        return SIM_NO_MEMORY;
    }
    capture->mode = mode;
    capture->origin = stream;
    capture->thread = pthread_self();

    timeline_lock();
    bool is_captured = stream->capture != NULL;
    if (!is_captured) {
        capture->id = ++last_id;
        capture->next = captures;
        captures = capture;
        stream->capture = capture;
        atomic_fetch_add(&capture_count, 1);
    }
    timeline_unlock();
    if (!is_captured)
        return SIM_OK;
    graph_destroy(capture->graph);
    free(capture);
    return SIM_INVALID;
}

static void forget_locked(struct capture *capture)
{
    struct capture **link = &captures;
    while (*link != capture)
        link = &(*link)->next;
    *link = capture->next;
    stream_leave_capture_locked(capture);
    atomic_fetch_sub(&capture_count, 1);
}

static enum sim_status verdict(const struct capture *capture,
                               const struct stream *stream)
{
    if (capture->origin != stream)
        return SIM_CAPTURE_UNMATCHED;
    if (capture->mode != CAPTURE_RELAXED &&
        !pthread_equal(capture->thread, pthread_self()))
        return SIM_CAPTURE_FOREIGN;
    return capture->is_spoilt ? SIM_CAPTURE_BROKEN : SIM_OK;
}

enum sim_status capture_end(struct stream *stream, struct graph **out)
{
    timeline_lock();
    struct capture *capture = stream->capture;
    enum sim_status status =
        capture == NULL ? SIM_NOT_CAPTURED : verdict(capture, stream);
    bool is_over = status == SIM_OK || status == SIM_CAPTURE_BROKEN;
    if (is_over)
        forget_locked(capture);
    timeline_unlock();
    if (!is_over)
        return status;
    if (status == SIM_OK)
        *out = capture->graph;
    else
        graph_destroy(capture->graph);
    free(capture);
    return status;
}

enum capture_state capture_of(struct stream *stream, unsigned long long *id)
{
    if (atomic_load_explicit(&capture_count, memory_order_relaxed) == 0)
        return CAPTURE_NONE;
    timeline_lock();
    const struct capture *capture = stream->capture;
    enum capture_state state = CAPTURE_NONE;
    if (capture != NULL) {
        state = capture->is_spoilt ? CAPTURE_INVALIDATED : CAPTURE_ACTIVE;
        if (id != NULL)
            *id = capture->id;
    }
    timeline_unlock();
    return state;
}

static bool forbids(const struct capture *capture)
{
    bool is_mine = pthread_equal(capture->thread, pthread_self());
    switch (thread_mode) {
    case CAPTURE_GLOBAL:
        return capture->mode == CAPTURE_GLOBAL ||
               (is_mine && capture->mode == CAPTURE_THREAD_LOCAL);
    case CAPTURE_THREAD_LOCAL:
        return is_mine && capture->mode != CAPTURE_RELAXED;
    case CAPTURE_RELAXED:
        return false;
    }
    return false;
}

enum sim_status capture_check_unsafe(void)
{
    if (atomic_load_explicit(&capture_count, memory_order_relaxed) == 0)
        return SIM_OK;
    enum sim_status status = SIM_OK;
    timeline_lock();
    for (struct capture *capture = captures; capture; capture = capture->next) {
        if (forbids(capture)) {
            capture->is_spoilt = true;
            status = SIM_CAPTURE_FORBIDDEN;
        }
    }
    timeline_unlock();
    return status;
}

enum sim_status capture_record_locked(struct capture *capture,
                                      struct work *work)
{
    if (!capture->is_spoilt)
        return graph_add(capture->graph, work);
    work_release(work);
    return SIM_CAPTURE_BROKEN;
}

bool capture_forbids_legacy_locked(const struct device *device)
{
    bool forbids_legacy = false;
    for (struct capture *capture = captures; capture; capture = capture->next) {
        if (capture->origin->device == device && capture->origin->is_blocking)
            forbids_legacy = capture->is_spoilt = true;
    }
    return forbids_legacy;
}

void capture_spoil_locked(struct capture *capture)
{
    capture->is_spoilt = true;
}

unsigned long long capture_id_locked(const struct capture *capture)
{
    return capture->id;
}

struct capture *capture_by_id_locked(unsigned long long id)
{
    struct capture *capture = captures;
    while (capture != NULL && capture->id != id)
        capture = capture->next;
    return capture;
}
