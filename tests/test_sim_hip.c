/* Memory of the simulated AMD devices. */

#include "tests/test_sim_hip.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { KIB = 1 << 10, MIB = 1 << 20 };
static const size_t TIB = (size_t)1 << 40;

FOR_EACH_MAJOR(sim_hip, memory_keeps_what_was_copied_there)
{
    hip_load(*major);
    char sent[5000], received[5000] = {0};
    for (size_t i = 0; i < sizeof sent; i++)
        sent[i] = (char)(i * 7);
    void *const one = hip_must_malloc(sizeof sent);
    void *const other = hip_must_malloc(sizeof sent);

    MUST(hip.hipMemcpy(one, sent, sizeof sent, HIP_HOST_TO_DEVICE));
    MUST(hip.hipMemcpyDtoD(other, one, sizeof sent));
    MUST(hip.hipMemcpyDtoH(received, other, sizeof sent));

    cr_expect(eq(int, memcmp(sent, received, sizeof sent), 0));
    MUST(hip.hipFree(one));
    MUST(hip.hipFree(other));
}

FOR_EACH_MAJOR(sim_hip, fills_have_elements_of_one_two_and_four_bytes)
{
    hip_load(*major);
    char *const ptr = hip_must_malloc(64);
    unsigned char got[20];

    MUST(hip.hipMemset(ptr, 0x11, 64));
    MUST(hip.hipMemsetD8(ptr, 0x22, 2));
    MUST(hip.hipMemsetD16(ptr + 4, 0x3344, 1));
    MUST(hip.hipMemsetD32(ptr + 8, 0x55667788, 2));
    MUST(hip.hipMemcpyDtoH(got, ptr, sizeof got));

    static const unsigned char wanted[20] = {
        0x22, 0x22, 0x11, 0x11, 0x44, 0x33, 0x11, 0x11, 0x88, 0x77,
        0x66, 0x55, 0x88, 0x77, 0x66, 0x55, 0x11, 0x11, 0x11, 0x11};
    cr_expect(eq(int, memcmp(got, wanted, sizeof got), 0));
}

FOR_EACH_MAJOR(sim_hip, refuses_copies_and_fills_beyond_the_end)
{
    hip_load(*major);
    static char host[8 * KIB];
    char *const ptr = hip_must_malloc(4 * KIB);

    EXPECT_CODE(hip.hipMemcpy(ptr, host, 4 * KIB + 1, HIP_HOST_TO_DEVICE),
                HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemcpyDtoH(host, ptr + 1, 4 * KIB), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemset(ptr, 0, 4 * KIB + 1), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemsetD32(ptr + 4, 0, KIB), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemcpyDtoD(ptr, host, 1), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemcpy(ptr, host, 1, /* no kind */ 9),
                HIP_INVALID_DIRECTION);
    EXPECT_CODE(hip.hipMemcpy(ptr, NULL, 1, HIP_HOST_TO_DEVICE),
                HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemcpy(NULL, NULL, 0, HIP_HOST_TO_DEVICE), HIP_SUCCESS);
}

FOR_EACH_MAJOR(sim_hip, size_zero_gives_null_and_null_is_freed)
{
    hip_load(*major);
    void *ptr = &ptr;

    MUST(hip.hipMalloc(&ptr, 0));
    cr_expect(eq(ptr, ptr, NULL));
    ptr = &ptr;
    MUST(hip.hipHostMalloc(&ptr, 0, 0));
    cr_expect(eq(ptr, ptr, NULL));
    ptr = &ptr;
    MUST(hip.hipMallocAsync(&ptr, 0, NULL));
    cr_expect(eq(ptr, ptr, NULL));
    ptr = &ptr;
    EXPECT_CODE(hip.hipMallocManaged(&ptr, 0, 1), HIP_INVALID_VALUE);
    cr_expect(eq(ptr, ptr, &ptr));
    MUST(hip.hipFree(NULL));
    MUST(hip.hipHostFree(NULL));
    EXPECT_CODE(hip.hipFreeAsync(NULL, NULL), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipFreeArray(NULL), HIP_INVALID_VALUE);
}

FOR_EACH_MAJOR(sim_hip, refuses_a_null_out_pointer)
{
    hip_load(*major);

    EXPECT_CODE(hip.hipMalloc(NULL, KIB), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMalloc(NULL, 0), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipExtMallocWithFlags(NULL, KIB, 0), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMallocManaged(NULL, KIB, 1), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipHostMalloc(NULL, KIB, 0), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMallocAsync(NULL, KIB, NULL), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMallocPitch(NULL, NULL, 1, 1), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemGetInfo(NULL, NULL), HIP_INVALID_VALUE);
}

FOR_EACH_MAJOR(sim_hip, refuses_flags_that_do_not_exist)
{
    hip_load(*major);
    void *ptr = &ptr;

    EXPECT_CODE(hip.hipExtMallocWithFlags(&ptr, KIB, 0x7777),
                HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipExtMallocWithFlags(&ptr, KIB, /* signal */ 2),
                HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMallocManaged(&ptr, KIB, 77), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipHostMalloc(&ptr, KIB, 0x80), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipHostMalloc(&ptr, KIB, 0xc0000000), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipStreamCreateWithFlags(&ptr, 2), HIP_INVALID_VALUE);
    cr_expect(eq(ptr, ptr, &ptr), "outputs stay as they were");
}

FOR_EACH_MAJOR(sim_hip, refuses_to_free_what_does_not_begin_an_allocation)
{
    hip_load(*major);
    char *const ptr = hip_must_malloc(4 * KIB);
    void *pinned;
    MUST(hip.hipHostMalloc(&pinned, KIB, 0));

    EXPECT_CODE(hip.hipFree(ptr + 256), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipFree((void *)1), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipFree(pinned), HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipHostFree(ptr), HIP_INVALID_VALUE);
    MUST(hip.hipMemset(ptr, 1, 4 * KIB));
    MUST(hip.hipFree(ptr));
    EXPECT_CODE(hip.hipFree(ptr), HIP_INVALID_VALUE);
    MUST(hip.hipHostFree(pinned));
    EXPECT_CODE(hip.hipHostFree(pinned), HIP_INVALID_VALUE);
}

FOR_EACH_MAJOR(sim_hip, is_full_when_the_memory_is_gone)
{
    setenv("SIMGPU_MEMORY", "8M", 1);
    hip_load(*major);
    size_t available, total;
    void *ptr = NULL;

    void *const half = hip_must_malloc(5 * MIB);
    MUST(hip.hipMemGetInfo(&available, &total));
    cr_expect(eq(sz, available, 3 * MIB));
    cr_expect(eq(sz, total, 8 * MIB));
    EXPECT_CODE(hip.hipMalloc(&ptr, 4 * MIB), HIP_OUT_OF_MEMORY);
    EXPECT_CODE(hip.hipMalloc(&ptr, TIB), HIP_OUT_OF_MEMORY);
    EXPECT_CODE(hip.hipMalloc(&ptr, SIZE_MAX), HIP_OUT_OF_MEMORY);
    EXPECT_CODE(hip.hipHostMalloc(&ptr, TIB, 0), HIP_OUT_OF_MEMORY);
    MUST(hip.hipFree(half));
    MUST(hip.hipMalloc(&ptr, 8 * MIB));
}

FOR_EACH_MAJOR(sim_hip, the_host_uses_managed_and_pinned_memory)
{
    hip_load(*major);
    char *managed, *pinned;
    void *seen;
    unsigned flags;

    MUST(hip.hipMallocManaged((void **)&managed, KIB, 1));
    MUST(hip.hipHostMalloc((void **)&pinned, KIB, /* portable */ 1));
    MUST(hip.hipMemset(managed, 0x41, KIB));
    MUST(hip.hipMemcpy(pinned, managed, KIB, HIP_COPY_DEFAULT));

    cr_expect(eq(chr, managed[KIB - 1], 0x41));
    cr_expect(eq(chr, pinned[KIB - 1], 0x41));
    MUST(hip.hipHostGetDevicePointer(&seen, pinned, 0));
    cr_expect(eq(ptr, seen, pinned));
    MUST(hip.hipHostGetFlags(&flags, pinned));
    cr_expect(eq(uint, flags, 1));
    MUST(hip.hipFree(managed));
    MUST(hip.hipFreeHost(pinned));
}

FOR_EACH_MAJOR(sim_hip, registers_memory_of_the_program_once)
{
    hip_load(*major);
    char *const mine = malloc(64 * KIB);

    MUST(hip.hipHostRegister(mine, 64 * KIB, 0));
    EXPECT_CODE(hip.hipHostRegister(mine, KIB, 0), HIP_HOST_REGISTERED);
    EXPECT_CODE(hip.hipHostFree(mine), HIP_INVALID_VALUE);
    MUST(hip.hipHostUnregister(mine));
    EXPECT_CODE(hip.hipHostUnregister(mine), HIP_HOST_NOT_REGISTERED);
    free(mine);
}
