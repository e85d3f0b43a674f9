#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* A plug-in that is linked to the runtime, as extensions of Python are. The
 * runtime is in the scope of this object only. */

int cudaMalloc(void **out, size_t size);
int cudaFree(void *ptr);
int plugin_run(size_t size);

static const char *object_of(const void *function)
{
    Dl_info info;
    if (!function || !dladdr(function, &info))
        return "none";
    const char *slash = strrchr(info.dli_fname, '/');
    return slash ? slash + 1 : info.dli_fname;
}

int plugin_run(size_t size)
{
    void *ptr = NULL;
    const int taken = cudaMalloc(&ptr, size), given = cudaFree(ptr);
    printf("plugin take %d give %d %s\n", taken, given, ptr ? "set" : "null");
    printf("next %s\n", object_of(dlsym(RTLD_NEXT, "cudaGetDeviceCount")));
    printf("default %s\n",
           object_of(dlsym(RTLD_DEFAULT, "cudaGetDeviceCount")));
    fflush(stdout);
    return taken || given;
}

#ifdef RUNS_EARLY
/* As extensions do that look for devices when they are imported. */
__attribute__((constructor)) static void run_early(void)
{
    plugin_run(4096);
}
#endif
