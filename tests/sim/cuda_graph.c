#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

#include "tests/sim/capture.h"

/* Handles are the graphs themselves; an executable one is a clone. */
static struct graph *graph_of(CUgraph handle)
{
    return (struct graph *)handle;
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
    result = cuda_code(capture_end(stream, &captured));
    *graph = result == CUDA_SUCCESS ? (CUgraph)captured : NULL;
    return result;
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
    if (out == NULL || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = cuda_code(graph_create(&graph));
    if (result == CUDA_SUCCESS)
        *out = (CUgraph)graph;
    return result;
}

CUresult sim_cuGraphDestroy(CUgraph graph)
{
    if (graph == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    graph_destroy(graph_of(graph));
    return CUDA_SUCCESS;
}

CUresult sim_cuGraphInstantiateWithFlags(CUgraphExec *out, CUgraph graph,
                                         unsigned long long flags)
{
    (void)flags;
    struct graph *clone;
    if (out == NULL || graph == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = cuda_code(graph_clone(graph_of(graph), &clone));
    if (result == CUDA_SUCCESS)
        *out = (CUgraphExec)clone;
    return result;
}

CUresult sim_cuGraphLaunch(CUgraphExec graph, CUstream handle)
{
    struct stream *stream;
    CUresult result = context_stream(handle, /* per thread */ false, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    return graph == NULL
               ? CUDA_ERROR_INVALID_VALUE
               : cuda_code(graph_launch((struct graph *)graph, stream));
}

CUresult sim_cuGraphExecDestroy(CUgraphExec graph)
{
    return sim_cuGraphDestroy((CUgraph)graph);
}
