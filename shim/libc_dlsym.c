#include "shim/libc_dlsym.h"

#include "shim/elf.h"
#include "shim/library.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

/* Two symbols, each in two objects. */
enum wanted {
    LIBC_DLSYM,
    LIBC_DLVSYM,
    NEXT_DLSYM,
    NEXT_DLVSYM,
    WANTED_COUNT,
};

static _Atomic(void *) found[WANTED_COUNT];

static void *find_nothing(void)
{
    return NULL;
}

/* A walk over the loaded objects in load order, which begins with the order
 * in which symbols are searched. */
struct walk {
    enum wanted wanted;
    bool is_behind_us;
    void *function;
};

static bool is_wanted_object(const struct walk *walk, const char *path)
{
    if (walk->wanted == NEXT_DLSYM || walk->wanted == NEXT_DLVSYM)
        return walk->is_behind_us;
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    /* dlsym moved from libdl to libc with glibc 2.34. */
    return strncmp(name, "libc.so.", 8) == 0 ||
           strncmp(name, "libdl.so.", 9) == 0;
}

static const ElfW(Dyn) * dynamic_of(const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            return (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    return NULL;
}

static bool is_our_own(const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type == PT_LOAD &&
            (uintptr_t)found - (info->dlpi_addr + part->p_vaddr) <
                part->p_memsz)
            return true;
    }
    return false;
}

static int visit(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct walk *walk = context;
    if (is_our_own(info)) {
        walk->is_behind_us = true;
        return 0;
    }
    if (!is_wanted_object(walk, info->dlpi_name))
        return 0;
    const struct link_map map = {.l_addr = info->dlpi_addr,
                                 .l_ld = (ElfW(Dyn) *)dynamic_of(info)};
    const bool is_versioned =
        walk->wanted == LIBC_DLVSYM || walk->wanted == NEXT_DLVSYM;
    walk->function = elf_function(&map, is_versioned ? "dlvsym" : "dlsym");
    return walk->function ? 1 : 0;
}

static void *find(enum wanted wanted)
{
    void *function = atomic_load_explicit(&found[wanted], memory_order_acquire);
    if (function)
        return function;
    struct walk walk = {.wanted = wanted};
    dl_iterate_phdr(visit, &walk);
    function = walk.function ? walk.function : (void *)find_nothing;
    atomic_store_explicit(&found[wanted], function, memory_order_release);
    return function;
}

dlsym_function *libc_dlsym(void)
{
    return (dlsym_function *)find(LIBC_DLSYM);
}

dlvsym_function *libc_dlvsym(void)
{
    return (dlvsym_function *)find(LIBC_DLVSYM);
}

dlsym_function *next_dlsym(void)
{
    return (dlsym_function *)find(NEXT_DLSYM);
}

dlvsym_function *next_dlvsym(void)
{
    return (dlvsym_function *)find(NEXT_DLVSYM);
}

void *libc_dlsym_next(const char *name)
{
    void *function = libc_dlsym()(RTLD_NEXT, name);
    if (!function)
        dlerror(); /* the complaint is ours to take, not the program's */
    return function;
}
