/* Copies of rectangles and boxes, and from and to arrays. */

#include "tests/sim/hip_array.h"
#include "tests/sim/hip_copy.h"
#include "tests/sim/hip_pointer.h"

/* One side of a copy. */
struct side {
    gpu_addr addr;
    size_t pitch, slice;
};

static struct copy between(struct side to, struct side from, size_t width,
                           size_t height, size_t depth)
{
    return (struct copy){.to = to.addr,
                         .from = from.addr,
                         .to_side = COPY_ANY,
                         .from_side = COPY_ANY,
                         .width = width,
                         .height = height,
                         .depth = depth,
                         .to_pitch = to.pitch,
                         .from_pitch = from.pitch,
                         .to_slice = to.slice,
                         .from_slice = from.slice};
}

/* Rows of the host or of a device. */
static struct side rows(const void *ptr, size_t pitch)
{
    return (struct side){.addr = hip_addr(ptr), .pitch = pitch};
}

/* `size` counts bytes, rows and slices of the array from `at` on. */
static bool fits(const struct hip_array *array, struct hip_position at,
                 struct hip_extent size)
{
    size_t rows = array->format.height > 0 ? array->format.height : 1;
    size_t slices = array->format.depth > 0 ? array->format.depth : 1;
    size_t width = hip_array_pitch(array);
    return at.x <= width && size.width <= width - at.x && at.y <= rows &&
           size.height <= rows - at.y && at.z <= slices &&
           size.depth <= slices - at.z;
}

/* Where a box in an array begins; `at.x` in bytes. */
static int array_side(const void *handle, struct hip_position at,
                      struct hip_extent size, struct side *out)
{
    struct hip_array *array;
    int code = hip_array_of(handle, &array);
    if (code != HIP_SUCCESS)
        return code;
    if (!fits(array, at, size))
        return HIP_INVALID_VALUE;
    out->pitch = hip_array_pitch(array);
    out->slice = hip_array_slice(array);
    out->addr = array->storage + at.x + at.y * out->pitch + at.z * out->slice;
    return HIP_SUCCESS;
}

static bool has_short_pitch(const struct copy *copy)
{
    return copy->to_pitch < copy->width || copy->from_pitch < copy->width;
}

static bool is_nothing(const struct copy *copy)
{
    return copy->width == 0 || copy->height == 0 || copy->depth == 0;
}

static int check(struct copy *copy, int kind)
{
    int code = hip_copy_set_kind(copy, kind);
    if (code != HIP_SUCCESS || is_nothing(copy))
        return code;
    if (copy->to == 0 || copy->from == 0)
        return HIP_INVALID_VALUE;
    return has_short_pitch(copy) ? HIP_INVALID_PITCH : HIP_SUCCESS;
}

int impl_hipMemcpy2D(void *to, size_t to_pitch, const void *from,
                     size_t from_pitch, size_t width, size_t height, int kind)
{
    struct copy copy =
        between(rows(to, to_pitch), rows(from, from_pitch), width, height, 1);
    int code = check(&copy, kind);
    return code == HIP_SUCCESS ? hip_copy_run(&copy) : code;
}

int impl_hipMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                          size_t from_pitch, size_t width, size_t height,
                          int kind, void *stream)
{
    struct copy copy =
        between(rows(to, to_pitch), rows(from, from_pitch), width, height, 1);
    int code = check(&copy, kind);
    return code == HIP_SUCCESS ? hip_copy_submit(&copy, stream) : code;
}

int impl_hipMemcpy2DToArray(void *to, size_t x, size_t y, const void *from,
                            size_t pitch, size_t width, size_t height, int kind)
{
    struct side side = {0};
    int code = array_side(to, (struct hip_position){x, y, 0},
                          (struct hip_extent){width, height, 1}, &side);
    struct copy copy = between(side, rows(from, pitch), width, height, 1);
    if (code == HIP_SUCCESS)
        code = check(&copy, kind);
    return code == HIP_SUCCESS ? hip_copy_run(&copy) : code;
}

int impl_hipMemcpy2DFromArray(void *to, size_t pitch, const void *from,
                              size_t x, size_t y, size_t width, size_t height,
                              int kind)
{
    struct side side = {0};
    int code = array_side(from, (struct hip_position){x, y, 0},
                          (struct hip_extent){width, height, 1}, &side);
    struct copy copy = between(rows(to, pitch), side, width, height, 1);
    if (code == HIP_SUCCESS)
        code = check(&copy, kind);
    return code == HIP_SUCCESS ? hip_copy_run(&copy) : code;
}

int impl_hipMemcpyHtoA(void *to, size_t offset, const void *from, size_t size)
{
    struct side side = {0};
    int code = array_side(to, (struct hip_position){offset, 0, 0},
                          (struct hip_extent){size, 1, 1}, &side);
    return code == HIP_SUCCESS ? impl_hipMemcpy(hip_pointer(side.addr), from,
                                                size, HIP_HOST_TO_DEVICE)
                               : code;
}

int impl_hipMemcpyAtoH(void *to, void *from, size_t offset, size_t size)
{
    struct side side = {0};
    int code = array_side(from, (struct hip_position){offset, 0, 0},
                          (struct hip_extent){size, 1, 1}, &side);
    return code == HIP_SUCCESS ? impl_hipMemcpy(to, hip_pointer(side.addr),
                                                size, HIP_DEVICE_TO_HOST)
                               : code;
}

/* Bytes that a width of 1 stands for: an array's element if there is one. */
static int element_size(const struct hip_copy_3d *copy, size_t *out)
{
    const void *handle =
        copy->to_array != NULL ? copy->to_array : copy->from_array;
    struct hip_array *array;
    *out = 1;
    if (handle == NULL)
        return HIP_SUCCESS;
    int code = hip_array_of(handle, &array);
    if (code == HIP_SUCCESS)
        *out = array->element;
    return code;
}

/* A side of hipMemcpy3D, whose position counts elements in an array only. */
static int box_side(void *handle, struct hip_position at,
                    const struct hip_pitched *box, struct hip_extent size,
                    size_t element, struct side *out)
{
    if (handle != NULL) {
        at.x *= element;
        return array_side(handle, at, size, out);
    }
    out->pitch = box->pitch;
    out->slice = box->pitch * box->height;
    out->addr =
        hip_addr(box->ptr) + at.x + at.y * out->pitch + at.z * out->slice;
    return HIP_SUCCESS;
}

static int read_3d(const struct hip_copy_3d *from, struct copy *out)
{
    struct side to_side, from_side;
    size_t element;
    if (from == NULL)
        return HIP_INVALID_VALUE;
    int code = element_size(from, &element);
    if (code != HIP_SUCCESS)
        return code;
    struct hip_extent size = from->extent; /* width in bytes from here on */
    size.width *= element;
    code = box_side(from->to_array, from->to_position, &from->to, size, element,
                    &to_side);
    if (code == HIP_SUCCESS)
        code = box_side(from->from_array, from->from_position, &from->from,
                        size, element, &from_side);
    if (code != HIP_SUCCESS)
        return code;
    *out = between(to_side, from_side, size.width, size.height, size.depth);
    return check(out, from->kind);
}

int impl_hipMemcpy3D(const struct hip_copy_3d *description)
{
    struct copy copy;
    int code = read_3d(description, &copy);
    return code == HIP_SUCCESS ? hip_copy_run(&copy) : code;
}

int impl_hipMemcpy3DAsync(const struct hip_copy_3d *description, void *stream)
{
    struct copy copy;
    int code = read_3d(description, &copy);
    return code == HIP_SUCCESS ? hip_copy_submit(&copy, stream) : code;
}

/* A side of hipMemcpyParam2D. */
struct typed {
    int type;
    const void *host, *device, *array;
    struct hip_position at;
    size_t pitch;
};

static bool is_host(const struct typed *typed)
{
    return typed->type == hip_memory_type(HIP_MEMORY_HOST);
}

static int typed_side(const struct typed *typed, struct hip_extent size,
                      struct side *out)
{
    if (typed->type == hip_memory_type(HIP_MEMORY_ARRAY))
        return array_side(typed->array, typed->at, size, out);
    const char *base = is_host(typed) ? typed->host : typed->device;
    if (base == NULL)
        return HIP_INVALID_VALUE;
    *out = rows(base + typed->at.x + typed->at.y * typed->pitch, typed->pitch);
    return HIP_SUCCESS;
}

static int kind_of(const struct typed *to, const struct typed *from)
{
    if (is_host(from))
        return is_host(to) ? HIP_HOST_TO_HOST : HIP_HOST_TO_DEVICE;
    return is_host(to) ? HIP_DEVICE_TO_HOST : HIP_DEVICE_TO_DEVICE;
}

static int read_2d(const struct hip_copy_2d *copy, struct copy *out)
{
    if (copy == NULL)
        return HIP_INVALID_VALUE;
    const struct typed to = {.type = copy->to_type,
                             .host = copy->to_host,
                             .device = copy->to_device,
                             .array = copy->to_array,
                             .at = {copy->to_x, copy->to_y, 0},
                             .pitch = copy->to_pitch};
    const struct typed from = {.type = copy->from_type,
                               .host = copy->from_host,
                               .device = copy->from_device,
                               .array = copy->from_array,
                               .at = {copy->from_x, copy->from_y, 0},
                               .pitch = copy->from_pitch};
    const struct hip_extent size = {copy->width, copy->height, 1};
    struct side to_side, from_side;
    int code = typed_side(&to, size, &to_side);
    if (code == HIP_SUCCESS)
        code = typed_side(&from, size, &from_side);
    if (code != HIP_SUCCESS)
        return code;
    *out = between(to_side, from_side, size.width, size.height, size.depth);
    return check(out, kind_of(&to, &from));
}

int impl_hipMemcpyParam2D(const struct hip_copy_2d *description)
{
    struct copy copy;
    int code = read_2d(description, &copy);
    return code == HIP_SUCCESS ? hip_copy_run(&copy) : code;
}

int impl_hipMemcpyParam2DAsync(const struct hip_copy_2d *description,
                               void *stream)
{
    struct copy copy;
    int code = read_2d(description, &copy);
    return code == HIP_SUCCESS ? hip_copy_submit(&copy, stream) : code;
}

int impl_hipDrvMemcpy2DUnaligned(const struct hip_copy_2d *description)
{
    return impl_hipMemcpyParam2D(description);
}
