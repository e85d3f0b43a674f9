#include <stdio.h>
#include <string.h>

#include "tests/sim/hip.h"

static _Thread_local int current __attribute__((tls_model("initial-exec")));
static atomic_bool in_use[SETTINGS_MAX_DEVICES];

struct device *hip_device(void)
{
    return device_get(current);
}

bool hip_choose_device(int ordinal)
{
    if (ordinal < 0 || ordinal >= device_count())
        return false;
    current = ordinal;
    atomic_store_explicit(&in_use[ordinal], true, memory_order_relaxed);
    return true;
}

bool hip_is_device_in_use(const struct device *device)
{
    return atomic_load(&device->used) > 0 ||
           atomic_load(&in_use[device->ordinal]);
}

/* What belongs to a device has it as its owner. */
void hip_reset_device(struct device *device)
{
    device_drain(device);
    stream_destroy_owner(device);
    event_destroy_owner(device);
    memory_free_owner(device);
    mempool_trim(device->default_pool, /* nothing */ 0);
    atomic_store(&device->current_pool, device->default_pool);
    atomic_store(&device->peers, 0);
    device_clear_fault(device);
    atomic_store(&in_use[device->ordinal], false);
}

int impl_hipInit(unsigned flags)
{
    return flags == 0 ? HIP_SUCCESS : HIP_INVALID_VALUE;
}

int impl_hipDriverGetVersion(int *version)
{
    return impl_hipRuntimeGetVersion(version);
}

int impl_hipRuntimeGetVersion(int *version)
{
    if (version == NULL)
        return HIP_INVALID_VALUE;
    *version = hip_version;
    return HIP_SUCCESS;
}

int impl_hipGetDeviceCount(int *count)
{
    if (count == NULL)
        return HIP_INVALID_VALUE;
    *count = device_count();
    return *count > 0 ? HIP_SUCCESS : HIP_NO_DEVICE;
}

int impl_hipGetDevice(int *device)
{
    if (device == NULL)
        return HIP_INVALID_VALUE;
    *device = current;
    return HIP_SUCCESS;
}

int impl_hipSetDevice(int device)
{
    return hip_choose_device(device) ? HIP_SUCCESS : HIP_INVALID_DEVICE;
}

int impl_hipDeviceGet(int *device, int ordinal)
{
    if (device == NULL)
        return HIP_INVALID_VALUE;
    if (device_get(ordinal) == NULL)
        return HIP_INVALID_DEVICE;
    *device = ordinal;
    return HIP_SUCCESS;
}

int impl_hipDeviceSynchronize(void)
{
    return hip_code(device_synchronize(hip_device()));
}

int impl_hipDeviceReset(void)
{
    hip_reset_device(hip_device());
    return HIP_SUCCESS;
}

int impl_hipDeviceGetName(char *name, int length, int device)
{
    if (device_get(device) == NULL)
        return HIP_INVALID_DEVICE;
    if (name == NULL || length <= 0)
        return HIP_INVALID_VALUE;
    snprintf(name, (size_t)length, "Simulated GPU %d", device);
    return HIP_SUCCESS;
}

int impl_hipDeviceGetUuid(struct hip_uuid *uuid, int device)
{
    if (device_get(device) == NULL)
        return HIP_INVALID_DEVICE;
    if (uuid == NULL)
        return HIP_INVALID_VALUE;
    char text[sizeof uuid->bytes + 1];
    snprintf(text, sizeof text, "GPU-51bb%08d", device);
    memcpy(uuid->bytes, text, sizeof uuid->bytes);
    return HIP_SUCCESS;
}

int impl_hipDeviceTotalMem(size_t *size, int ordinal)
{
    const struct device *device = device_get(ordinal);
    if (size == NULL)
        return HIP_INVALID_VALUE;
    if (device == NULL)
        return HIP_INVALID_DEVICE;
    *size = device->total;
    return HIP_SUCCESS;
}

int impl_hipDeviceGetPCIBusId(char *id, int length, int device)
{
    if (device_get(device) == NULL)
        return HIP_INVALID_DEVICE;
    if (id == NULL || length <= 0)
        return HIP_INVALID_VALUE;
    snprintf(id, (size_t)length, "0000:%02x:00.0", device + 1);
    return HIP_SUCCESS;
}

int impl_hipDeviceGetByPCIBusId(int *device, const char *id)
{
    unsigned domain, bus;
    if (device == NULL || id == NULL)
        return HIP_INVALID_VALUE;
    if (sscanf(id, "%x:%x:", &domain, &bus) != 2 || domain != 0 ||
        device_get((int)bus - 1) == NULL)
        return HIP_INVALID_VALUE;
    *device = (int)bus - 1;
    return HIP_SUCCESS;
}

int impl_hipDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    if (least != NULL)
        *least = 1;
    if (greatest != NULL)
        *greatest = -1;
    return HIP_SUCCESS;
}
