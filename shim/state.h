#ifndef GPUALLOC_STATE_H
#define GPUALLOC_STATE_H

/*
 * What the process as a whole knows: whether we act in it, the settings, the
 * counts.
 *
 * Locks are taken in this order: an arena's, the region map's, a shard of the
 * ledger's, the log's. None is held when the program's own call goes to the
 * vendor.
 */

#include "shim/settings.h"
#include "shim/tally.h"

#include <stdbool.h>
#include <stdint.h>

enum mode {
    MODE_UNREAD, /* no call has been handled yet */
    MODE_ACTIVE,
    MODE_INERT, /* GPUALLOC_OFF */
};

enum mode state_mode(void);

/* Read the environment at the first call, open the log and write the banner.
 * Whether we act. */
bool state_begin(void);

/* The rest is valid once state_begin has said true. */

const struct settings *state_settings(void);
struct tally *state_tally(void);

/* Whether this is the child of a process that had begun: the vendors' state
 * did not survive the fork, so everything is passed on. */
bool state_is_forked(void);
int state_pid(void);
int state_parent(void);

/* Nanoseconds of the monotonic clock, and since the first decision. */
uint64_t state_clock(void);
uint64_t state_elapsed(void);

/* The number of the next decision, from 1. */
uint64_t state_next_decision(void);

/* Whether this process has not written its banner yet; says so once. */
bool state_banner_is_due(void);

#endif
