/*
 * Virtual memory. AMD's has pages of 4096 bytes and maps a handle from its
 * first byte on only.
 */

#include "tests/sim/hip.h"
#include "tests/sim/hip_handle.h"

enum { GRANULARITY = 4096 };

/* What of hipMemAllocationProp counts, from either layout. */
static int read_properties(const void *properties, struct device **device,
                           bool *is_exportable)
{
    struct hip_memory_properties read;
    if (properties == NULL)
        return HIP_INVALID_VALUE;
    if (hip_major < 6) {
        const struct hip_memory_properties_5 *old = properties;
        read = (struct hip_memory_properties){.type = old->type,
                                              .handle_type = old->handle_type,
                                              .location = old->location};
    } else {
        read = *(const struct hip_memory_properties *)properties;
    }
    *device = device_get(read.location.id);
    *is_exportable = read.handle_type == HIP_HANDLE_FD;
    bool is_known_handle =
        read.handle_type == HIP_HANDLE_NONE || *is_exportable;
    return read.type == HIP_ALLOCATION_PINNED && is_known_handle &&
                   read.location.type == HIP_LOCATION_DEVICE && *device != NULL
               ? HIP_SUCCESS
               : HIP_INVALID_VALUE;
}

/* Give the handle out if there is one. */
static int give_handle(enum sim_status status, struct physical *physical,
                       void **out)
{
    if (status != SIM_OK)
        return hip_code(status);
    hip_handle_add(HIP_PHYSICAL, physical);
    *out = physical;
    return HIP_SUCCESS;
}

/* Storage is used again and never freed: the core tells the dead from it. */
static bool is_physical(const void *handle)
{
    return hip_handle_is(HIP_PHYSICAL, handle);
}

int impl_hipMemCreate(void **handle, size_t size, const void *properties,
                      unsigned long long flags)
{
    struct device *device;
    bool is_exportable;
    if (handle == NULL || size == 0 || flags != 0)
        return HIP_INVALID_VALUE;
    int code = read_properties(properties, &device, &is_exportable);
    if (code != HIP_SUCCESS)
        return code;
    struct physical *physical;
    enum sim_status status = physical_create(
        device, size, GRANULARITY, is_exportable, /* flags */ 0, &physical);
    return give_handle(status, physical, handle);
}

/* A dead handle is a wrong value here, not an invalid handle. */
static int code_of_handle(enum sim_status status)
{
    return status == SIM_BAD_HANDLE ? HIP_INVALID_VALUE : hip_code(status);
}

int impl_hipMemRelease(void *handle)
{
    return is_physical(handle) ? code_of_handle(physical_release(handle))
                               : HIP_INVALID_VALUE;
}

int impl_hipMemRetainAllocationHandle(void **handle, void *ptr)
{
    struct physical *physical;
    if (handle == NULL || ptr == NULL)
        return HIP_INVALID_VALUE;
    enum sim_status status = physical_retain(hip_addr(ptr), &physical);
    if (status == SIM_OK)
        *handle = physical;
    return hip_code(status);
}

int impl_hipMemAddressReserve(void **ptr, size_t size, size_t alignment,
                              void *hint, unsigned long long flags)
{
    gpu_addr addr;
    if (ptr == NULL || flags != 0)
        return HIP_INVALID_VALUE;
    enum sim_status status =
        vmm_reserve(size, alignment, GRANULARITY, hip_addr(hint), &addr);
    if (status == SIM_OK)
        *ptr = hip_pointer(addr);
    return hip_code(status);
}

int impl_hipMemAddressFree(void *ptr, size_t size)
{
    return ptr == NULL || size == 0 ? HIP_INVALID_VALUE
                                    : hip_code(vmm_free(hip_addr(ptr), size));
}

int impl_hipMemMap(void *ptr, size_t size, size_t offset, void *handle,
                   unsigned long long flags)
{
    if (ptr == NULL || size == 0 || offset != 0 || !is_physical(handle) ||
        flags != 0)
        return HIP_INVALID_VALUE;
    enum sim_status status =
        vmm_map(hip_addr(ptr), size, offset, handle, GRANULARITY);
    return status == SIM_ALREADY_MAPPED ? HIP_INVALID_VALUE
                                        : code_of_handle(status);
}

int impl_hipMemUnmap(void *ptr, size_t size)
{
    return ptr == NULL || size == 0 ? HIP_INVALID_VALUE
                                    : hip_code(vmm_unmap(hip_addr(ptr), size));
}

static int set_access(void *ptr, size_t size, const struct hip_access *access)
{
    if (access->location.type != HIP_LOCATION_DEVICE ||
        device_get(access->location.id) == NULL)
        return HIP_INVALID_VALUE;
    return hip_code(vmm_set_access(hip_addr(ptr), size, access->location.id,
                                   (unsigned)access->flags));
}

int impl_hipMemSetAccess(void *ptr, size_t size,
                         const struct hip_access *accesses, size_t count)
{
    if (ptr == NULL || size == 0 || accesses == NULL || count == 0)
        return HIP_INVALID_VALUE;
    int code = HIP_SUCCESS;
    for (size_t i = 0; code == HIP_SUCCESS && i < count; i++)
        code = set_access(ptr, size, &accesses[i]);
    return code;
}

int impl_hipMemGetAccess(unsigned long long *flags,
                         const struct hip_location *location, void *ptr)
{
    unsigned access;
    if (flags == NULL || location == NULL || ptr == NULL ||
        location->type != HIP_LOCATION_DEVICE ||
        device_get(location->id) == NULL)
        return HIP_INVALID_VALUE;
    enum sim_status status =
        vmm_get_access(hip_addr(ptr), location->id, &access);
    if (status == SIM_OK)
        *flags = access;
    return hip_code(status);
}

int impl_hipMemGetAllocationGranularity(size_t *granularity,
                                        const void *properties, int option)
{
    enum { MINIMUM, RECOMMENDED };
    struct device *device;
    bool is_exportable;
    if (granularity == NULL || option < MINIMUM || option > RECOMMENDED)
        return HIP_INVALID_VALUE;
    int code = read_properties(properties, &device, &is_exportable);
    if (code == HIP_SUCCESS)
        *granularity = GRANULARITY;
    return code;
}

int impl_hipMemGetAllocationPropertiesFromHandle(void *properties, void *handle)
{
    int device;
    bool is_exportable;
    unsigned flags;
    if (properties == NULL || !is_physical(handle) ||
        physical_describe(handle, &device, &is_exportable, &flags) != SIM_OK)
        return HIP_INVALID_VALUE;
    const struct hip_location location = {HIP_LOCATION_DEVICE, device};
    int handle_type = is_exportable ? HIP_HANDLE_FD : HIP_HANDLE_NONE;
    if (hip_major < 6)
        *(struct hip_memory_properties_5 *)properties =
            (struct hip_memory_properties_5){.type = HIP_ALLOCATION_PINNED,
                                             .handle_type = handle_type,
                                             .location = location};
    else
        *(struct hip_memory_properties *)properties =
            (struct hip_memory_properties){.type = HIP_ALLOCATION_PINNED,
                                           .handle_type = handle_type,
                                           .location = location};
    return HIP_SUCCESS;
}

int impl_hipMemExportToShareableHandle(void *shared, void *handle, int type,
                                       unsigned long long flags)
{
    int fd;
    if (shared == NULL || !is_physical(handle) || type != HIP_HANDLE_FD ||
        flags != 0)
        return HIP_INVALID_VALUE;
    enum sim_status status = physical_export(handle, &fd);
    if (status == SIM_OK)
        *(int *)shared = fd;
    return code_of_handle(status);
}

/* Up to 6 the descriptor is pointed to, from 7.1 on it is the pointer. */
int impl_hipMemImportFromShareableHandle(void **handle, void *shared, int type)
{
    struct physical *physical;
    bool is_pointed_to = hip_major < 7;
    if (handle == NULL || type != HIP_HANDLE_FD ||
        (is_pointed_to && shared == NULL))
        return HIP_INVALID_VALUE;
    int fd = is_pointed_to ? *(const int *)shared : (int)(intptr_t)shared;
    enum sim_status status = physical_import(fd, &physical);
    return give_handle(status, physical, handle);
}
