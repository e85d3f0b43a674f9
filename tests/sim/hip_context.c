/*
 * Contexts. A device has one, whose handle is the device's; making another
 * gives the same. A thread's stack of them is what else there is to know.
 */

#include "tests/sim/hip.h"

enum { STACK_SIZE = 32 };

/* The devices that were current before each push. */
static _Thread_local struct {
    int below[STACK_SIZE];
    int depth;
} stack;

static struct device *device_of(const void *context)
{
    for (int i = 0; i < device_count(); i++) {
        if (device_get(i) == context)
            return device_get(i);
    }
    return NULL;
}

static int push(const struct device *device)
{
    if (device == NULL || stack.depth == STACK_SIZE)
        return HIP_INVALID_CONTEXT;
    stack.below[stack.depth++] = hip_device()->ordinal;
    hip_choose_device(device->ordinal);
    return HIP_SUCCESS;
}

int impl_hipCtxCreate(void **context, unsigned flags, int device)
{
    (void)flags;
    if (context == NULL)
        return HIP_INVALID_VALUE;
    if (device_get(device) == NULL)
        return HIP_INVALID_DEVICE;
    *context = device_get(device);
    return push(device_get(device));
}

/* The device outlives the handle, and so does what was made on it. */
int impl_hipCtxDestroy(void *context)
{
    struct device *device = device_of(context);
    if (device == NULL)
        return HIP_INVALID_VALUE;
    if (device == hip_device() && stack.depth > 0)
        hip_choose_device(stack.below[--stack.depth]);
    return HIP_SUCCESS;
}

int impl_hipCtxPushCurrent(void *context)
{
    return push(device_of(context));
}

int impl_hipCtxPopCurrent(void **context)
{
    if (stack.depth == 0)
        return HIP_INVALID_CONTEXT;
    if (context != NULL)
        *context = hip_device();
    hip_choose_device(stack.below[--stack.depth]);
    return HIP_SUCCESS;
}

int impl_hipCtxSetCurrent(void *context)
{
    if (context == NULL)
        return impl_hipCtxPopCurrent(/* which was it */ NULL);
    const struct device *device = device_of(context);
    if (device == NULL)
        return HIP_INVALID_CONTEXT;
    hip_choose_device(device->ordinal);
    return HIP_SUCCESS;
}

int impl_hipCtxGetCurrent(void **context)
{
    if (context == NULL)
        return HIP_INVALID_VALUE;
    *context = hip_device();
    return HIP_SUCCESS;
}

int impl_hipCtxGetDevice(int *device)
{
    return impl_hipGetDevice(device);
}

int impl_hipCtxGetApiVersion(void *context, int *version)
{
    if (device_of(context) == NULL)
        return HIP_INVALID_CONTEXT;
    if (version == NULL)
        return HIP_INVALID_VALUE;
    *version = 4; /* the only one there ever was */
    return HIP_SUCCESS;
}

int impl_hipCtxGetFlags(unsigned *flags)
{
    return impl_hipGetDeviceFlags(flags);
}

int impl_hipCtxSynchronize(void)
{
    return impl_hipDeviceSynchronize();
}

int impl_hipCtxEnablePeerAccess(void *peer, unsigned flags)
{
    const struct device *device = device_of(peer);
    return device != NULL
               ? impl_hipDeviceEnablePeerAccess(device->ordinal, flags)
               : HIP_INVALID_CONTEXT;
}

int impl_hipCtxDisablePeerAccess(void *peer)
{
    const struct device *device = device_of(peer);
    return device != NULL ? impl_hipDeviceDisablePeerAccess(device->ordinal)
                          : HIP_INVALID_CONTEXT;
}

int impl_hipDevicePrimaryCtxRetain(void **context, int device)
{
    if (context == NULL)
        return HIP_INVALID_VALUE;
    if (device_get(device) == NULL)
        return HIP_INVALID_DEVICE;
    *context = device_get(device);
    return HIP_SUCCESS;
}

/* By AMD's design it answers success and does nothing. */
int impl_hipDevicePrimaryCtxRelease(int device)
{
    return device_get(device) != NULL ? HIP_SUCCESS : HIP_INVALID_DEVICE;
}

int impl_hipDevicePrimaryCtxReset(int device)
{
    if (device_get(device) == NULL)
        return HIP_INVALID_DEVICE;
    hip_reset_device(device_get(device));
    return HIP_SUCCESS;
}

int impl_hipDevicePrimaryCtxSetFlags(int device, unsigned flags)
{
    (void)flags;
    return device_get(device) != NULL ? HIP_SUCCESS : HIP_INVALID_DEVICE;
}

int impl_hipDevicePrimaryCtxGetState(int device, unsigned *flags,
                                     int *is_active)
{
    if (device_get(device) == NULL)
        return HIP_INVALID_DEVICE;
    if (flags == NULL || is_active == NULL)
        return HIP_INVALID_VALUE;
    *flags = 0;
    *is_active = hip_is_device_in_use(device_get(device));
    return HIP_SUCCESS;
}
