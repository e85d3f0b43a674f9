#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* What dlerror says after look-ups of every kind. */

int cudaMalloc(void **out, size_t size);
int cudaFree(void *ptr);

static void say(const char *when)
{
    const char *error = dlerror();
    const char *slash = error ? strrchr(error, '/') : NULL;
    printf("%s: %s\n", when, slash ? slash + 1 : error ? error : "no error");
}

int main(void)
{
    void *ptr = NULL;
    void *cudart = dlopen("libcudart.so.12", RTLD_LAZY);
    void *maths = dlopen("libm.so.6", RTLD_LAZY);
    say("after opening");

    dlsym(cudart, "cudaMalloc");
    say("after a function of ours");
    dlsym(cudart, "cudaGetDeviceCount");
    say("after one of the vendor's");
    dlsym(cudart, "cudaNoSuchFunction");
    say("after one that nobody has");
    dlsym(maths, "cudaMalloc");
    say("after one of ours where it is not");
    dlvsym(cudart, "cudaMalloc", "libcudart.so.99");
    say("after one of ours in no such version");
    dlsym(RTLD_DEFAULT, "cudaNoSuchFunction");
    say("after the default order");
    dlsym(RTLD_NEXT, "cudaNoSuchFunction");
    say("after the next object");

    dlsym(maths, "noSuchFunction");
    dlsym(cudart, "cudaMalloc");
    say("after a failure and a success");

    cudaMalloc(&ptr, 4096);
    say("after an allocation");
    dlsym(maths, "noSuchFunction");
    cudaFree(ptr);
    say("after a failure and a free");
    return 0;
}
