#include <limits.h>

#include "tests/sim/hip.h"
#include "tests/sim/hip_properties.h"

/* hipDeviceAttribute_t, as far as the answer is not zero. */
enum attribute {
    ASYNC_ENGINES = 2,
    MAPS_HOST_MEMORY = 3,
    CLOCK = 5,
    CONCURRENT_KERNELS = 8,
    CONCURRENT_MANAGED = 9,
    L2_SIZE = 19,
    COMPUTE_MAJOR = 23,
    MANAGED_MEMORY = 24,
    MAX_BLOCK_X = 26,
    MAX_BLOCK_Y,
    MAX_BLOCK_Z,
    MAX_GRID_X,
    MAX_GRID_Y,
    MAX_GRID_Z,
    MAX_THREADS = 56,
    MAX_THREADS_TOGETHER,
    MAX_PITCH,
    BUS_BITS,
    MEMORY_CLOCK,
    COMPUTE_MINOR,
    MULTIPROCESSORS = 63,
    PCI_BUS = 67,
    REGISTERS = 71,
    REGISTERS_TOGETHER,
    SHARED_MEMORY = 74,
    TEXTURE_ALIGNMENT = 81,
    TEXTURE_PITCH_ALIGNMENT,
    CONSTANT_SIZE,
    TOTAL_MEMORY,
    UNIFIED_ADDRESSING,
    WARP = 87,
    MEMORY_POOLS,
    VIRTUAL_MEMORY, /* from here on not in 5.2 */
    HOST_REGISTER,
    POOL_HANDLES,
    COMMON_END,
    AMD_BEGIN = 10000,
    SHARED_MEMORY_TOGETHER = 10002,
    LARGE_BAR = 10011,
    WAIT_VALUE = 10013,
    PHYSICAL_MULTIPROCESSORS = 10015,
    FINE_GRAIN,
    AMD_END = 10023,
};

static bool is_known(int attribute)
{
    int end = hip_major < 6 ? VIRTUAL_MEMORY : COMMON_END;
    return (attribute >= 0 && attribute < end) ||
           (attribute >= AMD_BEGIN && attribute < AMD_END);
}

static int limit_of(int attribute)
{
    switch (attribute) {
    case MAX_BLOCK_X:
    case MAX_BLOCK_Y:
    case MAX_BLOCK_Z:
    case MAX_THREADS:
        return HIP_MAX_THREADS;
    case MAX_GRID_X:
    case MAX_GRID_Y:
    case MAX_GRID_Z:
        return HIP_MAX_GRID;
    case MAX_THREADS_TOGETHER:
        return HIP_MAX_THREADS_TOGETHER;
    case MAX_PITCH:
        return HIP_MAX_PITCH;
    case REGISTERS:
    case REGISTERS_TOGETHER:
        return HIP_REGISTERS;
    case SHARED_MEMORY:
    case SHARED_MEMORY_TOGETHER:
        return HIP_SHARED_MEMORY;
    case TEXTURE_ALIGNMENT:
    case TEXTURE_PITCH_ALIGNMENT:
        return HIP_TEXTURE_ALIGNMENT;
    case CONSTANT_SIZE:
        return HIP_CONSTANT_SIZE;
    default:
        return 0;
    }
}

static int trait_of(const struct device *device, int attribute)
{
    switch (attribute) {
    case ASYNC_ENGINES:
    case MAPS_HOST_MEMORY:
    case CONCURRENT_KERNELS:
    case CONCURRENT_MANAGED:
    case MANAGED_MEMORY:
    case UNIFIED_ADDRESSING:
    case MEMORY_POOLS:
    case VIRTUAL_MEMORY:
    case HOST_REGISTER:
    case LARGE_BAR:
    case WAIT_VALUE:
    case FINE_GRAIN:
        return 1;
    case CLOCK:
        return HIP_CLOCK_KHZ;
    case MEMORY_CLOCK:
        return HIP_MEMORY_CLOCK_KHZ;
    case BUS_BITS:
        return HIP_BUS_BITS;
    case L2_SIZE:
        return HIP_L2_SIZE;
    case COMPUTE_MAJOR:
        return HIP_COMPUTE_MAJOR;
    case COMPUTE_MINOR:
        return HIP_COMPUTE_MINOR;
    case MULTIPROCESSORS:
    case PHYSICAL_MULTIPROCESSORS:
        return HIP_MULTIPROCESSORS;
    case PCI_BUS:
        return device->ordinal + 1;
    case TOTAL_MEMORY:
        return device->total > INT_MAX ? INT_MAX : (int)device->total;
    case WARP:
        return HIP_WARP;
    default:
        return limit_of(attribute);
    }
}

int impl_hipDeviceGetAttribute(int *value, int attribute, int ordinal)
{
    const struct device *device = device_get(ordinal);
    if (value == NULL)
        return HIP_INVALID_VALUE;
    if (device == NULL)
        return HIP_INVALID_DEVICE;
    if (!is_known(attribute))
        return HIP_INVALID_VALUE;
    *value = trait_of(device, attribute);
    return HIP_SUCCESS;
}

int impl_hipDeviceComputeCapability(int *major, int *minor, int device)
{
    if (major == NULL || minor == NULL)
        return HIP_INVALID_VALUE;
    if (device_get(device) == NULL)
        return HIP_INVALID_DEVICE;
    *major = HIP_COMPUTE_MAJOR;
    *minor = HIP_COMPUTE_MINOR;
    return HIP_SUCCESS;
}

int impl_hipDeviceGetLimit(size_t *value, int limit)
{
    enum { STACK_SIZE, PRINT_SIZE, HEAP_SIZE };
    if (value == NULL)
        return HIP_INVALID_VALUE;
    if (limit != STACK_SIZE && limit != HEAP_SIZE)
        return HIP_UNSUPPORTED_LIMIT;
    *value = limit == STACK_SIZE ? 1024 : (size_t)8 << 20;
    return HIP_SUCCESS;
}

/* Settings that nothing here depends on. */

int impl_hipGetDeviceFlags(unsigned *flags)
{
    if (flags == NULL)
        return HIP_INVALID_VALUE;
    *flags = 0;
    return HIP_SUCCESS;
}

int impl_hipSetDeviceFlags(unsigned flags)
{
    return (flags & ~0x1fu) == 0 ? HIP_SUCCESS : HIP_INVALID_VALUE;
}

int impl_hipDeviceGetCacheConfig(int *config)
{
    return impl_hipGetDeviceFlags((unsigned *)config);
}

int impl_hipDeviceSetCacheConfig(int config)
{
    (void)config;
    return HIP_SUCCESS;
}

int impl_hipDeviceGetSharedMemConfig(int *config)
{
    return impl_hipGetDeviceFlags((unsigned *)config);
}

int impl_hipDeviceSetSharedMemConfig(int config)
{
    (void)config;
    return HIP_SUCCESS;
}
