#include "tests/sim/cudart_calls.h"

#include "tests/sim/cudart_state.h"

/* Stream-ordered memory. */

cudaError_t run_cudaMallocAsync(void **out, size_t size, cudaStream_t stream)
{
    CUdeviceptr addr = 0;
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    if (size > 0)
        result = driver.cuMemAllocAsync(&addr, size, stream);
    if (result == CUDA_SUCCESS)
        *out = (void *)(uintptr_t)addr;
    return result;
}

cudaError_t run_cudaMallocFromPoolAsync(void **out, size_t size,
                                        cudaMemPool_t pool, cudaStream_t stream)
{
    CUdeviceptr addr = 0;
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    if (size > 0)
        result = driver.cuMemAllocFromPoolAsync(&addr, size, pool, stream);
    if (result == CUDA_SUCCESS)
        *out = (void *)(uintptr_t)addr;
    return result;
}

cudaError_t run_cudaFreeAsync(void *ptr, cudaStream_t stream)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS || ptr == NULL
               ? result
               : driver.cuMemFreeAsync((uintptr_t)ptr, stream);
}

cudaError_t run_cudaMemPoolCreate(cudaMemPool_t *out,
                                  const struct cudaMemPoolProps *properties)
{
    /* The driver's has the same layout. */
    _Static_assert(sizeof *properties == sizeof(CUmemPoolProps), "layout");
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuMemPoolCreate(out,
                                        (const CUmemPoolProps *)properties);
}

cudaError_t run_cudaMemPoolDestroy(cudaMemPool_t pool)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuMemPoolDestroy(pool);
}

cudaError_t run_cudaMemPoolTrimTo(cudaMemPool_t pool, size_t keep)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuMemPoolTrimTo(pool, keep);
}

cudaError_t run_cudaMemPoolGetAttribute(cudaMemPool_t pool,
                                        enum cudaMemPoolAttr attribute,
                                        void *value)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuMemPoolGetAttribute(pool, attribute, value);
}

cudaError_t run_cudaMemPoolSetAttribute(cudaMemPool_t pool,
                                        enum cudaMemPoolAttr attribute,
                                        void *value)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuMemPoolSetAttribute(pool, attribute, value);
}

cudaError_t run_cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    cudaError_t result = state_start();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuDeviceGetDefaultMemPool(pool, device);
}

cudaError_t run_cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    cudaError_t result = state_start();
    return result != CUDA_SUCCESS ? result
                                  : driver.cuDeviceGetMemPool(pool, device);
}

cudaError_t run_cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    cudaError_t result = state_start();
    return result != CUDA_SUCCESS ? result
                                  : driver.cuDeviceSetMemPool(device, pool);
}
