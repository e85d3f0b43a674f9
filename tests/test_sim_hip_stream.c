/* Streams and events of the simulated AMD devices. */

#include "tests/test_sim_hip.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

enum { KIB = 1 << 10, NON_BLOCKING = 1 };

/* Each operation takes 50 ms, far more than a call. */
static void load_slow(int major)
{
    setenv("SIMGPU_STREAM_DELAY_US", "50000", 1);
    hip_load(major);
}

FOR_EACH_MAJOR(sim_hip_stream, work_is_done_later_and_in_order)
{
    load_slow(*major);
    void *const stream = hip_must_stream(NON_BLOCKING);
    unsigned char *const ptr = hip_must_malloc(KIB);

    MUST(hip.hipMemsetAsync(ptr, 1, KIB, stream));
    MUST(hip.hipMemsetAsync(ptr, 2, KIB / 2, stream));

    EXPECT_CODE(hip.hipStreamQuery(stream), HIP_NOT_READY);
    MUST(hip.hipStreamSynchronize(stream));
    MUST(hip.hipStreamQuery(stream));
    cr_expect(hip_holds(ptr, KIB / 2, 2));
    cr_expect(hip_holds(ptr + KIB / 2, KIB / 2, 1));
    MUST(hip.hipStreamDestroy(stream));
}

FOR_EACH_MAJOR(sim_hip_stream, a_free_waits_for_every_stream_of_the_device)
{
    load_slow(*major);
    void *const stream = hip_must_stream(NON_BLOCKING);
    void *const busy = hip_must_malloc(KIB), *const idle = hip_must_malloc(KIB);
    MUST(hip.hipMemsetAsync(busy, 1, KIB, stream));
    EXPECT_CODE(hip.hipStreamQuery(stream), HIP_NOT_READY);

    MUST(hip.hipFree(idle));

    MUST(hip.hipStreamQuery(stream));
    cr_expect(hip_holds(busy, KIB, 1));
}

FOR_EACH_MAJOR(sim_hip_stream, a_device_is_synchronized_with_all_its_streams)
{
    load_slow(*major);
    void *const one = hip_must_stream(0), *const other = hip_must_stream(0);
    void *const ptr = hip_must_malloc(2);
    MUST(hip.hipMemsetAsync(ptr, 1, 1, one));
    MUST(hip.hipMemsetAsync((char *)ptr + 1, 1, 1, other));

    MUST(hip.hipDeviceSynchronize());

    MUST(hip.hipStreamQuery(one));
    MUST(hip.hipStreamQuery(other));
}

FOR_EACH_MAJOR(sim_hip_stream, the_legacy_stream_waits_for_blocking_ones_only)
{
    load_slow(*major);
    void *const blocking = hip_must_stream(0);
    void *const other = hip_must_stream(NON_BLOCKING);
    void *const ptr = hip_must_malloc(KIB);
    for (int i = 0; i < 10; i++)
        MUST(hip.hipMemsetAsync(ptr, 7, KIB, other));
    MUST(hip.hipMemsetAsync(ptr, 1, KIB, blocking));

    MUST(hip.hipMemset(ptr, 2, 1));

    MUST(hip.hipStreamQuery(blocking));
    EXPECT_CODE(hip.hipStreamQuery(other), HIP_NOT_READY);
}

FOR_EACH_MAJOR(sim_hip_stream, memory_freed_in_stream_order_is_used_till_then)
{
    load_slow(*major);
    void *const stream = hip_must_stream(NON_BLOCKING);
    void *const copy = hip_must_malloc(KIB);
    void *ptr;

    MUST(hip.hipMallocAsync(&ptr, KIB, stream));
    MUST(hip.hipMemsetAsync(ptr, 5, KIB, stream));
    MUST(hip.hipMemcpyDtoDAsync(copy, ptr, KIB, stream));
    MUST(hip.hipFreeAsync(ptr, stream));
    EXPECT_CODE(hip.hipFreeAsync(ptr, stream), HIP_INVALID_VALUE);
    MUST(hip.hipStreamSynchronize(stream));

    cr_expect(hip_holds(copy, KIB, 5));
    EXPECT_CODE(hip.hipFree(ptr), HIP_INVALID_VALUE);
    MUST(hip.hipMallocAsync(&ptr, KIB, stream));
    MUST(hip.hipFree(ptr));
}

FOR_EACH_MAJOR(sim_hip_stream, work_on_memory_that_is_gone_is_a_fault)
{
    load_slow(*major);
    void *const stream = hip_must_stream(NON_BLOCKING);
    void *ptr;
    MUST(hip.hipMallocAsync(&ptr, KIB, stream));
    MUST(hip.hipStreamSynchronize(stream));

    MUST(hip.hipFreeAsync(ptr, stream));
    MUST(hip.hipMemsetAsync(ptr, 5, KIB, stream));

    EXPECT_CODE(hip.hipStreamSynchronize(stream), HIP_ILLEGAL_ADDRESS);
    EXPECT_CODE(hip.hipDeviceSynchronize(), HIP_ILLEGAL_ADDRESS);
    MUST(hip.hipDeviceReset());
    MUST(hip.hipDeviceSynchronize());
}

FOR_EACH_MAJOR(sim_hip_stream, an_event_orders_two_streams_and_tells_the_time)
{
    load_slow(*major);
    void *const one = hip_must_stream(NON_BLOCKING);
    void *const other = hip_must_stream(NON_BLOCKING);
    void *const ptr = hip_must_malloc(KIB);
    void *start, *end;
    float ms = 0;
    MUST(hip.hipEventCreate(&start));
    MUST(hip.hipEventCreate(&end));

    MUST(hip.hipEventRecord(start, one));
    MUST(hip.hipMemsetAsync(ptr, 1, KIB, one));
    MUST(hip.hipEventRecord(end, one));
    EXPECT_CODE(hip.hipEventQuery(end), HIP_NOT_READY);
    MUST(hip.hipStreamWaitEvent(other, end, 0));
    MUST(hip.hipMemsetAsync(ptr, 2, KIB, other));
    MUST(hip.hipStreamSynchronize(other));

    MUST(hip.hipEventQuery(end));
    cr_expect(hip_holds(ptr, KIB, 2));
    MUST(hip.hipEventElapsedTime(&ms, start, end));
    cr_expect(ge(flt, ms, 30));
    MUST(hip.hipEventDestroy(start));
    EXPECT_CODE(hip.hipEventDestroy(start), HIP_INVALID_HANDLE);
    EXPECT_CODE(hip.hipEventElapsedTime(&ms, start, end), HIP_INVALID_HANDLE);
}

FOR_EACH_MAJOR(sim_hip_stream, refuses_dead_and_default_streams)
{
    hip_load(*major);
    void *const stream = hip_must_stream(0);
    void *const ptr = hip_must_malloc(KIB);
    MUST(hip.hipStreamDestroy(stream));

    EXPECT_CODE(hip.hipStreamDestroy(stream), HIP_INVALID_HANDLE);
    EXPECT_CODE(hip.hipStreamSynchronize(stream), HIP_INVALID_HANDLE);
    EXPECT_CODE(hip.hipMemsetAsync(ptr, 0, 1, stream), HIP_INVALID_HANDLE);
    EXPECT_CODE(hip.hipStreamDestroy(NULL), HIP_INVALID_HANDLE);
    EXPECT_CODE(hip.hipEventQuery(NULL), HIP_INVALID_HANDLE);
}

static atomic_int calls;

static void count(void *argument)
{
    atomic_fetch_add(&calls, *(int *)argument);
}

static void count_callback(void *stream, int code, void *argument)
{
    (void)stream;
    atomic_fetch_add(&calls, code + *(int *)argument);
}

FOR_EACH_MAJOR(sim_hip_stream, functions_of_the_host_run_in_their_place)
{
    load_slow(*major);
    void *const stream = hip_must_stream(NON_BLOCKING);
    int ten = 10;

    MUST(hip.hipStreamAddCallback(stream, count_callback, &ten, 0));
    if (hip.hipLaunchHostFunc != NULL)
        MUST(hip.hipLaunchHostFunc(stream, count, &ten));
    else
        MUST(hip.hipStreamAddCallback(stream, count_callback, &ten, 0));
    cr_expect(eq(int, atomic_load(&calls), 0));
    MUST(hip.hipStreamSynchronize(stream));

    cr_expect(eq(int, atomic_load(&calls), 20));
}

FOR_EACH_MAJOR(sim_hip_stream, a_value_is_waited_for_and_written)
{
    load_slow(*major);
    void *const one = hip_must_stream(NON_BLOCKING);
    void *const other = hip_must_stream(NON_BLOCKING);
    uint32_t *flag;
    MUST(hip.hipExtMallocWithFlags((void **)&flag, 8, /* signal */ 2));
    MUST(hip.hipMemset(flag, 0, 8));

    MUST(hip.hipStreamWaitValue32(one, flag, 3, /* at least */ 0, UINT32_MAX));
    EXPECT_CODE(hip.hipStreamQuery(one), HIP_NOT_READY);
    MUST(hip.hipStreamWriteValue32(other, flag, 4, 0));
    MUST(hip.hipStreamSynchronize(one));

    uint32_t value = 0;
    MUST(hip.hipMemcpyDtoH(&value, flag, sizeof value));
    cr_expect(eq(u32, value, 4));
    EXPECT_CODE(hip.hipStreamWaitValue32(one, flag, 3, 0, 0xff),
                HIP_NOT_SUPPORTED);
}

FOR_EACH_MAJOR(sim_hip_stream, says_how_it_was_made)
{
    hip_load(*major);
    void *stream;
    int priority = 9;
    unsigned flags = 9;

    MUST(hip.hipStreamCreateWithPriority(&stream, NON_BLOCKING, -5));
    MUST(hip.hipStreamGetPriority(stream, &priority));
    MUST(hip.hipStreamGetFlags(stream, &flags));

    cr_expect(eq(int, priority, -1), "as high as there is");
    cr_expect(eq(uint, flags, NON_BLOCKING));
    cr_expect(eq(int, hip.hipGetStreamDeviceId(stream), 0));
}

FOR_EACH_MAJOR(sim_hip_stream, a_thread_has_a_default_stream_of_its_own)
{
    load_slow(*major);
    void *const per_thread = (void *)2;
    void *const ptr = hip_must_malloc(KIB);

    MUST(hip.hipMemsetAsync(ptr, 4, KIB, per_thread));

    EXPECT_CODE(hip.hipStreamQuery(per_thread), HIP_NOT_READY);
    EXPECT_CODE(hip.hipStreamQuery_spt(NULL), HIP_NOT_READY);
    MUST(hip.hipStreamQuery(NULL));
    MUST(hip.hipStreamSynchronize_spt(NULL));
    cr_expect(hip_holds(ptr, KIB, 4));
    EXPECT_CODE(hip.hipStreamDestroy(per_thread), HIP_INVALID_HANDLE);
}

FOR_EACH_MAJOR(sim_hip_stream, a_kernel_does_nothing_in_its_place)
{
    load_slow(*major);
    void *const stream = hip_must_stream(NON_BLOCKING);
    void *module, *function;
    const struct hip_dim3 one = {1, 1, 1};

    MUST(hip.hipModuleLoadData(&module, "any image"));
    MUST(hip.hipModuleGetFunction(&function, module, "add"));
    MUST(hip.hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, NULL,
                                   NULL));
    MUST(hip.hipLaunchKernel(&one, one, one, NULL, 0, stream));
    EXPECT_CODE(hip.hipStreamQuery(stream), HIP_NOT_READY);
    MUST(hip.hipStreamSynchronize(stream));

    MUST(hip.hipModuleUnload(module));
    EXPECT_CODE(hip.hipModuleUnload(module), HIP_INVALID_HANDLE);
    EXPECT_CODE(hip.hipModuleLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream,
                                          NULL, NULL),
                HIP_INVALID_HANDLE);
    EXPECT_CODE(hip.hipModuleLoad(&module, "/nowhere"), HIP_FILE_NOT_FOUND);
}
