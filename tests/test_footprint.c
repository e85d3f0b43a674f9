#include "shim/footprint.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <limits.h>
#include <stdint.h>

static size_t channels_of(int x, int y, int z, int w, size_t width)
{
    const struct channels channels = {x, y, z, w, 0};
    return footprint_channels(&channels, &(struct extent){width, 1, 1});
}

static size_t format_of(int format)
{
    const struct array_format array = {1, 1, format, 1};
    return footprint_array(&array);
}

Test(footprint, of_a_plane_is_width_times_height)
{
    cr_expect(eq(sz, footprint_plane(640, 480), 640 * 480));
    cr_expect(eq(sz, footprint_plane(640, 0), 0));
    cr_expect(eq(sz, footprint_plane(0, 480), 0));
}

Test(footprint, of_a_plane_saturates)
{
    cr_expect(eq(sz, footprint_plane(SIZE_MAX, 2), SIZE_MAX));
    cr_expect(eq(sz, footprint_plane(SIZE_MAX, 1), SIZE_MAX));
    cr_expect(
        eq(sz, footprint_plane((size_t)1 << 32, (size_t)1 << 32), SIZE_MAX));
}

Test(footprint, of_an_extent_is_the_product_of_all_three)
{
    cr_expect(eq(sz, footprint_extent(&(struct extent){4, 5, 6}), 120));
    cr_expect(eq(sz, footprint_extent(&(struct extent){4, 5, 0}), 0));
}

Test(footprint, of_an_extent_saturates_at_any_of_its_products)
{
    const struct extent first = {SIZE_MAX / 2, 3, 1};
    const struct extent second = {SIZE_MAX / 4, 2, 3};

    cr_expect(eq(sz, footprint_extent(&first), SIZE_MAX));
    cr_expect(eq(sz, footprint_extent(&second), SIZE_MAX));
}

Test(footprint, of_channels_counts_their_bits)
{
    cr_expect(eq(sz, channels_of(32, 0, 0, 0, 10), 40));
    cr_expect(eq(sz, channels_of(8, 8, 8, 8, 10), 40));
    cr_expect(eq(sz, channels_of(16, 16, 0, 0, 3), 12));
    cr_expect(eq(sz, channels_of(32, 32, 32, 32, 1), 16));
}

Test(footprint, of_channels_takes_a_height_and_depth_of_0_as_1)
{
    const struct channels channels = {.x = 32};
    const struct extent line = {10, 0, 0}, plane = {10, 3, 0}, box = {10, 3, 2},
                        layers = {10, 0, 2};

    cr_expect(eq(sz, footprint_channels(&channels, &line), 40));
    cr_expect(eq(sz, footprint_channels(&channels, &plane), 120));
    cr_expect(eq(sz, footprint_channels(&channels, &box), 240));
    cr_expect(eq(sz, footprint_channels(&channels, &layers), 80));
}

Test(footprint, of_channels_without_sense_is_0)
{
    cr_expect(eq(sz, channels_of(0, 0, 0, 0, 10), 0));
    cr_expect(eq(sz, channels_of(-8, 0, 0, 0, 10), 0));
    cr_expect(eq(sz, channels_of(INT_MIN, INT_MIN, -1, 0, 10), 0));
    cr_expect(eq(sz, footprint_channels(NULL, &(struct extent){1, 1, 1}), 0));
}

Test(footprint, of_channels_of_any_number_is_their_sum)
{
    const size_t bits = 4 * (size_t)INT_MAX;

    cr_expect(
        eq(sz, channels_of(INT_MAX, INT_MAX, INT_MAX, INT_MAX, 1), bits / 8));
}

Test(footprint, of_channels_saturates)
{
    const struct channels channels = {.x = 32};
    const struct extent huge = {SIZE_MAX / 2, 1, 1},
                        deep = {1, SIZE_MAX, SIZE_MAX};

    cr_expect(eq(sz, footprint_channels(&channels, &huge), SIZE_MAX));
    cr_expect(eq(sz, footprint_channels(&channels, &deep), SIZE_MAX));
}

Test(footprint, of_an_array_knows_every_plain_format)
{
    const int one[] = {0x01, 0x08}, two[] = {0x02, 0x09, 0x10},
              four[] = {0x03, 0x0a, 0x20};

    for (size_t i = 0; i < 2; i++)
        cr_expect(eq(sz, format_of(one[i]), 1), "format %d", one[i]);
    for (size_t i = 0; i < 3; i++)
        cr_expect(eq(sz, format_of(two[i]), 2), "format %d", two[i]);
    for (size_t i = 0; i < 3; i++)
        cr_expect(eq(sz, format_of(four[i]), 4), "format %d", four[i]);
}

Test(footprint, of_an_array_in_a_format_that_is_not_known_is_0)
{
    cr_expect(eq(sz, format_of(0), 0));
    cr_expect(eq(sz, format_of(0xb0), 0));
    cr_expect(eq(sz, format_of(-1), 0));
    cr_expect(eq(sz, footprint_array(NULL), 0));
    cr_expect(eq(sz, footprint_array_3d(NULL), 0));
}

Test(footprint, of_an_array_is_channels_times_elements)
{
    const struct array_format plane = {640, 480, 0x20, 4};
    const struct array_format line = {640, 0, 0x10, 2};
    const struct array_format_3d box = {4, 5, 6, 0x01, 2, 0};
    const struct array_format_3d layers = {4, 0, 6, 0x01, 2, 0};

    cr_expect(eq(sz, footprint_array(&plane), 640 * 480 * 16));
    cr_expect(eq(sz, footprint_array(&line), 640 * 4));
    cr_expect(eq(sz, footprint_array_3d(&box), 240));
    cr_expect(eq(sz, footprint_array_3d(&layers), 48));
}

Test(footprint, of_an_array_saturates)
{
    const struct array_format plane = {SIZE_MAX, 2, 0x01, 1};
    const struct array_format_3d box = {
        (size_t)1 << 31, (size_t)1 << 31, 8, 0x03, UINT_MAX, 0};

    cr_expect(eq(sz, footprint_array(&plane), SIZE_MAX));
    cr_expect(eq(sz, footprint_array_3d(&box), SIZE_MAX));
}
