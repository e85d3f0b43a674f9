#include "tests/sim/stream.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/sim/op.h"

/* The thread that does a stream's work, and takes the stream with it when it
 * ends. */

static _Thread_local bool is_worker __attribute__((tls_model("initial-exec")));

bool stream_is_inside_callback(void)
{
    return is_worker;
}

void stream_dispose_locked(struct stream *stream)
{
    op_release_locked(stream->newest);
    pthread_cond_destroy(&stream->wake);
    free(stream);
}

/* What it did to the device is on the device before anybody sees it done. */
static void finish_locked(struct stream *stream, struct op *op)
{
    atomic_fetch_sub(&stream->pending, 1);
    atomic_fetch_sub(&stream->device->pending, 1);
    op_finish_locked(op);
}

static void do_work(struct work *work, struct device *device)
{
    long delay = settings_get()->stream_delay_us;
    if (delay > 0)
        usleep((useconds_t)delay);
    enum sim_status status = work->run(work, device);
    if (status != SIM_OK)
        atomic_store(&device->fault, (int)status);
}

static struct op *next_op_locked(struct stream *stream)
{
    for (;;) {
        if (stream->first == NULL && stream->is_ending)
            return NULL;
        if (stream->first == NULL)
            timeline_await_locked(&stream->wake);
        else if (op_is_ready_locked(stream->first))
            return stream->first;
        else
            timeline_sleep_locked();
    }
}

static void *serve(void *argument)
{
    struct stream *stream = argument;
    is_worker = true;
    timeline_lock();
    for (struct op *op; (op = next_op_locked(stream)) != NULL;) {
        timeline_unlock();
        do_work(op->work, stream->device);
        timeline_lock();
        stream->first = op->next;
        if (stream->first == NULL)
            stream->last = NULL;
        finish_locked(stream, op);
        op_release_locked(op);
    }
    stream_dispose_locked(stream);
    timeline_unlock();
    return NULL;
}

/* Signals are the program's: no thread of ours takes one. */
bool stream_start_thread(struct stream *stream)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread;
    bool has_started = pthread_create(&thread, NULL, serve, stream) == 0;
    if (has_started)
        pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return has_started;
}
