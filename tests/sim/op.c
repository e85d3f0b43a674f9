#include "tests/sim/op.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t timeline = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t moved = PTHREAD_COND_INITIALIZER;

void timeline_lock(void)
{
    pthread_mutex_lock(&timeline);
}

void timeline_unlock(void)
{
    pthread_mutex_unlock(&timeline);
}

void timeline_sleep_locked(void)
{
    pthread_cond_wait(&moved, &timeline);
}

struct op *op_create(struct work *work)
{
    struct op *op = calloc(1, sizeof *op);
    if (op == NULL)
        return NULL;
    op->work = work;
    op->references = 1;
    return op;
}

void op_retain_locked(struct op *op)
{
    op->references++;
}

/* A finished place keeps its time and nothing else, so that no chain of old
 * places hangs on the newest one. */
static void drop_all_but_time(struct op *op)
{
    for (size_t i = 0; i < op->wait_count; i++)
        op_release_locked(op->waits[i]);
    free(op->waits);
    op->waits = NULL;
    op->wait_count = 0;
    work_release(op->work);
    op->work = NULL;
}

void op_release_locked(struct op *op)
{
    if (op == NULL || --op->references > 0)
        return;
    drop_all_but_time(op);
    free(op);
}

bool op_wait_for_locked(struct op *op, struct op *other)
{
    if (other == NULL || other->is_done)
        return true;

    struct op **waits =
        realloc(op->waits, (op->wait_count + 1) * sizeof(struct op *));
    if (waits == NULL)
        return false;
    op_retain_locked(other);
    waits[op->wait_count++] = other;
    op->waits = waits;
    return true;
}

bool op_is_ready_locked(const struct op *op)
{
    for (size_t i = 0; i < op->wait_count; i++) {
        if (!op->waits[i]->is_done)
            return false;
    }
    return true;
}

void op_finish_locked(struct op *op)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    op->finished_ns =
        (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
    op->is_done = true;
    drop_all_but_time(op);
    pthread_cond_broadcast(&moved);
}

void op_join_locked(struct op *op)
{
    op_retain_locked(op);
    while (!op->is_done)
        timeline_sleep_locked();
    op_release_locked(op);
}

void timeline_await_locked(pthread_cond_t *condition)
{
    pthread_cond_wait(condition, &timeline);
}
