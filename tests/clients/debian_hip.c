/*
 * Every function of HIP 5 that allocates or frees, with good and with bad
 * arguments, on a machine where no GPU answers and on a simulated one.
 *
 * With the word `dlsym` it calls what dlsym finds in the library instead of
 * what the linker bound; with `all` it also frees handles that are none.
 */

#include "tests/clients/debian_hip.h"
#include "tests/clients/telling.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KIB = 1 << 10, WIDTH = 100, HEIGHT = 30, FLOAT = 0x20, RG = 2 };

#define MEMBER(name, parameters) int(*name) parameters;
static struct {
    FUNCTIONS(MEMBER)
} hip;

static void bind_by_linker(void)
{
#define TAKE(name, parameters) hip.name = name;
    FUNCTIONS(TAKE)
}

static void bind_by_dlsym(void)
{
    void *const library = dlopen("libamdhip64.so.5", RTLD_LAZY);

    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    /* Data to function by way of memory: ISO C has no cast for it. */
#define LOOK_UP(name, parameters)                                              \
    memcpy(&hip.name, &(void *){dlsym(library, #name)}, sizeof(hip.name));
    FUNCTIONS(LOOK_UP)
}

/* How memory of one kind is given back. */
struct release {
    const char *name;
    int (*call)(void *);
};
#define RELEASE(function) ((struct release){#function, hip.function})

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

    int code = hip.hipGetDeviceCount(&count);
    telling_query("hipGetDeviceCount", code, count);
    code = hip.hipMemGetInfo(&free_bytes, &total_bytes);
    telling_query("hipMemGetInfo, free", code, (long)free_bytes);
    telling_query("hipMemGetInfo, total", code, (long)total_bytes);
    telling_query("hipGetLastError", hip.hipGetLastError(), 0);
    telling_query("hipPeekAtLastError", hip.hipPeekAtLastError(), 0);
}

static void plain(size_t size)
{
    void *out = telling_untouched;

    int code = hip.hipMalloc(&out, size);
    tell("hipMalloc", size, code, &out, RELEASE(hipFree));
    code = hip.hipExtMallocWithFlags(&out, size, 0);
    tell("hipExtMallocWithFlags", size, code, &out, RELEASE(hipFree));
    code = hip.hipExtMallocWithFlags(&out, size, 0x7777);
    tell("hipExtMallocWithFlags", size, code, &out, RELEASE(hipFree));
    code = hip.hipMallocManaged(&out, size, 1);
    tell("hipMallocManaged", size, code, &out, RELEASE(hipFree));
    code = hip.hipMallocManaged(&out, size, 77);
    tell("hipMallocManaged", size, code, &out, RELEASE(hipFree));
    telling_query("hipPeekAtLastError", hip.hipPeekAtLastError(), 0);
}

static void on_the_host(size_t size)
{
    void *out = telling_untouched;

    int code = hip.hipMallocHost(&out, size);
    tell("hipMallocHost", size, code, &out, RELEASE(hipHostFree));
    code = hip.hipMemAllocHost(&out, size);
    tell("hipMemAllocHost", size, code, &out, RELEASE(hipFreeHost));
    code = hip.hipHostMalloc(&out, size, 0);
    tell("hipHostMalloc", size, code, &out, RELEASE(hipHostFree));
    code = hip.hipHostMalloc(&out, size, 0xffff0000);
    tell("hipHostMalloc", size, code, &out, RELEASE(hipHostFree));
    code = hip.hipHostAlloc(&out, size, 0);
    tell("hipHostAlloc", size, code, &out, RELEASE(hipFreeHost));
}

static void in_stream_order(size_t size)
{
    void *out = telling_untouched;

    int code = hip.hipMallocAsync(&out, size, NULL);
    tell("hipMallocAsync", size, code, &out, RELEASE(hipFree));
    code = hip.hipMallocFromPoolAsync(&out, size, NULL, NULL);
    tell("hipMallocFromPoolAsync", size, code, &out, RELEASE(hipFree));
}

static void pitched(size_t width, size_t height)
{
    void *out = telling_untouched;
    size_t pitch = 0;
    struct pitched box = {.ptr = telling_untouched};
    const struct extent extent = {width, height, 2};

    int code = hip.hipMallocPitch(&out, &pitch, width, height);
    tell("hipMallocPitch", width * height, code, &out, RELEASE(hipFree));
    code = hip.hipMemAllocPitch(&out, &pitch, width, height, 4);
    tell("hipMemAllocPitch", width * height, code, &out, RELEASE(hipFree));
    code = hip.hipMalloc3D(&box, extent);
    tell("hipMalloc3D", width * height * 2, code, &box.ptr, RELEASE(hipFree));
}

static void arrays(size_t width, size_t height)
{
    const struct channels two_floats = {32, 32, 0, 0, 2};
    const struct extent extent = {width, height, 0};
    const size_t size = width * height * 8;
    void *out = telling_untouched;

    int code = hip.hipMallocArray(&out, &two_floats, width, height, 0);
    tell("hipMallocArray", size, code, &out, RELEASE(hipFreeArray));
    code = hip.hipMalloc3DArray(&out, &two_floats, extent, 0);
    tell("hipMalloc3DArray", size, code, &out, RELEASE(hipFreeArray));
    code = hip.hipMallocMipmappedArray(&out, &two_floats, extent, 1, 0);
    tell("hipMallocMipmappedArray", size, code, &out,
         RELEASE(hipFreeMipmappedArray));
}

static void driver_arrays(size_t width, size_t height)
{
    const struct array_format flat = {width, height, FLOAT, RG};
    const struct array_format_3d deep = {width, height, 0, FLOAT, RG, 0};
    const size_t size = width * height * 8;
    void *out = telling_untouched;

    int code = hip.hipArrayCreate(&out, &flat);
    tell("hipArrayCreate", size, code, &out, RELEASE(hipArrayDestroy));
    code = hip.hipArray3DCreate(&out, &deep);
    tell("hipArray3DCreate", size, code, &out, RELEASE(hipArrayDestroy));
    code = hip.hipMipmappedArrayCreate(&out, &deep, 1);
    tell("hipMipmappedArrayCreate", size, code, &out,
         RELEASE(hipMipmappedArrayDestroy));
}

static void physical(size_t size)
{
    const struct properties pinned = {{1}};
    void *out = telling_untouched;

    int code = hip.hipMemCreate(&out, size, &pinned, 0);
    tell("hipMemCreate", size, code, &out, RELEASE(hipMemRelease));
}

static void without_an_output(void)
{
    int code = hip.hipMalloc(NULL, KIB);
    telling_alloc("hipMalloc", KIB, code, NULL);
    code = hip.hipHostMalloc(NULL, KIB, 0);
    telling_alloc("hipHostMalloc", KIB, code, NULL);
    code = hip.hipMallocManaged(NULL, KIB, 1);
    telling_alloc("hipMallocManaged", KIB, code, NULL);
    code = hip.hipMallocAsync(NULL, KIB, NULL);
    telling_alloc("hipMallocAsync", KIB, code, NULL);
}

static void frees_of(void *addr)
{
    telling_free("hipFree", addr, hip.hipFree(addr));
    telling_free("hipFreeAsync", addr, hip.hipFreeAsync(addr, NULL));
    telling_free("hipHostFree", addr, hip.hipHostFree(addr));
    telling_free("hipFreeHost", addr, hip.hipFreeHost(addr));
}

/* A library may take a handle at its word where it has a device. */
static void frees_of_handle(void *handle)
{
    telling_free("hipFreeArray", handle, hip.hipFreeArray(handle));
    telling_free("hipArrayDestroy", handle, hip.hipArrayDestroy(handle));
    telling_free("hipFreeMipmappedArray", handle,
                 hip.hipFreeMipmappedArray(handle));
    telling_free("hipMipmappedArrayDestroy", handle,
                 hip.hipMipmappedArrayDestroy(handle));
    telling_free("hipMemRelease", handle, hip.hipMemRelease(handle));
}

static void allocate_and_free(bool does_all)
{
    static const size_t sizes[] = {KIB, 0, 3UL << 20, 1UL << 40};
    void *const nowhere = (void *)0x1230;

    for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
        plain(sizes[i]);
        on_the_host(sizes[i]);
        in_stream_order(sizes[i]);
        physical(sizes[i]);
    }
    pitched(WIDTH, HEIGHT);
    pitched(0, HEIGHT);
    arrays(WIDTH, HEIGHT);
    driver_arrays(WIDTH, HEIGHT);
    without_an_output();
    frees_of(NULL);
    frees_of(nowhere);
    if (does_all) {
        frees_of_handle(NULL);
        frees_of_handle(nowhere);
    }
    queries();
}

int main(int argc, char **argv)
{
    const bool does_all = telling_is_asked(argv, "all");

    (void)argc;
    if (telling_is_asked(argv, "dlsym"))
        bind_by_dlsym();
    else
        bind_by_linker();

    queries();
    allocate_and_free(does_all);
    telling_query("hipInit", hip.hipInit(0), 0);
    allocate_and_free(does_all);
    telling_query("hipDeviceReset", hip.hipDeviceReset(), 0);
    return 0;
}
