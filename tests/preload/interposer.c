#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* Another preload that wraps the same functions and finds the next definition
 * as such preloads do. */

int cudaMalloc(void **out, size_t size);
int cudaFree(void *ptr);

static const char *object_of(const void *function)
{
    Dl_info info;
    dladdr(function, &info);
    const char *slash = strrchr(info.dli_fname, '/');
    return slash ? slash + 1 : info.dli_fname;
}

int cudaMalloc(void **out, size_t size)
{
    typedef int function(void **, size_t);
    function *next = (function *)dlsym(RTLD_NEXT, "cudaMalloc");
    printf("interposed cudaMalloc %zu next %s\n", size, object_of(next));
    return next(out, size);
}

int cudaFree(void *ptr)
{
    typedef int function(void *);
    function *next = (function *)dlsym(RTLD_NEXT, "cudaFree");
    printf("interposed cudaFree next %s\n", object_of(next));
    return next(ptr);
}
