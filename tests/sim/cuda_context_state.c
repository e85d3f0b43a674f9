#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

CUresult sim_cuCtxGetDevice(CUdevice *device)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (device == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *device = context->device->ordinal;
    return CUDA_SUCCESS;
}

CUresult sim_cuCtxSynchronize(void)
{
    CUcontext context;
    CUresult result = context_current(&context);
    return result != CUDA_SUCCESS
               ? result
               : cuda_code(device_synchronize(context->device));
}

CUresult sim_cuCtxGetFlags(unsigned *flags)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (flags == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = context->flags;
    return CUDA_SUCCESS;
}

CUresult sim_cuCtxSetFlags(unsigned flags)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result == CUDA_SUCCESS)
        context->flags = flags;
    return result;
}

/* NULL is the current one. */
static CUresult named_context(CUcontext context, CUcontext *out)
{
    if (context == NULL)
        return context_current(out);
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!context_is_known(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    *out = context;
    return context->is_alive ? CUDA_SUCCESS : CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

CUresult sim_cuCtxGetId(CUcontext context, unsigned long long *id)
{
    CUcontext named;
    CUresult result = named_context(context, &named);
    if (result != CUDA_SUCCESS)
        return result;
    if (id == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *id = named->id;
    return CUDA_SUCCESS;
}

CUresult sim_cuCtxGetApiVersion(CUcontext context, unsigned *version)
{
    CUcontext named;
    CUresult result = named_context(context, &named);
    if (result != CUDA_SUCCESS)
        return result;
    if (version == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *version = named->api_version;
    return CUDA_SUCCESS;
}

CUresult sim_cuCtxSetLimit(CUlimit limit, size_t value)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (limit >= CONTEXT_LIMITS)
        return CUDA_ERROR_INVALID_VALUE;
    context->limits[limit] = value;
    return CUDA_SUCCESS;
}

CUresult sim_cuCtxGetLimit(size_t *value, CUlimit limit)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (value == NULL || limit >= CONTEXT_LIMITS)
        return CUDA_ERROR_INVALID_VALUE;
    *value = context->limits[limit];
    return CUDA_SUCCESS;
}

CUresult sim_cuCtxGetCacheConfig(CUfunc_cache *config)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (config == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *config = context->cache_config;
    return CUDA_SUCCESS;
}

CUresult sim_cuCtxSetCacheConfig(CUfunc_cache config)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result == CUDA_SUCCESS)
        context->cache_config = config;
    return result;
}

CUresult sim_cuCtxGetSharedMemConfig(CUsharedconfig *config)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (config == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *config = 1; /* four bytes, all that newer devices have */
    return CUDA_SUCCESS;
}

CUresult sim_cuCtxSetSharedMemConfig(CUsharedconfig config)
{
    CUcontext context;
    (void)config;
    return context_current(&context);
}

CUresult sim_cuCtxGetStreamPriorityRange(int *least, int *greatest)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (least != NULL)
        *least = 0;
    if (greatest != NULL)
        *greatest = -5;
    return CUDA_SUCCESS;
}

CUresult sim_cuCtxResetPersistingL2Cache(void)
{
    CUcontext context;
    return context_current(&context);
}

CUresult sim_cuCtxAttach(CUcontext *context, unsigned flags)
{
    return flags != 0 || context == NULL ? CUDA_ERROR_INVALID_VALUE
                                         : context_current(context);
}

CUresult sim_cuCtxDetach(CUcontext context)
{
    CUcontext current;
    CUresult result = context_current(&current);
    return result == CUDA_SUCCESS && context != current
               ? CUDA_ERROR_INVALID_CONTEXT
               : result;
}

CUresult sim_cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (!context_is_known(peer) || !peer->is_alive || peer == context)
        return CUDA_ERROR_INVALID_CONTEXT;
    return cuda_code(device_open_peer(context->device, peer->device));
}

CUresult sim_cuCtxDisablePeerAccess(CUcontext peer)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (!context_is_known(peer) || !peer->is_alive)
        return CUDA_ERROR_INVALID_CONTEXT;
    return cuda_code(device_close_peer(context->device, peer->device));
}
