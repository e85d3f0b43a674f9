#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

#include <stdio.h>
#include <string.h>

/* What cuda-bindings 13.5 is made for. */
enum { NEWEST_VERSION = 13050 };

CUresult sim_cuDriverGetVersion(int *version)
{
    if (version == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    int asked = settings_get()->driver_version;
    *version = asked > 0 ? asked : NEWEST_VERSION;
    return CUDA_SUCCESS;
}

CUresult sim_cuDeviceGet(CUdevice *out, int ordinal)
{
    struct device *device;
    CUresult result = context_find_device(ordinal, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *out = ordinal;
    return CUDA_SUCCESS;
}

CUresult sim_cuDeviceGetCount(int *count)
{
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (count == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *count = device_count();
    return CUDA_SUCCESS;
}

CUresult sim_cuDeviceGetName(char *name, int size, CUdevice number)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (name == NULL || size <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    snprintf(name, (size_t)size, "Simulated GPU %d", number);
    return CUDA_SUCCESS;
}

CUresult sim_cuDeviceGetUuid(CUuuid *uuid, CUdevice number)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (uuid == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(uuid->bytes, "simulated gpu #", sizeof uuid->bytes);
    uuid->bytes[15] = (char)number;
    return CUDA_SUCCESS;
}

CUresult sim_cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice number)
{
    return sim_cuDeviceGetUuid(uuid, number);
}

/* A number that only Windows knows. */
CUresult sim_cuDeviceGetLuid(char *luid, unsigned *mask, CUdevice number)
{
    (void)luid;
    (void)mask;
    struct device *device;
    CUresult result = context_find_device(number, &device);
    return result != CUDA_SUCCESS ? result : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult sim_cuDeviceTotalMem_v2(size_t *size, CUdevice number)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (size == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *size = device->total;
    return CUDA_SUCCESS;
}

/* Those not named are 0: a feature that is not there. */
static const int attributes[] = {
    [CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK] = 1024,
    [CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X] = 1024,
    [CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y] = 1024,
    [CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z] = 64,
    [CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X] = 2147483647,
    [CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y] = 65535,
    [CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z] = 65535,
    [CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK] = 49152,
    [CU_DEVICE_ATTRIBUTE_WARP_SIZE] = 32,
    [CU_DEVICE_ATTRIBUTE_MAX_PITCH] = 2147483647,
    [CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK] = 65536,
    [CU_DEVICE_ATTRIBUTE_CLOCK_RATE] = 1000000,
    [CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT] = 512,
    [CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT] = 1,
    [CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY] = 1,
    [CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS] = 1,
    [CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT] = 2,
    [CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING] = 1,
    [CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR] = 9,
    [CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED] = 1,
    [CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY] = 1,
    [CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS] = 1,
    [CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED] = 1,
    [CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED] = 1,
    [CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED] = 1,
    [CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED] = 1,
    [CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS] = 1,
};

CUresult sim_cuDeviceGetAttribute(int *value, CUdevice_attribute attribute,
                                  CUdevice number)
{
    enum { NAMED = sizeof attributes / sizeof *attributes, LAST = 160 };
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (value == NULL || attribute == 0 || attribute > LAST)
        return CUDA_ERROR_INVALID_VALUE;
    *value = attribute < NAMED ? attributes[attribute] : 0;
    if (attribute == CU_DEVICE_ATTRIBUTE_PCI_BUS_ID)
        *value = number + 1;
    return CUDA_SUCCESS;
}

CUresult sim_cuDeviceComputeCapability(int *major, int *minor, CUdevice number)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (major == NULL || minor == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *major = attributes[CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR];
    *minor = attributes[CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR];
    return CUDA_SUCCESS;
}

CUresult sim_cuDeviceGetPCIBusId(char *id, int size, CUdevice number)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (id == NULL || size <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    snprintf(id, (size_t)size, "0000:%02X:00.0", (unsigned)number + 1);
    return CUDA_SUCCESS;
}

CUresult sim_cuDeviceGetByPCIBusId(CUdevice *out, const char *id)
{
    unsigned bus;
    if (out == NULL || id == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    if (sscanf(id, "0000:%x:", &bus) != 1 && sscanf(id, "%x:", &bus) != 1)
        return CUDA_ERROR_INVALID_VALUE;
    return sim_cuDeviceGet(out, (int)bus - 1);
}

CUresult sim_cuDeviceCanAccessPeer(int *can, CUdevice number, CUdevice other)
{
    struct device *device, *peer;
    CUresult result = context_find_device(number, &device);
    if (result == CUDA_SUCCESS)
        result = context_find_device(other, &peer);
    if (result != CUDA_SUCCESS)
        return result;
    if (can == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *can = device != peer;
    return CUDA_SUCCESS;
}

CUresult sim_cuDeviceGetP2PAttribute(int *value,
                                     CUdevice_P2PAttribute attribute,
                                     CUdevice number, CUdevice other)
{
    (void)attribute;
    return number == other ? CUDA_ERROR_INVALID_DEVICE
                           : sim_cuDeviceCanAccessPeer(value, number, other);
}
