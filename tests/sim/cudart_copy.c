#include "tests/sim/cudart_calls.h"

#include "tests/sim/cudart_state.h"

/* Copies and fills. A direction is the driver's function for it. */

static CUdeviceptr addr_of(const void *ptr)
{
    return (uintptr_t)ptr;
}

static cudaError_t copy_now(void *to, const void *from, size_t size,
                            enum cudaMemcpyKind kind)
{
    switch (kind) {
    case cudaMemcpyHostToDevice:
        return driver.cuMemcpyHtoD_v2(addr_of(to), from, size);
    case cudaMemcpyDeviceToHost:
        return driver.cuMemcpyDtoH_v2(to, addr_of(from), size);
    case cudaMemcpyDeviceToDevice:
        return driver.cuMemcpyDtoD_v2(addr_of(to), addr_of(from), size);
    case cudaMemcpyHostToHost:
    case cudaMemcpyDefault:
        return driver.cuMemcpy(addr_of(to), addr_of(from), size);
    }
    return CUDART_INVALID_DIRECTION;
}

static cudaError_t copy_per_thread(void *to, const void *from, size_t size,
                                   enum cudaMemcpyKind kind)
{
    switch (kind) {
    case cudaMemcpyHostToDevice:
        return driver.cuMemcpyHtoD_v2_ptds(addr_of(to), from, size);
    case cudaMemcpyDeviceToHost:
        return driver.cuMemcpyDtoH_v2_ptds(to, addr_of(from), size);
    case cudaMemcpyDeviceToDevice:
        return driver.cuMemcpyDtoD_v2_ptds(addr_of(to), addr_of(from), size);
    case cudaMemcpyHostToHost:
    case cudaMemcpyDefault:
        return driver.cuMemcpy_ptds(addr_of(to), addr_of(from), size);
    }
    return CUDART_INVALID_DIRECTION;
}

cudaError_t run_cudaMemcpy(bool per_thread, void *to, const void *from,
                           size_t size, enum cudaMemcpyKind kind)
{
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    return per_thread ? copy_per_thread(to, from, size, kind)
                      : copy_now(to, from, size, kind);
}

cudaError_t run_cudaMemcpyAsync(void *to, const void *from, size_t size,
                                enum cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    switch (kind) {
    case cudaMemcpyHostToDevice:
        return driver.cuMemcpyHtoDAsync_v2(addr_of(to), from, size, stream);
    case cudaMemcpyDeviceToHost:
        return driver.cuMemcpyDtoHAsync_v2(to, addr_of(from), size, stream);
    case cudaMemcpyDeviceToDevice:
        return driver.cuMemcpyDtoDAsync_v2(addr_of(to), addr_of(from), size,
                                           stream);
    case cudaMemcpyHostToHost:
    case cudaMemcpyDefault:
        return driver.cuMemcpyAsync(addr_of(to), addr_of(from), size, stream);
    }
    return CUDART_INVALID_DIRECTION;
}

static cudaError_t contexts_of(int to_device, int from_device, CUcontext *to,
                               CUcontext *from)
{
    cudaError_t result = state_bind();
    if (result == CUDA_SUCCESS)
        result = state_primary(to_device, to);
    return result != CUDA_SUCCESS ? result : state_primary(from_device, from);
}

cudaError_t run_cudaMemcpyPeer(void *to, int to_device, const void *from,
                               int from_device, size_t size)
{
    CUcontext target, source;
    cudaError_t result = contexts_of(to_device, from_device, &target, &source);
    return result != CUDA_SUCCESS
               ? result
               : driver.cuMemcpyPeer(addr_of(to), target, addr_of(from), source,
                                     size);
}

cudaError_t run_cudaMemcpyPeerAsync(void *to, int to_device, const void *from,
                                    int from_device, size_t size,
                                    cudaStream_t stream)
{
    CUcontext target, source;
    cudaError_t result = contexts_of(to_device, from_device, &target, &source);
    return result != CUDA_SUCCESS
               ? result
               : driver.cuMemcpyPeerAsync(addr_of(to), target, addr_of(from),
                                          source, size, stream);
}

/* What the driver calls the side of a direction. */
static CUmemorytype side(enum cudaMemcpyKind kind, bool is_target)
{
    enum cudaMemcpyKind into =
        is_target ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
    if (kind == cudaMemcpyDefault || kind == cudaMemcpyHostToHost)
        return CU_MEMORYTYPE_UNIFIED;
    return kind == into || kind == cudaMemcpyDeviceToDevice
               ? CU_MEMORYTYPE_DEVICE
               : CU_MEMORYTYPE_HOST;
}

static CUDA_MEMCPY2D block(void *to, size_t to_pitch, const void *from,
                           size_t from_pitch, size_t width, size_t height,
                           enum cudaMemcpyKind kind)
{
    return (CUDA_MEMCPY2D){.srcMemoryType = side(kind, /* target */ false),
                           .srcHost = from,
                           .srcDevice = addr_of(from),
                           .srcPitch = from_pitch,
                           .dstMemoryType = side(kind, /* target */ true),
                           .dstHost = to,
                           .dstDevice = addr_of(to),
                           .dstPitch = to_pitch,
                           .WidthInBytes = width,
                           .Height = height};
}

static cudaError_t check_block(size_t to_pitch, size_t from_pitch, size_t width,
                               enum cudaMemcpyKind kind)
{
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    if (kind > cudaMemcpyDefault)
        return CUDART_INVALID_DIRECTION;
    return to_pitch < width || from_pitch < width ? CUDART_INVALID_PITCH
                                                  : CUDA_SUCCESS;
}

cudaError_t run_cudaMemcpy2D(bool per_thread, void *to, size_t to_pitch,
                             const void *from, size_t from_pitch, size_t width,
                             size_t height, enum cudaMemcpyKind kind)
{
    const CUDA_MEMCPY2D copy =
        block(to, to_pitch, from, from_pitch, width, height, kind);
    cudaError_t result = check_block(to_pitch, from_pitch, width, kind);
    if (result != CUDA_SUCCESS)
        return result;
    return per_thread ? driver.cuMemcpy2DUnaligned_v2_ptds(&copy)
                      : driver.cuMemcpy2DUnaligned_v2(&copy);
}

cudaError_t run_cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from,
                                  size_t from_pitch, size_t width,
                                  size_t height, enum cudaMemcpyKind kind,
                                  cudaStream_t stream)
{
    const CUDA_MEMCPY2D copy =
        block(to, to_pitch, from, from_pitch, width, height, kind);
    cudaError_t result = check_block(to_pitch, from_pitch, width, kind);
    return result != CUDA_SUCCESS ? result
                                  : driver.cuMemcpy2DAsync_v2(&copy, stream);
}

cudaError_t run_cudaMemset(bool per_thread, void *to, int value, size_t size)
{
    unsigned char byte = (unsigned char)value;
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    return per_thread ? driver.cuMemsetD8_v2_ptds(addr_of(to), byte, size)
                      : driver.cuMemsetD8_v2(addr_of(to), byte, size);
}

cudaError_t run_cudaMemsetAsync(void *to, int value, size_t size,
                                cudaStream_t stream)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuMemsetD8Async(addr_of(to), (unsigned char)value, size,
                                        stream);
}

cudaError_t run_cudaMemset2D(bool per_thread, void *to, size_t pitch, int value,
                             size_t width, size_t height)
{
    unsigned char byte = (unsigned char)value;
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    return per_thread ? driver.cuMemsetD2D8_v2_ptds(addr_of(to), pitch, byte,
                                                    width, height)
                      : driver.cuMemsetD2D8_v2(addr_of(to), pitch, byte, width,
                                               height);
}

cudaError_t run_cudaMemset2DAsync(void *to, size_t pitch, int value,
                                  size_t width, size_t height,
                                  cudaStream_t stream)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuMemsetD2D8Async(addr_of(to), pitch,
                                          (unsigned char)value, width, height,
                                          stream);
}

/* Memory lies where every device reaches it: a hint changes nothing. */
static cudaError_t check_hint(const void *ptr, size_t size)
{
    int is_managed = 0;
    cudaError_t result = state_bind();
    if (result != CUDA_SUCCESS)
        return result;
    result = driver.cuPointerGetAttribute(
        &is_managed, CU_POINTER_ATTRIBUTE_IS_MANAGED, addr_of(ptr));
    return result != CUDA_SUCCESS || !is_managed || size == 0
               ? CUDA_ERROR_INVALID_VALUE
               : CUDA_SUCCESS;
}

#if CUDART_MAJOR >= 13
cudaError_t run_cudaMemPrefetchAsync(const void *ptr, size_t size,
                                     struct cudaMemLocation where,
                                     unsigned flags, cudaStream_t stream)
{
    (void)where;
    (void)stream;
    return flags != 0 ? CUDA_ERROR_INVALID_VALUE : check_hint(ptr, size);
}

cudaError_t run_cudaMemAdvise(const void *ptr, size_t size,
                              enum cudaMemoryAdvise advice,
                              struct cudaMemLocation where)
{
    (void)advice;
    (void)where;
    return check_hint(ptr, size);
}
#else
cudaError_t run_cudaMemPrefetchAsync(const void *ptr, size_t size, int where,
                                     cudaStream_t stream)
{
    (void)where;
    (void)stream;
    return check_hint(ptr, size);
}

cudaError_t run_cudaMemAdvise(const void *ptr, size_t size,
                              enum cudaMemoryAdvise advice, int where)
{
    (void)advice;
    (void)where;
    return check_hint(ptr, size);
}
#endif
