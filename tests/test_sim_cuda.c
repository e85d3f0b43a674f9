#include "tests/sim/cuda_testing.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* The simulated driver, each test in a process of its own. */

/* The file's text, in storage that the next call uses again. */
static const char *text_of(const char *path)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "r");
    cr_assert(ne(ptr, file, NULL));
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    return text;
}

Test(sim_cuda, refuses_everything_before_it_is_initialised)
{
    CUdeviceptr ptr;

    cr_expect(
        eq(int, (int)CU(cuMemAlloc_v2)(&ptr, 1), CUDA_ERROR_NOT_INITIALIZED));
}

Test(sim_cuda, refuses_memory_without_a_context)
{
    CUdeviceptr ptr;
    OK(CU(cuInit)(0));

    cr_expect(
        eq(int, (int)CU(cuMemAlloc_v2)(&ptr, 1), CUDA_ERROR_INVALID_CONTEXT));
}

Test(sim_cuda, keeps_the_bytes_that_are_copied)
{
    boot(NULL, NULL);
    char out[16] = "real bytes", in[16] = "";
    CUdeviceptr a = must_alloc(sizeof out), b = must_alloc(sizeof out);

    OK(CU(cuMemcpyHtoD_v2)(a, out, sizeof out));
    OK(CU(cuMemcpyDtoD_v2)(b, a, sizeof out));
    OK(CU(cuMemcpyDtoH_v2)(in, b, sizeof in));

    cr_expect(eq(str, in, out));
}

Test(sim_cuda, fills_with_every_width)
{
    boot(NULL, NULL);
    unsigned char in[8];
    CUdeviceptr ptr = must_alloc(8);

    OK(CU(cuMemsetD32_v2)(ptr, 0x04030201, 2));
    OK(CU(cuMemsetD16_v2)(ptr + 2, 0x0605, 1));
    OK(CU(cuMemsetD8_v2)(ptr + 7, 9, 1));
    OK(CU(cuMemcpyDtoH_v2)(in, ptr, 8));

    const unsigned char wanted[8] = {1, 2, 5, 6, 1, 2, 3, 9};
    cr_expect(zero(int, memcmp(in, wanted, 8)));
}

Test(sim_cuda, refuses_ranges_that_leave_an_allocation)
{
    boot(NULL, NULL);
    char bytes[64];
    CUdeviceptr ptr = must_alloc(32);

    cr_expect(eq(int, (int)CU(cuMemcpyHtoD_v2)(ptr, bytes, 33), 1));
    cr_expect(eq(int, (int)CU(cuMemcpyDtoH_v2)(bytes, ptr + 1, 32), 1));
    cr_expect(eq(int, (int)CU(cuMemsetD8_v2)(ptr + 31, 0, 2), 1));
}

Test(sim_cuda, frees_only_what_starts_there_and_only_once)
{
    boot(NULL, NULL);
    CUdeviceptr ptr = must_alloc(4096);

    cr_expect(eq(int, (int)CU(cuMemFree_v2)(ptr + 256), 1));
    cr_expect(zero(int, (int)CU(cuMemFree_v2)(ptr)));
    cr_expect(eq(int, (int)CU(cuMemFree_v2)(ptr), 1));
    cr_expect(zero(int, (int)CU(cuMemFree_v2)(0)));
}

Test(sim_cuda, counts_memory_and_runs_out_of_it)
{
    size_t before, after, total;
    boot("SIMGPU_MEMORY", "64M");
    CUdeviceptr ptr;

    OK(CU(cuMemGetInfo_v2)(&before, &total));
    must_alloc(40 * MIB);
    OK(CU(cuMemGetInfo_v2)(&after, &total));

    cr_expect(eq(sz, total, 64 * MIB));
    cr_expect(eq(sz, before - after, 40 * MIB));
    cr_expect(eq(int, (int)CU(cuMemAlloc_v2)(&ptr, 25 * MIB),
                 CUDA_ERROR_OUT_OF_MEMORY));
}

Test(sim_cuda, two_devices_have_memory_of_their_own)
{
    boot("SIMGPU_DEVICES", "2");
    CUcontext other;
    CUdeviceptr here = must_alloc(1), there;
    int count, device;

    OK(CU(cuCtxCreate_v2)(&other, 0, 1));
    there = must_alloc(1);
    OK(CU(cuDeviceGetCount)(&count));
    OK(CU(cuPointerGetAttribute)(&device, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                                 there));

    cr_expect(eq(int, count, 2));
    cr_expect(eq(int, device, 1));
    cr_expect(zero(int, (int)CU(cuMemcpyDtoD_v2)(here, there, 1)));
}

Test(sim_cuda, fails_the_call_that_it_is_asked_to_fail)
{
    boot("SIMGPU_FAIL", "cuMemAlloc_v2:3,cuMemFree_v2:1:719");
    CUdeviceptr ptr = must_alloc(1), failed = 77;
    must_alloc(1);

    cr_expect(eq(int, (int)CU(cuMemAlloc_v2)(&failed, 1), 2));
    cr_expect(eq(u64, failed, 77));
    cr_expect(eq(int, (int)CU(cuMemFree_v2)(ptr), 719));
    cr_expect(zero(int, (int)CU(cuMemFree_v2)(ptr)));
    must_alloc(1);
}

Test(sim_cuda, fails_the_nth_call_of_all)
{
    boot("SIMGPU_FAIL", "*:4");
    must_alloc(1);
    CUdeviceptr ptr;

    cr_expect(eq(int, (int)CU(cuMemAlloc_v2)(&ptr, 1), 2));
}

Test(sim_cuda, writes_a_line_for_each_call)
{
    char path[] = "/tmp/sim-trace-XXXXXX", wanted[128];
    close(mkstemp(path));
    boot("SIMGPU_TRACE", path);

    CUdeviceptr ptr = must_alloc(4096);
    CU(cuMemFree_v2)(ptr + 1);
    const char *trace = text_of(path);
    unlink(path);

    snprintf(wanted, sizeof wanted,
             "cuMemAlloc_v2 pid=%d tid=%d size=4096 ptr=%#llx -> 0\n", getpid(),
             getpid(), ptr);
    cr_expect(ne(ptr, strstr(trace, wanted), NULL));
    cr_expect(ne(ptr, strstr(trace, "-> 1\n"), NULL));
}

Test(sim_cuda, takes_the_time_that_a_call_is_said_to_cost)
{
    boot("SIMGPU_COST_NS", "cuMemAlloc_v2=20000000");
    double start = seconds();

    must_alloc(1);

    cr_expect(ge(dbl, seconds() - start, 0.02));
}

static void *address_of(const char *name, int version, cuuint64_t flags)
{
    void *function = NULL;
    CU(cuGetProcAddress_v2)(name, &function, version, flags, NULL);
    return function;
}

Test(sim_cuda, names_mean_what_they_meant_in_that_version)
{
    cr_expect(eq(ptr, address_of("cuMemAlloc", 2000, 0),
                 driver_symbol("cuMemAlloc")));
    cr_expect(eq(ptr, address_of("cuMemAlloc", 3020, 0),
                 driver_symbol("cuMemAlloc_v2")));
    cr_expect(eq(ptr, address_of("cuGetProcAddress", 11030, 0),
                 driver_symbol("cuGetProcAddress")));
    cr_expect(eq(ptr, address_of("cuGetProcAddress", 12000, 0),
                 driver_symbol("cuGetProcAddress_v2")));
    cr_expect(eq(ptr, address_of("cuMemcpyHtoD", 12000, 2),
                 driver_symbol("cuMemcpyHtoD_v2_ptds")));
    cr_expect(eq(ptr, address_of("cuMemAllocAsync", 12000, 2),
                 driver_symbol("cuMemAllocAsync_ptsz")));
}

Test(sim_cuda, names_that_are_not_simulated_are_not_supported)
{
    void *function = &function;
    CUdriverProcAddressQueryResult status;

    CUresult result =
        CU(cuGetProcAddress_v2)("cuNoSuchThing", &function, 13000, 0, &status);

    cr_expect(eq(int, (int)result, CUDA_ERROR_NOT_SUPPORTED));
    cr_expect(eq(ptr, function, NULL));
    cr_expect(eq(int, (int)status, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND));
}

Test(sim_cuda, a_reset_takes_all_memory_and_the_context_lives_again)
{
    OK(CU(cuInit)(0));
    CUcontext context, again;
    OK(CU(cuDevicePrimaryCtxRetain)(&context, 0));
    OK(CU(cuCtxSetCurrent)(context));
    CUdeviceptr ptr = must_alloc(1);

    OK(CU(cuDevicePrimaryCtxReset_v2)(0));
    cr_expect(eq(int, (int)CU(cuMemFree_v2)(ptr), 709));
    OK(CU(cuDevicePrimaryCtxRetain)(&again, 0));

    cr_expect(eq(ptr, again, context));
    cr_expect(eq(int, (int)CU(cuMemFree_v2)(ptr), 1));
}
