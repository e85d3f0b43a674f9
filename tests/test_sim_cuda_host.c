#include "tests/sim/cuda_testing.h"

#include <string.h>

/* Managed, pinned and registered memory, and that of peers. */

enum { ALREADY_REGISTERED = 712, NOT_REGISTERED = 713 };
enum { ALREADY_ENABLED = 704, NOT_ENABLED = 705 };

static int attribute_of(CUdeviceptr ptr, CUpointer_attribute attribute)
{
    int value;
    OK(CU(cuPointerGetAttribute)(&value, attribute, ptr));
    return value;
}

Test(sim_cuda, managed_memory_is_the_hosts_and_the_devices)
{
    boot(NULL, NULL);
    CUdeviceptr ptr, none;
    char out[8] = "managed", in[8] = "";
    OK(CU(cuMemAllocManaged)(&ptr, 4096, /* attached to all */ 1));

    memcpy((void *)(uintptr_t)ptr, out, 8);
    OK(CU(cuMemcpyDtoH_v2)(in, ptr, 8));

    cr_expect(eq(str, in, out));
    cr_expect(eq(int, attribute_of(ptr, CU_POINTER_ATTRIBUTE_IS_MANAGED), 1));
    cr_expect(eq(int, (int)CU(cuMemAllocManaged)(&none, 4096, 0), 1));
    cr_expect(zero(int, (int)CU(cuMemFree_v2)(ptr)));
}

Test(sim_cuda, pinned_memory_knows_its_flags_and_its_own_free)
{
    boot(NULL, NULL);
    void *host;
    CUdeviceptr device;
    unsigned flags;

    OK(CU(cuMemHostAlloc)(&host, 4096, /* mapped */ 2));
    OK(CU(cuMemHostGetFlags)(&flags, host));
    OK(CU(cuMemHostGetDevicePointer_v2)(&device, host, 0));

    cr_expect(eq(uint, flags & 2, 2));
    cr_expect(eq(u64, device, (uintptr_t)host));
    cr_expect(eq(int, attribute_of(device, CU_POINTER_ATTRIBUTE_MEMORY_TYPE),
                 CU_MEMORYTYPE_HOST));
    cr_expect(eq(int, (int)CU(cuMemFree_v2)(device), 1));
    cr_expect(zero(int, (int)CU(cuMemFreeHost)(host)));
    cr_expect(eq(int, (int)CU(cuMemFreeHost)(host), 1));
}

Test(sim_cuda, memory_is_registered_and_forgotten_once)
{
    static char bytes[2 * 4096];
    boot(NULL, NULL);

    OK(CU(cuMemHostRegister_v2)(bytes, sizeof bytes, 0));
    cr_expect(eq(int, (int)CU(cuMemHostRegister_v2)(bytes, sizeof bytes, 0),
                 ALREADY_REGISTERED));
    cr_expect(eq(int, (int)CU(cuMemFreeHost)(bytes), 1));
    OK(CU(cuMemHostUnregister)(bytes));

    cr_expect(eq(int, (int)CU(cuMemHostUnregister)(bytes), NOT_REGISTERED));
    bytes[0] = 1; /* still the program's */
}

Test(sim_cuda, peers_are_opened_and_closed_once)
{
    boot("SIMGPU_DEVICES", "2");
    CUcontext here, there;
    int can, self;
    OK(CU(cuCtxGetCurrent)(&here));
    OK(CU(cuCtxCreate_v2)(&there, 0, 1));
    OK(CU(cuDeviceCanAccessPeer)(&can, 0, 1));
    OK(CU(cuDeviceCanAccessPeer)(&self, 0, 0));

    cr_expect(eq(int, can, 1));
    cr_expect(zero(int, self));
    cr_expect(eq(int, (int)CU(cuCtxDisablePeerAccess)(here), NOT_ENABLED));
    cr_expect(zero(int, (int)CU(cuCtxEnablePeerAccess)(here, 0)));
    cr_expect(
        eq(int, (int)CU(cuCtxEnablePeerAccess)(here, 0), ALREADY_ENABLED));
    cr_expect(eq(int, (int)CU(cuCtxEnablePeerAccess)(here, 1), 1));
    cr_expect(zero(int, (int)CU(cuCtxDisablePeerAccess)(here)));
}
