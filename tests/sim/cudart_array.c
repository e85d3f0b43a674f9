#include "tests/sim/cudart_calls.h"

#include "tests/sim/cudart_state.h"

/* The driver's number for bits of a kind; 0: there is none. */
static CUarray_format format_of(const struct cudaChannelFormatDesc *format)
{
    bool is_float = format->f == cudaChannelFormatKindFloat;
    bool is_signed = format->f == cudaChannelFormatKindSigned;
    switch (format->x) {
    case 8:
        return is_float ? 0 : is_signed ? 0x08 : 0x01;
    case 16:
        return is_float ? 0x10 : is_signed ? 0x09 : 0x02;
    case 32:
        return is_float ? 0x20 : is_signed ? 0x0a : 0x03;
    default:
        return 0;
    }
}

static unsigned channels_of(const struct cudaChannelFormatDesc *format)
{
    return 1u + (format->y != 0) + (format->z != 0) + (format->w != 0);
}

static CUDA_ARRAY3D_DESCRIPTOR
describe(const struct cudaChannelFormatDesc *format, struct cudaExtent extent,
         unsigned flags)
{
    return (CUDA_ARRAY3D_DESCRIPTOR){.Width = extent.width,
                                     .Height = extent.height,
                                     .Depth = extent.depth,
                                     .Format = format_of(format),
                                     .NumChannels = channels_of(format),
                                     .Flags = flags};
}

cudaError_t run_cudaMalloc3DArray(cudaArray_t *out,
                                  const struct cudaChannelFormatDesc *format,
                                  struct cudaExtent extent, unsigned flags)
{
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || format == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_ARRAY3D_DESCRIPTOR descriptor = describe(format, extent, flags);
    return driver.cuArray3DCreate_v2((CUarray *)out, &descriptor);
}

cudaError_t run_cudaMallocArray(cudaArray_t *out,
                                const struct cudaChannelFormatDesc *format,
                                size_t width, size_t height, unsigned flags)
{
    const struct cudaExtent extent = {width, height, 0};
    return run_cudaMalloc3DArray(out, format, extent, flags);
}

cudaError_t run_cudaFreeArray(cudaArray_t array)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS || array == NULL
               ? result
               : driver.cuArrayDestroy((CUarray)array);
}

cudaError_t run_cudaMallocMipmappedArray(
    cudaMipmappedArray_t *out, const struct cudaChannelFormatDesc *format,
    struct cudaExtent extent, unsigned levels, unsigned flags)
{
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL || format == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_ARRAY3D_DESCRIPTOR descriptor = describe(format, extent, flags);
    return driver.cuMipmappedArrayCreate((CUmipmappedArray *)out, &descriptor,
                                         levels);
}

cudaError_t run_cudaFreeMipmappedArray(cudaMipmappedArray_t array)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuMipmappedArrayDestroy((CUmipmappedArray)array);
}
