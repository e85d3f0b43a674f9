/*
 * A program that fills the device until it is out of memory, frees and goes on
 * with larger blocks, as frameworks with a cache do. Exits with 1 if a block
 * that the platform has room for is refused.
 */

#include "tests/frees/gpu.h"

#include <stdio.h>

enum {
    BLOCKS_MAX = 4096,
    SMALL = 3 << 20,
    LARGE = 900 << 20, /* of 1 GiB */
};

/* How many small blocks fit; all of them are freed again. */
static int fill_and_free(void)
{
    static void *blocks[BLOCKS_MAX];
    int count = 0;
    while (count < BLOCKS_MAX && (blocks[count] = gpu_try_alloc(SMALL)))
        count++;
    for (int i = 0; i < count; i++)
        gpu_free(blocks[i]);
    return count;
}

int main(void)
{
    gpu_init();
    gpu_use(0);
    for (int round = 0; round < 3; round++) {
        const int count = fill_and_free();
        void *large = gpu_try_alloc(LARGE);
        printf("%d small blocks, then a large one: %s\n", count,
               large ? "yes" : "refused");
        if (!large || count == 0)
            return 1;
        gpu_free(large);
    }
    return 0;
}
