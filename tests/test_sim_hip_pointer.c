/* What the simulated libamdhip64 says about addresses. */

#include "tests/test_sim_hip.h"

enum { KIB = 1 << 10, UNTOUCHED = 99 };

FOR_EACH_MAJOR(sim_hip_pointer, the_type_has_the_number_of_the_major)
{
    hip_load(*major);
    struct hip_pointer_attributes attributes;
    void *const device = hip_must_malloc(KIB);
    void *pinned;
    MUST(hip.hipHostMalloc(&pinned, KIB, 0));

    MUST(hip.hipPointerGetAttributes(&attributes, (char *)device + 5));
    cr_expect(eq(int, attributes.type, *major < 6 ? 1 : 2));
    cr_expect(eq(ptr, attributes.device_pointer, (char *)device + 5));
    cr_expect(eq(ptr, attributes.host_pointer, NULL));
    MUST(hip.hipPointerGetAttributes(&attributes, pinned));
    cr_expect(eq(int, attributes.type, *major < 6 ? 0 : 1));
    cr_expect(eq(ptr, attributes.host_pointer, pinned));
}

FOR_EACH_MAJOR(sim_hip_pointer, memory_of_the_program_is_an_error_before_6)
{
    hip_load(*major);
    struct hip_pointer_attributes attributes = {.type = UNTOUCHED};

    EXPECT_CODE(hip.hipPointerGetAttributes(&attributes, &attributes),
                *major < 6 ? HIP_INVALID_VALUE : HIP_SUCCESS);

    cr_expect(eq(int, attributes.type, *major < 6 ? UNTOUCHED : 0));
}

FOR_EACH_MAJOR(sim_hip_pointer, managed_memory_says_so)
{
    hip_load(*major);
    struct hip_pointer_attributes attributes;
    bool is_managed = false;
    void *ptr;
    MUST(hip.hipMallocManaged(&ptr, KIB, 1));

    MUST(hip.hipPointerGetAttributes(&attributes, ptr));
    MUST(hip.hipPointerGetAttribute(&is_managed, /* is managed */ 8, ptr));

    cr_expect(eq(int, attributes.is_managed, 1));
    cr_expect(is_managed);
}

FOR_EACH_MAJOR(sim_hip_pointer, an_inner_address_gives_the_whole_range)
{
    hip_load(*major);
    char *const ptr = hip_must_malloc(3 * KIB);
    void *base;
    size_t size;

    MUST(hip.hipMemGetAddressRange(&base, &size, ptr + KIB));
    cr_expect(eq(ptr, base, ptr));
    cr_expect(eq(sz, size, 3 * KIB));
    MUST(hip.hipPointerGetAttribute(&size, /* range size */ 12, ptr + 1));
    cr_expect(eq(sz, size, 3 * KIB));
    MUST(hip.hipMemPtrGetInfo(ptr, &size));
    cr_expect(eq(sz, size, 3 * KIB));
    EXPECT_CODE(hip.hipMemGetAddressRange(&base, &size, &size), HIP_NOT_FOUND);
}

FOR_EACH_MAJOR(sim_hip_pointer, a_buffer_id_is_never_used_twice)
{
    hip_load(*major);
    unsigned long long before = 0, after = 0;
    void *const ptr = hip_must_malloc(KIB);

    MUST(hip.hipPointerGetAttribute(&before, /* buffer id */ 7, ptr));
    MUST(hip.hipFree(ptr));
    void *const again = hip_must_malloc(KIB);
    MUST(hip.hipPointerGetAttribute(&after, /* buffer id */ 7, again));

    cr_expect(ne(ullong, before, after));
}
