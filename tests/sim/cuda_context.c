#include "tests/sim/cuda_context.h"

#include <pthread.h>
#include <stdlib.h>

#include "tests/sim/cuda_calls.h"
#include "tests/sim/event.h"
#include "tests/sim/memory.h"
#include "tests/sim/stream.h"

atomic_bool context_driver_is_ready;
static atomic_bool is_forked;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct CUctx_st *contexts; /* dead ones too */
static unsigned long long last_id;

/* A child has none of the threads that do the work. */
static void close_driver_in_child(void)
{
    atomic_store(&context_driver_is_ready, false);
    atomic_store(&is_forked, true);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, close_driver_in_child);
}

CUresult sim_cuInit(unsigned flags)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (atomic_load(&is_forked))
        return CUDA_ERROR_NOT_INITIALIZED;
    if (device_count() == 0)
        return CUDA_ERROR_NO_DEVICE;
    pthread_once(&once, watch_forks);
    atomic_store(&context_driver_is_ready, true);
    return CUDA_SUCCESS;
}

CUresult context_device(struct device **out)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result == CUDA_SUCCESS)
        *out = context->device;
    return result;
}

CUresult context_stream(CUstream handle, bool null_is_per_thread,
                        struct stream **out)
{
    struct device *device;
    CUresult result = context_device(&device);
    return result != CUDA_SUCCESS
               ? result
               : cuda_code(
                     stream_resolve(device, handle, null_is_per_thread, out));
}

CUresult context_find_device(CUdevice number, struct device **out)
{
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    struct device *device = device_get(number);
    if (device == NULL)
        return CUDA_ERROR_INVALID_DEVICE;
    *out = device;
    return CUDA_SUCCESS;
}

static bool is_known_locked(CUcontext context)
{
    CUcontext it = contexts;
    while (it != NULL && it != context)
        it = it->next;
    return it != NULL;
}

bool context_is_known(CUcontext context)
{
    pthread_mutex_lock(&lock);
    bool is = is_known_locked(context);
    pthread_mutex_unlock(&lock);
    return is;
}

void context_open(CUcontext context, struct device *device, unsigned flags)
{
    pthread_mutex_lock(&lock);
    context->device = device;
    context->flags = flags;
    context->api_version = 3020;
    context->id = ++last_id;
    if (!is_known_locked(context)) {
        context->next = contexts;
        contexts = context;
    }
    pthread_mutex_unlock(&lock);
    atomic_store(&context->is_alive, true);
}

/* Everything that was made in it goes with it. */
bool context_close(CUcontext context)
{
    if (!atomic_exchange(&context->is_alive, false))
        return false;
    device_drain(context->device);
    stream_destroy_owner(context);
    event_destroy_owner(context);
    memory_free_owner(context);
    device_clear_fault(context->device);
    return true;
}

static CUresult create_context(CUcontext *out, unsigned flags, CUdevice number)
{
    struct device *device;
    CUresult result = context_find_device(number, &device);
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    CUcontext context = calloc(1, sizeof *context);
    if (context == NULL)
        return CUDA_ERROR_OUT_OF_MEMORY;
    context_open(context, device, flags);
    *out = context;
    return sim_cuCtxPushCurrent_v2(context);
}

CUresult sim_cuCtxCreate_v2(CUcontext *context, unsigned flags, CUdevice device)
{
    return create_context(context, flags, device);
}

CUresult sim_cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *affinity,
                            int count, unsigned flags, CUdevice device)
{
    (void)affinity;
    return count != 0 ? CUDA_ERROR_NOT_SUPPORTED
                      : create_context(context, flags, device);
}

CUresult sim_cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *how,
                            unsigned flags, CUdevice device)
{
    return how != NULL ? CUDA_ERROR_NOT_SUPPORTED
                       : create_context(context, flags, device);
}

/* The handle stays known, so that its use is an error and no fault. */
CUresult sim_cuCtxDestroy_v2(CUcontext context)
{
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!context_is_known(context) || context->is_primary)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!context_close(context))
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    CUcontext popped;
    if (context_top() == context)
        sim_cuCtxPopCurrent_v2(&popped);
    return CUDA_SUCCESS;
}

CUresult sim_cuCtxDestroy(CUcontext context)
{
    return sim_cuCtxDestroy_v2(context);
}
