#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

#include <string.h>

#include "tests/sim/memory.h"

/* Questions about a pointer, and memory that another process shares. */

static void store_int(void *value, int number)
{
    memcpy(value, &number, sizeof number);
}

static void store_wide(void *value, unsigned long long number)
{
    memcpy(value, &number, sizeof number);
}

/* SIM_INVALID: no such attribute, or not of this memory. */
static enum sim_status answer(void *value, CUpointer_attribute attribute,
                              CUdeviceptr ptr, const struct memory *memory)
{
    bool is_host = memory_is_host(memory);
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        memcpy(value, &memory->owner, sizeof memory->owner);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
        store_int(value, is_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        store_wide(value, ptr);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (!is_host && memory->kind != MEMORY_MANAGED)
            return SIM_INVALID;
        store_wide(value, ptr);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
        store_int(value, 0);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID:
        store_wide(value, memory->id);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
        store_int(value, memory->kind == MEMORY_MANAGED);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        store_int(value, memory->device->ordinal);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        store_int(value, memory->kind == MEMORY_DEVICE);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
        store_wide(value, memory->base);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
        store_wide(value, memory->size);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_MAPPED:
        store_int(value, memory->kind != MEMORY_MAPPED || memory->readers != 0);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        store_wide(value, 0);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        store_int(value, 3);
        return SIM_OK;
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        memcpy(value, &memory->pool, sizeof memory->pool);
        return SIM_OK;
    default:
        return SIM_INVALID;
    }
}

CUresult sim_cuPointerGetAttribute(void *value, CUpointer_attribute attribute,
                                   CUdeviceptr ptr)
{
    struct memory memory;
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (value == NULL || memory_find(ptr, &memory) != SIM_OK)
        return CUDA_ERROR_INVALID_VALUE;
    return cuda_code(answer(value, attribute, ptr, &memory));
}

static size_t width_of(CUpointer_attribute attribute)
{
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        return sizeof(int);
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_MAPPED:
        return sizeof(bool);
    default:
        return sizeof(unsigned long long);
    }
}

/* No pointer is an error here: what is not known is 0, the device -2. */
CUresult sim_cuPointerGetAttributes(unsigned count,
                                    CUpointer_attribute *attributes,
                                    void **values, CUdeviceptr ptr)
{
    struct memory memory;
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (count == 0 || attributes == NULL || values == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    bool is_known = memory_find(ptr, &memory) == SIM_OK;
    for (unsigned i = 0; i < count; i++) {
        if (is_known &&
            answer(values[i], attributes[i], ptr, &memory) == SIM_OK)
            continue;
        memset(values[i], 0, width_of(attributes[i]));
        if (!is_known && attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
            store_int(values[i], -2);
    }
    return CUDA_SUCCESS;
}

/* Every operation of the simulation is as synchronous as this asks for. */
CUresult sim_cuPointerSetAttribute(const void *value,
                                   CUpointer_attribute attribute,
                                   CUdeviceptr ptr)
{
    struct memory memory;
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (value == NULL || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS ||
        memory_find(ptr, &memory) != SIM_OK)
        return CUDA_ERROR_INVALID_VALUE;
    return CUDA_SUCCESS;
}

CUresult sim_cuIpcGetMemHandle(CUipcMemHandle *handle, CUdeviceptr ptr)
{
    struct memory_handle shared;
    struct device *device;
    CUresult result = context_device(&device);
    if (result != CUDA_SUCCESS)
        return result;
    if (handle == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    result = cuda_code(memory_export(ptr, &shared));
    if (result == CUDA_SUCCESS)
        memcpy(handle, &shared, sizeof shared);
    return result;
}

CUresult sim_cuIpcOpenMemHandle_v2(CUdeviceptr *out, CUipcMemHandle handle,
                                   unsigned flags)
{
    enum { LAZY_PEER_ACCESS = 1 };
    struct memory_handle shared;
    CUcontext context;
    gpu_addr addr;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || flags != LAZY_PEER_ACCESS)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(&shared, &handle, sizeof shared);
    result = cuda_code(memory_import(context->device, &shared, context, &addr));
    if (result == CUDA_SUCCESS)
        *out = addr;
    return result;
}

CUresult sim_cuIpcOpenMemHandle(CUdeviceptr *out, CUipcMemHandle handle,
                                unsigned flags)
{
    return sim_cuIpcOpenMemHandle_v2(out, handle, flags);
}

CUresult sim_cuIpcCloseMemHandle(CUdeviceptr ptr)
{
    struct device *device;
    CUresult result = context_device(&device);
    if (result != CUDA_SUCCESS)
        return result;
    device_drain(device);
    return cuda_code(memory_free(ptr, 1u << MEMORY_IMPORTED));
}
