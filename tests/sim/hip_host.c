/* Memory of the host that the devices reach. */

#include "tests/sim/hip.h"

enum host_flag {
    PORTABLE = 1,
    MAPPED = 2,
    WRITE_COMBINED = 4,
    UNCACHED = 0x10000000, /* from 6.4 on */
    NUMA_USER = 0x20000000,
    COHERENT = 0x40000000,
};
static const unsigned NON_COHERENT = 0x80000000u;

enum register_flag {
    REGISTER_PORTABLE = 1,
    REGISTER_MAPPED = 2,
    REGISTER_IO = 4,
    REGISTER_COARSE = 8,
};

static bool are_acceptable(unsigned flags)
{
    unsigned known = PORTABLE | MAPPED | WRITE_COMBINED | NUMA_USER | COHERENT |
                     NON_COHERENT;
    if (hip_newest >= 604)
        known |= UNCACHED;
    bool is_both = (flags & COHERENT) != 0 && (flags & NON_COHERENT) != 0;
    return (flags & ~known) == 0 && !is_both;
}

int impl_hipHostMalloc(void **ptr, size_t size, unsigned flags)
{
    int refusal = hip_refuse_in_capture();
    if (refusal != HIP_SUCCESS)
        return refusal;
    if (ptr == NULL || !are_acceptable(flags))
        return HIP_INVALID_VALUE;
    struct device *device = hip_device();
    if (size == 0) {
        *ptr = NULL;
        return HIP_SUCCESS;
    }
    gpu_addr addr;
    enum sim_status status =
        memory_alloc(device, size, MEMORY_PINNED, device, flags, &addr);
    if (status == SIM_OK)
        *ptr = hip_pointer(addr);
    return hip_code(status);
}

int impl_hipHostAlloc(void **ptr, size_t size, unsigned flags)
{
    return impl_hipHostMalloc(ptr, size, flags);
}

int impl_hipMallocHost(void **ptr, size_t size)
{
    return impl_hipHostMalloc(ptr, size, /* no flags */ 0);
}

int impl_hipMemAllocHost(void **ptr, size_t size)
{
    return impl_hipHostMalloc(ptr, size, /* no flags */ 0);
}

/* Every device may be using it. */
static void drain_all(void)
{
    for (int i = 0; i < device_count(); i++)
        device_drain(device_get(i));
}

int impl_hipHostFree(void *ptr)
{
    if (ptr == NULL)
        return HIP_SUCCESS;
    struct memory memory;
    gpu_addr addr = hip_addr(ptr);
    if (memory_find(addr, &memory) != SIM_OK || memory.base != addr ||
        memory.kind != MEMORY_PINNED)
        return HIP_INVALID_VALUE;
    drain_all();
    return hip_code(memory_free(addr, 1u << MEMORY_PINNED));
}

int impl_hipFreeHost(void *ptr)
{
    return impl_hipHostFree(ptr);
}

int impl_hipHostRegister(void *ptr, size_t size, unsigned flags)
{
    unsigned known =
        REGISTER_PORTABLE | REGISTER_MAPPED | REGISTER_IO | REGISTER_COARSE;
    if (ptr == NULL || size == 0 || (flags & ~known) != 0)
        return HIP_INVALID_VALUE;
    struct device *device = hip_device();
    return hip_code(memory_register(device, ptr, size, device, flags));
}

int impl_hipHostUnregister(void *ptr)
{
    if (ptr == NULL)
        return HIP_INVALID_VALUE;
    drain_all();
    return hip_code(memory_unregister(ptr));
}

static bool find_host(void *ptr, struct memory *out)
{
    return memory_find(hip_addr(ptr), out) == SIM_OK && memory_is_host(out);
}

int impl_hipHostGetDevicePointer(void **out, void *ptr, unsigned flags)
{
    struct memory memory;
    if (out == NULL || ptr == NULL || flags != 0 || !find_host(ptr, &memory))
        return HIP_INVALID_VALUE;
    *out = ptr;
    return HIP_SUCCESS;
}

int impl_hipHostGetFlags(unsigned *flags, void *ptr)
{
    struct memory memory;
    if (flags == NULL || ptr == NULL || !find_host(ptr, &memory))
        return HIP_INVALID_VALUE;
    *flags = memory.flags;
    return HIP_SUCCESS;
}
