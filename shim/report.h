#ifndef GPUALLOC_REPORT_H
#define GPUALLOC_REPORT_H

/* The lines of the log, one function for each kind. What the level leaves out
 * is not written; what is decided never depends on it. */

#include "shim/call.h"
#include "shim/complaint.h"

struct region_event {
    const char *event; /* extend or release */
    int dev;
    uint64_t size;
    gpu_addr addr;
    uint64_t pool_bytes, limit;
};

/* The banner of this process, once. */
void report_banner_if_due(void);

void report_complaints(const struct complaints *complaints);

/* Decisions; each takes the next number. */
void report_alloc(const struct call *call);
void report_free(const struct call *call);

/* The books of a pool that is out of memory: a `dump` line each. At most ten
 * times in a process. */
void report_dump(struct arena *arena);

void report_region(const struct region_event *event);
void report_summary(void);

/* What cannot be done as asked, each said once. */
void report_incomplete_vendor(const struct vendor *vendor);
void report_no_library(const struct call *call);
void report_refused_export(const struct call *call);

#endif
