#ifndef GPUALLOC_SIM_OP_H
#define GPUALLOC_SIM_OP_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "tests/sim/work.h"

struct stream;

/*
 * Work at its place in a stream: what it waits for and whether it is done.
 *
 * All places of all devices are guarded by one lock, the timeline, since a
 * wait may lead from any stream to any other. It is held for bookkeeping only,
 * never while work runs.
 */
struct op {
    struct work *work;
    struct op *next; /* behind it in its stream */
    struct op **waits;
    size_t wait_count;
    unsigned references;
    bool is_done;
    uint64_t finished_ns;
};

void timeline_lock(void);
void timeline_unlock(void);

/* Takes the work and makes one reference; NULL: no host memory. */
struct op *op_create(struct work *work);
void op_retain_locked(struct op *op);
void op_release_locked(struct op *op); /* NULL is nothing */

/* Nothing for NULL or what is done. False: no host memory. */
bool op_wait_for_locked(struct op *op, struct op *other);

/* May it start? */
bool op_is_ready_locked(const struct op *op);

void op_finish_locked(struct op *op);

/* Sleep until something is finished somewhere. */
void timeline_sleep_locked(void);

void timeline_await_locked(pthread_cond_t *condition);

/* Sleep until it is done. */
void op_join_locked(struct op *op);

#endif
