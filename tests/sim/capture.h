#ifndef GPUALLOC_SIM_CAPTURE_H
#define GPUALLOC_SIM_CAPTURE_H

#include <stdbool.h>

#include "tests/sim/stream.h"

/* The numbers that CUDA and HIP share. */
enum capture_mode { CAPTURE_GLOBAL, CAPTURE_THREAD_LOCAL, CAPTURE_RELAXED };
enum capture_state { CAPTURE_NONE, CAPTURE_ACTIVE, CAPTURE_INVALIDATED };

/*
 * Recorded work. Nodes stand in the order in which they were captured, which
 * is an order that their dependencies allow, and a launch does them in it.
 */
struct graph;

enum sim_status capture_begin(struct stream *stream, enum capture_mode mode);

/* On success the caller owns the graph; on failure the capture is over too. */
enum sim_status capture_end(struct stream *stream, struct graph **out);

/* `id` may be NULL. */
enum capture_state capture_of(struct stream *stream, unsigned long long *id);

/* Set this thread's mode, give the one before. */
enum capture_mode capture_exchange_mode(enum capture_mode mode);

/*
 * For calls that a capture forbids (allocation, free, synchronisation):
 * SIM_CAPTURE_FORBIDDEN, and the captures that forbid it are spoilt. One
 * atomic load while nothing is captured.
 */
enum sim_status capture_check_unsafe(void);

/*
 * For streams and events, with the timeline held. Work is taken.
 *
 * capture_forbids_legacy_locked: work in the legacy stream of this device
 * would order itself behind a captured stream; that spoils the capture.
 */
enum sim_status capture_record_locked(struct capture *capture,
                                      struct work *work);
bool capture_forbids_legacy_locked(const struct device *device);
void capture_spoil_locked(struct capture *capture);
unsigned long long capture_id_locked(const struct capture *capture);
/* NULL if the capture of this number is over. */
struct capture *capture_by_id_locked(unsigned long long id);

enum sim_status graph_create(struct graph **out);
void graph_destroy(struct graph *graph);
/* Takes the work. */
enum sim_status graph_add(struct graph *graph, struct work *work);
size_t graph_node_count(const struct graph *graph);
/* An executable graph is a clone. */
enum sim_status graph_clone(const struct graph *graph, struct graph **out);
enum sim_status graph_launch(const struct graph *graph, struct stream *stream);

#endif
