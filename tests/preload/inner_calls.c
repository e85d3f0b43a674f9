#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Linked to the driver that calls its own exports. */

int cuMemAlloc_v2(uint64_t *out, size_t size);
int cuMemAllocAsync(uint64_t *out, size_t size, void *stream);
int cuMemFreeAsync(uint64_t ptr, void *stream);

int main(void)
{
    uint64_t ptr = 0, plain = 0;
    const int taken = cuMemAllocAsync(&ptr, 4096, NULL);
    const int given = cuMemFreeAsync(ptr, NULL);
    printf("take %d give %d\n", taken, given);
    printf("take %d", cuMemAlloc_v2(&plain, 8192));
    printf(" %d\n", cuMemAlloc_v2(&plain, 8192));
    return 0;
}
