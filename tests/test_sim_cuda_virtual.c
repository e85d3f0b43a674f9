#include "tests/sim/cuda_testing.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Virtual memory, and memory that processes share. */

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

/* What another process does with a handle; it started before the driver. */
static void write_into(int from_maker, int to_maker)
{
    CUipcMemHandle handle;
    CUdeviceptr ptr;
    char done = 1;
    boot(NULL, NULL);
    cr_assert(eq(sz, (size_t)read(from_maker, &handle, 64), 64));
    OK(CU(cuIpcOpenMemHandle_v2)(&ptr, handle, /* lazy peer access */ 1));
    OK(CU(cuMemsetD8_v2)(ptr, 42, 4096));
    OK(CU(cuCtxSynchronize)());
    OK(CU(cuIpcCloseMemHandle)(ptr));
    cr_assert(eq(sz, (size_t)write(to_maker, &done, 1), 1));
}

Test(sim_cuda, another_process_writes_into_shared_memory)
{
    int there[2], back[2];
    char done;
    cr_assert(zero(int, pipe(there)));
    cr_assert(zero(int, pipe(back)));
    if (fork() == 0) {
        write_into(there[0], back[1]);
        _exit(0);
    }
    boot(NULL, NULL);
    CUipcMemHandle handle;
    CUdeviceptr ptr = must_alloc(4096), same;

    OK(CU(cuIpcGetMemHandle)(&handle, ptr));
    cr_expect(eq(int, (int)CU(cuIpcOpenMemHandle_v2)(&same, handle, 1),
                 CUDA_ERROR_INVALID_CONTEXT));
    cr_assert(eq(sz, (size_t)write(there[1], &handle, 64), 64));
    cr_assert(eq(sz, (size_t)read(back[0], &done, 1), 1));

    cr_expect(eq(int, byte_at(ptr + 4095), 42));
}

Test(sim_cuda, physical_memory_travels_by_descriptor)
{
    boot(NULL, NULL);
    size_t page = 2 * MIB;
    int fd;
    CUdeviceptr base;
    CUmemGenericAllocationHandle handle = must_create(page), imported;

    OK(CU(cuMemExportToShareableHandle)(
        &fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(CU(cuMemImportFromShareableHandle)(
        &imported, (void *)(intptr_t)fd,
        CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    OK(CU(cuMemAddressReserve)(&base, 2 * page, 0, 0, 0));
    OK(CU(cuMemMap)(base, page, 0, handle, 0));
    OK(CU(cuMemMap)(base + page, page, 0, imported, 0));
    open_range(base, 2 * page);
    OK(CU(cuMemsetD8_v2)(base, 3, 1));
    OK(CU(cuCtxSynchronize)());

    cr_expect(eq(int, byte_at(base + page), 3));
}
