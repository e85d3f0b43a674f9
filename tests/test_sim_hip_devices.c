/* Several simulated AMD devices, their contexts and pools, other processes. */

#include "tests/test_sim_hip.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KIB = 1 << 10, MIB = 1 << 20 };

static void load_two(int major)
{
    setenv("SIMGPU_DEVICES", "2", 1);
    hip_load(major);
}

static int current(void)
{
    int device = -1;
    MUST(hip.hipGetDevice(&device));
    return device;
}

FOR_EACH_MAJOR(sim_hip_devices, memory_belongs_to_the_current_device)
{
    load_two(*major);
    struct hip_pointer_attributes attributes;
    size_t available, total;
    int count = 0;

    MUST(hip.hipGetDeviceCount(&count));
    MUST(hip.hipSetDevice(1));
    void *const ptr = hip_must_malloc(MIB);
    MUST(hip.hipPointerGetAttributes(&attributes, ptr));
    MUST(hip.hipMemGetInfo(&available, &total));

    cr_expect(eq(int, count, 2));
    cr_expect(eq(int, attributes.device, 1));
    cr_expect(eq(sz, total - available, MIB));
    MUST(hip.hipSetDevice(0));
    MUST(hip.hipMemGetInfo(&available, &total));
    cr_expect(eq(sz, total - available, 0));
    MUST(hip.hipFree(ptr));
    EXPECT_CODE(hip.hipSetDevice(2), HIP_INVALID_DEVICE);
    EXPECT_CODE(hip.hipSetDevice(-1), HIP_INVALID_DEVICE);
    cr_expect(eq(int, current(), 0));
}

static void *ask_current(void *device)
{
    *(int *)device = current();
    return NULL;
}

FOR_EACH_MAJOR(sim_hip_devices, each_thread_has_its_own_current_device)
{
    load_two(*major);
    int device = -1;
    pthread_t thread;

    MUST(hip.hipSetDevice(1));
    pthread_create(&thread, NULL, ask_current, &device);
    pthread_join(thread, NULL);

    cr_expect(eq(int, device, 0));
    cr_expect(eq(int, current(), 1));
}

FOR_EACH_MAJOR(sim_hip_devices, contexts_are_a_stack_of_devices)
{
    load_two(*major);
    void *one, *popped = NULL, *now = NULL;

    MUST(hip.hipDevicePrimaryCtxRetain(&one, 1));
    MUST(hip.hipCtxPushCurrent(one));
    MUST(hip.hipCtxGetCurrent(&now));
    cr_expect(eq(int, current(), 1));
    cr_expect(eq(ptr, now, one));
    MUST(hip.hipCtxPopCurrent(&popped));

    cr_expect(eq(ptr, popped, one));
    cr_expect(eq(int, current(), 0));
    EXPECT_CODE(hip.hipCtxPopCurrent(&popped), HIP_INVALID_CONTEXT);
    EXPECT_CODE(hip.hipCtxPushCurrent(&one), HIP_INVALID_CONTEXT);
}

FOR_EACH_MAJOR(sim_hip_devices, peers_are_opened_and_closed_once)
{
    load_two(*major);
    int can = -1;
    char *const near = hip_must_malloc(KIB);
    MUST(hip.hipSetDevice(1));
    char *const far = hip_must_malloc(KIB);

    MUST(hip.hipDeviceCanAccessPeer(&can, 0, 1));
    cr_expect(eq(int, can, 1));
    MUST(hip.hipDeviceCanAccessPeer(&can, 1, 1));
    cr_expect(eq(int, can, 0));
    MUST(hip.hipDeviceEnablePeerAccess(0, 0));
    EXPECT_CODE(hip.hipDeviceEnablePeerAccess(0, 0), HIP_PEER_ENABLED);
    EXPECT_CODE(hip.hipDeviceEnablePeerAccess(1, 0), HIP_INVALID_DEVICE);
    MUST(hip.hipDeviceDisablePeerAccess(0));
    EXPECT_CODE(hip.hipDeviceDisablePeerAccess(0), HIP_PEER_NOT_ENABLED);
    MUST(hip.hipMemset(far, 3, KIB));
    MUST(hip.hipMemcpyPeer(near, 0, far, 1, KIB));
    MUST(hip.hipDeviceSynchronize());
    cr_expect(hip_holds(near, KIB, 3));
}

FOR_EACH_MAJOR(sim_hip_devices, a_reset_gives_back_what_one_device_had)
{
    load_two(*major);
    void *const kept = hip_must_malloc(KIB);
    MUST(hip.hipSetDevice(1));
    void *const lost = hip_must_malloc(MIB), *const stream = hip_must_stream(0);
    size_t available, total;

    MUST(hip.hipDeviceReset());

    MUST(hip.hipMemGetInfo(&available, &total));
    cr_expect(eq(sz, available, total));
    EXPECT_CODE(hip.hipFree(lost), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipStreamSynchronize(stream), HIP_INVALID_HANDLE);
    MUST(hip.hipFree(kept));
}

FOR_EACH_MAJOR(sim_hip_devices, a_pool_of_its_own_serves_until_it_is_destroyed)
{
    hip_load(*major);
    void *pool, *now, *ptr;
    uint64_t used = 0;
    const struct hip_pool_properties properties = {
        .type = HIP_ALLOCATION_PINNED, .location = {HIP_LOCATION_DEVICE, 0}};

    MUST(hip.hipMemPoolCreate(&pool, &properties));
    MUST(hip.hipDeviceSetMemPool(0, pool));
    MUST(hip.hipDeviceGetMemPool(&now, 0));
    cr_expect(eq(ptr, now, pool));
    MUST(hip.hipMallocFromPoolAsync(&ptr, KIB, pool, NULL));
    MUST(hip.hipMemPoolGetAttribute(pool, /* used */ 7, &used));
    cr_expect(eq(u64, used, 4 * KIB));
    MUST(hip.hipFreeAsync(ptr, NULL));
    MUST(hip.hipStreamSynchronize(NULL));
    MUST(hip.hipMemPoolTrimTo(pool, 0));
    MUST(hip.hipMemPoolDestroy(pool));

    EXPECT_CODE(hip.hipMemPoolDestroy(pool), HIP_INVALID_VALUE);
    MUST(hip.hipDeviceGetMemPool(&now, 0));
    cr_expect(ne(ptr, now, pool));
    EXPECT_CODE(hip.hipMemPoolDestroy(now), HIP_INVALID_VALUE);
}

/* The other process: waits for a handle, writes through it, ends with 0. */
static void write_through_handle(int major, int from)
{
    struct hip_ipc_handle handle;
    void *ptr;
    hip_load(major);
    bool is_done =
        read(from, &handle, sizeof handle) == (ssize_t)sizeof handle &&
        hip.hipIpcOpenMemHandle(&ptr, handle, major < 6 ? 0 : 1) == 0 &&
        hip.hipMemset(ptr, 9, KIB) == 0 && hip.hipFree(ptr) != 0 &&
        hip.hipIpcCloseMemHandle(ptr) == 0 &&
        hip.hipIpcCloseMemHandle(ptr) != 0;
    _exit(is_done ? 0 : 1);
}

FOR_EACH_MAJOR(sim_hip_devices, another_process_writes_through_an_ipc_handle)
{
    int channel[2], status = -1;
    cr_assert(eq(int, pipe(channel), 0));
    const pid_t child = fork();
    if (child == 0) {
        close(channel[1]); /* so that it ends with this process */
        write_through_handle(*major, channel[0]);
    }
    hip_load(*major);
    struct hip_ipc_handle handle;
    void *const ptr = hip_must_malloc(KIB), *opened;

    MUST(hip.hipIpcGetMemHandle(&handle, ptr));
    EXPECT_CODE(hip.hipIpcOpenMemHandle(&opened, handle, *major < 6 ? 0 : 1),
                HIP_INVALID_CONTEXT);
    EXPECT_CODE(hip.hipIpcOpenMemHandle(&opened, handle, 2), HIP_INVALID_VALUE);
    cr_assert(eq(sz, (size_t)write(channel[1], &handle, sizeof handle),
                 sizeof handle));
    waitpid(child, &status, 0);

    cr_expect(eq(int, status, 0));
    cr_expect(hip_holds(ptr, KIB, 9));
}
