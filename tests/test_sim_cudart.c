#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CUDART_MAJOR 13
#include "tests/sim/cudart_api.h"

/* The simulated runtime: the shared one by dlopen, the static one linked. */

/* As the static library has them. */
int cudaMalloc(void **out, size_t size);
int cudaFree(void *ptr);
int cudaMemcpy(void *to, const void *from, size_t size, int kind);
int cudaMemset(void *to, int value, size_t size);
int cudaGetLastError(void);
int cudaPeekAtLastError(void);
int cudaDeviceReset(void);
int cudaDeviceSynchronize(void);
int cudaMemGetInfo(size_t *available, size_t *total);
int cudaMallocArray(cudaArray_t *out,
                    const struct cudaChannelFormatDesc *format, size_t width,
                    size_t height, unsigned flags);
int cudaFreeArray(void *array);
int cudaFreeMipmappedArray(void *array);
int cudaMallocMipmappedArray(cudaMipmappedArray_t *out,
                             const struct cudaChannelFormatDesc *format,
                             struct cudaExtent extent, unsigned levels,
                             unsigned flags);

enum { HOST_TO_DEVICE = 1, DEVICE_TO_HOST = 2 };
enum { NOT_INITIALISED = 3, INVALID_HANDLE = 400, NOT_SUPPORTED = 801 };

static void *call_of(const char *library, const char *name)
{
    void *symbol = dlsym(dlopen(library, RTLD_NOW), name);
    cr_assert(ne(ptr, symbol, NULL));
    return symbol;
}

/* libcuda.so.1 is found by the program's own search path only if the program
 * opens it; the runtime then finds it loaded. */
static void load_driver(void)
{
    cr_assert(ne(ptr, dlopen("libcuda.so.1", RTLD_NOW), NULL));
}

TestSuite(sim_cudart, .init = load_driver);

Test(sim_cudart, works_when_linked_statically)
{
    char out[8] = "static", in[8] = "";
    void *ptr;

    cr_assert(zero(int, cudaMalloc(&ptr, sizeof out)));
    cr_assert(zero(int, cudaMemcpy(ptr, out, sizeof out, HOST_TO_DEVICE)));
    cr_assert(zero(int, cudaMemcpy(in, ptr, sizeof in, DEVICE_TO_HOST)));

    cr_expect(eq(str, in, out));
    cr_expect(zero(int, cudaFree(ptr)));
}

Test(sim_cudart, gives_nothing_for_nothing)
{
    void *ptr = &ptr;

    cr_expect(zero(int, cudaMalloc(&ptr, 0)));
    cr_expect(eq(ptr, ptr, NULL));
    cr_expect(zero(int, cudaFree(NULL)));
}

Test(sim_cudart, keeps_the_last_error_until_it_is_read)
{
    void *ptr;
    cr_expect(eq(int, cudaFree((void *)1), 1));

    cr_expect(zero(int, cudaMalloc(&ptr, 1)));

    cr_expect(eq(int, cudaPeekAtLastError(), 1));
    cr_expect(eq(int, cudaGetLastError(), 1));
    cr_expect(zero(int, cudaGetLastError()));
}

Test(sim_cudart, a_reset_frees_everything_and_the_next_call_starts_anew)
{
    void *old, *fresh;
    size_t available, total;
    cr_assert(zero(int, cudaMalloc(&old, 4096)));

    cr_expect(zero(int, cudaDeviceReset()));

    cr_expect(eq(int, cudaFree(old), 1));
    cr_expect(zero(int, cudaMemGetInfo(&available, &total)));
    cr_expect(eq(sz, available, total));
    cr_expect(zero(int, cudaMalloc(&fresh, 4096)));
}

Test(sim_cudart, reaches_the_driver_once_for_each_allocation)
{
    static char trace[1 << 16];
    char path[] = "/tmp/sim-trace-XXXXXX";
    close(mkstemp(path));
    setenv("SIMGPU_TRACE", path, /* replaces */ 1);
    void *ptr;

    cr_assert(zero(int, cudaMalloc(&ptr, 12345)));
    FILE *file = fopen(path, "r");
    trace[fread(trace, 1, sizeof trace - 1, file)] = '\0';
    fclose(file);
    unlink(path);

    const char *inner = strstr(trace, "cuMemAlloc_v2 ");
    const char *outer = strstr(trace, "cudaMalloc ");
    cr_assert(ne(ptr, (void *)inner, NULL));
    cr_assert(ne(ptr, (void *)outer, NULL));
    cr_expect(lt(ptr, (void *)inner, (void *)outer));
    cr_expect(eq(ptr, strstr(inner + 1, "cuMemAlloc_v2 "), NULL));
    cr_expect(
        ne(ptr, strstr(trace, "symbol=cuGetProcAddress version=12000"), NULL));
}

Test(sim_cudart, each_major_says_which_it_is)
{
    for (int major = 12; major <= 13; major++) {
        char library[32];
        int version;
        snprintf(library, sizeof library, "libcudart.so.%d", major);
        int (*get)(int *) =
            (int (*)(int *))call_of(library, "cudaRuntimeGetVersion");

        cr_expect(zero(int, get(&version)));

        cr_expect(eq(int, version, major * 1000));
    }
}

Test(sim_cudart, symbols_carry_the_version_of_their_library)
{
    void *library = dlopen("libcudart.so.12", RTLD_NOW);

    void *versioned = dlvsym(library, "cudaMalloc", "libcudart.so.12");

    cr_expect(ne(ptr, versioned, NULL));
    cr_expect(eq(ptr, dlvsym(library, "cudaMalloc", "libcudart.so.13"), NULL));
}

Test(sim_cudart, arrays_that_never_were_are_errors_in_each_library)
{
    void *wild = (void *)0x1230;
    for (int major = 12; major <= 13; major++) {
        char library[32];
        snprintf(library, sizeof library, "libcudart.so.%d", major);
        int (*free_array)(void *) =
            (int (*)(void *))call_of(library, "cudaFreeArray");
        int (*free_levels)(void *) =
            (int (*)(void *))call_of(library, "cudaFreeMipmappedArray");

        cr_expect(eq(int, free_array(wild), INVALID_HANDLE));
        cr_expect(zero(int, free_array(NULL)));
        cr_expect(eq(int, free_levels(wild), INVALID_HANDLE));
    }
    cr_expect(eq(int, cudaFreeArray(wild), INVALID_HANDLE));
    cr_expect(eq(int, cudaFreeMipmappedArray(wild), INVALID_HANDLE));
}

static struct cudaChannelFormatDesc bytes_format(void)
{
    return (struct cudaChannelFormatDesc){8, 0, 0, 0,
                                          cudaChannelFormatKindUnsigned};
}

Test(sim_cudart, arrays_with_levels_are_not_supported)
{
    const struct cudaChannelFormatDesc format = bytes_format();
    const struct cudaExtent extent = {16, 16, 0};
    cudaMipmappedArray_t array;

    cr_expect(eq(int, cudaMallocMipmappedArray(&array, &format, extent, 2, 0),
                 NOT_SUPPORTED));
    cr_expect(
        eq(int, cudaMallocMipmappedArray(NULL, &format, extent, 2, 0), 1));
}

Test(sim_cudart, a_child_of_a_fork_is_not_initialised)
{
    void *ptr;
    int how;
    cr_assert(zero(int, cudaMalloc(&ptr, 1)));

    pid_t child = fork();
    if (child == 0)
        _exit(cudaMalloc(&ptr, 1));
    waitpid(child, &how, 0);

    cr_expect(ne(int, WIFEXITED(how), 0));
    cr_expect(eq(int, WEXITSTATUS(how), NOT_INITIALISED));
}

Test(sim_cudart, an_array_is_allocated_and_freed_once)
{
    const struct cudaChannelFormatDesc format = bytes_format();
    cudaArray_t array;

    cr_assert(zero(int, cudaMallocArray(&array, &format, 16, 4, 0)));

    cr_expect(zero(int, cudaFreeArray(array)));
    cr_expect(eq(int, cudaFreeArray(array), INVALID_HANDLE));
}
