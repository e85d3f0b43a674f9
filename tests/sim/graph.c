#include "tests/sim/capture.h"

#include <stdlib.h>

struct graph {
    struct work **nodes;
    size_t count;
};

enum sim_status graph_create(struct graph **out)
{
    struct graph *graph = calloc(1, sizeof *graph);
    if (graph == NULL)
        return SIM_NO_MEMORY;
    *out = graph;
    return SIM_OK;
}

void graph_destroy(struct graph *graph)
{
    for (size_t i = 0; i < graph->count; i++)
        work_release(graph->nodes[i]);
    free(graph->nodes);
    free(graph);
}

enum sim_status graph_add(struct graph *graph, struct work *work)
{
    struct work **nodes =
        realloc(graph->nodes, (graph->count + 1) * sizeof(struct work *));
    if (nodes == NULL) {
        work_release(work);
        return SIM_NO_MEMORY;
    }
    nodes[graph->count++] = work;
    graph->nodes = nodes;
    return SIM_OK;
}

size_t graph_node_count(const struct graph *graph)
{
    return graph->count;
}

enum sim_status graph_clone(const struct graph *graph, struct graph **out)
{
    struct graph *clone;
    enum sim_status status = graph_create(&clone);
    for (size_t i = 0; status == SIM_OK && i < graph->count; i++) {
        work_retain(graph->nodes[i]);
        status = graph_add(clone, graph->nodes[i]);
        if (status != SIM_OK)
            graph_destroy(clone);
    }
    if (status == SIM_OK)
        *out = clone;
    return status;
}

enum sim_status graph_launch(const struct graph *graph, struct stream *stream)
{
    enum sim_status status = SIM_OK;
    for (size_t i = 0; status == SIM_OK && i < graph->count; i++) {
        work_retain(graph->nodes[i]);
        status = stream_submit(stream, graph->nodes[i]);
    }
    return status;
}
