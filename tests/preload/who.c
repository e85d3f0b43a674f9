#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Whose function does a look-up find? For each name a line with the object that
 * it lies in, `none` if there is no such function.
 *
 *     who LIBRARY WAY NAME...
 *
 * WAY is handle, default, next, version:VERSION, procaddr:VERSION or
 * procaddr_v2:VERSION; the last two ask as the runtime does.
 */

typedef int ask_function(const char *, void **, int, uint64_t);
typedef int ask_v2_function(const char *, void **, int, uint64_t, int *);

static void *ask(void *library, const char *way, const char *name)
{
    void *found = NULL;
    const int version = atoi(strchr(way, ':') + 1);
    if (strncmp(way, "procaddr_v2", 11) == 0)
        ((ask_v2_function *)dlsym(library, "cuGetProcAddress_v2"))(
            name, &found, version, 0, NULL);
    else
        ((ask_function *)dlsym(library, "cuGetProcAddress"))(name, &found,
                                                             version, 0);
    return found;
}

static void *find(void *library, const char *way, const char *name)
{
    if (strcmp(way, "handle") == 0)
        return dlsym(library, name);
    if (strcmp(way, "default") == 0)
        return dlsym(RTLD_DEFAULT, name);
    if (strcmp(way, "next") == 0)
        return dlsym(RTLD_NEXT, name);
    if (strncmp(way, "version:", 8) == 0)
        return dlvsym(library, name, way + 8);
    return ask(library, way, name);
}

int main(int argc, char **argv)
{
    void *library = argc > 3 ? dlopen(argv[1], RTLD_LAZY | RTLD_GLOBAL) : NULL;
    if (!library)
        return 2;
    for (char **name = argv + 3; *name; name++) {
        Dl_info info;
        void *function = find(library, argv[2], *name);
        const char *path =
            function && dladdr(function, &info) ? info.dli_fname : "none";
        const char *slash = strrchr(path, '/');
        printf("%s %s\n", *name, slash ? slash + 1 : path);
    }
    return 0;
}
