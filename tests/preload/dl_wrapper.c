#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

#include "shim/elf.h"

/* Another preload that wraps dlsym, with WRAPS_DLVSYM dlvsym too, by calls to
 * libc's own, as such preloads do. With ANSWERS it puts a function of its own
 * in the vendor's place. At the end it says whether look-ups came through it.
 */

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

#ifdef ANSWERS
/* As a tool that gives each container a share of the device does. */
static int (*vendor_take)(void **out, size_t size);

static int take(void **out, size_t size)
{
    printf("answerer %zu\n", size);
    return vendor_take(out, size);
}

static void *answer_for(const char *name, void *function)
{
    if (strcmp(name, "hipMalloc") != 0)
        return function;
    vendor_take = (int (*)(void **, size_t))function;
    return (void *)take;
}
#else
static void *answer_for(const char *name, void *function)
{
    (void)name;
    return function;
}
#endif

void *dlsym(void *restrict handle, const char *restrict name)
{
    typedef void *function(void *, const char *);
    passed++;
    return answer_for(name, ((function *)real("dlsym"))(handle, name));
}

__attribute__((destructor)) static void report(void)
{
    fprintf(stderr, "wrapper saw look-ups: %s\n", passed ? "yes" : "no");
}
