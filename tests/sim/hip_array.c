#include "tests/sim/hip_array.h"

#include <pthread.h>
#include <stdlib.h>

enum channel_kind { SIGNED, UNSIGNED, FLOAT };

enum element_format {
    UNSIGNED_8 = 1,
    UNSIGNED_16,
    UNSIGNED_32,
    SIGNED_8 = 8,
    SIGNED_16,
    SIGNED_32,
    HALF = 0x10,
    SINGLE = 0x20,
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct hip_array *live;

/* Bits of one channel; 0: no such format. */
static int bits_of(int element)
{
    switch (element) {
    case UNSIGNED_8:
    case SIGNED_8:
        return 8;
    case UNSIGNED_16:
    case SIGNED_16:
    case HALF:
        return 16;
    case UNSIGNED_32:
    case SIGNED_32:
    case SINGLE:
        return 32;
    default:
        return 0;
    }
}

static int kind_of(int element)
{
    if (element == HALF || element == SINGLE)
        return FLOAT;
    return element >= SIGNED_8 ? SIGNED : UNSIGNED;
}

/* 0: no such element. */
static int element_of(const struct hip_channels *channels)
{
    bool is_narrow = channels->x == 8, is_half = channels->x == 16;
    switch (channels->kind) {
    case SIGNED:
        return is_narrow ? SIGNED_8 : is_half ? SIGNED_16 : SIGNED_32;
    case UNSIGNED:
        return is_narrow ? UNSIGNED_8 : is_half ? UNSIGNED_16 : UNSIGNED_32;
    case FLOAT:
        return is_half ? HALF : SINGLE;
    default:
        return 0;
    }
}

static unsigned count_channels(const struct hip_channels *channels)
{
    return (channels->x != 0) + (channels->y != 0) + (channels->z != 0) +
           (channels->w != 0);
}

static struct hip_channels channels_of(const struct hip_array_format_3d *format)
{
    int bits = bits_of(format->element);
    return (struct hip_channels){
        .x = bits,
        .y = format->channels > 1 ? bits : 0,
        .z = format->channels > 2 ? bits : 0,
        .w = format->channels > 2 ? bits : 0,
        .kind = kind_of(format->element),
    };
}

static bool is_acceptable(const struct hip_array_format_3d *format)
{
    bool has_channels =
        format->channels == 1 || format->channels == 2 || format->channels == 4;
    bool has_gap = format->height == 0 && format->depth != 0;
    return format->width > 0 && has_channels && !has_gap &&
           bits_of(format->element) != 0;
}

static size_t at_least_one(size_t count)
{
    return count > 0 ? count : 1;
}

size_t hip_array_pitch(const struct hip_array *array)
{
    return array->format.width * array->element;
}

size_t hip_array_slice(const struct hip_array *array)
{
    return hip_array_pitch(array) * at_least_one(array->format.height);
}

static int allocate_storage(struct hip_array *array)
{
    struct device *device = hip_device();
    size_t size;
    if (__builtin_mul_overflow(hip_array_slice(array),
                               at_least_one(array->format.depth), &size))
        return HIP_OUT_OF_MEMORY;
    return hip_code(memory_alloc(device, size, MEMORY_ARRAY, device,
                                 array->format.flags, &array->storage));
}

static int create(void **out, const struct hip_array_format_3d *format)
{
    int refusal = hip_refuse_in_capture();
    if (refusal != HIP_SUCCESS)
        return refusal;
    if (!is_acceptable(format))
        return HIP_INVALID_VALUE;
    struct hip_array *array = calloc(1, sizeof *array);
    if (array == NULL)
        return HIP_OUT_OF_MEMORY;
    array->format = *format;
    array->channels = channels_of(format);
    array->element = (size_t)bits_of(format->element) / 8 * format->channels;
    int code = allocate_storage(array);
    if (code != HIP_SUCCESS) {
        free(array);
        return code;
    }
    pthread_mutex_lock(&lock);
    array->next = live;
    live = array;
    pthread_mutex_unlock(&lock);
    *out = array;
    return HIP_SUCCESS;
}

int hip_array_of(const void *handle, struct hip_array **out)
{
    if (handle == NULL)
        return HIP_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    struct hip_array *array = live;
    while (array != NULL && array != handle)
        array = array->next;
    pthread_mutex_unlock(&lock);
    *out = array;
    return array != NULL ? HIP_SUCCESS : HIP_CONTEXT_IS_DESTROYED;
}

int impl_hipMallocArray(void **out, const struct hip_channels *channels,
                        size_t width, size_t height, unsigned flags)
{
    return impl_hipMalloc3DArray(out, channels,
                                 (struct hip_extent){width, height, 0}, flags);
}

int impl_hipMalloc3DArray(void **out, const struct hip_channels *channels,
                          struct hip_extent extent, unsigned flags)
{
    if (out == NULL || channels == NULL)
        return HIP_INVALID_VALUE;
    return create(out, &(struct hip_array_format_3d){
                           .width = extent.width,
                           .height = extent.height,
                           .depth = extent.depth,
                           .element = element_of(channels),
                           .channels = count_channels(channels),
                           .flags = flags,
                       });
}

int impl_hipArrayCreate(void **out, const struct hip_array_format *format)
{
    if (out == NULL || format == NULL)
        return HIP_INVALID_VALUE;
    return create(out, &(struct hip_array_format_3d){
                           .width = format->width,
                           .height = format->height,
                           .element = format->element,
                           .channels = format->channels,
                       });
}

int impl_hipArray3DCreate(void **out, const struct hip_array_format_3d *format)
{
    if (out == NULL || format == NULL)
        return HIP_INVALID_VALUE;
    return create(out, format);
}

int impl_hipFreeArray(void *handle)
{
    struct hip_array *array;
    int code = hip_array_of(handle, &array);
    if (code != HIP_SUCCESS)
        return code;
    struct memory memory;
    if (memory_find(array->storage, &memory) == SIM_OK)
        device_drain(memory.device);

    pthread_mutex_lock(&lock);
    struct hip_array **link = &live;
    while (*link != NULL && *link != array)
        link = &(*link)->next;
    bool was_alive = *link != NULL;
    if (was_alive)
        *link = array->next;
    pthread_mutex_unlock(&lock);
    if (!was_alive)
        return HIP_CONTEXT_IS_DESTROYED;
    memory_free(array->storage, 1u << MEMORY_ARRAY);
    free(array);
    return HIP_SUCCESS;
}

int impl_hipArrayDestroy(void *array)
{
    return impl_hipFreeArray(array);
}

int impl_hipArray3DGetDescriptor(struct hip_array_format_3d *format,
                                 void *handle)
{
    struct hip_array *array;
    if (format == NULL)
        return HIP_INVALID_VALUE;
    int code = hip_array_of(handle, &array);
    if (code == HIP_SUCCESS)
        *format = array->format;
    return code;
}

int impl_hipArrayGetDescriptor(struct hip_array_format *format, void *handle)
{
    struct hip_array_format_3d deep;
    if (format == NULL)
        return HIP_INVALID_VALUE;
    int code = impl_hipArray3DGetDescriptor(&deep, handle);
    if (code == HIP_SUCCESS)
        *format = (struct hip_array_format){deep.width, deep.height,
                                            deep.element, deep.channels};
    return code;
}

int impl_hipArrayGetInfo(struct hip_channels *channels,
                         struct hip_extent *extent, unsigned *flags,
                         void *handle)
{
    struct hip_array *array;
    int code = hip_array_of(handle, &array);
    if (code != HIP_SUCCESS)
        return code;
    const struct hip_array_format_3d *format = &array->format;
    if (channels != NULL)
        *channels = array->channels;
    if (extent != NULL)
        *extent =
            (struct hip_extent){format->width, format->height, format->depth};
    if (flags != NULL)
        *flags = format->flags;
    return HIP_SUCCESS;
}
