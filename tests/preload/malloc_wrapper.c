#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

/* Another preload, that wraps malloc and looks the next one up at its first
 * call, from within malloc: a dlsym that allocates would never return. */

void *malloc(size_t size)
{
    typedef void *function(size_t);
    static __thread int depth;
    static function *next;
    if (!next) {
        if (depth++)
            abort();
        next = (function *)dlsym(RTLD_NEXT, "malloc");
        depth--;
    }
    return next(size);
}

/* With a handle and a name of the vendor's, the look-up takes no memory
 * either. */
__attribute__((constructor)) static void look_up(void)
{
    void *self = dlopen(NULL, RTLD_LAZY);
    if (self)
        dlsym(self, "cudaMalloc");
}
