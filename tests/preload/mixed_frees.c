#include <stddef.h>
#include <stdio.h>

/* Linked to the runtime and to the driver: what one gave the other takes. */

int cudaMalloc(void **out, size_t size);
int cudaFree(void *ptr);
int cuMemFree_v2(void *ptr);
int cuMemAlloc_v2(void **out, size_t size);

int main(void)
{
    void *ptr = NULL;
    printf("take %d\n", cudaMalloc(&ptr, 65536));
    printf("give %d\n", cuMemFree_v2(ptr));
    printf("again %d\n", cudaFree(ptr));
    printf("take %d\n", cuMemAlloc_v2(&ptr, 65536));
    printf("give %d\n", cudaFree(ptr));
    printf("again %d\n", cuMemFree_v2(ptr));
    return 0;
}
