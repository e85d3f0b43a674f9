#include "shim/libc_dlsym.h"

#include "shim/elf.h"
#include "shim/text.h"

#include <link.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/*
 * The loader's list of objects is walked as it is, without dl_iterate_phdr:
 * that is itself a function which sanitizers intercept, and they look symbols
 * up before they can answer it. The list begins with what the program started
 * with, in the order in which symbols are searched, and these stay for good;
 * what is opened later is appended.
 */

/* Two symbols, each in two objects. */
enum wanted {
    LIBC_DLSYM,
    LIBC_DLVSYM,
    NEXT_DLSYM,
    NEXT_DLVSYM,
    WANTED_COUNT,
};

static _Atomic(void *) found[WANTED_COUNT];

/* The last object that the program started with, or NULL: not known yet. */
static const struct link_map *last_at_start;

static void *find_nothing(void)
{
    return NULL;
}

/* dlsym moved from libdl to libc with glibc 2.34. */
static bool is_libc(const struct link_map *map)
{
    const char *name = text_behind_last_slash(map->l_name);
    return text_behind(name, "libc.so.") || text_behind(name, "libdl.so.");
}

static void *find_in_libc(const char *name)
{
    void *function = NULL;
    for (const struct link_map *map = _r_debug.r_map; map && !function;
         map = map->l_next)
        if (is_libc(map))
            function = elf_function(map, name);
    return function;
}

void *next_function(const char *name)
{
    bool is_behind_us = false;
    for (const struct link_map *map = _r_debug.r_map; map; map = map->l_next) {
        if (map->l_ld == _DYNAMIC) {
            is_behind_us = true;
        } else if (is_behind_us) {
            void *function = elf_function(map, name);
            if (function)
                return function;
        }
        if (map == last_at_start)
            break;
    }
    return NULL;
}

static void *find(enum wanted wanted)
{
    void *function = atomic_load_explicit(&found[wanted], memory_order_acquire);
    if (function)
        return function;
    const bool is_versioned = wanted == LIBC_DLVSYM || wanted == NEXT_DLVSYM;
    const char *name = is_versioned ? "dlvsym" : "dlsym";
    function = wanted == LIBC_DLSYM || wanted == LIBC_DLVSYM
                   ? find_in_libc(name)
                   : next_function(name);
    if (!function)
        function = (void *)find_nothing;
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

__attribute__((constructor)) static void note_last_at_start(void)
{
    const struct link_map *map = _r_debug.r_map;
    while (map && map->l_next)
        map = map->l_next;
    last_at_start = map;
}
