#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

#include "tests/sim/mempool.h"

/* A handle is the pool itself. */
static struct mempool *pool_of(CUmemoryPool handle)
{
    return (struct mempool *)handle;
}

static CUmemoryPool handle_of(struct mempool *pool)
{
    return (CUmemoryPool)pool;
}

static CUresult check_pool(CUmemoryPool handle)
{
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (handle == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    return mempool_is_alive(pool_of(handle)) ? CUDA_SUCCESS
                                             : CUDA_ERROR_INVALID_VALUE;
}

static CUresult allocate(CUdeviceptr *out, size_t size, struct mempool *pool,
                         CUstream handle)
{
    CUcontext context;
    struct stream *stream;
    gpu_addr addr;
    CUresult result = context_current(&context);
    if (result == CUDA_SUCCESS)
        result = context_stream(handle, /* per thread */ false, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || size == 0)
        return CUDA_ERROR_INVALID_VALUE;
    result = cuda_code(mempool_alloc(pool, size, stream, context, &addr));
    if (result == CUDA_SUCCESS)
        *out = addr;
    return result;
}

CUresult sim_cuMemAllocAsync(CUdeviceptr *out, size_t size, CUstream stream)
{
    return allocate(out, size, /* the current one */ NULL, stream);
}

CUresult sim_cuMemAllocFromPoolAsync(CUdeviceptr *out, size_t size,
                                     CUmemoryPool pool, CUstream stream)
{
    CUresult result = check_pool(pool);
    return result != CUDA_SUCCESS ? result
                                  : allocate(out, size, pool_of(pool), stream);
}

CUresult sim_cuMemFreeAsync(CUdeviceptr ptr, CUstream handle)
{
    struct stream *stream;
    CUresult result = context_stream(handle, /* per thread */ false, &stream);
    return result != CUDA_SUCCESS ? result
                                  : cuda_code(mempool_free(ptr, stream));
}

CUresult sim_cuMemPoolCreate(CUmemoryPool *out,
                             const CUmemPoolProps *properties)
{
    struct device *device;
    struct mempool *pool;
    if (out == NULL || properties == NULL ||
        properties->allocType != CU_MEM_ALLOCATION_TYPE_PINNED ||
        properties->location.type != CU_MEM_LOCATION_TYPE_DEVICE)
        return CUDA_ERROR_INVALID_VALUE;
    CUresult result = context_find_device(properties->location.id, &device);
    if (result != CUDA_SUCCESS)
        return result;
    /* Sharing a pool between processes is not simulated. */
    if (properties->handleTypes != 0)
        return CUDA_ERROR_NOT_SUPPORTED;
    result = cuda_code(mempool_create(device, properties->maxSize, &pool));
    if (result == CUDA_SUCCESS)
        *out = handle_of(pool);
    return result;
}

CUresult sim_cuMemPoolDestroy(CUmemoryPool pool)
{
    CUresult result = check_pool(pool);
    return result != CUDA_SUCCESS ? result
                                  : cuda_code(mempool_destroy(pool_of(pool)));
}

CUresult sim_cuMemPoolTrimTo(CUmemoryPool pool, size_t keep)
{
    CUresult result = check_pool(pool);
    return result != CUDA_SUCCESS
               ? result
               : cuda_code(mempool_trim(pool_of(pool), keep));
}

CUresult sim_cuMemPoolGetAttribute(CUmemoryPool pool,
                                   CUmemPool_attribute attribute, void *value)
{
    CUresult result = check_pool(pool);
    if (result != CUDA_SUCCESS)
        return result;
    return value == NULL
               ? CUDA_ERROR_INVALID_VALUE
               : cuda_code(mempool_get(pool_of(pool), (int)attribute, value));
}

CUresult sim_cuMemPoolSetAttribute(CUmemoryPool pool,
                                   CUmemPool_attribute attribute, void *value)
{
    CUresult result = check_pool(pool);
    if (result != CUDA_SUCCESS)
        return result;
    return value == NULL
               ? CUDA_ERROR_INVALID_VALUE
               : cuda_code(mempool_set(pool_of(pool), (int)attribute, value));
}

/* Every device reaches every pool already. */
CUresult sim_cuMemPoolSetAccess(CUmemoryPool pool,
                                const CUmemAccessDesc *access, size_t count)
{
    CUresult result = check_pool(pool);
    if (result != CUDA_SUCCESS)
        return result;
    return access == NULL && count > 0 ? CUDA_ERROR_INVALID_VALUE
                                       : CUDA_SUCCESS;
}

CUresult sim_cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool,
                                CUmemLocation *location)
{
    enum { READ_AND_WRITE = 3 };
    CUresult result = check_pool(pool);
    if (result != CUDA_SUCCESS)
        return result;
    if (flags == NULL || location == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = READ_AND_WRITE;
    return CUDA_SUCCESS;
}

CUresult sim_cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice number)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (pool == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *pool = handle_of(device->default_pool);
    return CUDA_SUCCESS;
}

CUresult sim_cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice number)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (pool == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *pool = handle_of(atomic_load(&device->current_pool));
    return CUDA_SUCCESS;
}

CUresult sim_cuDeviceSetMemPool(CUdevice number, CUmemoryPool pool)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result == CUDA_SUCCESS)
        result = check_pool(pool);
    if (result != CUDA_SUCCESS)
        return result;
    if (mempool_device(pool_of(pool)) != device)
        return CUDA_ERROR_INVALID_VALUE;
    atomic_store(&device->current_pool, pool_of(pool));
    return CUDA_SUCCESS;
}
