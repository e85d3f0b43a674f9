#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

#include "tests/sim/capture.h"
#include "tests/sim/memory.h"
#include "tests/sim/stream.h"

enum {
    PITCH = 512,
    DEVICE_KINDS =
        1u << MEMORY_DEVICE | 1u << MEMORY_MANAGED | 1u << MEMORY_POOLED,
};

/* The context for a call that a capture and a host function forbid. */
static CUresult context_for_change(CUcontext *out)
{
    CUresult result = context_current(out);
    if (result != CUDA_SUCCESS)
        return result;
    return cuda_code(stream_is_inside_callback() ? SIM_NOT_PERMITTED
                                                 : capture_check_unsafe());
}

static CUresult allocate(CUdeviceptr *out, size_t size, enum memory_kind kind,
                         unsigned flags)
{
    CUcontext context;
    CUresult result = context_for_change(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || size == 0)
        return CUDA_ERROR_INVALID_VALUE;
    gpu_addr addr;
    result = cuda_code(
        memory_alloc(context->device, size, kind, context, flags, &addr));
    if (result == CUDA_SUCCESS)
        *out = addr;
    return result;
}

CUresult sim_cuMemAlloc_v2(CUdeviceptr *out, size_t size)
{
    return allocate(out, size, MEMORY_DEVICE, /* flags */ 0);
}

/* Addresses of this width end below all memory that the simulation gives. */
CUresult sim_cuMemAlloc(CUdeviceptr_v1 *out, unsigned size)
{
    CUcontext context;
    CUresult result = context_for_change(&context);
    if (result != CUDA_SUCCESS)
        return result;
    return out == NULL || size == 0 ? CUDA_ERROR_INVALID_VALUE
                                    : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult sim_cuMemAllocPitch_v2(CUdeviceptr *out, size_t *pitch, size_t width,
                                size_t height, unsigned element)
{
    if (out == NULL || pitch == NULL || width == 0 || height == 0 ||
        (element != 4 && element != 8 && element != 16))
        return CUDA_ERROR_INVALID_VALUE;
    size_t row = (width + PITCH - 1) & ~(size_t)(PITCH - 1);
    if (row < width || row > SIZE_MAX / height)
        return CUDA_ERROR_OUT_OF_MEMORY;
    CUresult result = allocate(out, row * height, MEMORY_DEVICE, /* flags */ 0);
    if (result == CUDA_SUCCESS)
        *pitch = row;
    return result;
}

CUresult sim_cuMemAllocManaged(CUdeviceptr *out, size_t size, unsigned flags)
{
    if (flags != CU_MEM_ATTACH_GLOBAL && flags != CU_MEM_ATTACH_HOST)
        return CUDA_ERROR_INVALID_VALUE;
    return allocate(out, size, MEMORY_MANAGED, flags);
}

/* Waits for the device first, as the vendor's does in effect. */
CUresult sim_cuMemFree_v2(CUdeviceptr ptr)
{
    CUcontext context;
    struct memory memory;
    CUresult result = context_for_change(&context);
    if (result != CUDA_SUCCESS || ptr == 0)
        return result;
    if (memory_find(ptr, &memory) != SIM_OK)
        return CUDA_ERROR_INVALID_VALUE;
    device_drain(memory.device);
    return cuda_code(memory_free(ptr, DEVICE_KINDS));
}

CUresult sim_cuMemFree(CUdeviceptr_v1 ptr)
{
    return sim_cuMemFree_v2(ptr);
}

CUresult sim_cuMemGetInfo_v2(size_t *available, size_t *total)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (available == NULL || total == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    device_memory(context->device, available, total);
    return CUDA_SUCCESS;
}

CUresult sim_cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size,
                                     CUdeviceptr ptr)
{
    struct memory memory;
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (memory_find(ptr, &memory) != SIM_OK)
        return CUDA_ERROR_NOT_FOUND;
    if (base != NULL)
        *base = memory.base;
    if (size != NULL)
        *size = memory.size;
    return CUDA_SUCCESS;
}

CUresult sim_cuMemHostAlloc(void **out, size_t size, unsigned flags)
{
    enum {
        ALL_FLAGS = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP |
                    CU_MEMHOSTALLOC_WRITECOMBINED,
    };
    CUdeviceptr addr;
    if (out == NULL || (flags & ~(unsigned)ALL_FLAGS) != 0)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = allocate(&addr, size, MEMORY_PINNED, flags);
    if (result == CUDA_SUCCESS)
        *out = (void *)(uintptr_t)addr;
    return result;
}

CUresult sim_cuMemAllocHost_v2(void **out, size_t size)
{
    return sim_cuMemHostAlloc(out, size, /* flags */ 0);
}

CUresult sim_cuMemFreeHost(void *ptr)
{
    CUcontext context;
    struct memory memory;
    CUresult result = context_for_change(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (memory_find((uintptr_t)ptr, &memory) != SIM_OK)
        return CUDA_ERROR_INVALID_VALUE;
    device_drain(memory.device);
    return cuda_code(memory_free((uintptr_t)ptr, 1u << MEMORY_PINNED));
}

CUresult sim_cuMemHostRegister_v2(void *ptr, size_t size, unsigned flags)
{
    CUcontext context;
    CUresult result = context_for_change(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (ptr == NULL || size == 0)
        return CUDA_ERROR_INVALID_VALUE;
    enum sim_status status =
        memory_register(context->device, ptr, size, context, flags);
    return status == SIM_ALREADY_MAPPED
               ? CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED
               : cuda_code(status);
}

CUresult sim_cuMemHostUnregister(void *ptr)
{
    CUcontext context;
    CUresult result = context_for_change(&context);
    if (result != CUDA_SUCCESS)
        return result;
    device_drain(context->device);
    return ptr == NULL ? CUDA_ERROR_INVALID_VALUE
                       : cuda_code(memory_unregister(ptr));
}

static CUresult find_host(void *ptr, struct memory *memory)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    return memory_find((uintptr_t)ptr, memory) == SIM_OK &&
                   memory_is_host(memory)
               ? CUDA_SUCCESS
               : CUDA_ERROR_INVALID_VALUE;
}

CUresult sim_cuMemHostGetDevicePointer_v2(CUdeviceptr *out, void *ptr,
                                          unsigned flags)
{
    struct memory memory;
    CUresult result = find_host(ptr, &memory);
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    *out = (uintptr_t)ptr;
    return CUDA_SUCCESS;
}

CUresult sim_cuMemHostGetFlags(unsigned *flags, void *ptr)
{
    struct memory memory;
    CUresult result = find_host(ptr, &memory);
    if (result != CUDA_SUCCESS)
        return result;
    if (flags == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = memory.flags;
    return CUDA_SUCCESS;
}
