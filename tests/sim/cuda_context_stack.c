#include "tests/sim/cuda_context.h"

#include "tests/sim/cuda_calls.h"

enum { STACK_DEPTH = 64 };

/* The contexts of a thread; the top one is current. */
struct context_stack {
    CUcontext contexts[STACK_DEPTH];
    int depth;
};

static _Thread_local struct context_stack stack
    __attribute__((tls_model("initial-exec")));

CUcontext context_top(void)
{
    return stack.depth > 0 ? stack.contexts[stack.depth - 1] : NULL;
}

CUresult context_current(CUcontext *out)
{
    if (!context_is_driver_ready())
        return CUDA_ERROR_NOT_INITIALIZED;
    CUcontext context = context_top();
    if (context == NULL)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (!atomic_load_explicit(&context->is_alive, memory_order_acquire))
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    *out = context;
    return CUDA_SUCCESS;
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
    *context = context_top();
    return CUDA_SUCCESS;
}
