#include "tests/pool_trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static bool append(struct trace *trace, size_t *capacity,
                   struct request request)
{
    if (trace->count == *capacity) {
        *capacity = 2 * *capacity + 1024;
        struct request *const grown =
            realloc(trace->requests, *capacity * sizeof(*grown));
        if (!grown)
            return false;
        trace->requests = grown;
    }
    trace->requests[trace->count++] = request;
    if (request.id >= trace->id_count)
        trace->id_count = request.id + 1;
    return true;
}

static bool measure_peak(struct trace *trace)
{
    uint64_t *const sizes = calloc(trace->id_count, sizeof(*sizes));
    if (!sizes)
        return false;
    uint64_t live = 0;
    for (size_t i = 0; i < trace->count; i++) {
        const struct request *const request = &trace->requests[i];
        live += request->size;
        if (request->size == 0)
            live -= sizes[request->id];
        sizes[request->id] = request->size;
        if (live > trace->peak)
            trace->peak = live;
    }
    free(sizes);
    return true;
}

bool trace_load(const char *path, struct trace *out)
{
    FILE *const in = fopen(path, "r");
    if (!in)
        return false;
    struct trace trace = {0};
    size_t capacity = 0;
    char line[128], op;
    struct request request;
    bool is_good = true;
    while (is_good && fgets(line, sizeof(line), in))
        if (sscanf(line, "%c,%" SCNu32 ",%" SCNu64, &op, &request.id,
                   &request.size) == 3)
            is_good = append(&trace, &capacity, request);
    fclose(in);
    if (!is_good || trace.count == 0 || !measure_peak(&trace)) {
        trace_fini(&trace);
        return false;
    }
    *out = trace;
    return true;
}

void trace_fini(struct trace *trace)
{
    free(trace->requests);
    *trace = (struct trace){0};
}
