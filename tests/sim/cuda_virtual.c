#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

#include "tests/sim/vmm.h"

enum { GRANULARITY = 2 << 20 };

/* A handle is the memory itself. */
static struct physical *physical_of(CUmemGenericAllocationHandle handle)
{
    return (struct physical *)(uintptr_t)handle;
}

/* What every call of this file needs. */
static CUresult ready(void)
{
    return context_is_driver_ready() ? CUDA_SUCCESS
                                     : CUDA_ERROR_NOT_INITIALIZED;
}

/* Virtual memory has no invalid handle, only invalid values. */
static CUresult code(enum sim_status status)
{
    return status == SIM_BAD_HANDLE || status == SIM_ALREADY_MAPPED
               ? CUDA_ERROR_INVALID_VALUE
               : cuda_code(status);
}

CUresult sim_cuMemAddressReserve(CUdeviceptr *out, size_t size,
                                 size_t alignment, CUdeviceptr hint,
                                 unsigned long long flags)
{
    gpu_addr addr;
    CUresult result = ready();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    result = code(vmm_reserve(size, alignment, GRANULARITY, hint, &addr));
    if (result == CUDA_SUCCESS)
        *out = addr;
    return result;
}

CUresult sim_cuMemAddressFree(CUdeviceptr ptr, size_t size)
{
    CUresult result = ready();
    return result != CUDA_SUCCESS ? result : code(vmm_free(ptr, size));
}

static CUresult device_of(const CUmemAllocationProp *properties,
                          struct device **out)
{
    if (properties == NULL ||
        properties->type != CU_MEM_ALLOCATION_TYPE_PINNED ||
        properties->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return CUDA_ERROR_INVALID_VALUE;
    return context_find_device(properties->location.id, out);
}

CUresult sim_cuMemCreate(CUmemGenericAllocationHandle *out, size_t size,
                         const CUmemAllocationProp *properties,
                         unsigned long long flags)
{
    struct device *device;
    struct physical *physical;
    CUresult result = device_of(properties, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    unsigned types = properties->requestedHandleTypes;
    if ((types & ~(unsigned)CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR) != 0)
        return CUDA_ERROR_NOT_SUPPORTED;
    result = code(physical_create(device, size, GRANULARITY, types != 0, types,
                                  &physical));
    if (result == CUDA_SUCCESS)
        *out = (uintptr_t)physical;
    return result;
}

CUresult sim_cuMemRelease(CUmemGenericAllocationHandle handle)
{
    CUresult result = ready();
    return result != CUDA_SUCCESS ? result
                                  : code(physical_release(physical_of(handle)));
}

CUresult sim_cuMemMap(CUdeviceptr ptr, size_t size, size_t offset,
                      CUmemGenericAllocationHandle handle,
                      unsigned long long flags)
{
    CUresult result = ready();
    if (result != CUDA_SUCCESS)
        return result;
    return flags != 0 ? CUDA_ERROR_INVALID_VALUE
                      : code(vmm_map(ptr, size, offset, physical_of(handle),
                                     GRANULARITY));
}

CUresult sim_cuMemUnmap(CUdeviceptr ptr, size_t size)
{
    CUresult result = ready();
    return result != CUDA_SUCCESS ? result : code(vmm_unmap(ptr, size));
}

CUresult sim_cuMemSetAccess(CUdeviceptr ptr, size_t size,
                            const CUmemAccessDesc *access, size_t count)
{
    CUresult result = ready();
    if (result == CUDA_SUCCESS && (access == NULL || count == 0))
        result = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; result == CUDA_SUCCESS && i < count; i++) {
        result = access[i].location.type == CU_MEM_LOCATION_TYPE_DEVICE
                     ? code(vmm_set_access(ptr, size, access[i].location.id,
                                           access[i].flags))
                     : CUDA_ERROR_INVALID_VALUE;
    }
    return result;
}

CUresult sim_cuMemGetAccess(unsigned long long *flags,
                            const CUmemLocation *location, CUdeviceptr ptr)
{
    unsigned access;
    CUresult result = ready();
    if (result != CUDA_SUCCESS)
        return result;
    if (flags == NULL || location == NULL ||
        location->type != CU_MEM_LOCATION_TYPE_DEVICE)
        return CUDA_ERROR_INVALID_VALUE;
    result = code(vmm_get_access(ptr, location->id, &access));
    if (result == CUDA_SUCCESS)
        *flags = access;
    return result;
}

CUresult sim_cuMemExportToShareableHandle(void *out,
                                          CUmemGenericAllocationHandle handle,
                                          CUmemAllocationHandleType type,
                                          unsigned long long flags)
{
    CUresult result = ready();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || flags != 0 ||
        type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return CUDA_ERROR_INVALID_VALUE;
    return code(physical_export(physical_of(handle), out));
}

/* The descriptor comes as the pointer's value. */
CUresult sim_cuMemImportFromShareableHandle(CUmemGenericAllocationHandle *out,
                                            void *shareable,
                                            CUmemAllocationHandleType type)
{
    struct physical *physical;
    CUresult result = ready();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return CUDA_ERROR_INVALID_VALUE;
    result = code(physical_import((int)(intptr_t)shareable, &physical));
    if (result == CUDA_SUCCESS)
        *out = (uintptr_t)physical;
    return result;
}

CUresult
sim_cuMemGetAllocationGranularity(size_t *out,
                                  const CUmemAllocationProp *properties,
                                  CUmemAllocationGranularity_flags kind)
{
    struct device *device;
    CUresult result = device_of(properties, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || kind > 1)
        return CUDA_ERROR_INVALID_VALUE;
    *out = GRANULARITY;
    return CUDA_SUCCESS;
}

CUresult
sim_cuMemGetAllocationPropertiesFromHandle(CUmemAllocationProp *properties,
                                           CUmemGenericAllocationHandle handle)
{
    int device;
    bool is_exportable;
    unsigned types;
    CUresult result = ready();
    if (result != CUDA_SUCCESS)
        return result;
    if (properties == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    result = code(physical_describe(physical_of(handle), &device,
                                    &is_exportable, &types));
    if (result != CUDA_SUCCESS)
        return result;
    *properties = (CUmemAllocationProp){
        .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .requestedHandleTypes = types,
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE, .id = device}};
    return CUDA_SUCCESS;
}

CUresult sim_cuMemRetainAllocationHandle(CUmemGenericAllocationHandle *out,
                                         void *ptr)
{
    struct physical *physical;
    CUresult result = ready();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    result = code(physical_retain((uintptr_t)ptr, &physical));
    if (result == CUDA_SUCCESS)
        *out = (uintptr_t)physical;
    return result;
}
