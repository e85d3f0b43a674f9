/*
 * Every function of the CUDA runtime that allocates or frees, with good and
 * with bad arguments, on a machine where no driver answers and on a simulated
 * one.
 *
 * It is linked once with libcudart.so and once with libcudart_static.a.
 * With the word `dlsym` it calls what dlsym finds in the shared library instead
 * of what the linker bound; with `all` it also calls what a simulated runtime
 * lacks or takes at its word.
 */

#include "tests/clients/telling.h"

#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KIB = 1 << 10, WIDTH = 100, HEIGHT = 30 };

#define FUNCTIONS(F)                                                           \
    F(cudaGetDeviceCount)                                                      \
    F(cudaGetLastError)                                                        \
    F(cudaPeekAtLastError)                                                     \
    F(cudaMemGetInfo)                                                          \
    F(cudaMalloc)                                                              \
    F(cudaMallocManaged)                                                       \
    F(cudaMallocHost)                                                          \
    F(cudaHostAlloc)                                                           \
    F(cudaMallocAsync)                                                         \
    F(cudaMallocFromPoolAsync)                                                 \
    F(cudaMallocPitch)                                                         \
    F(cudaMalloc3D)                                                            \
    F(cudaMallocArray)                                                         \
    F(cudaMalloc3DArray)                                                       \
    F(cudaMallocMipmappedArray)                                                \
    F(cudaFree)                                                                \
    F(cudaFreeAsync)                                                           \
    F(cudaFreeHost)                                                            \
    F(cudaFreeArray)                                                           \
    F(cudaFreeMipmappedArray)                                                  \
    F(cudaDeviceReset)

/* A simulated runtime may lack these two. */
#pragma weak cudaMallocMipmappedArray
#pragma weak cudaFreeMipmappedArray

#define MEMBER(name) __typeof__(&name) name;
static struct {
    FUNCTIONS(MEMBER)
} cuda;

static void bind_by_linker(void)
{
#define TAKE(name) cuda.name = name;
    FUNCTIONS(TAKE)
}

static void bind_by_dlsym(void)
{
    void *const library = dlopen("libcudart.so.13", RTLD_LAZY);

    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    /* Data to function by way of memory: ISO C has no cast for it. */
#define LOOK_UP(name)                                                          \
    memcpy(&cuda.name, &(void *){dlsym(library, #name)}, sizeof(cuda.name));
    FUNCTIONS(LOOK_UP)
}

static int free_plain(void *addr)
{
    return cuda.cudaFree(addr);
}

static int free_host(void *addr)
{
    return cuda.cudaFreeHost(addr);
}

static int free_array(void *array)
{
    return cuda.cudaFreeArray(array);
}

static int free_levels(void *levels)
{
    return cuda.cudaFreeMipmappedArray(levels);
}

/* How memory of one kind is given back. */
static const struct release {
    const char *name;
    int (*call)(void *);
} plain_memory = {"cudaFree", free_plain},
  host_memory = {"cudaFreeHost", free_host},
  whole_array = {"cudaFreeArray", free_array},
  all_levels = {"cudaFreeMipmappedArray", free_levels};

/* What was got is given back at once: the next call is on its own. */
static void tell(const char *name, size_t size, int code, void **out,
                 struct release release)
{
    telling_alloc(name, size, code, *out);
    if (code == 0 && *out)
        telling_free(release.name, *out, release.call(*out));
    *out = telling_untouched;
}

static void queries(void)
{
    int count = -1;
    size_t free_bytes = 1, total_bytes = 2;

    int code = cuda.cudaGetDeviceCount(&count);
    telling_query("cudaGetDeviceCount", code, count);
    code = cuda.cudaMemGetInfo(&free_bytes, &total_bytes);
    telling_query("cudaMemGetInfo, free", code, (long)free_bytes);
    telling_query("cudaMemGetInfo, total", code, (long)total_bytes);
    telling_query("cudaPeekAtLastError", cuda.cudaPeekAtLastError(), 0);
    telling_query("cudaGetLastError", cuda.cudaGetLastError(), 0);
}

static void plain(size_t size)
{
    void *out = telling_untouched;

    int code = cuda.cudaMalloc(&out, size);
    tell("cudaMalloc", size, code, &out, plain_memory);
    code = cuda.cudaMallocManaged(&out, size, cudaMemAttachGlobal);
    tell("cudaMallocManaged", size, code, &out, plain_memory);
    code = cuda.cudaMallocManaged(&out, size, 77);
    tell("cudaMallocManaged", size, code, &out, plain_memory);
    telling_query("cudaPeekAtLastError", cuda.cudaPeekAtLastError(), 0);
}

static void on_the_host(size_t size)
{
    void *out = telling_untouched;

    int code = cuda.cudaMallocHost(&out, size);
    tell("cudaMallocHost", size, code, &out, host_memory);
    code = cuda.cudaHostAlloc(&out, size, cudaHostAllocMapped);
    tell("cudaHostAlloc", size, code, &out, host_memory);
    code = cuda.cudaHostAlloc(&out, size, 0xffff0000);
    tell("cudaHostAlloc", size, code, &out, host_memory);
}

static void in_stream_order(size_t size)
{
    void *out = telling_untouched;

    int code = cuda.cudaMallocAsync(&out, size, NULL);
    tell("cudaMallocAsync", size, code, &out, plain_memory);
    code = cuda.cudaMallocFromPoolAsync(&out, size, NULL, NULL);
    tell("cudaMallocFromPoolAsync", size, code, &out, plain_memory);
}

static void pitched(size_t width, size_t height)
{
    void *out = telling_untouched;
    size_t pitch = 0;
    struct cudaPitchedPtr box = {.ptr = telling_untouched};
    const struct cudaExtent extent = {width, height, 2};

    int code = cuda.cudaMallocPitch(&out, &pitch, width, height);
    tell("cudaMallocPitch", width * height, code, &out, plain_memory);
    code = cuda.cudaMalloc3D(&box, extent);
    tell("cudaMalloc3D", width * height * 2, code, &box.ptr, plain_memory);
}

static void arrays(size_t width, size_t height, bool with_levels)
{
    const struct cudaChannelFormatDesc two_floats = {
        32, 32, 0, 0, cudaChannelFormatKindFloat};
    const struct cudaExtent extent = {width, height, 0};
    const size_t size = width * height * 8;
    void *out = telling_untouched;
    cudaArray_t *const array = (cudaArray_t *)&out;
    cudaMipmappedArray_t *const levels = (cudaMipmappedArray_t *)&out;

    int code = cuda.cudaMallocArray(array, &two_floats, width, height, 0);
    tell("cudaMallocArray", size, code, &out, whole_array);
    code = cuda.cudaMalloc3DArray(array, &two_floats, extent, 0);
    tell("cudaMalloc3DArray", size, code, &out, whole_array);
    if (!with_levels)
        return;
    code = cuda.cudaMallocMipmappedArray(levels, &two_floats, extent, 1, 0);
    tell("cudaMallocMipmappedArray", size, code, &out, all_levels);
}

static void without_an_output(void)
{
    int code = cuda.cudaMalloc(NULL, KIB);
    telling_alloc("cudaMalloc", KIB, code, NULL);
    code = cuda.cudaHostAlloc(NULL, KIB, 0);
    telling_alloc("cudaHostAlloc", KIB, code, NULL);
    code = cuda.cudaMallocManaged(NULL, KIB, cudaMemAttachGlobal);
    telling_alloc("cudaMallocManaged", KIB, code, NULL);
    code = cuda.cudaMallocAsync(NULL, KIB, NULL);
    telling_alloc("cudaMallocAsync", KIB, code, NULL);
}

static void frees_of(void *addr)
{
    telling_free("cudaFree", addr, cuda.cudaFree(addr));
    telling_free("cudaFreeAsync", addr, cuda.cudaFreeAsync(addr, NULL));
    telling_free("cudaFreeHost", addr, cuda.cudaFreeHost(addr));
}

/* A runtime may take a handle at its word where it has a device. */
static void frees_of_handle(void *handle)
{
    telling_free("cudaFreeArray", handle, cuda.cudaFreeArray(handle));
    telling_free("cudaFreeMipmappedArray", handle,
                 cuda.cudaFreeMipmappedArray(handle));
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {KIB, 0, 3UL << 20, 1UL << 40};
    void *const nowhere = (void *)0x1230;
    const bool does_all = telling_is_asked(argv, "all");

    (void)argc;
    if (telling_is_asked(argv, "dlsym"))
        bind_by_dlsym();
    else
        bind_by_linker();

    queries();
    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
        plain(sizes[i]);
        on_the_host(sizes[i]);
        in_stream_order(sizes[i]);
    }
    pitched(WIDTH, HEIGHT);
    pitched(0, HEIGHT);
    arrays(WIDTH, HEIGHT, does_all);
    without_an_output();
    frees_of(NULL);
    frees_of(nowhere);
    if (does_all) {
        frees_of_handle(NULL);
        frees_of_handle(nowhere);
    }
    queries();
    telling_query("cudaDeviceReset", cuda.cudaDeviceReset(), 0);
    return 0;
}
