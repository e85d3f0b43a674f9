/* The simulated libamdhip64 as a library: names, versions, last error, hooks.
 */

#include "tests/test_sim_hip.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/sim/hip_properties.h"

enum { KIB = 1 << 10 };

static void expect_text(const char *text, const char *wanted)
{
    cr_expect(eq(int, strcmp(text, wanted), 0), "%s, not %s", text, wanted);
}

static bool has(const char *name, const char *version)
{
    return dlvsym(hip.library, name, version) != NULL;
}

FOR_EACH_MAJOR(sim_hip_library, names_carry_the_release_that_brought_them)
{
    hip_load(*major);

    cr_expect(has("hipMalloc", "hip_4.2"));
    cr_expect(not(has("hipMalloc", "hip_5.1")));
    cr_expect(has("hipStreamBeginCapture", "hip_4.3"));
    cr_expect(has("hipMallocAsync", "hip_5.1"));
    cr_expect(has("hipMemcpyAsync_spt", "hip_5.2"));
    cr_expect(eq(int, has("hipLaunchHostFunc", "hip_5.3"), *major > 5));
    cr_expect(
        eq(int, has("hipGetDevicePropertiesR0600", "hip_6.0"), *major > 5));
    cr_expect(eq(int, has("hipGetProcAddress", "hip_6.1"), *major > 5));
    cr_expect(eq(int, has("hipStreamGetId", "hip_7.1"), *major > 6));
    cr_expect(eq(int, has("hipStreamGetDevice", "hip_4.2"), *major > 5));
}

FOR_EACH_MAJOR(sim_hip_library, says_which_release_it_is)
{
    hip_load(*major);
    int runtime = 0, driver = 0;

    MUST(hip.hipRuntimeGetVersion(&runtime));
    MUST(hip.hipDriverGetVersion(&driver));

    cr_expect(eq(int, runtime / 10000000, *major));
    cr_expect(eq(int, driver, runtime));
}

FOR_EACH_MAJOR(sim_hip_library, gives_its_exports_by_name)
{
    hip_load(*major);
    if (*major < 6)
        return;
    void *function = NULL;
    int found = -1;

    MUST(hip.hipGetProcAddress("hipMalloc", &function, 600, 0, &found));
    cr_expect(eq(ptr, function, dlsym(hip.library, "hipMalloc")));
    cr_expect(eq(int, found, 0));
    MUST(hip.hipGetProcAddress("hipGetDeviceProperties", &function, 600, 0,
                               /* not asked for */ NULL));
    cr_expect(
        eq(ptr, function, dlsym(hip.library, "hipGetDevicePropertiesR0600")));
    MUST(hip.hipGetProcAddress("hipGetDeviceProperties", &function, 502, 0,
                               &found));
    cr_expect(eq(ptr, function, dlsym(hip.library, "hipGetDeviceProperties")));
    EXPECT_CODE(hip.hipGetProcAddress("hipNothing", &function, 600, 0, &found),
                HIP_INVALID_VALUE);
    cr_expect(eq(int, found, 1));
    cr_expect(eq(ptr, function, NULL));
    EXPECT_CODE(
        hip.hipGetProcAddress("hipMallocAsync", &function, 500, 0, &found),
        HIP_INVALID_VALUE);
    cr_expect(eq(int, found, 2));
}

FOR_EACH_MAJOR(sim_hip_library, success_overwrites_the_last_error_up_to_6)
{
    hip_load(*major);
    int device;

    EXPECT_CODE(hip.hipFree((void *)1), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipPeekAtLastError(), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipPeekAtLastError(), HIP_INVALID_VALUE);
    MUST(hip.hipGetDevice(&device));
    EXPECT_CODE(hip.hipPeekAtLastError(),
                *major < 7 ? HIP_SUCCESS : HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipGetLastError(),
                *major < 7 ? HIP_SUCCESS : HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipGetLastError(), HIP_SUCCESS);
}

FOR_EACH_MAJOR(sim_hip_library, the_last_answer_is_asked_for_from_6_on)
{
    hip_load(*major);
    cr_assert(eq(int, hip.hipExtGetLastError != NULL, *major > 5));
    if (*major < 6)
        return;
    int device;

    EXPECT_CODE(hip.hipFree((void *)1), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipExtGetLastError(), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipExtGetLastError(), HIP_SUCCESS);
    EXPECT_CODE(hip.hipFree((void *)1), HIP_INVALID_VALUE);
    MUST(hip.hipGetDevice(&device));
    EXPECT_CODE(hip.hipExtGetLastError(), HIP_SUCCESS);
}

FOR_EACH_MAJOR(sim_hip_library, errors_have_names_and_words)
{
    hip_load(*major);

    expect_text(hip.hipGetErrorName(2), "hipErrorOutOfMemory");
    expect_text(hip.hipGetErrorName(900), "hipErrorStreamCaptureUnsupported");
    expect_text(hip.hipGetErrorString(2), "not enough memory");
    expect_text(hip.hipGetErrorName(12345), "hipErrorUnknown");
}

FOR_EACH_MAJOR(sim_hip_library, properties_have_the_layout_of_their_name)
{
    hip_load(*major);
    struct hip_properties_0000 old;
    struct hip_properties_0600 new;
    int value;

    MUST(hip.hipGetDeviceProperties(&old, 0));
    expect_text(old.name, "Simulated GPU 0");
    cr_expect(eq(sz, old.total_memory, (size_t)1 << 30));
    MUST(hip.hipDeviceGetAttribute(&value, /* warp */ 87, 0));
    cr_expect(eq(int, old.warp_size, value));
    if (*major > 5) {
        MUST(hip.hipGetDevicePropertiesR0600(&new, 0));
        expect_text(new.name, "Simulated GPU 0");
        cr_expect(eq(sz, new.total_memory, (size_t)1 << 30));
        expect_text(new.gcn_name, old.gcn_name);
    }
}

FOR_EACH_MAJOR(sim_hip_library, every_call_is_one_line_of_the_trace)
{
    hip_trace_begin();
    hip_load(*major);
    void *ptr, *pinned;
    char line[128];

    MUST(hip.hipMalloc(&ptr, 4096));
    MUST(hip.hipMallocHost(&pinned, 100));
    EXPECT_CODE(hip.hipFree((void *)0x10), HIP_INVALID_VALUE);

    cr_expect(eq(int, hip_trace_count("hipMalloc"), 1));
    snprintf(line, sizeof line, " size=4096 ptr=%p -> 0\n", ptr);
    cr_expect(ne(ptr, strstr(hip_trace_last("hipMalloc"), line), NULL));
    cr_expect(eq(int, hip_trace_count("hipMallocHost"), 1));
    cr_expect(eq(int, hip_trace_count("hipHostMalloc"), 0));
    cr_expect(
        ne(ptr, strstr(hip_trace_last("hipFree"), " ptr=0x10 -> 1\n"), NULL));
}

FOR_EACH_MAJOR(sim_hip_library, the_call_that_was_named_fails)
{
    setenv("SIMGPU_FAIL", "hipMalloc:2,hipMemset:1:719,*:5:700", 1);
    hip_load(*major);
    void *ptr = NULL, *other = &other;

    MUST(hip.hipMalloc(&ptr, KIB));
    EXPECT_CODE(hip.hipMalloc(&other, KIB), HIP_OUT_OF_MEMORY);
    cr_expect(eq(ptr, other, &other), "outputs stay as they were");
    EXPECT_CODE(hip.hipMemset(ptr, 0, KIB), 719);
    MUST(hip.hipMalloc(&other, KIB));
    EXPECT_CODE(hip.hipFree(ptr), HIP_ILLEGAL_ADDRESS);
    EXPECT_CODE(hip.hipGetLastError(), HIP_ILLEGAL_ADDRESS);
    MUST(hip.hipFree(ptr));
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

FOR_EACH_MAJOR(sim_hip_library, a_call_takes_the_time_that_was_named)
{
    setenv("SIMGPU_COST_NS", "hipMalloc=20000000", 1);
    hip_load(*major);
    void *ptr;

    const double start = seconds();
    MUST(hip.hipMalloc(&ptr, KIB));

    cr_expect(ge(dbl, seconds() - start, 0.02));
}

FOR_EACH_MAJOR(sim_hip_library, handles_that_were_never_given_are_errors)
{
    hip_load(*major);
    void *const wild = (void *)0x1230, *out = &out;
    size_t count;

    EXPECT_CODE(hip.hipStreamSynchronize(wild), HIP_INVALID_HANDLE);
    EXPECT_CODE(hip.hipEventDestroy(wild), HIP_INVALID_HANDLE);
    EXPECT_CODE(hip.hipEventRecord(wild, NULL), HIP_INVALID_HANDLE);
    EXPECT_CODE(hip.hipStreamWaitEvent(NULL, wild, 0), HIP_INVALID_HANDLE);
    EXPECT_CODE(hip.hipMemPoolDestroy(wild), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMallocFromPoolAsync(&out, KIB, wild, NULL),
                HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemRelease(wild), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemMap(wild, KIB, 0, wild, 0), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipFreeArray(wild), HIP_CONTEXT_IS_DESTROYED);
    EXPECT_CODE(hip.hipGraphDestroy(wild), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipGraphGetNodes(wild, NULL, &count), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipGraphLaunch(wild, NULL), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipCtxSetCurrent(wild), HIP_INVALID_CONTEXT);
    cr_expect(eq(ptr, out, &out));
}

FOR_EACH_MAJOR(sim_hip_library, without_a_device_calls_answer_as_amds_do)
{
    setenv("SIMGPU_DEVICES", "0", 1);
    hip_load(*major);
    int number = 7;
    void *ptr = &ptr;

    EXPECT_CODE(hip.hipGetDeviceCount(&number), HIP_NO_DEVICE);
    MUST(hip.hipRuntimeGetVersion(&number));
    EXPECT_CODE(hip.hipInit(0), HIP_INVALID_DEVICE);
    EXPECT_CODE(hip.hipMalloc(&ptr, KIB), HIP_INVALID_DEVICE);
    EXPECT_CODE(hip.hipFree(NULL), HIP_INVALID_DEVICE);
    EXPECT_CODE(hip.hipDeviceSynchronize(), HIP_INVALID_DEVICE);
    EXPECT_CODE(hip.hipGetLastError(), HIP_INVALID_DEVICE);
    cr_expect(eq(ptr, ptr, &ptr), "outputs stay as they were");
}
