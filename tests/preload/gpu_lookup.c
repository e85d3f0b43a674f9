#include "tests/preload/gpu.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A program that opens its vendor's runtime: `dlsym LIBRARY`, `default LIBRARY`
 * or `dlvsym LIBRARY VERSION`. */

static const char *way, *version;
static void *library;

static void *find(const char *name)
{
    if (strcmp(way, "dlvsym") == 0)
        return dlvsym(library, name, version);
    return dlsym(strcmp(way, "default") == 0 ? RTLD_DEFAULT : library, name);
}

static char *next_word(char ***words)
{
    if (!**words)
        exit(2);
    return *(*words)++;
}

void gpu_open(struct gpu *out, char ***words)
{
    way = next_word(words);
    const char *file = next_word(words);
    const int is_hip = strstr(file, "hip") != NULL;
    if (strcmp(way, "dlvsym") == 0)
        version = next_word(words);
    library = dlopen(file, RTLD_LAZY | RTLD_GLOBAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
#define GPU(member, cuda, hip, parameters)                                     \
    out->member = (int(*) parameters)find(is_hip ? #hip : #cuda);
#include "tests/preload/gpu.def"
#undef GPU
}
