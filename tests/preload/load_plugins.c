#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* Open plug-ins for themselves alone and run each: load_plugins SIZE FILE... */

typedef int plugin_function(size_t size);

int main(int argc, char **argv)
{
    int failed = argc < 3;
    for (int i = 2; i < argc; i++) {
        void *plugin = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
        if (!plugin) {
            fprintf(stderr, "%s\n", dlerror());
            return 2;
        }
        plugin_function *run = (plugin_function *)dlsym(plugin, "plugin_run");
        failed |= run(strtoul(argv[1], NULL, 0));
    }
    return failed;
}
