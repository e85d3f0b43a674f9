#include <dlfcn.h>
#include <link.h>
#include <stdio.h>

#include "shim/elf.h"

/* Another preload that wraps dlsym, and with WRAPS_DLVSYM dlvsym too, by calls
 * to libc's own, as such preloads do. At the end it says whether look-ups came
 * through it. */

static int passed;

#ifdef WRAPS_DLVSYM
/* There is no function left to ask: libc's table is read. */
static void *real(const char *name)
{
    return elf_function(dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD), name);
}

void *dlvsym(void *restrict handle, const char *restrict name,
             const char *restrict version)
{
    typedef void *function(void *, const char *, const char *);
    passed++;
    return ((function *)real("dlvsym"))(handle, name, version);
}
#else
static void *real(const char *name)
{
#if defined(__aarch64__)
    static const char oldest[] = "GLIBC_2.17";
#else
    static const char oldest[] = "GLIBC_2.2.5";
#endif
    void *function = dlvsym(RTLD_NEXT, name, "GLIBC_2.34");
    return function ? function : dlvsym(RTLD_NEXT, name, oldest);
}
#endif

void *dlsym(void *restrict handle, const char *restrict name)
{
    typedef void *function(void *, const char *);
    passed++;
    return ((function *)real("dlsym"))(handle, name);
}

__attribute__((destructor)) static void report(void)
{
    fprintf(stderr, "wrapper saw look-ups: %s\n", passed ? "yes" : "no");
}
