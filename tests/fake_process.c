#include "tests/fake_process.h"

#include "shim/state.h"
#include "shim/vendor.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    LOG_ROOM = 1 << 16,
};

static int log_file;
static int (*set_current)(void *);
static int (*destroy)(void *);

struct fake_cuda *process_begin(const char *driver)
{
    char path[64];
    log_file = memfd_create("log", MFD_CLOEXEC);
    snprintf(path, sizeof(path), "/proc/self/fd/%d", log_file);
    setenv("GPUALLOC_LOG", path, /* overwrite */ false);

    void *library = dlopen(driver, RTLD_NOW);
    if (!library || !state_begin())
        return NULL;
    set_current = (int (*)(void *))dlsym(library, "cuCtxSetCurrent");
    destroy = (int (*)(void *))dlsym(library, "cuCtxDestroy_v2");
    return dlsym(library, "fake_cuda");
}

void process_enter(struct fake_context *context)
{
    set_current(context);
}

void process_end(struct fake_context *context)
{
    destroy(context);
}

struct arena *process_arena(struct fake_context *context)
{
    struct place place;
    struct arena *arena;
    process_enter(context);
    if (vendor_place(vendor_of(LIBRARY_CUDA), &place) != RC_SUCCESS ||
        arena_at(&place, ARENA_SHARED, &arena) != STATUS_OK)
        return NULL;
    return arena;
}

const char *process_log(void)
{
    static char text[LOG_ROOM];
    memset(text, 0, sizeof(text));
    return pread(log_file, text, sizeof(text) - 1, 0) >= 0 ? text : "";
}
