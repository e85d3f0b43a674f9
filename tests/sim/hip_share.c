/* Memory of other processes and of other devices. */

#include <string.h>

#include "tests/sim/hip.h"

_Static_assert(sizeof(struct hip_ipc_handle) == sizeof(struct memory_handle),
               "a handle has 64 bytes");

int impl_hipIpcGetMemHandle(struct hip_ipc_handle *out, void *ptr)
{
    struct memory_handle handle;
    if (out == NULL || ptr == NULL)
        return HIP_INVALID_VALUE;
    enum sim_status status = memory_export(hip_addr(ptr), &handle);
    if (status == SIM_OK)
        memcpy(out, &handle, sizeof handle);
    return hip_code(status);
}

int impl_hipIpcOpenMemHandle(void **ptr, struct hip_ipc_handle bytes,
                             unsigned flags)
{
    /* hipIpcMemLazyEnablePeerAccess, the only flag there is. */
    unsigned lazy = hip_major < 6 ? 0 : 1;
    struct device *device = hip_device();
    if (ptr == NULL || flags != lazy)
        return HIP_INVALID_VALUE;
    struct memory_handle handle;
    memcpy(&handle, &bytes, sizeof handle);
    gpu_addr addr;
    enum sim_status status = memory_import(device, &handle, device, &addr);
    if (status == SIM_OK)
        *ptr = hip_pointer(addr);
    return hip_code(status);
}

int impl_hipIpcCloseMemHandle(void *ptr)
{
    struct memory memory;
    gpu_addr addr = hip_addr(ptr);
    if (memory_find(addr, &memory) != SIM_OK ||
        memory.kind != MEMORY_IMPORTED || memory.base != addr)
        return HIP_INVALID_VALUE;
    device_drain(memory.device);
    return hip_code(memory_free(addr, 1u << MEMORY_IMPORTED));
}

/* Events stay in their process here. */

int impl_hipIpcGetEventHandle(struct hip_ipc_handle *handle, void *event)
{
    return handle == NULL || event == NULL ? HIP_INVALID_VALUE
                                           : HIP_NOT_SUPPORTED;
}

int impl_hipIpcOpenEventHandle(void **event, struct hip_ipc_handle handle)
{
    (void)handle;
    return event == NULL ? HIP_INVALID_VALUE : HIP_NOT_SUPPORTED;
}

int impl_hipDeviceCanAccessPeer(int *can, int device, int peer)
{
    if (can == NULL)
        return HIP_INVALID_VALUE;
    if (device_get(device) == NULL || device_get(peer) == NULL)
        return HIP_INVALID_DEVICE;
    *can = device != peer;
    return HIP_SUCCESS;
}

int impl_hipDeviceEnablePeerAccess(int ordinal, unsigned flags)
{
    const struct device *peer = device_get(ordinal);
    if (flags != 0)
        return HIP_INVALID_VALUE;
    if (peer == NULL)
        return HIP_INVALID_DEVICE;
    return hip_code(device_open_peer(hip_device(), peer));
}

int impl_hipDeviceDisablePeerAccess(int ordinal)
{
    const struct device *peer = device_get(ordinal);
    if (peer == NULL)
        return HIP_INVALID_DEVICE;
    return hip_code(device_close_peer(hip_device(), peer));
}

int impl_hipDeviceGetP2PAttribute(int *value, int attribute, int device,
                                  int peer)
{
    enum { RANK, ACCESS, ATOMICS, ARRAYS };
    if (value == NULL || attribute < RANK || attribute > ARRAYS)
        return HIP_INVALID_VALUE;
    if (device_get(device) == NULL || device_get(peer) == NULL ||
        device == peer)
        return HIP_INVALID_DEVICE;
    *value = attribute == ACCESS || attribute == ATOMICS;
    return HIP_SUCCESS;
}
