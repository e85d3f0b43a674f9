#include "tests/sim/cudart_calls.h"

#include <string.h>

#include "tests/sim/cudart_state.h"

/* Devices, versions and the way to the driver. */

cudaError_t run_cudaGetDeviceCount(int *count)
{
    cudaError_t result = state_start();
    return result != CUDA_SUCCESS ? result : driver.cuDeviceGetCount(count);
}

cudaError_t run_cudaDeviceGetAttribute(int *value,
                                       enum cudaDeviceAttr attribute,
                                       int device)
{
    cudaError_t result = state_start();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuDeviceGetAttribute(value, attribute, device);
}

cudaError_t run_cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    cudaError_t result = state_start();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuDeviceCanAccessPeer(can, device, peer);
}

cudaError_t run_cudaDeviceGetPCIBusId(char *id, int size, int device)
{
    cudaError_t result = state_start();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuDeviceGetPCIBusId(id, size, device);
}

cudaError_t run_cudaDeviceSynchronize(void)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuCtxSynchronize();
}

cudaError_t run_cudaDeviceGetStreamPriorityRange(int *least, int *greatest)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS
               ? result
               : driver.cuCtxGetStreamPriorityRange(least, greatest);
}

cudaError_t run_cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuCtxSetLimit(limit, value);
}

cudaError_t run_cudaDeviceGetLimit(size_t *value, enum cudaLimit limit)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuCtxGetLimit(value, limit);
}

cudaError_t run_cudaSetDeviceFlags(unsigned flags)
{
    cudaError_t result = state_bind();
    return result != CUDA_SUCCESS ? result : driver.cuCtxSetFlags(flags);
}

cudaError_t run_cudaGetDevice(int *device)
{
    CUdevice current = 0;
    cudaError_t result = state_start();
    if (result != CUDA_SUCCESS)
        return result;
    if (device == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    /* Without a context it is the first one, and none is made. */
    result = driver.cuCtxGetDevice(&current);
    if (result != CUDA_SUCCESS && result != CUDA_ERROR_INVALID_CONTEXT)
        result = state_bind();
    *device = current;
    return result == CUDA_ERROR_INVALID_CONTEXT ? CUDA_SUCCESS : result;
}

cudaError_t run_cudaSetDevice(int device)
{
    return state_set_device(device);
}

cudaError_t run_cudaDeviceReset(void)
{
    int device;
    cudaError_t result = state_bind();
    if (result == CUDA_SUCCESS)
        result = run_cudaGetDevice(&device);
    return result != CUDA_SUCCESS ? result : state_reset(device);
}

cudaError_t run_cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    CUcontext context;
    cudaError_t result = state_bind();
    if (result == CUDA_SUCCESS)
        result = state_primary(peer, &context);
    if (result != CUDA_SUCCESS)
        return result;
    result = driver.cuCtxEnablePeerAccess(context, flags);
    return result == CUDA_ERROR_INVALID_CONTEXT ? CUDA_ERROR_INVALID_DEVICE
                                                : result;
}

cudaError_t run_cudaDeviceDisablePeerAccess(int peer)
{
    CUcontext context;
    cudaError_t result = state_bind();
    if (result == CUDA_SUCCESS)
        result = state_primary(peer, &context);
    return result != CUDA_SUCCESS ? result
                                  : driver.cuCtxDisablePeerAccess(context);
}

static int attribute_of(CUdevice_attribute attribute, int device)
{
    int value = 0;
    driver.cuDeviceGetAttribute(&value, attribute, device);
    return value;
}

static void describe(struct device_properties *out, int device)
{
    driver.cuDeviceGetName(out->name, sizeof out->name, device);
    driver.cuDeviceGetUuid_v2((CUuuid *)out->uuid, device);
    driver.cuDeviceTotalMem_v2(&out->totalGlobalMem, device);
    out->sharedMemPerBlock = (size_t)attribute_of(
        CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, device);
    out->regsPerBlock =
        attribute_of(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, device);
    out->warpSize = attribute_of(CU_DEVICE_ATTRIBUTE_WARP_SIZE, device);
    out->memPitch = (size_t)attribute_of(CU_DEVICE_ATTRIBUTE_MAX_PITCH, device);
    out->maxThreadsPerBlock =
        attribute_of(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device);
    for (unsigned i = 0; i < 3; i++) {
        out->maxThreadsDim[i] =
            attribute_of(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X + i, device);
        out->maxGridSize[i] =
            attribute_of(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X + i, device);
    }
    out->major =
        attribute_of(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    out->minor =
        attribute_of(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    out->textureAlignment =
        (size_t)attribute_of(CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, device);
    out->multiProcessorCount =
        attribute_of(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
    out->canMapHostMemory =
        attribute_of(CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, device);
}

static cudaError_t check_properties(const void *out, int device)
{
    CUdevice found;
    cudaError_t result = state_start();
    if (result != CUDA_SUCCESS)
        return result;
    return out == NULL ? CUDA_ERROR_INVALID_VALUE
                       : driver.cuDeviceGet(&found, device);
}

#if CUDART_MAJOR < 13
/* The old name has the layout of CUDA 11, which begins the same and ends
 * earlier: what lies behind is not touched. */
cudaError_t run_cudaGetDeviceProperties(struct cudaDeviceProp *out, int device)
{
    cudaError_t result = check_properties(out, device);
    if (result != CUDA_SUCCESS)
        return result;
    memset(&out->known, 0, sizeof out->known);
    describe(&out->known, device);
    return CUDA_SUCCESS;
}

cudaError_t run_cudaGetDeviceProperties_v2(struct cudaDeviceProp *out,
                                           int device)
#else
cudaError_t run_cudaGetDeviceProperties(struct cudaDeviceProp *out, int device)
#endif
{
    cudaError_t result = check_properties(out, device);
    if (result != CUDA_SUCCESS)
        return result;
    memset(out, 0, sizeof *out);
    describe(&out->known, device);
    return CUDA_SUCCESS;
}

/* Without a driver the version is 0, and that is no error. */
cudaError_t run_cudaDriverGetVersion(int *version)
{
    if (version == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *version = 0;
    return state_start() == CUDART_NO_DRIVER
               ? CUDA_SUCCESS
               : driver.cuDriverGetVersion(version);
}

cudaError_t run_cudaRuntimeGetVersion(int *version)
{
    if (version == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *version = CUDART_MAJOR * 1000;
    return CUDA_SUCCESS;
}

cudaError_t run_cudaGetLastError(void)
{
    return state_last_error(/* clears */ true);
}

cudaError_t run_cudaPeekAtLastError(void)
{
    return state_last_error(/* clears */ false);
}

/* A name that is not there is told by the status and is no error. */
cudaError_t run_cudaGetDriverEntryPointByVersion(
    const char *symbol, void **function, unsigned version,
    unsigned long long flags, enum cudaDriverEntryPointQueryResult *status)
{
    CUdriverProcAddressQueryResult answer = CU_GET_PROC_ADDRESS_SUCCESS;
    cudaError_t result = state_start();
    if (result != CUDA_SUCCESS)
        return result;
    if (symbol == NULL || function == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    result = driver.cuGetProcAddress_v2(symbol, function, (int)version, flags,
                                        &answer);
    if (status != NULL)
        *status = (enum cudaDriverEntryPointQueryResult)answer;
    return result == CUDA_ERROR_NOT_SUPPORTED ? CUDA_SUCCESS : result;
}

#if CUDART_MAJOR < 13
cudaError_t
run_cudaGetDriverEntryPoint(const char *symbol, void **function,
                            unsigned long long flags,
                            enum cudaDriverEntryPointQueryResult *status)
{
    return run_cudaGetDriverEntryPointByVersion(
        symbol, function, CUDART_MAJOR * 1000, flags, status);
}
#endif
