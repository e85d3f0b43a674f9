#ifndef GPUALLOC_SIM_STREAM_H
#define GPUALLOC_SIM_STREAM_H

#include <stdatomic.h>
#include <stdbool.h>

#include "tests/sim/device.h"
#include "tests/sim/work.h"

struct capture;
struct op;

/*
 * A queue of work and the thread that does it, in order. The thread starts
 * with the first work.
 *
 * Work in the legacy default stream waits for what blocking streams of the
 * device were given before, and theirs for its; a stream that is not blocking
 * has no part in this. The per-thread default stream is a blocking one.
 */
struct stream {
    struct device *device;
    const void *owner; /* the vendor's context; NULL for default streams */
    unsigned flags;    /* the vendor's, as given */
    int priority;
    bool is_blocking;
    bool is_default; /* of the device or a thread: cannot be destroyed */
    unsigned long long id;
    atomic_int pending; /* operations not finished */

    /* Guarded by the timeline, see op.h. */
    struct op *first, *last; /* the queue */
    struct op *newest;       /* the last one submitted, even if done */
    struct capture *capture; /* NULL: not captured */
    bool has_thread, is_ending;
    pthread_cond_t wake;
    struct stream *next; /* in the list of live streams */
};

enum sim_status stream_create(struct device *device, bool is_blocking,
                              int priority, const void *owner, unsigned flags,
                              struct stream **out);

/* Returns at once; work already submitted is still done. The handle is dead
 * from here on. */
enum sim_status stream_destroy(struct stream *stream);

/* End a thread's default stream, with the thread. */
void stream_end_default(struct stream *stream);

/* Destroy all streams of an owner, for a context that ends, after draining. */
void stream_destroy_owner(const void *owner);

/*
 * What a vendor's handle means: NULL and 1 the legacy default stream of
 * `device`, 2 this thread's, else a live stream. `null_is_per_thread` is for
 * the _ptsz and _spt names.
 */
enum sim_status stream_resolve(struct device *device, const void *handle,
                               bool null_is_per_thread, struct stream **out);

/* Any thread's or device's live stream, default ones included. */
bool stream_is_alive(const struct stream *stream);

/*
 * Give the stream work, which is taken even on failure. While the stream is
 * captured the work goes into the graph. SIM_CAPTURE_IMPLICIT: the legacy
 * stream during a capture of a blocking stream, by a mode that forbids it.
 */
enum sim_status stream_submit(struct stream *stream, struct work *work);

/* The same, not before `after` is done; NULL: nothing to wait for. */
enum sim_status stream_submit_after(struct stream *stream, struct work *work,
                                    struct op *after);

/* The same as stream_submit, and wait for it. Runs in this thread if the device
 * is idle. */
enum sim_status stream_run(struct stream *stream, struct work *work);

/* Wait for all that the device's streams were given before. */
void stream_join_all(struct device *device);

/* SIM_OK, SIM_NOT_READY, the device's fault, or what a capture makes of it. */
enum sim_status stream_query(struct stream *stream);
enum sim_status stream_synchronize(struct stream *stream);

/* The thread that serves the stream's queue; false: the host has none. It ends,
 * and disposes of the stream, when the stream is ending and the queue empty. */
bool stream_start_thread(struct stream *stream);

/* With the timeline held: free a stream that no thread serves. */
void stream_dispose_locked(struct stream *stream);

/* With the timeline held: no stream is captured into this any more. */
void stream_leave_capture_locked(const struct capture *capture);

/* True in a thread that runs a host function for a stream. */
bool stream_is_inside_callback(void);

/* Common work. Kernels cannot run: a launch is a no-op in its place. */
typedef void stream_host_function(void *argument);
enum sim_status stream_launch_nothing(struct stream *stream);
enum sim_status stream_launch_host(struct stream *stream,
                                   stream_host_function *function,
                                   void *argument);
/* For the vendor's callback type: function(handle, code, argument). */
typedef void stream_callback(void *handle, int code, void *argument);
enum sim_status stream_add_callback(struct stream *stream, void *handle,
                                    stream_callback *function, void *argument);
/* `width` is 4 or 8 bytes. */
enum sim_status stream_write_value(struct stream *stream, gpu_addr addr,
                                   unsigned long long value, unsigned width);
enum stream_condition { STREAM_GEQ, STREAM_EQ, STREAM_AND, STREAM_NOR };
enum sim_status stream_wait_value(struct stream *stream, gpu_addr addr,
                                  unsigned long long value, unsigned width,
                                  enum stream_condition condition);

#endif
