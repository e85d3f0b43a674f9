/* Capture of streams, and the graphs that come of it. */

#include "tests/sim/hip.h"

int impl_hipStreamBeginCapture(void *handle, int mode)
{
    struct stream *stream;
    if (mode < CAPTURE_GLOBAL || mode > CAPTURE_RELAXED)
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    if (code != HIP_SUCCESS)
        return code;
    /* The legacy stream cannot be captured. */
    if (stream == stream->device->legacy)
        return HIP_CAPTURE_UNSUPPORTED;
    return hip_code(capture_begin(stream, (enum capture_mode)mode));
}

int impl_hipStreamEndCapture(void *handle, void **out)
{
    struct stream *stream;
    struct graph *graph = NULL;
    if (out == NULL)
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    if (code != HIP_SUCCESS)
        return code;
    code = hip_code(capture_end(stream, &graph));
    if (code == HIP_SUCCESS)
        *out = graph;
    return code;
}

int impl_hipStreamIsCapturing(void *handle, int *state)
{
    struct stream *stream;
    if (state == NULL)
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    if (code == HIP_SUCCESS)
        *state = (int)capture_of(stream, /* its number */ NULL);
    return code;
}

int impl_hipStreamGetCaptureInfo(void *handle, int *state,
                                 unsigned long long *id)
{
    struct stream *stream;
    if (state == NULL)
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    if (code == HIP_SUCCESS)
        *state = (int)capture_of(stream, id);
    return code;
}

/* The graph under construction has no handle here. */
int impl_hipStreamGetCaptureInfo_v2(void *handle, int *state,
                                    unsigned long long *id, void **graph,
                                    void ***nodes, size_t *count)
{
    int code = impl_hipStreamGetCaptureInfo(handle, state, id);
    if (code != HIP_SUCCESS)
        return code;
    if (*state != CAPTURE_NONE && (graph != NULL || nodes != NULL))
        return HIP_NOT_SUPPORTED;
    if (count != NULL)
        *count = 0;
    return HIP_SUCCESS;
}

int impl_hipThreadExchangeStreamCaptureMode(int *mode)
{
    if (mode == NULL || *mode < CAPTURE_GLOBAL || *mode > CAPTURE_RELAXED)
        return HIP_INVALID_VALUE;
    *mode = (int)capture_exchange_mode((enum capture_mode) * mode);
    return HIP_SUCCESS;
}

int impl_hipGraphCreate(void **out, unsigned flags)
{
    struct graph *graph;
    if (out == NULL || flags != 0)
        return HIP_INVALID_VALUE;
    enum sim_status status = graph_create(&graph);
    if (status == SIM_OK)
        *out = graph;
    return hip_code(status);
}

int impl_hipGraphDestroy(void *graph)
{
    if (graph == NULL)
        return HIP_INVALID_VALUE;
    graph_destroy(graph);
    return HIP_SUCCESS;
}

/* Nodes have no handles here: they can be counted only. */
int impl_hipGraphGetNodes(void *graph, void **nodes, size_t *count)
{
    if (graph == NULL || count == NULL)
        return HIP_INVALID_VALUE;
    if (nodes != NULL)
        return HIP_NOT_SUPPORTED;
    *count = graph_node_count(graph);
    return HIP_SUCCESS;
}

int impl_hipGraphClone(void **out, void *graph)
{
    struct graph *clone;
    if (out == NULL || graph == NULL)
        return HIP_INVALID_VALUE;
    enum sim_status status = graph_clone(graph, &clone);
    if (status == SIM_OK)
        *out = clone;
    return hip_code(status);
}

int impl_hipGraphInstantiate(void **executable, void *graph, void **node,
                             char *log, size_t size)
{
    (void)node;
    if (log != NULL && size > 0)
        *log = '\0';
    return impl_hipGraphClone(executable, graph);
}

int impl_hipGraphInstantiateWithFlags(void **executable, void *graph,
                                      unsigned long long flags)
{
    enum { ALL_FLAGS = 15 };
    return flags > ALL_FLAGS ? HIP_INVALID_VALUE
                             : impl_hipGraphClone(executable, graph);
}

int impl_hipGraphLaunch(void *executable, void *handle)
{
    struct stream *stream;
    if (executable == NULL)
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(graph_launch(executable, stream))
                               : code;
}

int impl_hipGraphUpload(void *executable, void *handle)
{
    struct stream *stream;
    if (executable == NULL)
        return HIP_INVALID_VALUE;
    return hip_stream_of(handle, &stream);
}

int impl_hipGraphExecDestroy(void *executable)
{
    return impl_hipGraphDestroy(executable);
}
