#include "tests/sim/cuda_testing.h"

/* Handles that the driver never gave, and those that are gone: each is an
 * error and no crash. */

enum { INVALID_VALUE = 1, INVALID_HANDLE = 400 };

#define EXPECT(call, code) cr_expect(eq(int, (int)(call), code))

/* No page of the process is there. */
static void *wild(void)
{
    return (void *)0x1230;
}

Test(sim_cuda, physical_memory_that_never_was_is_an_invalid_value)
{
    boot(NULL, NULL);
    int fd;
    CUdeviceptr base;
    CUmemAllocationProp properties;
    CUmemGenericAllocationHandle handle;
    OK(CU(cuMemAddressReserve)(&base, 2 * MIB, 0, 0, 0));

    EXPECT(CU(cuMemRelease)(0x1230), INVALID_VALUE);
    EXPECT(CU(cuMemRelease)(0), INVALID_VALUE);
    EXPECT(CU(cuMemMap)(base, 2 * MIB, 0, 0x1230, 0), INVALID_VALUE);
    EXPECT(CU(cuMemExportToShareableHandle)(&fd, 0x1230, 1, 0), INVALID_VALUE);
    EXPECT(CU(cuMemGetAllocationPropertiesFromHandle)(&properties, 0x1230),
           INVALID_VALUE);
    EXPECT(CU(cuMemRetainAllocationHandle)(&handle, wild()), INVALID_VALUE);
    EXPECT(CU(cuMemRetainAllocationHandle)(&handle, (void *)base),
           INVALID_VALUE);
    EXPECT(CU(cuMemImportFromShareableHandle)(&handle, (void *)-1, 1),
           INVALID_VALUE);
    EXPECT(CU(cuMemImportFromShareableHandle)(&handle, NULL, 1), INVALID_VALUE);
}

Test(sim_cuda, ranges_that_are_not_mapped_have_no_access)
{
    boot(NULL, NULL);
    const CUmemLocation here = {.type = CU_MEM_LOCATION_TYPE_DEVICE};
    const CUmemAccessDesc access = {.location = here, .flags = 3};
    unsigned long long flags;

    EXPECT(CU(cuMemUnmap)(0x1230, 2 * MIB), INVALID_VALUE);
    EXPECT(CU(cuMemAddressFree)(0x1230, 2 * MIB), INVALID_VALUE);
    EXPECT(CU(cuMemSetAccess)(0x1230, 2 * MIB, &access, 1), INVALID_VALUE);
    EXPECT(CU(cuMemGetAccess)(&flags, &here, 0x1230), INVALID_VALUE);
}

Test(sim_cuda, arrays_that_never_were_are_invalid_handles)
{
    boot(NULL, NULL);
    char byte = 0;
    CUDA_ARRAY_DESCRIPTOR flat;
    CUDA_ARRAY3D_DESCRIPTOR deep;

    EXPECT(CU(cuArrayDestroy)(wild()), INVALID_HANDLE);
    EXPECT(CU(cuArrayDestroy)(NULL), INVALID_HANDLE);
    EXPECT(CU(cuArrayGetDescriptor_v2)(&flat, wild()), INVALID_HANDLE);
    EXPECT(CU(cuArray3DGetDescriptor_v2)(&deep, wild()), INVALID_HANDLE);
    EXPECT(CU(cuMemcpyHtoA_v2)(wild(), 0, &byte, 1), INVALID_HANDLE);
    EXPECT(CU(cuMemcpyAtoH_v2)(&byte, wild(), 0, 1), INVALID_HANDLE);
    EXPECT(CU(cuMipmappedArrayDestroy)(wild()), INVALID_HANDLE);
}

Test(sim_cuda, an_array_is_destroyed_once)
{
    boot(NULL, NULL);
    const CUDA_ARRAY_DESCRIPTOR bytes = {
        .Width = 16, .Height = 4, .Format = 0x01, .NumChannels = 1};
    CUDA_ARRAY_DESCRIPTOR back;
    CUarray array;
    OK(CU(cuArrayCreate_v2)(&array, &bytes));

    EXPECT(CU(cuArrayDestroy)(array), 0);
    EXPECT(CU(cuArrayDestroy)(array), INVALID_HANDLE);
    EXPECT(CU(cuArrayGetDescriptor_v2)(&back, array), INVALID_HANDLE);
}

Test(sim_cuda, arrays_with_levels_are_not_supported)
{
    boot(NULL, NULL);
    const CUDA_ARRAY3D_DESCRIPTOR bytes = {
        .Width = 16, .Height = 16, .Format = 0x01, .NumChannels = 1};
    CUmipmappedArray array;

    EXPECT(CU(cuMipmappedArrayCreate)(&array, &bytes, 2),
           CUDA_ERROR_NOT_SUPPORTED);
    EXPECT(CU(cuMipmappedArrayCreate)(NULL, &bytes, 2), INVALID_VALUE);
}

Test(sim_cuda, streams_and_events_that_never_were_are_invalid_handles)
{
    boot(NULL, NULL);
    float ms;

    EXPECT(CU(cuStreamDestroy_v2)(wild()), INVALID_HANDLE);
    EXPECT(CU(cuStreamSynchronize)(wild()), INVALID_HANDLE);
    EXPECT(CU(cuEventDestroy_v2)(wild()), INVALID_HANDLE);
    EXPECT(CU(cuEventRecord)(wild(), NULL), INVALID_HANDLE);
    EXPECT(CU(cuEventQuery)(wild()), INVALID_HANDLE);
    EXPECT(CU(cuEventSynchronize)(wild()), INVALID_HANDLE);
    EXPECT(CU(cuStreamWaitEvent)(NULL, wild(), 0), INVALID_HANDLE);
    EXPECT(CU(cuEventElapsedTime)(&ms, wild(), wild()), INVALID_HANDLE);
}

Test(sim_cuda, pools_that_never_were_are_invalid_values)
{
    boot(NULL, NULL);
    CUdeviceptr ptr;
    uint64_t value = 0;

    EXPECT(CU(cuMemPoolDestroy)(wild()), INVALID_VALUE);
    EXPECT(CU(cuMemPoolTrimTo)(wild(), 0), INVALID_VALUE);
    EXPECT(CU(cuMemPoolGetAttribute)(wild(), 4, &value), INVALID_VALUE);
    EXPECT(CU(cuMemPoolSetAttribute)(wild(), 4, &value), INVALID_VALUE);
    EXPECT(CU(cuDeviceSetMemPool)(0, wild()), INVALID_VALUE);
    EXPECT(CU(cuMemAllocFromPoolAsync)(&ptr, 1, wild(), NULL), INVALID_VALUE);
}

Test(sim_cuda, graphs_that_never_were_are_invalid_values)
{
    boot(NULL, NULL);
    CUgraph graph;
    CUgraphExec executable;
    OK(CU(cuGraphCreate)(&graph, 0));

    EXPECT(CU(cuGraphDestroy)(wild()), INVALID_VALUE);
    EXPECT(CU(cuGraphInstantiateWithFlags)(&executable, wild(), 0),
           INVALID_VALUE);
    EXPECT(CU(cuGraphLaunch)(wild(), NULL), INVALID_VALUE);
    EXPECT(CU(cuGraphExecDestroy)(wild()), INVALID_VALUE);
    EXPECT(CU(cuGraphExecDestroy)((CUgraphExec)graph), INVALID_VALUE);
    EXPECT(CU(cuGraphDestroy)(graph), 0);
    EXPECT(CU(cuGraphDestroy)(graph), INVALID_VALUE);
}

Test(sim_cuda, contexts_that_never_were_are_invalid)
{
    boot("SIMGPU_DEVICES", "2");
    unsigned version;
    unsigned long long id;

    EXPECT(CU(cuCtxSetCurrent)(wild()), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT(CU(cuCtxPushCurrent_v2)(wild()), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT(CU(cuCtxDestroy_v2)(wild()), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT(CU(cuCtxGetApiVersion)(wild(), &version),
           CUDA_ERROR_INVALID_CONTEXT);
    EXPECT(CU(cuCtxGetId)(wild(), &id), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT(CU(cuCtxEnablePeerAccess)(wild(), 0), CUDA_ERROR_INVALID_CONTEXT);
    EXPECT(CU(cuCtxDisablePeerAccess)(wild()), CUDA_ERROR_INVALID_CONTEXT);
}
