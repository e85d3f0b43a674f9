/* Stream-ordered memory and its pools. */

#include "tests/sim/hip.h"
#include "tests/sim/hip_handle.h"

enum { READ_AND_WRITE = 3 };

static bool is_default(const void *handle)
{
    for (int i = 0; i < device_count(); i++) {
        if (device_get(i)->default_pool == handle)
            return true;
    }
    return false;
}

static int pool_of(void *handle, struct mempool **out)
{
    *out = handle;
    bool was_pool = hip_handle_is(HIP_POOL, handle) || is_default(handle);
    return was_pool && mempool_is_alive(*out) ? HIP_SUCCESS : HIP_INVALID_VALUE;
}

static int allocate(void **ptr, size_t size, struct mempool *pool, void *handle)
{
    struct stream *stream;
    int code = hip_stream_of(handle, &stream);
    if (code != HIP_SUCCESS)
        return code;
    if (size == 0) {
        *ptr = NULL;
        return HIP_SUCCESS;
    }
    gpu_addr addr;
    enum sim_status status = mempool_alloc(pool, size, stream,
                                           /* owner */ stream->device, &addr);
    if (status == SIM_OK)
        *ptr = hip_pointer(addr);
    return hip_code(status);
}

int impl_hipMallocAsync(void **ptr, size_t size, void *stream)
{
    if (ptr == NULL)
        return HIP_INVALID_VALUE;
    return allocate(ptr, size, /* the current one */ NULL, stream);
}

int impl_hipMallocFromPoolAsync(void **ptr, size_t size, void *handle,
                                void *stream)
{
    struct mempool *pool;
    if (ptr == NULL)
        return HIP_INVALID_VALUE;
    int code = pool_of(handle, &pool);
    return code == HIP_SUCCESS ? allocate(ptr, size, pool, stream) : code;
}

int impl_hipFreeAsync(void *ptr, void *handle)
{
    struct stream *stream;
    if (ptr == NULL)
        return HIP_INVALID_VALUE;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(mempool_free(hip_addr(ptr), stream))
                               : code;
}

int impl_hipMemPoolCreate(void **out,
                          const struct hip_pool_properties *properties)
{
    if (out == NULL || properties == NULL ||
        properties->type != HIP_ALLOCATION_PINNED ||
        properties->location.type != HIP_LOCATION_DEVICE)
        return HIP_INVALID_VALUE;
    struct device *device = device_get(properties->location.id);
    if (device == NULL)
        return HIP_INVALID_VALUE;
    struct mempool *pool;
    size_t max_size = hip_major < 6 ? 0 : properties->max_size;
    enum sim_status status = mempool_create(device, max_size, &pool);
    if (status != SIM_OK)
        return hip_code(status);
    hip_handle_add(HIP_POOL, pool);
    *out = pool;
    return HIP_SUCCESS;
}

int impl_hipMemPoolDestroy(void *handle)
{
    struct mempool *pool;
    int code = pool_of(handle, &pool);
    return code == HIP_SUCCESS ? hip_code(mempool_destroy(pool)) : code;
}

int impl_hipMemPoolTrimTo(void *handle, size_t keep)
{
    struct mempool *pool;
    int code = pool_of(handle, &pool);
    return code == HIP_SUCCESS ? hip_code(mempool_trim(pool, keep)) : code;
}

int impl_hipMemPoolSetAttribute(void *handle, int attribute, void *value)
{
    struct mempool *pool;
    int code = pool_of(handle, &pool);
    if (code != HIP_SUCCESS || value == NULL)
        return HIP_INVALID_VALUE;
    return hip_code(mempool_set(pool, attribute, value));
}

int impl_hipMemPoolGetAttribute(void *handle, int attribute, void *value)
{
    struct mempool *pool;
    int code = pool_of(handle, &pool);
    if (code != HIP_SUCCESS || value == NULL)
        return HIP_INVALID_VALUE;
    return hip_code(mempool_get(pool, attribute, value));
}

/* All devices reach all pools, so that there is nothing to open. What is asked
 * for is checked; the owner's access cannot be taken away. */
int impl_hipMemPoolSetAccess(void *handle, const struct hip_access *accesses,
                             size_t count)
{
    struct mempool *pool;
    int code = pool_of(handle, &pool);
    if (code != HIP_SUCCESS || (accesses == NULL && count > 0))
        return HIP_INVALID_VALUE;
    for (size_t i = 0; i < count; i++) {
        const struct device *device = device_get(accesses[i].location.id);
        if (accesses[i].location.type != HIP_LOCATION_DEVICE || device == NULL)
            return HIP_INVALID_VALUE;
        if (device == mempool_device(pool) &&
            accesses[i].flags != READ_AND_WRITE)
            return HIP_INVALID_VALUE;
    }
    return HIP_SUCCESS;
}

int impl_hipMemPoolGetAccess(int *flags, void *handle,
                             struct hip_location *location)
{
    struct mempool *pool;
    int code = pool_of(handle, &pool);
    if (code != HIP_SUCCESS || flags == NULL || location == NULL ||
        location->type != HIP_LOCATION_DEVICE ||
        device_get(location->id) == NULL)
        return HIP_INVALID_VALUE;
    *flags = READ_AND_WRITE;
    return HIP_SUCCESS;
}

/* Pools are not shared between processes here. */

int impl_hipMemPoolExportToShareableHandle(void *handle, void *pool, int type,
                                           unsigned flags)
{
    (void)type;
    (void)flags;
    return handle == NULL || pool == NULL ? HIP_INVALID_VALUE
                                          : HIP_NOT_SUPPORTED;
}

int impl_hipMemPoolImportFromShareableHandle(void **pool, void *handle,
                                             int type, unsigned flags)
{
    (void)type;
    (void)flags;
    return handle == NULL || pool == NULL ? HIP_INVALID_VALUE
                                          : HIP_NOT_SUPPORTED;
}

int impl_hipMemPoolExportPointer(void *data, void *ptr)
{
    return data == NULL || ptr == NULL ? HIP_INVALID_VALUE : HIP_NOT_SUPPORTED;
}

int impl_hipMemPoolImportPointer(void **ptr, void *pool, void *data)
{
    return ptr == NULL || pool == NULL || data == NULL ? HIP_INVALID_VALUE
                                                       : HIP_NOT_SUPPORTED;
}

int impl_hipDeviceGetDefaultMemPool(void **pool, int ordinal)
{
    const struct device *device = device_get(ordinal);
    if (pool == NULL)
        return HIP_INVALID_VALUE;
    if (device == NULL)
        return HIP_INVALID_DEVICE;
    *pool = device->default_pool;
    return HIP_SUCCESS;
}

int impl_hipDeviceGetMemPool(void **pool, int ordinal)
{
    struct device *device = device_get(ordinal);
    if (pool == NULL)
        return HIP_INVALID_VALUE;
    if (device == NULL)
        return HIP_INVALID_DEVICE;
    *pool = atomic_load(&device->current_pool);
    return HIP_SUCCESS;
}

int impl_hipDeviceSetMemPool(int ordinal, void *handle)
{
    struct mempool *pool;
    struct device *device = device_get(ordinal);
    if (device == NULL)
        return HIP_INVALID_DEVICE;
    int code = pool_of(handle, &pool);
    if (code != HIP_SUCCESS)
        return code;
    if (mempool_device(pool) != device)
        return HIP_INVALID_DEVICE;
    atomic_store(&device->current_pool, pool);
    return HIP_SUCCESS;
}
