#ifndef GPUALLOC_SIM_EVENT_H
#define GPUALLOC_SIM_EVENT_H

#include <stdbool.h>

#include "tests/sim/stream.h"

/* A place in a stream's order. Never recorded counts as complete. */
struct event;

enum sim_status event_create(struct device *device, bool has_timing,
                             unsigned flags, const void *owner,
                             struct event **out);
enum sim_status event_destroy(struct event *event);
void event_destroy_owner(const void *owner);

enum sim_status event_record(struct event *event, struct stream *stream);
enum sim_status event_query(struct event *event);
enum sim_status event_synchronize(struct event *event);

/* Later work of the stream waits for what the event was recorded behind. */
enum sim_status event_wait(struct event *event, struct stream *stream);

/* SIM_BAD_HANDLE: never recorded or without timing; SIM_NOT_READY. */
enum sim_status event_elapsed_ms(struct event *start, struct event *end,
                                 float *out);

#endif
