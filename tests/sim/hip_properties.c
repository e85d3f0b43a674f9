#include "tests/sim/hip_properties.h"

#include <stdio.h>
#include <string.h>

#include "tests/sim/hip.h"

static const char GCN_NAME[] = "gfx90a:sramecc+:xnack-";

static void fill_limits(struct hip_properties_0600 *properties)
{
    properties->shared_memory_per_block = HIP_SHARED_MEMORY;
    properties->shared_memory_per_multiprocessor = HIP_SHARED_MEMORY;
    properties->shared_memory_per_multiprocessor_amd = HIP_SHARED_MEMORY;
    properties->registers_per_block = HIP_REGISTERS;
    properties->registers_per_multiprocessor = HIP_REGISTERS;
    properties->warp_size = HIP_WARP;
    properties->max_threads_per_block = HIP_MAX_THREADS;
    properties->max_threads_per_multiprocessor = HIP_MAX_THREADS_TOGETHER;
    for (int i = 0; i < 3; i++) {
        properties->max_block[i] = HIP_MAX_THREADS;
        properties->max_grid[i] = HIP_MAX_GRID;
    }
    properties->max_pitch = HIP_MAX_PITCH;
    properties->texture_alignment = HIP_TEXTURE_ALIGNMENT;
    properties->texture_pitch_alignment = HIP_TEXTURE_ALIGNMENT;
    properties->total_constant = HIP_CONSTANT_SIZE;
}

static void fill_traits(struct hip_properties_0600 *properties)
{
    properties->clock_khz = HIP_CLOCK_KHZ;
    properties->memory_clock_khz = HIP_MEMORY_CLOCK_KHZ;
    properties->memory_bus_bits = HIP_BUS_BITS;
    properties->l2_size = HIP_L2_SIZE;
    properties->major = HIP_COMPUTE_MAJOR;
    properties->minor = HIP_COMPUTE_MINOR;
    properties->multiprocessors = HIP_MULTIPROCESSORS;
    properties->concurrent_kernels = 1;
    properties->can_map_host_memory = 1;
    properties->async_engines = 1;
    properties->unified_addressing = 1;
    properties->managed_memory = 1;
    properties->concurrent_managed_memory = 1;
    properties->host_register = 1;
    properties->memory_pools = 1;
    properties->is_large_bar = 1;
}

static void fill(struct hip_properties_0600 *properties,
                 const struct device *device)
{
    struct hip_uuid uuid;
    memset(properties, 0, sizeof *properties);
    impl_hipDeviceGetName(properties->name, sizeof properties->name,
                          device->ordinal);
    impl_hipDeviceGetUuid(&uuid, device->ordinal);
    memcpy(properties->uuid, uuid.bytes, sizeof properties->uuid);
    memcpy(properties->gcn_name, GCN_NAME, sizeof GCN_NAME);
    properties->total_memory = device->total;
    properties->pci_bus = device->ordinal + 1;
    fill_limits(properties);
    fill_traits(properties);
}

static struct hip_properties_0000
in_old_layout(const struct hip_properties_0600 *from)
{
    struct hip_properties_0000 to = {
        .total_memory = from->total_memory,
        .shared_memory_per_block = from->shared_memory_per_block,
        .registers_per_block = from->registers_per_block,
        .warp_size = from->warp_size,
        .max_threads_per_block = from->max_threads_per_block,
        .clock_khz = from->clock_khz,
        .memory_clock_khz = from->memory_clock_khz,
        .memory_bus_bits = from->memory_bus_bits,
        .total_constant = from->total_constant,
        .major = from->major,
        .minor = from->minor,
        .multiprocessors = from->multiprocessors,
        .l2_size = from->l2_size,
        .max_threads_per_multiprocessor = from->max_threads_per_multiprocessor,
        .concurrent_kernels = from->concurrent_kernels,
        .pci_bus = from->pci_bus,
        .shared_memory_per_multiprocessor =
            from->shared_memory_per_multiprocessor,
        .can_map_host_memory = from->can_map_host_memory,
        .max_pitch = from->max_pitch,
        .texture_alignment = from->texture_alignment,
        .texture_pitch_alignment = from->texture_pitch_alignment,
        .is_large_bar = from->is_large_bar,
        .managed_memory = from->managed_memory,
        .concurrent_managed_memory = from->concurrent_managed_memory,
    };
    memcpy(to.name, from->name, sizeof to.name);
    memcpy(to.gcn_name, from->gcn_name, sizeof to.gcn_name);
    memcpy(to.max_block, from->max_block, sizeof to.max_block);
    memcpy(to.max_grid, from->max_grid, sizeof to.max_grid);
    return to;
}

int impl_hipGetDevicePropertiesR0600(void *properties, int ordinal)
{
    const struct device *device = device_get(ordinal);
    if (properties == NULL)
        return HIP_INVALID_VALUE;
    if (device == NULL)
        return HIP_INVALID_DEVICE;
    fill(properties, device);
    return HIP_SUCCESS;
}

int impl_hipGetDevicePropertiesR0000(void *properties, int ordinal)
{
    struct hip_properties_0600 filled;
    if (properties == NULL)
        return HIP_INVALID_VALUE;
    int code = impl_hipGetDevicePropertiesR0600(&filled, ordinal);
    if (code == HIP_SUCCESS)
        *(struct hip_properties_0000 *)properties = in_old_layout(&filled);
    return code;
}

/* The name without a suffix is what programs of before 6.0 were linked to. */
int impl_hipGetDeviceProperties(void *properties, int device)
{
    return impl_hipGetDevicePropertiesR0000(properties, device);
}

static int choose(int *device, const void *properties)
{
    if (device == NULL || properties == NULL)
        return HIP_INVALID_VALUE;
    *device = 0; /* they are all alike */
    return HIP_SUCCESS;
}

int impl_hipChooseDevice(int *device, const void *properties)
{
    return choose(device, properties);
}

int impl_hipChooseDeviceR0000(int *device, const void *properties)
{
    return choose(device, properties);
}

int impl_hipChooseDeviceR0600(int *device, const void *properties)
{
    return choose(device, properties);
}
