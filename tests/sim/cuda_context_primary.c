#include "tests/sim/cuda_context.h"

#include <pthread.h>

#include "tests/sim/cuda_calls.h"

/* The context that everybody in the process shares, one for each device. */

/* Held while one opens or closes, so that it does only one of them. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct CUctx_st primary[SETTINGS_MAX_DEVICES];

CUresult sim_cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice number)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (context == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    CUcontext it = &primary[number];
    pthread_mutex_lock(&lock);
    it->is_primary = true;
    it->retains++;
    if (!it->is_alive)
        context_open(it, device, it->flags);
    pthread_mutex_unlock(&lock);
    *context = it;
    return CUDA_SUCCESS;
}

CUresult sim_cuDevicePrimaryCtxRelease_v2(CUdevice number)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    CUcontext it = &primary[number];
    pthread_mutex_lock(&lock);
    bool was_retained = it->retains > 0;
    bool is_last = was_retained && --it->retains == 0;
    if (is_last)
        context_close(it);
    pthread_mutex_unlock(&lock);
    return was_retained ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult sim_cuDevicePrimaryCtxRelease(CUdevice number)
{
    return sim_cuDevicePrimaryCtxRelease_v2(number);
}

/* The references stay: whoever retained it may go on and release it. */
CUresult sim_cuDevicePrimaryCtxReset_v2(CUdevice number)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    pthread_mutex_lock(&lock);
    context_close(&primary[number]);
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult sim_cuDevicePrimaryCtxReset(CUdevice number)
{
    return sim_cuDevicePrimaryCtxReset_v2(number);
}

CUresult sim_cuDevicePrimaryCtxSetFlags_v2(CUdevice number, unsigned flags)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    pthread_mutex_lock(&lock);
    primary[number].flags = flags;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}

CUresult sim_cuDevicePrimaryCtxSetFlags(CUdevice number, unsigned flags)
{
    return sim_cuDevicePrimaryCtxSetFlags_v2(number, flags);
}

CUresult sim_cuDevicePrimaryCtxGetState(CUdevice number, unsigned *flags,
                                        int *is_active)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (flags == NULL || is_active == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    *flags = primary[number].flags;
    *is_active = primary[number].is_alive;
    pthread_mutex_unlock(&lock);
    return CUDA_SUCCESS;
}
