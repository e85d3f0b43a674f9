#include "tests/preload/gpu.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * A program that speaks to CUDA's driver. Linked to it with LINKED_DRIVER, else
 * its first word is the way: `dlsym`, `procaddr` (four arguments) or
 * `procaddr_v2` (five, asked for by the first).
 */

enum {
    VERSION = 12000,
};

static struct {
#define DRIVER(name, base, parameters) int(*name) parameters;
#include "tests/preload/driver.def"
#undef DRIVER
} driver;

#ifdef LINKED_DRIVER
#define DRIVER(name, base, parameters) int name parameters;
#include "tests/preload/driver.def"
#undef DRIVER

static void fill_driver(char ***words)
{
    (void)words;
#define DRIVER(name, base, parameters) driver.name = name;
#include "tests/preload/driver.def"
#undef DRIVER
}
#else
typedef int ask_function(const char *name, void **out, int version,
                         uint64_t flags);
typedef int ask_v2_function(const char *name, void **out, int version,
                            uint64_t flags, int *status);

static void *library;
static ask_function *ask;
static ask_v2_function *ask_v2;

static void *find(const char *name, const char *base)
{
    void *function = NULL;
    if (ask_v2)
        ask_v2(base, &function, VERSION, 0, NULL);
    else if (ask)
        ask(base, &function, VERSION, 0);
    else
        function = dlsym(library, name);
    return function;
}

static void choose_way(const char *way)
{
    library = dlopen("libcuda.so.1", RTLD_LAZY);
    if (strcmp(way, "dlsym") == 0)
        return;
    ask_function *first = (ask_function *)dlsym(library, "cuGetProcAddress");
    if (strcmp(way, "procaddr") == 0)
        first("cuGetProcAddress", (void **)&ask, 11030, 0);
    else
        first("cuGetProcAddress", (void **)&ask_v2, VERSION, 0);
}

static void fill_driver(char ***words)
{
    choose_way(*(*words)++);
#define DRIVER(name, base, parameters)                                         \
    driver.name = (int(*) parameters)find(#name, #base);
#include "tests/preload/driver.def"
#undef DRIVER
}
#endif

/* The runtime's names for what the driver does. */
static int choose(int device)
{
    void *context;
    const int rc = driver.cuDevicePrimaryCtxRetain(&context, device);
    return rc ? rc : driver.cuCtxSetCurrent(context);
}

static int take_pitched(void **out, size_t *pitch, size_t width, size_t height)
{
    return driver.cuMemAllocPitch_v2(out, pitch, width, height, 4);
}

static int copy(void *to, const void *from, size_t size, int kind)
{
    return kind == COPY_TO_DEVICE ? driver.cuMemcpyHtoD_v2(to, from, size)
                                  : driver.cuMemcpyDtoH_v2(to, from, size);
}

static int reset(void)
{
    int device;
    const int rc = driver.cuCtxGetDevice(&device);
    return rc ? rc : driver.cuDevicePrimaryCtxReset_v2(device);
}

/* The driver keeps no last error. */
static int no_error(void)
{
    return 0;
}

void gpu_open(struct gpu *out, char ***words)
{
    fill_driver(words);
    *out = (struct gpu){
        .take = driver.cuMemAlloc_v2,
        .give = driver.cuMemFree_v2,
        .take_async = driver.cuMemAllocAsync,
        .give_async = driver.cuMemFreeAsync,
        .take_managed = driver.cuMemAllocManaged,
        .take_host = driver.cuMemAllocHost_v2,
        .give_host = driver.cuMemFreeHost,
        .take_flags = driver.cuMemHostAlloc,
        .take_pitched = take_pitched,
        .info = driver.cuMemGetInfo_v2,
        .choose = choose,
        .copy = copy,
        .sync = driver.cuCtxSynchronize,
        .reset = reset,
        .last_error = no_error,
        .peek_error = no_error,
    };
    driver.cuInit(/* no flags */ 0);
    choose(/* the first */ 0);
}
