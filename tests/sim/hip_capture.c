/* Capture of streams, and the graphs that come of it. */

#include "tests/sim/hip.h"
#include "tests/sim/hip_handle.h"

/* Give the graph out if there is one. */
static int give(enum sim_status status, enum hip_handle_kind kind,
                struct graph *graph, void **out)
{
    if (status != SIM_OK)
        return hip_code(status);
    hip_handle_add(kind, graph);
    *out = graph;
    return HIP_SUCCESS;
}

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
    enum sim_status status = capture_end(stream, &graph);
    return give(status, HIP_GRAPH, graph, out);
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
    struct graph *graph = NULL;
    if (out == NULL || flags != 0)
        return HIP_INVALID_VALUE;
    enum sim_status status = graph_create(&graph);
    return give(status, HIP_GRAPH, graph, out);
}

static int destroy(enum hip_handle_kind kind, void *graph)
{
    if (!hip_handle_remove(kind, graph))
        return HIP_INVALID_VALUE;
    graph_destroy(graph);
    return HIP_SUCCESS;
}

int impl_hipGraphDestroy(void *graph)
{
    return destroy(HIP_GRAPH, graph);
}

/* Nodes have no handles here: they can be counted only. */
int impl_hipGraphGetNodes(void *graph, void **nodes, size_t *count)
{
    if (!hip_handle_is(HIP_GRAPH, graph) || count == NULL)
        return HIP_INVALID_VALUE;
    if (nodes != NULL)
        return HIP_NOT_SUPPORTED;
    *count = graph_node_count(graph);
    return HIP_SUCCESS;
}

static int clone_as(enum hip_handle_kind kind, void *graph, void **out)
{
    struct graph *clone = NULL;
    if (out == NULL || !hip_handle_is(HIP_GRAPH, graph))
        return HIP_INVALID_VALUE;
    enum sim_status status = graph_clone(graph, &clone);
    return give(status, kind, clone, out);
}

int impl_hipGraphClone(void **out, void *graph)
{
    return clone_as(HIP_GRAPH, graph, out);
}

int impl_hipGraphInstantiate(void **executable, void *graph, void **node,
                             char *log, size_t size)
{
    (void)node;
    if (log != NULL && size > 0)
        *log = '\0';
    return clone_as(HIP_EXECUTABLE, graph, executable);
}

int impl_hipGraphInstantiateWithFlags(void **executable, void *graph,
                                      unsigned long long flags)
{
    enum { ALL_FLAGS = 15 };
    return flags > ALL_FLAGS ? HIP_INVALID_VALUE
                             : clone_as(HIP_EXECUTABLE, graph, executable);
}

int impl_hipGraphLaunch(void *executable, void *handle)
{
    struct stream *stream;
    if (!hip_handle_is(HIP_EXECUTABLE, executable))
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(graph_launch(executable, stream))
                               : code;
}

int impl_hipGraphUpload(void *executable, void *handle)
{
    struct stream *stream;
    if (!hip_handle_is(HIP_EXECUTABLE, executable))
        return HIP_INVALID_VALUE;
    return hip_stream_of(handle, &stream);
}

int impl_hipGraphExecDestroy(void *executable)
{
    return destroy(HIP_EXECUTABLE, executable);
}
