#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Open plug-ins for themselves alone and run each:
 *
 *     load_plugins SIZE [deepbind|apart] FILE...
 *
 * With `deepbind` they bind to their own libraries before the program's, and
 * `apart` is a namespace of their own.
 */

typedef int plugin_function(size_t size);

static void *open_plugin(const char *way, const char *file)
{
    if (strcmp(way, "apart") == 0)
        return dlmopen(LM_ID_NEWLM, file, RTLD_NOW | RTLD_LOCAL);
    const int more = strcmp(way, "deepbind") == 0 ? RTLD_DEEPBIND : 0;
    return dlopen(file, RTLD_NOW | RTLD_LOCAL | more);
}

int main(int argc, char **argv)
{
    int failed = argc < 3;
    const char *way = failed ? "" : argv[2];
    const int first = strchr(way, '.') ? 2 : 3;
    for (int i = first; i < argc; i++) {
        void *plugin = open_plugin(way, argv[i]);
        if (!plugin) {
            fprintf(stderr, "%s\n", dlerror());
            return 2;
        }
        plugin_function *run = (plugin_function *)dlsym(plugin, "plugin_run");
        failed |= run(strtoul(argv[1], NULL, 0));
    }
    fflush(stdout);
    return failed;
}
