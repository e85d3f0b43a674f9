/* Capture of the simulated AMD devices' streams into graphs. */

#include "tests/test_sim_hip.h"

enum { KIB = 1 << 10, NON_BLOCKING = 1, GLOBAL = 0, RELAXED = 2, ACTIVE = 1 };

FOR_EACH_MAJOR(sim_hip_capture, captured_work_is_done_at_each_launch)
{
    hip_load(*major);
    void *const stream = hip_must_stream(NON_BLOCKING);
    void *const ptr = hip_must_malloc(KIB);
    void *graph, *executable;
    int state = -1;
    MUST(hip.hipMemset(ptr, 1, KIB));

    MUST(hip.hipStreamBeginCapture(stream, GLOBAL));
    MUST(hip.hipMemsetAsync(ptr, 2, KIB, stream));
    MUST(hip.hipStreamIsCapturing(stream, &state));
    MUST(hip.hipStreamEndCapture(stream, &graph));
    MUST(hip.hipGraphInstantiate(&executable, graph, NULL, NULL, 0));
    cr_expect(eq(int, state, ACTIVE));
    cr_expect(hip_holds(ptr, KIB, 1));
    for (int i = 0; i < 2; i++) {
        MUST(hip.hipMemset(ptr, 1, KIB));
        MUST(hip.hipGraphLaunch(executable, stream));
        MUST(hip.hipStreamSynchronize(stream));
        cr_expect(hip_holds(ptr, KIB, 2));
    }

    EXPECT_CODE(hip.hipGraphDestroy(executable), HIP_INVALID_VALUE);
    MUST(hip.hipGraphExecDestroy(executable));
    EXPECT_CODE(hip.hipGraphExecDestroy(executable), HIP_INVALID_VALUE);
    MUST(hip.hipGraphDestroy(graph));
}

FOR_EACH_MAJOR(sim_hip_capture, allocation_and_free_spoil_a_capture)
{
    hip_load(*major);
    void *const stream = hip_must_stream(NON_BLOCKING);
    void *const ptr = hip_must_malloc(KIB);
    void *graph = NULL, *other = &other;

    MUST(hip.hipStreamBeginCapture(stream, GLOBAL));
    EXPECT_CODE(hip.hipMalloc(&other, KIB), HIP_CAPTURE_UNSUPPORTED);
    EXPECT_CODE(hip.hipFree(ptr), HIP_CAPTURE_UNSUPPORTED);
    EXPECT_CODE(hip.hipDeviceSynchronize(), HIP_CAPTURE_UNSUPPORTED);
    EXPECT_CODE(hip.hipMemset(ptr, 0, 1), HIP_CAPTURE_UNSUPPORTED);
    EXPECT_CODE(hip.hipStreamEndCapture(stream, &graph),
                HIP_CAPTURE_INVALIDATED);

    cr_expect(eq(ptr, other, &other));
    MUST(hip.hipMalloc(&other, KIB));
    MUST(hip.hipFree(ptr));
}

FOR_EACH_MAJOR(sim_hip_capture, a_relaxed_capture_lets_them_pass)
{
    hip_load(*major);
    void *const stream = hip_must_stream(NON_BLOCKING);
    void *graph = NULL, *ptr = NULL;

    MUST(hip.hipStreamBeginCapture(stream, RELAXED));
    int mode = RELAXED;
    MUST(hip.hipThreadExchangeStreamCaptureMode(&mode));
    MUST(hip.hipMalloc(&ptr, KIB));
    MUST(hip.hipFree(ptr));
    MUST(hip.hipStreamEndCapture(stream, &graph));

    MUST(hip.hipGraphDestroy(graph));
}

FOR_EACH_MAJOR(sim_hip_capture, refuses_what_cannot_be_captured)
{
    hip_load(*major);
    void *const stream = hip_must_stream(NON_BLOCKING);
    void *graph = NULL;

    EXPECT_CODE(hip.hipStreamBeginCapture(NULL, GLOBAL),
                HIP_CAPTURE_UNSUPPORTED);
    EXPECT_CODE(hip.hipStreamBeginCapture(stream, 9), HIP_INVALID_VALUE);
    MUST(hip.hipStreamBeginCapture(stream, GLOBAL));
    EXPECT_CODE(hip.hipStreamSynchronize(stream), HIP_CAPTURE_UNSUPPORTED);
    EXPECT_CODE(hip.hipStreamEndCapture(stream, &graph),
                HIP_CAPTURE_INVALIDATED);
}
