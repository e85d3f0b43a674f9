/* Memory of devices: asking for it, giving it back, and how much there is. */

#include "tests/sim/hip.h"

enum {
    FINE_GRAINED = 1,
    SIGNAL = 2,
    UNCACHED = 3,
    CONTIGUOUS = 4,
    ATTACH_GLOBAL = 1,
    ATTACH_HOST = 2,
    PITCH_ALIGNMENT = 256,
};

/* Which kinds hipFree takes. */
static const unsigned FREED =
    1u << MEMORY_DEVICE | 1u << MEMORY_MANAGED | 1u << MEMORY_POOLED;

static int allocate(void **ptr, size_t size, enum memory_kind kind,
                    unsigned flags)
{
    int refusal = hip_refuse_in_capture();
    if (refusal != HIP_SUCCESS)
        return refusal;
    struct device *device = hip_device();
    gpu_addr addr;
    enum sim_status status =
        memory_alloc(device, size, kind, /* owner */ device, flags, &addr);
    if (status == SIM_OK)
        *ptr = hip_pointer(addr);
    return hip_code(status);
}

static int allocate_plain(void **ptr, size_t size, unsigned flags)
{
    if (ptr == NULL)
        return HIP_INVALID_VALUE;
    if (size == 0) {
        *ptr = NULL;
        return HIP_SUCCESS;
    }
    return allocate(ptr, size, MEMORY_DEVICE, flags);
}

int impl_hipMalloc(void **ptr, size_t size)
{
    return allocate_plain(ptr, size, /* no flags */ 0);
}

int impl_hipExtMallocWithFlags(void **ptr, size_t size, unsigned flags)
{
    unsigned last = hip_newest < 601 ? SIGNAL : CONTIGUOUS;
    bool is_wrong_signal = flags == SIGNAL && size != 8;
    if (flags > last || is_wrong_signal)
        return HIP_INVALID_VALUE;
    return allocate_plain(ptr, size, flags);
}

int impl_hipMallocManaged(void **ptr, size_t size, unsigned flags)
{
    if (ptr == NULL || size == 0 ||
        (flags != ATTACH_GLOBAL && flags != ATTACH_HOST))
        return HIP_INVALID_VALUE;
    return allocate(ptr, size, MEMORY_MANAGED, flags);
}

static bool is_too_large(size_t pitch, size_t height, size_t depth)
{
    size_t area, volume;
    return __builtin_mul_overflow(pitch, height, &area) ||
           __builtin_mul_overflow(area, depth, &volume);
}

static int allocate_box(void **ptr, size_t *pitch, struct hip_extent extent)
{
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) {
        *ptr = NULL;
        *pitch = 0;
        return HIP_SUCCESS;
    }
    size_t wide =
        (extent.width + PITCH_ALIGNMENT - 1) & ~(size_t)(PITCH_ALIGNMENT - 1);
    if (wide < extent.width || is_too_large(wide, extent.height, extent.depth))
        return HIP_OUT_OF_MEMORY;
    int code = allocate(ptr, wide * extent.height * extent.depth, MEMORY_DEVICE,
                        /* no flags */ 0);
    if (code == HIP_SUCCESS)
        *pitch = wide;
    return code;
}

int impl_hipMallocPitch(void **ptr, size_t *pitch, size_t width, size_t height)
{
    if (ptr == NULL || pitch == NULL)
        return HIP_INVALID_VALUE;
    return allocate_box(ptr, pitch, (struct hip_extent){width, height, 1});
}

int impl_hipMemAllocPitch(void **ptr, size_t *pitch, size_t width,
                          size_t height, unsigned element)
{
    if (width == 0 || height == 0 ||
        (element != 4 && element != 8 && element != 16))
        return HIP_INVALID_VALUE;
    return impl_hipMallocPitch(ptr, pitch, width, height);
}

int impl_hipMalloc3D(struct hip_pitched *box, struct hip_extent extent)
{
    void *ptr;
    size_t pitch;
    if (box == NULL)
        return HIP_INVALID_VALUE;
    int code = allocate_box(&ptr, &pitch, extent);
    if (code == HIP_SUCCESS)
        *box = (struct hip_pitched){ptr, pitch, extent.width, extent.height};
    return code;
}

/* What was queued before may still use it: all of its device's streams. */
int impl_hipFree(void *ptr)
{
    int refusal = hip_refuse_in_capture();
    if (refusal != HIP_SUCCESS)
        return refusal;
    if (ptr == NULL)
        return HIP_SUCCESS;

    struct memory memory;
    gpu_addr addr = hip_addr(ptr);
    if (memory_find(addr, &memory) != SIM_OK || memory.base != addr ||
        (FREED & 1u << memory.kind) == 0)
        return HIP_INVALID_VALUE;
    device_drain(memory.device);
    return hip_code(memory_free(addr, FREED));
}

int impl_hipMemGetInfo(size_t *available, size_t *total)
{
    if (available == NULL || total == NULL)
        return HIP_INVALID_VALUE;
    const struct device *device = hip_device();
    device_memory(device, available, total);
    return HIP_SUCCESS;
}

static bool is_managed(const void *ptr, size_t size)
{
    struct memory memory;
    gpu_addr addr = hip_addr(ptr);
    return memory_find(addr, &memory) == SIM_OK &&
           memory.kind == MEMORY_MANAGED &&
           size <= memory.base + memory.size - addr;
}

/* Advice is taken and nothing is done: there is one copy of every byte. */
int impl_hipMemAdvise(const void *ptr, size_t size, int advice, int device)
{
    enum { ADVICE_FIRST = 1, ADVICE_LAST = 6, COARSE = 100, FINE = 101 };
    bool is_known = (advice >= ADVICE_FIRST && advice <= ADVICE_LAST) ||
                    advice == COARSE || advice == FINE;
    if (size == 0 || !is_known || !is_managed(ptr, size))
        return HIP_INVALID_VALUE;
    return device < 0 || device_get(device) != NULL ? HIP_SUCCESS
                                                    : HIP_INVALID_DEVICE;
}

int impl_hipMemPrefetchAsync(const void *ptr, size_t size, int device,
                             void *handle)
{
    enum { HOST = -1 };
    struct stream *stream;
    if (size == 0 || !is_managed(ptr, size))
        return HIP_INVALID_VALUE;
    if (device != HOST && device_get(device) == NULL)
        return HIP_INVALID_DEVICE;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(stream_launch_nothing(stream)) : code;
}
