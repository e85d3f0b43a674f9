#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Built as libucm: it takes what dlsym answers as the place to patch. */

int plugin_run(size_t size);

int plugin_run(size_t size)
{
    (void)size;
    Dl_info info;
    void *library = dlopen("libcudart.so.12", RTLD_LAZY);
    if (!dladdr(dlsym(library, "cudaMalloc"), &info))
        return 1;
    puts(strrchr(info.dli_fname, '/') + 1);
    return 0;
}
