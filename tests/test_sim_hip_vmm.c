/* Virtual memory of the simulated AMD devices. */

#include "tests/test_sim_hip.h"

#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PAGE = 4096, SIZE = 4 * PAGE, NONE = 0, READ_AND_WRITE = 3 };

/* In the layout of the major that was loaded. */
static const void *properties_of(int major, int handle_type)
{
    static struct hip_memory_properties_5 old;
    static struct hip_memory_properties new;
    old.type = new.type = HIP_ALLOCATION_PINNED;
    old.handle_type = new.handle_type = handle_type;
    old.location = new.location = (struct hip_location){HIP_LOCATION_DEVICE, 0};
    return major < 6 ? (const void *)&old : &new;
}

static void *must_create(int major, int handle_type)
{
    void *handle = NULL;
    MUST(hip.hipMemCreate(&handle, SIZE, properties_of(major, handle_type), 0));
    return handle;
}

static char *must_reserve(size_t size)
{
    void *ptr = NULL;
    MUST(hip.hipMemAddressReserve(&ptr, size, 0, NULL, 0));
    return ptr;
}

static void must_set_access(void *ptr, size_t size, int flags)
{
    const struct hip_access access = {{HIP_LOCATION_DEVICE, 0}, flags};
    MUST(hip.hipMemSetAccess(ptr, size, &access, 1));
}

FOR_EACH_MAJOR(sim_hip_vmm, two_mappings_of_a_handle_are_the_same_bytes)
{
    hip_load(*major);
    void *const handle = must_create(*major, HIP_HANDLE_NONE);
    char *const ptr = must_reserve(2 * SIZE);

    MUST(hip.hipMemMap(ptr, SIZE, 0, handle, 0));
    MUST(hip.hipMemMap(ptr + SIZE, SIZE, 0, handle, 0));
    MUST(hip.hipMemRelease(handle));
    must_set_access(ptr, 2 * SIZE, READ_AND_WRITE);
    MUST(hip.hipMemset(ptr, 6, SIZE));

    cr_expect(hip_holds(ptr + SIZE, SIZE, 6));
    MUST(hip.hipMemUnmap(ptr, SIZE));
    cr_expect(hip_holds(ptr + SIZE, SIZE, 6));
    MUST(hip.hipMemUnmap(ptr + SIZE, SIZE));
    MUST(hip.hipMemAddressFree(ptr, 2 * SIZE));
}

FOR_EACH_MAJOR(sim_hip_vmm, memory_is_closed_until_access_is_set)
{
    hip_load(*major);
    void *const handle = must_create(*major, HIP_HANDLE_NONE);
    char *const ptr = must_reserve(SIZE);
    const struct hip_location location = {HIP_LOCATION_DEVICE, 0};
    unsigned long long flags = 9;

    MUST(hip.hipMemMap(ptr, SIZE, 0, handle, 0));
    EXPECT_CODE(hip.hipMemset(ptr, 1, SIZE), HIP_INVALID_VALUE);
    must_set_access(ptr, SIZE, READ_AND_WRITE);
    MUST(hip.hipMemset(ptr, 1, SIZE));
    MUST(hip.hipMemGetAccess(&flags, &location, ptr));
    cr_expect(eq(ullong, flags, READ_AND_WRITE));
    must_set_access(ptr, SIZE, NONE);

    EXPECT_CODE(hip.hipMemset(ptr, 1, SIZE), HIP_INVALID_VALUE);
}

/* The signal that ends a process which writes there, or 0. */
static int signal_of_write(volatile char *ptr)
{
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL);
        signal(SIGBUS, SIG_DFL);
        *ptr = 1;
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

FOR_EACH_MAJOR(sim_hip_vmm, an_address_without_a_mapping_faults)
{
    hip_load(*major);
    void *const handle = must_create(*major, HIP_HANDLE_NONE);
    char *const ptr = must_reserve(SIZE);

    cr_expect(eq(int, signal_of_write(ptr), SIGSEGV));
    MUST(hip.hipMemMap(ptr, SIZE, 0, handle, 0));
    cr_expect(eq(int, signal_of_write(ptr), SIGSEGV));
    must_set_access(ptr, SIZE, READ_AND_WRITE);
    cr_expect(eq(int, signal_of_write(ptr), 0));
    MUST(hip.hipMemUnmap(ptr, SIZE));

    cr_expect(eq(int, signal_of_write(ptr), SIGSEGV));
}

FOR_EACH_MAJOR(sim_hip_vmm, pages_have_4096_bytes)
{
    hip_load(*major);
    const void *const properties = properties_of(*major, HIP_HANDLE_NONE);
    size_t granularity = 0;
    void *out = &out;

    MUST(hip.hipMemGetAllocationGranularity(&granularity, properties, 0));
    cr_expect(eq(sz, granularity, PAGE));
    MUST(hip.hipMemGetAllocationGranularity(&granularity, properties, 1));
    cr_expect(eq(sz, granularity, PAGE));
    EXPECT_CODE(hip.hipMemCreate(&out, PAGE - 1, properties, 0),
                HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemAddressReserve(&out, PAGE + 1, 0, NULL, 0),
                HIP_INVALID_VALUE);
    cr_expect(eq(ptr, out, &out));
}

FOR_EACH_MAJOR(sim_hip_vmm, refuses_what_amd_refuses)
{
    hip_load(*major);
    void *const handle = must_create(*major, HIP_HANDLE_NONE);
    char *const ptr = must_reserve(SIZE);
    void *out = &out;

    EXPECT_CODE(hip.hipMemMap(ptr, PAGE, PAGE, handle, 0), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemMap(ptr, 2 * SIZE, 0, handle, 0), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemMap(ptr, SIZE, 0, NULL, 0), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemCreate(&out, 0, properties_of(*major, 0), 0),
                HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemCreate(&out, SIZE, NULL, 0), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemUnmap(ptr, SIZE), HIP_INVALID_VALUE);
    MUST(hip.hipMemMap(ptr, SIZE, 0, handle, 0));
    EXPECT_CODE(hip.hipMemMap(ptr, SIZE, 0, handle, 0), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemAddressFree(ptr, SIZE), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipFree(ptr), HIP_INVALID_VALUE);
    MUST(hip.hipMemRelease(handle));
    EXPECT_CODE(hip.hipMemRelease(handle), HIP_INVALID_VALUE);
}

FOR_EACH_MAJOR(sim_hip_vmm, a_handle_by_address_tells_its_properties)
{
    hip_load(*major);
    void *const handle = must_create(*major, HIP_HANDLE_FD), *same = NULL;
    char *const ptr = must_reserve(SIZE);
    struct hip_memory_properties_5 old;
    struct hip_memory_properties new;

    MUST(hip.hipMemMap(ptr, SIZE, 0, handle, 0));
    MUST(hip.hipMemRetainAllocationHandle(&same, ptr));
    MUST(hip.hipMemGetAllocationPropertiesFromHandle(
        *major < 6 ? (void *)&old : &new, same));

    cr_expect(eq(ptr, same, handle));
    cr_expect(
        eq(int, *major < 6 ? old.handle_type : new.handle_type, HIP_HANDLE_FD));
    cr_expect(eq(int, *major < 6 ? old.type : new.type, HIP_ALLOCATION_PINNED));
}

FOR_EACH_MAJOR(sim_hip_vmm, an_exported_descriptor_opens_the_same_bytes)
{
    hip_load(*major);
    void *const handle = must_create(*major, HIP_HANDLE_FD);
    void *const closed = must_create(*major, HIP_HANDLE_NONE), *imported;
    char *const ptr = must_reserve(2 * SIZE);
    int fd = -1;

    MUST(hip.hipMemExportToShareableHandle(&fd, handle, HIP_HANDLE_FD, 0));
    /* Up to 6 the descriptor is pointed to. */
    void *const shared = *major < 7 ? (void *)&fd : (void *)(intptr_t)fd;
    MUST(hip.hipMemImportFromShareableHandle(&imported, shared, HIP_HANDLE_FD));
    close(fd);
    MUST(hip.hipMemMap(ptr, SIZE, 0, handle, 0));
    MUST(hip.hipMemMap(ptr + SIZE, SIZE, 0, imported, 0));
    must_set_access(ptr, 2 * SIZE, READ_AND_WRITE);
    MUST(hip.hipMemset(ptr, 8, SIZE));

    cr_expect(hip_holds(ptr + SIZE, SIZE, 8));
    EXPECT_CODE(
        hip.hipMemExportToShareableHandle(&fd, closed, HIP_HANDLE_FD, 0),
        HIP_NOT_SUPPORTED);
}
