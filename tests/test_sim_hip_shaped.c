/* Rectangles, boxes and arrays of the simulated AMD devices. */

#include "tests/test_sim_hip.h"

#include <string.h>

FOR_EACH_MAJOR(sim_hip_shaped, pitched_rows_are_copied_one_by_one)
{
    hip_load(*major);
    char *ptr;
    size_t pitch;
    char sent[3][100], received[3][100] = {{0}};
    memset(sent, 0x17, sizeof sent);

    MUST(hip.hipMallocPitch((void **)&ptr, &pitch, 100, 3));
    MUST(hip.hipMemset(ptr, 0, pitch * 3));
    MUST(hip.hipMemcpy2D(ptr, pitch, sent, 100, 100, 3, HIP_HOST_TO_DEVICE));
    MUST(
        hip.hipMemcpy2D(received, 100, ptr, pitch, 100, 3, HIP_DEVICE_TO_HOST));

    cr_expect(eq(sz, pitch, 256));
    cr_expect(eq(int, memcmp(sent, received, sizeof sent), 0));
    cr_expect(hip_holds(ptr + 100, 156, 0), "the gap between the rows");
    EXPECT_CODE(hip.hipMemcpy2D(ptr, 50, sent, 100, 100, 3, HIP_HOST_TO_DEVICE),
                HIP_INVALID_PITCH);
}

FOR_EACH_MAJOR(sim_hip_shaped, a_box_is_copied_and_filled_slice_by_slice)
{
    hip_load(*major);
    struct hip_pitched box;
    const struct hip_extent extent = {10, 3, 2};
    char received[2][3][10];

    MUST(hip.hipMalloc3D(&box, extent));
    MUST(hip.hipMemset3D(box, 0x2a, extent));
    MUST(hip.hipMemcpy3D(&(struct hip_copy_3d){
        .from = box,
        .to = {received, 10, 10, 3},
        .extent = extent,
        .kind = HIP_DEVICE_TO_HOST,
    }));

    for (size_t i = 0; i < sizeof received; i++)
        cr_assert(eq(chr, ((char *)received)[i], 0x2a));
}

FOR_EACH_MAJOR(sim_hip_shaped, arrays_hold_rows_and_die_once)
{
    hip_load(*major);
    const struct hip_channels two_floats = {32, 32, 0, 0, /* float */ 2};
    void *array;
    float sent[2][8], received[2][8] = {{0}};
    for (int i = 0; i < 16; i++)
        sent[i / 8][i % 8] = (float)i;

    MUST(hip.hipMallocArray(&array, &two_floats, 4, 2, 0));
    MUST(hip.hipMemcpy2DToArray(array, 0, 0, sent, 32, 32, 2,
                                HIP_HOST_TO_DEVICE));
    MUST(hip.hipMemcpy2DFromArray(received, 32, array, 0, 0, 32, 2,
                                  HIP_DEVICE_TO_HOST));

    cr_expect(eq(int, memcmp(sent, received, sizeof sent), 0));
    EXPECT_CODE(hip.hipMemcpy2DToArray(array, 8, 0, sent, 32, 32, 2,
                                       HIP_HOST_TO_DEVICE),
                HIP_INVALID_VALUE);
    EXPECT_CODE(hip.hipMemcpy2DToArray(array, 0, 1, sent, 32, 32, 2,
                                       HIP_HOST_TO_DEVICE),
                HIP_INVALID_VALUE);
    MUST(hip.hipFreeArray(array));
    EXPECT_CODE(hip.hipArrayDestroy(array), HIP_CONTEXT_IS_DESTROYED);
}

FOR_EACH_MAJOR(sim_hip_shaped, a_described_copy_takes_a_part_of_an_array)
{
    hip_load(*major);
    const int host = *major < 6 ? 0 : 1, array_type = *major < 6 ? 2 : 10;
    const struct hip_array_format bytes = {8, 4, /* unsigned, 8 bits */ 1, 1};
    char sent[4][8], received[2][3] = {{0}};
    void *array;
    for (int i = 0; i < 32; i++)
        sent[i / 8][i % 8] = (char)i;
    MUST(hip.hipArrayCreate(&array, &bytes));
    MUST(hip.hipMemcpyHtoA(array, 0, sent, 8));
    MUST(hip.hipMemcpy2DToArray(array, 0, 1, sent[1], 8, 8, 3,
                                HIP_HOST_TO_DEVICE));

    MUST(hip.hipMemcpyParam2D(&(struct hip_copy_2d){
        .from_type = array_type,
        .from_array = array,
        .from_x = 2,
        .from_y = 1,
        .to_type = host,
        .to_host = received,
        .to_pitch = 3,
        .width = 3,
        .height = 2,
    }));

    static const char wanted[2][3] = {{10, 11, 12}, {18, 19, 20}};
    cr_expect(eq(int, memcmp(received, wanted, sizeof wanted), 0));
}

FOR_EACH_MAJOR(sim_hip_shaped, a_box_in_an_array_counts_elements)
{
    hip_load(*major);
    const struct hip_channels ints = {32, 0, 0, 0, /* signed */ 0};
    int sent[2][2][2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}}, received = 0;
    void *array;
    MUST(hip.hipMalloc3DArray(&array, &ints, (struct hip_extent){2, 2, 2}, 0));

    MUST(hip.hipMemcpy3D(&(struct hip_copy_3d){
        .from = {sent, 8, 8, 2},
        .to_array = array,
        .extent = {2, 2, 2},
        .kind = HIP_HOST_TO_DEVICE,
    }));
    MUST(hip.hipMemcpy3D(&(struct hip_copy_3d){
        .from_array = array,
        .from_position = {1, 0, 1},
        .to = {&received, 4, 4, 1},
        .extent = {1, 1, 1},
        .kind = HIP_DEVICE_TO_HOST,
    }));

    cr_expect(eq(int, received, 6));
}
