#include "tests/sim/cudart_calls.h"

#include "tests/sim/cudart_state.h"

/* Streams and events, which are the driver's own. */

cudaError_t run_cudaStreamCreateWithFlags(cudaStream_t *out, unsigned flags)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuStreamCreate(out, flags);
}

cudaError_t run_cudaStreamCreate(cudaStream_t *out)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result
                                  : driver.cuStreamCreate(out, /* flags */ 0);
}

cudaError_t run_cudaStreamCreateWithPriority(cudaStream_t *out, unsigned flags,
                                             int priority)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuStreamCreateWithPriority(out, flags, priority);
}

cudaError_t run_cudaStreamDestroy(cudaStream_t stream)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuStreamDestroy_v2(stream);
}

cudaError_t run_cudaStreamSynchronize(cudaStream_t stream)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuStreamSynchronize(stream);
}

cudaError_t run_cudaStreamQuery(cudaStream_t stream)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuStreamQuery(stream);
}

cudaError_t run_cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event,
                                    unsigned flags)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuStreamWaitEvent(stream, event, flags);
}

cudaError_t run_cudaStreamGetFlags(cudaStream_t stream, unsigned *flags)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result
                                  : driver.cuStreamGetFlags(stream, flags);
}

cudaError_t run_cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuStreamGetPriority(stream, priority);
}

cudaError_t run_cudaStreamAddCallback(cudaStream_t stream,
                                      cudaStreamCallback_t function,
                                      void *argument, unsigned flags)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuStreamAddCallback(stream, function, argument, flags);
}

cudaError_t run_cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function,
                                   void *argument)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuLaunchHostFunc(stream, function, argument);
}

cudaError_t run_cudaEventCreateWithFlags(cudaEvent_t *out, unsigned flags)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuEventCreate(out, flags);
}

cudaError_t run_cudaEventCreate(cudaEvent_t *out)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result
                                  : driver.cuEventCreate(out, /* flags */ 0);
}

cudaError_t run_cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result
                                  : driver.cuEventRecord(event, stream);
}

cudaError_t run_cudaEventQuery(cudaEvent_t event)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuEventQuery(event);
}

cudaError_t run_cudaEventSynchronize(cudaEvent_t event)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuEventSynchronize(event);
}

cudaError_t run_cudaEventDestroy(cudaEvent_t event)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuEventDestroy_v2(event);
}

cudaError_t run_cudaEventElapsedTime(float *milliseconds, cudaEvent_t start,
                                     cudaEvent_t end)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuEventElapsedTime_v2(milliseconds, start, end);
}
