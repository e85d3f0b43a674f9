#include "tests/sim/cuda_context.h"

#include <pthread.h>
#include <stdlib.h>

#include "tests/sim/capture.h"
#include "tests/sim/cuda_calls.h"
#include "tests/sim/event.h"
#include "tests/sim/memory.h"
#include "tests/sim/stream.h"

enum { STACK_DEPTH = 64 };

/* The contexts of a thread; the top one is current. */
struct context_stack {
    CUcontext contexts[STACK_DEPTH];
    int depth;
};

static _Thread_local struct context_stack stack
    __attribute__((tls_model("initial-exec")));

static atomic_bool is_ready;
static atomic_bool is_forked;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct CUctx_st primary[SETTINGS_MAX_DEVICES];
static struct CUctx_st *contexts; /* made by cuCtxCreate, dead ones too */
static unsigned long long last_id;

bool context_is_driver_ready(void)
{
    return atomic_load_explicit(&is_ready, memory_order_relaxed);
}

/* A child has none of the threads that do the work. */
static void close_driver_in_child(void)
{
    atomic_store(&is_ready, false);
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
    atomic_store(&is_ready, true);
    return CUDA_SUCCESS;
}

static CUcontext top(void)
{
    return stack.depth > 0 ? stack.contexts[stack.depth - 1] : NULL;
}

CUresult context_current(CUcontext *out)
{
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    CUcontext context = top();
    if (context == NULL)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!context->is_alive)
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    *out = context;
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

static void open_context_locked(CUcontext context, struct device *device,
                                unsigned flags)
{
    context->device = device;
    context->flags = flags;
    context->api_version = 3020;
    context->is_alive = true;
    context->id = ++last_id;
}

/* Everything that was made in it goes with it. */
static void close_context(CUcontext context)
{
    device_drain(context->device);
    stream_destroy_owner(context);
    event_destroy_owner(context);
    memory_free_owner(context);
    device_clear_fault(context->device);
    context->is_alive = false;
}

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
        open_context_locked(it, device, it->flags);
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
    if (is_last && it->is_alive)
        close_context(it);
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
    if (primary[number].is_alive)
        close_context(&primary[number]);
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
    if (result == CUDA_SUCCESS)
        primary[number].flags = flags;
    return result;
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
    *flags = primary[number].flags;
    *is_active = primary[number].is_alive;
    return CUDA_SUCCESS;
}

static bool is_known_locked(CUcontext context)
{
    if (context >= primary && context < primary + SETTINGS_MAX_DEVICES)
        return true;
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

CUresult sim_cuCtxPushCurrent_v2(CUcontext context)
{
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (!context_is_known(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (stack.depth == STACK_DEPTH)
        return CUDA_ERROR_INVALID_VALUE;
    stack.contexts[stack.depth++] = context;
    return CUDA_SUCCESS;
}

CUresult sim_cuCtxPopCurrent_v2(CUcontext *context)
{
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (stack.depth == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    CUcontext popped = stack.contexts[--stack.depth];
    if (context != NULL)
        *context = popped;
    return CUDA_SUCCESS;
}

/* Takes the place of the top of the stack; NULL pops it. */
CUresult sim_cuCtxSetCurrent(CUcontext context)
{
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (context != NULL && !context_is_known(context))
        return CUDA_ERROR_INVALID_CONTEXT;
    if (stack.depth > 0)
        stack.depth--;
    if (context != NULL)
        stack.contexts[stack.depth++] = context;
    return CUDA_SUCCESS;
}

CUresult sim_cuCtxGetCurrent(CUcontext *context)
{
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (context == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *context = top();
    return CUDA_SUCCESS;
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
    pthread_mutex_lock(&lock);
    open_context_locked(context, device, flags);
    context->next = contexts;
    contexts = context;
    pthread_mutex_unlock(&lock);
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
    pthread_mutex_lock(&lock);
    bool was_alive = context->is_alive;
    if (was_alive)
        close_context(context);
    pthread_mutex_unlock(&lock);
    if (!was_alive)
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    if (top() == context)
        stack.depth--;
    return CUDA_SUCCESS;
}

CUresult sim_cuCtxDestroy(CUcontext context)
{
    return sim_cuCtxDestroy_v2(context);
}
