#include "tests/sim/device.h"

#include <pthread.h>

#include "tests/sim/capture.h"
#include "tests/sim/memory_file.h"
#include "tests/sim/mempool.h"
#include "tests/sim/op.h"
#include "tests/sim/stream.h"

static struct device devices[SETTINGS_MAX_DEVICES];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_device(struct device *device, int ordinal)
{
    device->ordinal = ordinal;
    device->total = settings_get()->memory;
    device->bank = memory_file_open(ordinal);
    stream_create(device, /* blocking */ true, /* priority */ 0,
                  /* nobody's */ NULL, /* flags */ 0, &device->legacy);
    device->legacy->is_default = true;
    mempool_create(device, /* as large as the device */ 0,
                   &device->default_pool);
    atomic_store(&device->current_pool, device->default_pool);
}

static void open_devices(void)
{
    for (int i = 0; i < settings_get()->device_count; i++)
        open_device(&devices[i], i);
}

int device_count(void)
{
    pthread_once(&once, open_devices);
    return settings_get()->device_count;
}

struct device *device_get(int ordinal)
{
    return ordinal >= 0 && ordinal < device_count() ? &devices[ordinal] : NULL;
}

void device_memory(const struct device *device, size_t *available,
                   size_t *total)
{
    *available = device->total - atomic_load(&device->used);
    *total = device->total;
}

static size_t whole_pages(size_t size)
{
    return (size + 4095) & ~(size_t)4095;
}

enum sim_status device_charge(struct device *device, size_t size)
{
    if (size > device->total)
        return SIM_NO_MEMORY;

    size_t pages = whole_pages(size);
    size_t used = atomic_load(&device->used);
    do {
        if (pages > device->total - used)
            return SIM_NO_MEMORY;
    } while (!atomic_compare_exchange_weak(&device->used, &used, used + pages));
    return SIM_OK;
}

void device_refund(struct device *device, size_t size)
{
    atomic_fetch_sub(&device->used, whole_pages(size));
}

enum sim_status device_synchronize(struct device *device)
{
    if (stream_is_inside_callback())
        return SIM_NOT_PERMITTED;
    enum sim_status status = capture_check_unsafe();
    if (status != SIM_OK)
        return status;
    device_drain(device);
    return (enum sim_status)atomic_load_explicit(&device->fault,
                                                 memory_order_relaxed);
}

void device_drain(struct device *device)
{
    if (atomic_load(&device->pending) != 0)
        stream_join_all(device);
}

void device_clear_fault(struct device *device)
{
    atomic_store(&device->fault, SIM_OK);
}

enum sim_status device_open_peer(struct device *device,
                                 const struct device *peer)
{
    unsigned bit = 1u << peer->ordinal;
    if (device == peer)
        return SIM_PEER_UNSUPPORTED;
    return atomic_fetch_or(&device->peers, bit) & bit ? SIM_PEER_ENABLED
                                                      : SIM_OK;
}

enum sim_status device_close_peer(struct device *device,
                                  const struct device *peer)
{
    unsigned bit = 1u << peer->ordinal;
    return atomic_fetch_and(&device->peers, ~bit) & bit ? SIM_OK
                                                        : SIM_PEER_NOT_ENABLED;
}
