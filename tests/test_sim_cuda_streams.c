#include "tests/sim/cuda_testing.h"

/* Streams, events, stream-ordered memory and capture. */

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

Test(sim_cuda, a_stream_writes_values_in_its_order)
{
    boot("SIMGPU_STREAM_DELAY_US", "20000");
    CUstream stream = must_stream(CU_STREAM_NON_BLOCKING);
    CUdeviceptr ptr = must_alloc(8);
    uint64_t in = 0;

    OK(CU(cuStreamWriteValue64_v2)(stream, ptr, UINT64_C(1) << 40, 0));
    OK(CU(cuStreamWriteValue32_v2)(stream, ptr, 7, 0));
    cr_expect(zero(int, byte_at(ptr)));
    OK(CU(cuStreamSynchronize)(stream));
    OK(CU(cuMemcpyDtoH_v2)(&in, ptr, sizeof in));

    cr_expect(eq(u64, in, (UINT64_C(1) << 40) + 7));
    cr_expect(eq(int, (int)CU(cuStreamWriteValue32_v2)(stream, 0x1230, 7, 0),
                 CUDA_ERROR_INVALID_VALUE));
}

Test(sim_cuda, a_stream_waits_for_a_value_that_another_writes)
{
    enum { EQUAL = 1 };
    boot(NULL, NULL);
    CUstream waiting = must_stream(CU_STREAM_NON_BLOCKING);
    CUstream writing = must_stream(CU_STREAM_NON_BLOCKING);
    CUdeviceptr flag = must_alloc(4), ptr = must_alloc(1);
    OK(CU(cuMemsetD32_v2)(flag, 0, 1));
    OK(CU(cuMemsetD8_v2)(ptr, 0, 1));
    OK(CU(cuCtxSynchronize)());

    OK(CU(cuStreamWaitValue32_v2)(waiting, flag, 5, EQUAL));
    OK(CU(cuMemsetD8Async)(ptr, 9, 1, waiting));
    OK(CU(cuStreamWriteValue32_v2)(writing, flag, 4, 0));
    OK(CU(cuStreamSynchronize)(writing));
    cr_expect(eq(int, (int)CU(cuStreamQuery)(waiting), CUDA_ERROR_NOT_READY));
    cr_expect(zero(int, byte_at(ptr)));
    OK(CU(cuStreamWriteValue32_v2)(writing, flag, 5, 0));
    OK(CU(cuStreamSynchronize)(waiting));

    cr_expect(eq(int, byte_at(ptr), 9));
}
