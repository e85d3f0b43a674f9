#include "tests/test_sim_hip.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct hip hip;

static char trace_path[] = "/tmp/sim-hip-trace-XXXXXX";

/* Data to function by way of memory: ISO C has no cast for it. */
static void look_up(const char *name, void *function)
{
    void *const address = dlsym(hip.library, name);
    memcpy(function, &address, sizeof address);
}

/* By its path from the program's, since a sanitizer's dlopen does not see the
 * places to look in that the program names. */
static void find_library(int major, char *path, size_t size)
{
    char program[256] = "";
    const ssize_t length =
        readlink("/proc/self/exe", program, sizeof program - 1);
    cr_assert(gt(int, (int)length, 0));
    *strrchr(program, '/') = '\0';
    snprintf(path, size, "%s/../sim/libamdhip64.so.%d", program, major);
}

void hip_load(int major)
{
    char path[300];
    find_library(major, path, sizeof path);
    hip.library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    cr_assert(ne(ptr, hip.library, NULL), "%s", dlerror());
#define HIP(since, name, ...)       look_up(#name, &hip.name);
#define HIP_ANY(since, name, ...)   look_up(#name, &hip.name);
#define HIP_PLAIN(since, name, ...) look_up(#name, &hip.name);
#define HIP_TEXT(since, name)       look_up(#name, &hip.name);
#include "tests/sim/hip_functions.def"
#undef HIP
#undef HIP_ANY
#undef HIP_PLAIN
#undef HIP_TEXT
}

struct criterion_test_params hip_majors(void)
{
    static int majors[] = {5, 6, 7};
    return cr_make_param_array(int, majors, 3);
}

void *hip_must_malloc(size_t size)
{
    void *ptr = NULL;
    MUST(hip.hipMalloc(&ptr, size));
    return ptr;
}

void *hip_must_stream(unsigned flags)
{
    void *stream = NULL;
    MUST(hip.hipStreamCreateWithFlags(&stream, flags));
    return stream;
}

bool hip_holds(const void *ptr, size_t size, unsigned char byte)
{
    unsigned char *const bytes = malloc(size);
    MUST(hip.hipMemcpy(bytes, ptr, size, HIP_DEVICE_TO_HOST));
    size_t same = 0;
    while (same < size && bytes[same] == byte)
        same++;
    free(bytes);
    return same == size;
}

static void remove_trace(void)
{
    unlink(trace_path);
}

void hip_trace_begin(void)
{
    const int fd = mkstemp(trace_path);
    cr_assert(ge(int, fd, 0));
    close(fd);
    setenv("SIMGPU_TRACE", trace_path, 1);
    atexit(remove_trace);
}

/* Counts them and leaves the last in `line`. */
static int read_trace(const char *name, char *line, int size)
{
    FILE *const file = fopen(trace_path, "r");
    cr_assert(ne(ptr, file, NULL));
    char read[512];
    int count = 0;
    const size_t length = strlen(name);
    while (fgets(read, sizeof read, file) != NULL) {
        if (strncmp(read, name, length) != 0 || read[length] != ' ')
            continue;
        count++;
        snprintf(line, (size_t)size, "%s", read);
    }
    fclose(file);
    return count;
}

int hip_trace_count(const char *name)
{
    char line[512];
    return read_trace(name, line, sizeof line);
}

const char *hip_trace_last(const char *name)
{
    static char line[512];
    *line = '\0';
    read_trace(name, line, sizeof line);
    return line;
}
