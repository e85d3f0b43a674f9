#include "tests/sim/cudart_calls.h"

#include "tests/sim/cudart_state.h"

/* Capture, graphs and launches. */

cudaError_t run_cudaStreamBeginCapture(cudaStream_t stream,
                                       enum cudaStreamCaptureMode mode)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuStreamBeginCapture_v2(stream, mode);
}

cudaError_t run_cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result
                                  : driver.cuStreamEndCapture(stream, graph);
}

cudaError_t run_cudaStreamIsCapturing(cudaStream_t stream,
                                      enum cudaStreamCaptureStatus *status)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuStreamIsCapturing(stream,
                                            (CUstreamCaptureStatus *)status);
}

cudaError_t
run_cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result
                                  : driver.cuThreadExchangeStreamCaptureMode(
                                        (CUstreamCaptureMode *)mode);
}

cudaError_t run_cudaGraphDestroy(cudaGraph_t graph)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuGraphDestroy(graph);
}

cudaError_t run_cudaGraphInstantiate(cudaGraphExec_t *out, cudaGraph_t graph,
                                     unsigned long long flags)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuGraphInstantiateWithFlags(out, graph, flags);
}

cudaError_t run_cudaGraphLaunch(cudaGraphExec_t graph, cudaStream_t stream)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result
                                  : driver.cuGraphLaunch(graph, stream);
}

cudaError_t run_cudaGraphExecDestroy(cudaGraphExec_t graph)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuGraphExecDestroy(graph);
}

static void nothing(void *argument)
{
    (void)argument;
}

/* Kernels cannot run: their place in the stream is all that is left. */
cudaError_t run_cudaLaunchKernel(const void *function, dim3 grid, dim3 block,
                                 void **arguments, size_t shared,
                                 cudaStream_t stream)
{
    (void)grid;
    (void)block;
    (void)arguments;
    (void)shared;
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    return function == NULL
               ? CUDA_ERROR_INVALID_VALUE
               : driver.cuLaunchHostFunc(stream, nothing, /* argument */ NULL);
}
