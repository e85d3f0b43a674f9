#ifndef GPUALLOC_SETTINGS_H
#define GPUALLOC_SETTINGS_H

/* What the environment says, read once at the first call that we handle. */

#include "pool/pool.h"
#include "shim/request.h"
#include "shim/values.h"

enum log_target {
    LOG_STDERR,
    LOG_OFF,
    LOG_SUMMARY, /* stderr, but only the summary, errors and warnings */
    LOG_PATH,
};

enum log_level {
    LEVEL_ALL,
    LEVEL_EVENTS, /* decisions only if their verdict is in capitals */
    LEVEL_WARN,   /* the same, without banner, regions and summary */
};

struct settings {
    struct request request;
    bool strict;
    bool has_errors; /* a value was not understood */
    struct amount limit;
    bool preallocate;
    enum pool_policy policy;
    uint64_t whole;  /* multiples of this get regions of their own; 0: none */
    bool frees_wait; /* synchronise inside each free: GPUALLOC_FREE=sync */
    enum log_target log_target;
    const char *log_path; /* as given, with its % letters, or NULL */
    enum log_level log_level;
};

void settings_read(struct settings *out, struct complaints *complaints);

/* Whether GPUALLOC_OFF asks us to be inert. Takes no lock and no memory. */
bool settings_say_off(void);

#endif
