#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/sim/cuda_driver.h"

/* The simulated driver, each test in a process of its own. */

#define OK(call) cr_assert(eq(int, (int)(call), 0))

static const size_t MIB = (size_t)1 << 20;

/* Set variables, then make a context on device 0. */
static void boot(const char *name, const char *value)
{
    CUcontext context;
    if (name != NULL)
        setenv(name, value, /* replaces */ 1);
    OK(CU(cuInit)(0));
    OK(CU(cuCtxCreate_v2)(&context, 0, 0));
}

static CUdeviceptr must_alloc(size_t size)
{
    CUdeviceptr ptr;
    OK(CU(cuMemAlloc_v2)(&ptr, size));
    return ptr;
}

static CUstream must_stream(unsigned flags)
{
    CUstream stream;
    OK(CU(cuStreamCreate)(&stream, flags));
    return stream;
}

static unsigned char byte_at(CUdeviceptr ptr)
{
    return *(volatile unsigned char *)(uintptr_t)ptr;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Does a process that touches the address die of it? */
static bool faults(CUdeviceptr ptr)
{
    int how;
    pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL);
        _exit(byte_at(ptr) == 255);
    }
    waitpid(child, &how, 0);
    return WIFSIGNALED(how) && WTERMSIG(how) == SIGSEGV;
}

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

Test(sim_cuda, frees_wait_for_work_in_flight)
{
    boot("SIMGPU_STREAM_DELAY_US", "30000");
    CUdeviceptr ptr = must_alloc(4096);
    double start = seconds();

    OK(CU(cuMemsetD8Async)(ptr, 1, 4096, must_stream(CU_STREAM_NON_BLOCKING)));
    OK(CU(cuMemFree_v2)(ptr));

    cr_expect(ge(dbl, seconds() - start, 0.03));
    cr_expect(zero(int, (int)CU(cuCtxSynchronize)()));
}

Test(sim_cuda, streams_work_in_order_and_later)
{
    boot("SIMGPU_STREAM_DELAY_US", "20000");
    CUstream stream = must_stream(CU_STREAM_NON_BLOCKING);
    CUdeviceptr ptr = must_alloc(1);

    OK(CU(cuMemsetD8Async)(ptr, 1, 1, stream));
    OK(CU(cuMemsetD8Async)(ptr, 2, 1, stream));

    cr_expect(zero(int, byte_at(ptr)));
    cr_expect(eq(int, (int)CU(cuStreamQuery)(stream), CUDA_ERROR_NOT_READY));
    OK(CU(cuStreamSynchronize)(stream));
    cr_expect(eq(int, byte_at(ptr), 2));
}

Test(sim_cuda, the_legacy_stream_waits_for_blocking_streams_only)
{
    boot("SIMGPU_STREAM_DELAY_US", "30000");
    CUdeviceptr blocking = must_alloc(1), other = must_alloc(1);
    CUdeviceptr legacy = must_alloc(1);
    CUstream free_stream = must_stream(CU_STREAM_NON_BLOCKING);

    for (int i = 1; i <= 10; i++)
        OK(CU(cuMemsetD8Async)(other, (unsigned char)i, 1, free_stream));
    OK(CU(cuMemsetD8Async)(blocking, 1, 1, must_stream(0)));
    OK(CU(cuMemsetD8Async)(legacy, 1, 1, NULL));
    OK(CU(cuStreamSynchronize)(NULL));

    cr_expect(eq(int, byte_at(blocking), 1));
    cr_expect(eq(int, byte_at(legacy), 1));
    cr_expect(lt(int, byte_at(other), 10));
}

Test(sim_cuda, blocking_streams_wait_for_the_legacy_stream)
{
    boot("SIMGPU_STREAM_DELAY_US", "20000");
    CUstream stream = must_stream(0);
    CUdeviceptr ptr = must_alloc(1);

    OK(CU(cuMemsetD8Async)(ptr, 1, 1, NULL));
    OK(CU(cuMemsetD8Async)(ptr, 2, 1, stream));
    OK(CU(cuStreamSynchronize)(stream));

    cr_expect(eq(int, byte_at(ptr), 2));
    cr_expect(zero(int, (int)CU(cuStreamQuery)(NULL)));
}

Test(sim_cuda, a_stream_waits_for_another_ones_event)
{
    boot("SIMGPU_STREAM_DELAY_US", "20000");
    CUstream first = must_stream(CU_STREAM_NON_BLOCKING);
    CUstream second = must_stream(CU_STREAM_NON_BLOCKING);
    CUdeviceptr ptr = must_alloc(1);
    CUevent event;
    OK(CU(cuEventCreate)(&event, 0));

    OK(CU(cuMemsetD8Async)(ptr, 1, 1, first));
    OK(CU(cuEventRecord)(event, first));
    OK(CU(cuStreamWaitEvent)(second, event, 0));
    OK(CU(cuMemsetD8Async)(ptr, 2, 1, second));
    cr_expect(eq(int, (int)CU(cuEventQuery)(event), CUDA_ERROR_NOT_READY));
    OK(CU(cuStreamSynchronize)(second));

    cr_expect(eq(int, byte_at(ptr), 2));
    cr_expect(zero(int, (int)CU(cuEventQuery)(event)));
}

static void try_to_synchronise(void *result)
{
    *(CUresult *)result = CU(cuCtxSynchronize)();
}

/* A thread of the driver has no context of the program's. */
Test(sim_cuda, host_functions_run_in_the_stream_and_may_not_wait_for_it)
{
    boot(NULL, NULL);
    CUresult result = CUDA_SUCCESS;

    OK(CU(cuLaunchHostFunc)(NULL, try_to_synchronise, &result));
    OK(CU(cuCtxSynchronize)());

    cr_expect(ne(int, (int)result, CUDA_SUCCESS));
}

Test(sim_cuda, stream_ordered_memory_is_counted_and_kept)
{
    boot(NULL, NULL);
    CUmemoryPool pool;
    CUdeviceptr first, second;
    uint64_t keep = UINT64_MAX, used, reserved;
    OK(CU(cuDeviceGetDefaultMemPool)(&pool, 0));
    OK(CU(cuMemPoolSetAttribute)(pool, 4, &keep));

    OK(CU(cuMemAllocAsync)(&first, MIB, NULL));
    OK(CU(cuMemFreeAsync)(first, NULL));
    cr_expect(eq(int, (int)CU(cuMemFreeAsync)(first, NULL), 1));
    OK(CU(cuCtxSynchronize)());
    OK(CU(cuMemPoolGetAttribute)(pool, 7, &used));
    OK(CU(cuMemPoolGetAttribute)(pool, 5, &reserved));
    OK(CU(cuMemAllocAsync)(&second, MIB, NULL));

    cr_expect(zero(u64, used));
    cr_expect(eq(u64, reserved, MIB));
    cr_expect(eq(u64, second, first));
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

Test(sim_cuda, a_capture_forbids_allocation_and_its_graph_can_be_replayed)
{
    boot(NULL, NULL);
    CUstream stream = must_stream(CU_STREAM_NON_BLOCKING);
    CUdeviceptr ptr = must_alloc(1), more;
    CUgraph graph;
    CUgraphExec executable;

    OK(CU(cuStreamBeginCapture_v2)(stream, /* global */ 0));
    OK(CU(cuMemsetD8Async)(ptr, 5, 1, stream));
    OK(CU(cuStreamEndCapture)(stream, &graph));
    cr_expect(zero(int, byte_at(ptr)));
    OK(CU(cuGraphInstantiateWithFlags)(&executable, graph, 0));
    OK(CU(cuGraphLaunch)(executable, stream));
    OK(CU(cuStreamSynchronize)(stream));
    cr_expect(eq(int, byte_at(ptr), 5));

    OK(CU(cuStreamBeginCapture_v2)(stream, /* global */ 0));
    cr_expect(eq(int, (int)CU(cuMemAlloc_v2)(&more, 1), 900));
    cr_expect(eq(int, (int)CU(cuStreamEndCapture)(stream, &graph), 901));
}

static CUmemGenericAllocationHandle must_create(size_t size)
{
    const CUmemAllocationProp properties = {
        .type = CU_MEM_ALLOCATION_TYPE_PINNED,
        .requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE}};
    CUmemGenericAllocationHandle handle;
    OK(CU(cuMemCreate)(&handle, size, &properties, 0));
    return handle;
}

static void open_range(CUdeviceptr ptr, size_t size)
{
    const CUmemAccessDesc access = {
        .location = {.type = CU_MEM_LOCATION_TYPE_DEVICE},
        .flags = 3 /* read and write */};
    OK(CU(cuMemSetAccess)(ptr, size, &access, 1));
}

Test(sim_cuda, two_mappings_of_one_handle_are_the_same_memory)
{
    boot(NULL, NULL);
    size_t page = 2 * MIB;
    CUdeviceptr base;
    CUmemGenericAllocationHandle handle = must_create(page);
    OK(CU(cuMemAddressReserve)(&base, 2 * page, 0, 0, 0));

    OK(CU(cuMemMap)(base, page, 0, handle, 0));
    OK(CU(cuMemMap)(base + page, page, 0, handle, 0));
    cr_expect(eq(int, (int)CU(cuMemsetD8_v2)(base, 1, 1), 1));
    open_range(base, 2 * page);
    OK(CU(cuMemsetD8_v2)(base, 7, page));
    OK(CU(cuCtxSynchronize)());

    cr_expect(eq(int, byte_at(base + page + 99), 7));
}

Test(sim_cuda, virtual_memory_faults_unless_it_is_mapped_and_open)
{
    boot(NULL, NULL);
    size_t page = 2 * MIB;
    CUdeviceptr base;
    CUmemGenericAllocationHandle handle = must_create(page);

    OK(CU(cuMemAddressReserve)(&base, page, 0, 0, 0));
    cr_expect(faults(base));
    OK(CU(cuMemMap)(base, page, 0, handle, 0));
    cr_expect(faults(base));
    open_range(base, page);
    cr_expect(not(faults(base)));
    cr_expect(eq(int, (int)CU(cuMemAddressFree)(base, page), 1));
    OK(CU(cuMemUnmap)(base, page));
    cr_expect(faults(base));
    OK(CU(cuMemRelease)(handle));
    cr_expect(eq(int, (int)CU(cuMemRelease)(handle), 1));
    OK(CU(cuMemAddressFree)(base, page));
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
