#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

#include "tests/sim/capture.h"
#include "tests/sim/handle.h"

/* Handles are the graphs themselves; an executable one is a clone. */
static struct graph *graph_of(CUgraph handle)
{
    return (struct graph *)handle;
}

/* Hand out a graph, which is gone if that fails. */
static CUresult give(struct graph *graph, enum handle_kind kind, void **out)
{
    if (!handle_add(kind, graph)) {
        graph_destroy(graph);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *out = graph;
    return CUDA_SUCCESS;
}

static CUresult destroy(struct graph *graph, enum handle_kind kind)
{
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!handle_remove(kind, graph))
        return CUDA_ERROR_INVALID_VALUE;
    graph_destroy(graph);
    return CUDA_SUCCESS;
}

CUresult sim_cuStreamBeginCapture_v2(CUstream handle, CUstreamCaptureMode mode)
{
    struct stream *stream;
    CUresult result = context_stream(handle, /* per thread */ false, &stream);
    return result != CUDA_SUCCESS
               ? result
               : cuda_code(capture_begin(stream, (enum capture_mode)mode));
}

CUresult sim_cuStreamBeginCapture(CUstream stream)
{
    return sim_cuStreamBeginCapture_v2(stream, CAPTURE_GLOBAL);
}

CUresult sim_cuStreamEndCapture(CUstream handle, CUgraph *graph)
{
    struct stream *stream;
    struct graph *captured;
    CUresult result = context_stream(handle, /* per thread */ false, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (graph == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *graph = NULL;
    result = cuda_code(capture_end(stream, &captured));
    return result != CUDA_SUCCESS
               ? result
               : give(captured, HANDLE_GRAPH, (void **)graph);
}

/* The legacy stream's state cannot be told while it may not be used. */
CUresult sim_cuStreamIsCapturing(CUstream handle, CUstreamCaptureStatus *status)
{
    struct stream *stream;
    CUresult result = context_stream(handle, /* per thread */ false, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (status == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *status = capture_of(stream, /* its number */ NULL);
    return CUDA_SUCCESS;
}

CUresult sim_cuStreamGetCaptureInfo(CUstream handle,
                                    CUstreamCaptureStatus *status,
                                    cuuint64_t *id)
{
    unsigned long long number = 0;
    struct stream *stream;
    CUresult result = context_stream(handle, /* per thread */ false, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (status == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *status = capture_of(stream, &number);
    if (id != NULL)
        *id = number;
    return CUDA_SUCCESS;
}

CUresult sim_cuStreamGetCaptureInfo_v2(CUstream stream,
                                       CUstreamCaptureStatus *status,
                                       cuuint64_t *id, CUgraph *graph,
                                       const CUgraphNode **nodes, size_t *count)
{
    /* A graph under way has no nodes that could be shown. */
    if (graph != NULL || nodes != NULL || count != NULL)
        return CUDA_ERROR_NOT_SUPPORTED;
    return sim_cuStreamGetCaptureInfo(stream, status, id);
}

CUresult sim_cuStreamGetCaptureInfo_v3(CUstream stream,
                                       CUstreamCaptureStatus *status,
                                       cuuint64_t *id, CUgraph *graph,
                                       const CUgraphNode **nodes,
                                       const CUgraphEdgeData **edges,
                                       size_t *count)
{
    return edges != NULL ? CUDA_ERROR_NOT_SUPPORTED
                         : sim_cuStreamGetCaptureInfo_v2(stream, status, id,
                                                         graph, nodes, count);
}

CUresult sim_cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (mode == NULL || *mode > CAPTURE_RELAXED)
        return CUDA_ERROR_INVALID_VALUE;
    *mode = capture_exchange_mode((enum capture_mode) * mode);
    return CUDA_SUCCESS;
}

CUresult sim_cuGraphCreate(CUgraph *out, unsigned flags)
{
    struct graph *graph;
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (out == NULL || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = cuda_code(graph_create(&graph));
    return result != CUDA_SUCCESS ? result
                                  : give(graph, HANDLE_GRAPH, (void **)out);
}

CUresult sim_cuGraphDestroy(CUgraph graph)
{
    return destroy(graph_of(graph), HANDLE_GRAPH);
}

CUresult sim_cuGraphInstantiateWithFlags(CUgraphExec *out, CUgraph graph,
                                         unsigned long long flags)
{
    (void)flags;
    struct graph *clone;
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (out == NULL || !handle_is_known(HANDLE_GRAPH, graph))
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = cuda_code(graph_clone(graph_of(graph), &clone));
    return result != CUDA_SUCCESS
               ? result
               : give(clone, HANDLE_EXECUTABLE, (void **)out);
}

CUresult sim_cuGraphLaunch(CUgraphExec graph, CUstream handle)
{
    struct stream *stream;
    CUresult result = context_stream(handle, /* per thread */ false, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    return handle_is_known(HANDLE_EXECUTABLE, graph)
               ? cuda_code(graph_launch((struct graph *)graph, stream))
               : CUDA_ERROR_INVALID_VALUE;
}

CUresult sim_cuGraphExecDestroy(CUgraphExec graph)
{
    return destroy((struct graph *)graph, HANDLE_EXECUTABLE);
}
