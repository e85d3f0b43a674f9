#include <stddef.h>
#include <stdio.h>

/* A program that works without any GPU: it calls the runtime only where there
 * is one. */

#pragma weak cudaMalloc
int cudaMalloc(void **out, size_t size);

int main(void)
{
    void *ptr = &ptr;
    if (!cudaMalloc) {
        puts("no runtime");
        return 0;
    }
    for (int i = 0; i < 2; i++) {
        const int rc = cudaMalloc(&ptr, 4096);
        printf("take %d %s\n", rc, ptr == &ptr ? "kept" : "written");
    }
    return 0;
}
