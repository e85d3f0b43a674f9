#include "tests/sim/cuda_testing.h"

#include <string.h>

/* Arrays, and copies of two dimensions. */

enum { WIDTH = 16, HEIGHT = 4 };

static CUarray must_array(void)
{
    const CUDA_ARRAY_DESCRIPTOR bytes = {.Width = WIDTH,
                                         .Height = HEIGHT,
                                         .Format = 0x01 /* unsigned 8 */,
                                         .NumChannels = 1};
    CUarray array;
    OK(CU(cuArrayCreate_v2)(&array, &bytes));
    return array;
}

Test(sim_cuda, an_array_says_how_it_was_made)
{
    boot(NULL, NULL);
    CUDA_ARRAY_DESCRIPTOR back;

    OK(CU(cuArrayGetDescriptor_v2)(&back, must_array()));

    cr_expect(eq(sz, back.Width, WIDTH));
    cr_expect(eq(sz, back.Height, HEIGHT));
    cr_expect(eq(uint, back.NumChannels, 1));
}

Test(sim_cuda, an_array_counts_as_memory_until_it_is_destroyed)
{
    boot(NULL, NULL);
    size_t before, with, after, total;
    OK(CU(cuMemGetInfo_v2)(&before, &total));

    CUarray array = must_array();
    OK(CU(cuMemGetInfo_v2)(&with, &total));
    OK(CU(cuArrayDestroy)(array));
    OK(CU(cuMemGetInfo_v2)(&after, &total));

    cr_expect(lt(sz, with, before));
    cr_expect(eq(sz, after, before));
}

Test(sim_cuda, an_array_keeps_the_bytes_that_are_copied)
{
    boot(NULL, NULL);
    char out[WIDTH] = "sixteen bytes..", in[WIDTH] = "";
    CUarray from = must_array(), to = must_array();

    OK(CU(cuMemcpyHtoA_v2)(from, 0, out, WIDTH));
    OK(CU(cuMemcpyAtoA_v2)(to, 0, from, 0, WIDTH));
    OK(CU(cuMemcpyAtoH_v2)(in, to, 0, WIDTH));

    cr_expect(eq(str, in, out));
    cr_expect(eq(int, (int)CU(cuMemcpyHtoA_v2)(to, 1, out, WIDTH), 1));
}

/* From rows of WIDTH bytes at the host to rows of `pitch` on the device. */
static CUDA_MEMCPY2D block(const void *from, CUdeviceptr to, size_t pitch)
{
    return (CUDA_MEMCPY2D){.srcMemoryType = CU_MEMORYTYPE_HOST,
                           .srcHost = from,
                           .srcPitch = WIDTH,
                           .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                           .dstDevice = to,
                           .dstPitch = pitch,
                           .WidthInBytes = WIDTH,
                           .Height = HEIGHT};
}

Test(sim_cuda, a_block_goes_to_rows_of_another_pitch)
{
    boot(NULL, NULL);
    unsigned char bytes[HEIGHT][WIDTH];
    CUdeviceptr ptr;
    size_t pitch;
    for (int row = 0; row < HEIGHT; row++)
        memset(bytes[row], row + 1, WIDTH);
    OK(CU(cuMemAllocPitch_v2)(&ptr, &pitch, WIDTH, HEIGHT, 4));
    const CUDA_MEMCPY2D copy = block(bytes, ptr, pitch);

    OK(CU(cuMemsetD8_v2)(ptr, 0, pitch * HEIGHT));
    OK(CU(cuMemcpy2D_v2)(&copy));
    OK(CU(cuCtxSynchronize)());

    cr_expect(gt(sz, pitch, WIDTH));
    cr_expect(eq(int, byte_at(ptr + 2 * pitch + WIDTH - 1), 3));
    cr_expect(zero(int, byte_at(ptr + 2 * pitch + WIDTH)));
    cr_expect(eq(int, byte_at(ptr + 3 * pitch), 4));
}

Test(sim_cuda, a_block_that_leaves_its_memory_is_refused)
{
    boot(NULL, NULL);
    unsigned char bytes[HEIGHT][WIDTH] = {0};
    CUdeviceptr ptr = must_alloc(WIDTH * HEIGHT);
    const CUDA_MEMCPY2D wide = block(bytes, ptr, WIDTH + 1);
    const CUDA_MEMCPY2D narrow = block(bytes, ptr, WIDTH - 1);

    cr_expect(eq(int, (int)CU(cuMemcpy2D_v2)(&wide), 1));
    cr_expect(eq(int, (int)CU(cuMemcpy2D_v2)(&narrow), 1));
    cr_expect(eq(int, (int)CU(cuMemcpy2D_v2)(NULL), 1));
}
