#ifndef GPUALLOC_POOL_TRACE_H
#define GPUALLOC_POOL_TRACE_H

/* Requests of a real program, as recorded (tests/data/traces). */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct request {
    uint64_t size; /* 0: a free */
    uint32_t id;
};

struct trace {
    struct request *requests;
    size_t count;
    uint32_t id_count;
    uint64_t peak; /* of live bytes, as requested */
};

/* False if the file is not a trace or the host has no memory. */
bool trace_load(const char *path, struct trace *out);
void trace_fini(struct trace *trace);

#endif
