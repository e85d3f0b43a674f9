#include "tests/sim/cudart_calls.h"

#include <string.h>

#include "tests/sim/cudart_state.h"

static CUdeviceptr addr_of(const void *ptr)
{
    return (uintptr_t)ptr;
}

/* Write the result of a driver call that has succeeded. */
static cudaError_t give(void **out, CUdeviceptr addr, CUresult result)
{
    if (result == CUDA_SUCCESS)
        *out = (void *)(uintptr_t)addr;
    return result;
}

/* The runtime, unlike the driver, gives nothing for nothing. */
static cudaError_t give_nothing(void **out)
{
    *out = NULL;
    return CUDA_SUCCESS;
}

cudaError_t run_cudaMalloc(void **out, size_t size)
{
    CUdeviceptr addr = 0;
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    if (size == 0)
        return give_nothing(out);
    result = driver.cuMemAlloc_v2(&addr, size);
    return give(out, addr, result);
}

cudaError_t run_cudaFree(void *ptr)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS || ptr == NULL
               ? result
               : driver.cuMemFree_v2(addr_of(ptr));
}

cudaError_t run_cudaMallocManaged(void **out, size_t size, unsigned flags)
{
    CUdeviceptr addr = 0;
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || size == 0)
        return CUDA_ERROR_INVALID_VALUE;
    result = driver.cuMemAllocManaged(&addr, size, flags);
    return give(out, addr, result);
}

cudaError_t run_cudaHostAlloc(void **out, size_t size, unsigned flags)
{
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    return size == 0 ? give_nothing(out)
                     : driver.cuMemHostAlloc(out, size, flags);
}

cudaError_t run_cudaMallocHost(void **out, size_t size)
{
    return run_cudaHostAlloc(out, size, /* flags */ 0);
}

cudaError_t run_cudaFreeHost(void *ptr)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS || ptr == NULL ? result
                                                 : driver.cuMemFreeHost(ptr);
}

cudaError_t run_cudaMallocPitch(void **out, size_t *pitch, size_t width,
                                size_t height)
{
    enum { ELEMENT = 4 };
    CUdeviceptr addr = 0;
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || pitch == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    if (width == 0 || height == 0) {
        *pitch = 0;
        return give_nothing(out);
    }
    result = driver.cuMemAllocPitch_v2(&addr, pitch, width, height, ELEMENT);
    return give(out, addr, result);
}

cudaError_t run_cudaMalloc3D(struct cudaPitchedPtr *out,
                             struct cudaExtent extent)
{
    void *ptr;
    size_t pitch;
    if (out == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    cudaError_t result = run_cudaMallocPitch(&ptr, &pitch, extent.width,
                                             extent.height * extent.depth);
    if (result == CUDA_SUCCESS)
        *out = (struct cudaPitchedPtr){ptr, pitch, extent.width, extent.height};
    return result;
}

cudaError_t run_cudaHostRegister(void *ptr, size_t size, unsigned flags)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuMemHostRegister_v2(ptr, size, flags);
}

cudaError_t run_cudaHostUnregister(void *ptr)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuMemHostUnregister(ptr);
}

cudaError_t run_cudaHostGetDevicePointer(void **out, void *ptr, unsigned flags)
{
    CUdeviceptr addr = 0;
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    result = driver.cuMemHostGetDevicePointer_v2(&addr, ptr, flags);
    return give(out, addr, result);
}

cudaError_t run_cudaHostGetFlags(unsigned *flags, void *ptr)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result
                                  : driver.cuMemHostGetFlags(flags, ptr);
}

cudaError_t run_cudaMemGetInfo(size_t *available, size_t *total)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result
                                  : driver.cuMemGetInfo_v2(available, total);
}

static enum cudaMemoryType type_of(unsigned type, int is_managed)
{
    if (is_managed)
        return cudaMemoryTypeManaged;
    if (type == CU_MEMORYTYPE_HOST)
        return cudaMemoryTypeHost;
    return type == CU_MEMORYTYPE_DEVICE ? cudaMemoryTypeDevice
                                        : cudaMemoryTypeUnregistered;
}

cudaError_t run_cudaPointerGetAttributes(struct cudaPointerAttributes *out,
                                         const void *ptr)
{
    unsigned type = 0;
    int is_managed = 0, device = -2;
    CUdeviceptr on_device = 0, on_host = 0;
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    CUpointer_attribute asked[] = {
        CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
        CU_POINTER_ATTRIBUTE_DEVICE_POINTER, CU_POINTER_ATTRIBUTE_HOST_POINTER};
    void *answers[] = {&type, &is_managed, &device, &on_device, &on_host};
    result = driver.cuPointerGetAttributes(sizeof asked / sizeof *asked, asked,
                                           answers, addr_of(ptr));
    if (result != CUDA_SUCCESS)
        return result;
    memset(out, 0, sizeof *out);
    out->type = type_of(type, is_managed);
    out->device = device;
    out->devicePointer = (void *)(uintptr_t)on_device;
    out->hostPointer = type == 0 ? (void *)ptr : (void *)(uintptr_t)on_host;
    return CUDA_SUCCESS;
}

cudaError_t run_cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *ptr)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result
                                  : driver.cuIpcGetMemHandle(
                                        (CUipcMemHandle *)handle, addr_of(ptr));
}

cudaError_t run_cudaIpcOpenMemHandle(void **out, cudaIpcMemHandle_t handle,
                                     unsigned flags)
{
    CUdeviceptr addr = 0;
    CUipcMemHandle same;
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(&same, &handle, sizeof same);
    result = driver.cuIpcOpenMemHandle_v2(&addr, same, flags);
    return give(out, addr, result);
}

cudaError_t run_cudaIpcCloseMemHandle(void *ptr)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result
                                  : driver.cuIpcCloseMemHandle(addr_of(ptr));
}
