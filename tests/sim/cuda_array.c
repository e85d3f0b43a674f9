#include "tests/sim/cuda_array.h"

#include <stdlib.h>

#include "tests/sim/capture.h"
#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"
#include "tests/sim/handle.h"
#include "tests/sim/memory.h"

/* Bytes of an element's channel, 0 for a format that is not simulated. */
static size_t channel_size(CUarray_format format)
{
    switch (format) {
    case 0x01: /* unsigned 8 */
    case 0x08: /* signed 8 */
        return 1;
    case 0x02: /* unsigned 16 */
    case 0x09: /* signed 16 */
    case 0x10: /* half */
        return 2;
    case 0x03: /* unsigned 32 */
    case 0x0a: /* signed 32 */
    case 0x20: /* float */
        return 4;
    default:
        return 0;
    }
}

static size_t at_least_one(size_t count)
{
    return count > 0 ? count : 1;
}

static bool is_acceptable(const CUDA_ARRAY3D_DESCRIPTOR *descriptor)
{
    unsigned channels = descriptor->NumChannels;
    return descriptor->Width > 0 && channel_size(descriptor->Format) > 0 &&
           (channels == 1 || channels == 2 || channels == 4);
}

bool array_is_alive(CUarray array)
{
    return handle_is_known(HANDLE_ARRAY, array);
}

CUresult sim_cuArray3DCreate_v2(CUarray *out,
                                const CUDA_ARRAY3D_DESCRIPTOR *descriptor)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result == CUDA_SUCCESS)
        result = cuda_code(capture_check_unsafe());
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || descriptor == NULL || !is_acceptable(descriptor))
        return CUDA_ERROR_INVALID_VALUE;
    CUarray array = calloc(1, sizeof *array);
    if (array == NULL)
        return CUDA_ERROR_OUT_OF_MEMORY;
    array->descriptor = *descriptor;
    array->pitch = descriptor->Width * descriptor->NumChannels *
                   channel_size(descriptor->Format);
    array->rows = at_least_one(descriptor->Height);
    array->slices = at_least_one(descriptor->Depth);
    gpu_addr storage;
    result = cuda_code(memory_alloc(
        context->device, array->pitch * array->rows * array->slices,
        MEMORY_ARRAY, context, descriptor->Flags, &storage));
    if (result != CUDA_SUCCESS) {
        free(array);
        return result;
    }
    array->storage = storage;
    if (!handle_add(HANDLE_ARRAY, array)) {
        memory_free(storage, 1u << MEMORY_ARRAY);
        free(array);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    *out = array;
    return CUDA_SUCCESS;
}

CUresult sim_cuArrayCreate_v2(CUarray *out,
                              const CUDA_ARRAY_DESCRIPTOR *descriptor)
{
    if (descriptor == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_ARRAY3D_DESCRIPTOR full = {.Width = descriptor->Width,
                                          .Height = descriptor->Height,
                                          .Format = descriptor->Format,
                                          .NumChannels =
                                              descriptor->NumChannels};
    return sim_cuArray3DCreate_v2(out, &full);
}

CUresult sim_cuArray3DGetDescriptor_v2(CUDA_ARRAY3D_DESCRIPTOR *descriptor,
                                       CUarray array)
{
    if (descriptor == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    if (!array_is_alive(array))
        return CUDA_ERROR_INVALID_HANDLE;
    *descriptor = array->descriptor;
    return CUDA_SUCCESS;
}

CUresult sim_cuArrayGetDescriptor_v2(CUDA_ARRAY_DESCRIPTOR *descriptor,
                                     CUarray array)
{
    CUDA_ARRAY3D_DESCRIPTOR full;
    CUresult result = descriptor == NULL
                          ? CUDA_ERROR_INVALID_VALUE
                          : sim_cuArray3DGetDescriptor_v2(&full, array);
    if (result != CUDA_SUCCESS)
        return result;
    *descriptor = (CUDA_ARRAY_DESCRIPTOR){.Width = full.Width,
                                          .Height = full.Height,
                                          .Format = full.Format,
                                          .NumChannels = full.NumChannels};
    return CUDA_SUCCESS;
}

CUresult sim_cuArrayDestroy(CUarray array)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result == CUDA_SUCCESS)
        result = cuda_code(capture_check_unsafe());
    if (result != CUDA_SUCCESS)
        return result;
    if (!handle_remove(HANDLE_ARRAY, array))
        return CUDA_ERROR_INVALID_HANDLE;
    device_drain(context->device);
    enum sim_status status = memory_free(array->storage, 1u << MEMORY_ARRAY);
    free(array);
    return status == SIM_OK ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/* Arrays with levels are not simulated, so that there is none to destroy. */
CUresult sim_cuMipmappedArrayCreate(CUmipmappedArray *out,
                                    const CUDA_ARRAY3D_DESCRIPTOR *descriptor,
                                    unsigned levels)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    return out == NULL || descriptor == NULL || levels == 0
               ? CUDA_ERROR_INVALID_VALUE
               : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult sim_cuMipmappedArrayDestroy(CUmipmappedArray array)
{
    (void)array;
    CUcontext context;
    CUresult result = context_current(&context);
    return result != CUDA_SUCCESS ? result : CUDA_ERROR_INVALID_HANDLE;
}
