#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

/* Two majors of the runtime in one process, each asked for memory that the
 * other would not take back, in turns. Then the first is closed and opened
 * again. */

typedef int take_function(void **, size_t);
typedef int give_function(void *);

static void use(void *library)
{
    take_function *take = (take_function *)dlsym(library, "cudaMalloc");
    give_function *give = (give_function *)dlsym(library, "cudaFree");
    void *ptr = NULL;
    const int taken = take(&ptr, 4096), given = give(ptr);
    printf("take %d give %d from %#x\n", taken, given,
           (unsigned)((uintptr_t)ptr >> 40));
}

int main(int argc, char **argv)
{
    void *libraries[3] = {0};
    for (int i = 0; i < 3 && i + 1 < argc; i++)
        libraries[i] = dlopen(argv[i + 1], RTLD_LAZY | RTLD_LOCAL);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 3; i++)
            if (libraries[i])
                use(libraries[i]);
    dlclose(libraries[0]);
    libraries[0] = dlopen(argv[1], RTLD_LAZY | RTLD_LOCAL);
    use(libraries[0]);
    return 0;
}
