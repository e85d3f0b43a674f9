#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

#include "tests/sim/copy.h"

/* Plain copies. The 2D, 3D and array ones are in cuda_copy_block.c. */

static gpu_addr of(const void *pointer)
{
    return (uintptr_t)pointer;
}

static CUresult copy_now(bool per_thread, struct copy copy)
{
    struct stream *stream;
    CUresult result = context_stream(/* default */ NULL, per_thread, &stream);
    return result != CUDA_SUCCESS ? result : cuda_code(copy_run(stream, &copy));
}

static CUresult copy_later(CUstream handle, struct copy copy)
{
    struct stream *stream;
    CUresult result = context_stream(handle, /* per thread */ false, &stream);
    return result != CUDA_SUCCESS ? result
                                  : cuda_code(copy_submit(stream, &copy));
}

CUresult sim_cuMemcpy(bool per_thread, CUdeviceptr to, CUdeviceptr from,
                      size_t size)
{
    return copy_now(per_thread, copy_plain(to, COPY_ANY, from, COPY_ANY, size));
}

CUresult sim_cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size,
                           CUstream stream)
{
    return copy_later(stream, copy_plain(to, COPY_ANY, from, COPY_ANY, size));
}

CUresult sim_cuMemcpyHtoD_v2(bool per_thread, CUdeviceptr to, const void *from,
                             size_t size)
{
    return copy_now(per_thread,
                    copy_plain(to, COPY_DEVICE, of(from), COPY_HOST, size));
}

CUresult sim_cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t size,
                                  CUstream stream)
{
    return copy_later(stream,
                      copy_plain(to, COPY_DEVICE, of(from), COPY_HOST, size));
}

CUresult sim_cuMemcpyDtoH_v2(bool per_thread, void *to, CUdeviceptr from,
                             size_t size)
{
    return copy_now(per_thread,
                    copy_plain(of(to), COPY_HOST, from, COPY_DEVICE, size));
}

CUresult sim_cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t size,
                                  CUstream stream)
{
    return copy_later(stream,
                      copy_plain(of(to), COPY_HOST, from, COPY_DEVICE, size));
}

CUresult sim_cuMemcpyDtoD_v2(bool per_thread, CUdeviceptr to, CUdeviceptr from,
                             size_t size)
{
    return copy_now(per_thread,
                    copy_plain(to, COPY_DEVICE, from, COPY_DEVICE, size));
}

CUresult sim_cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t size,
                                  CUstream stream)
{
    return copy_later(stream,
                      copy_plain(to, COPY_DEVICE, from, COPY_DEVICE, size));
}

static bool are_alive(CUcontext left, CUcontext right)
{
    return left != NULL && right != NULL && left->is_alive && right->is_alive;
}

CUresult sim_cuMemcpyPeer(bool per_thread, CUdeviceptr to, CUcontext to_context,
                          CUdeviceptr from, CUcontext from_context, size_t size)
{
    return are_alive(to_context, from_context)
               ? sim_cuMemcpyDtoD_v2(per_thread, to, from, size)
               : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult sim_cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context,
                               CUdeviceptr from, CUcontext from_context,
                               size_t size, CUstream stream)
{
    return are_alive(to_context, from_context)
               ? sim_cuMemcpyDtoDAsync_v2(to, from, size, stream)
               : CUDA_ERROR_INVALID_CONTEXT;
}

static CUresult fill_on(CUstream handle, bool per_thread, struct fill fill)
{
    struct stream *stream;
    CUresult result = context_stream(handle, per_thread, &stream);
    return result != CUDA_SUCCESS ? result
                                  : cuda_code(fill_submit(stream, &fill));
}

static struct fill row_of(CUdeviceptr to, unsigned value, unsigned element,
                          size_t count)
{
    return (struct fill){.to = to,
                         .value = value,
                         .element = element,
                         .width = count,
                         .height = 1};
}

static struct fill block_of(CUdeviceptr to, size_t pitch, unsigned value,
                            unsigned element, size_t width, size_t height)
{
    return (struct fill){.to = to,
                         .value = value,
                         .element = element,
                         .width = width,
                         .height = height,
                         .pitch = pitch};
}

/* Four functions for each width of an element. */
#define FILLS(bits, type)                                                      \
    CUresult sim_cuMemsetD##bits##_v2(bool per_thread, CUdeviceptr to,         \
                                      type value, size_t count)                \
    {                                                                          \
        return fill_on(NULL, per_thread, row_of(to, value, bits / 8, count));  \
    }                                                                          \
    CUresult sim_cuMemsetD##bits##Async(CUdeviceptr to, type value,            \
                                        size_t count, CUstream stream)         \
    {                                                                          \
        return fill_on(stream, false, row_of(to, value, bits / 8, count));     \
    }                                                                          \
    CUresult sim_cuMemsetD2D##bits##_v2(bool per_thread, CUdeviceptr to,       \
                                        size_t pitch, type value,              \
                                        size_t width, size_t height)           \
    {                                                                          \
        return fill_on(NULL, per_thread,                                       \
                       block_of(to, pitch, value, bits / 8, width, height));   \
    }                                                                          \
    CUresult sim_cuMemsetD2D##bits##Async(CUdeviceptr to, size_t pitch,        \
                                          type value, size_t width,            \
                                          size_t height, CUstream stream)      \
    {                                                                          \
        return fill_on(stream, false,                                          \
                       block_of(to, pitch, value, bits / 8, width, height));   \
    }

FILLS(8, unsigned char)
FILLS(16, unsigned short)
FILLS(32, unsigned)
