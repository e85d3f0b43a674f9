#include "shim/library.h"

#include "shim/elf.h"
#include "shim/objects.h"
#include "shim/text.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

enum {
    PINNED_ROOM = 16, /* copies that we remember */
};

/* How the base names of each library's files begin. Frameworks ship copies
 * with a hash behind the stem: libcudart-d0da41ae.so.11.0. */
static const char *const stems[LIBRARY_COUNT] = {
    [LIBRARY_CUDART] = "libcudart",
    [LIBRARY_CUDA] = "libcuda",
    [LIBRARY_AMDHIP] = "libamdhip64",
};

#if __GLIBC_PREREQ(2, 35)
#pragma weak _dl_find_object
static const struct link_map *map_without_lock(const void *addr)
{
    struct dl_find_object found;
    if (!_dl_find_object || _dl_find_object((void *)addr, &found) != 0)
        return NULL;
    return found.dlfo_link_map;
}
#else
static const struct link_map *map_without_lock(const void *addr)
{
    (void)addr;
    return NULL;
}
#endif

const struct link_map *library_of(const void *addr)
{
    const struct link_map *map = map_without_lock(addr);
    if (map)
        return map;
    Dl_info info;
    struct link_map *found = NULL;
    if (!dladdr1(addr, &info, (void **)&found, RTLD_DL_LINKMAP))
        return NULL;
    return found;
}

const char *library_basename(const struct link_map *map)
{
    if (!map->l_name || !map->l_name[0])
        return program_invocation_short_name;
    return text_behind_last_slash(map->l_name);
}

bool library_matches(enum library library, const char *basename)
{
    const char *rest = text_behind(basename, stems[library]);
    if (rest && *rest == '-') /* a hash */
        while (*rest && !text_behind(rest, ".so"))
            rest++;
    const char *version = rest ? text_behind(rest, ".so") : NULL;
    return version && (!*version || *version == '.');
}

/* What library_copies collects while the loader's list is locked. */
struct copies {
    enum library library;
    const void **dynamics; /* the dynamic section of each copy */
    size_t count, room;
};

static int collect_copy(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct copies *copies = context;
    if (!library_matches(copies->library,
                         text_behind_last_slash(info->dlpi_name)))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_DYNAMIC)
            continue;
        if (copies->count < copies->room)
            copies->dynamics[copies->count] =
                (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
        copies->count++;
    }
    return 0;
}

size_t library_copies(enum library library, const struct link_map **out,
                      size_t room)
{
    struct copies copies = {
        .library = library, .dynamics = (const void **)out, .room = room};
    objects_walk(collect_copy, &copies);
    for (size_t i = 0; i < room && i < copies.count; i++)
        out[i] = library_of(out[i]);
    return copies.count;
}

struct needed {
    const struct link_map *const *copies;
    size_t count;
    const struct link_map *found;
};

static bool match_needed(void *context, const char *name)
{
    struct needed *needed = context;
    for (size_t i = 0; i < needed->count; i++) {
        const char *soname = elf_soname(needed->copies[i]);
        if (soname && strcmp(soname, name) == 0)
            needed->found = needed->copies[i];
    }
    return !needed->found;
}

const struct link_map *library_needed_by(const struct link_map *user,
                                         const struct link_map *const *copies,
                                         size_t count)
{
    struct needed needed = {.copies = copies, .count = count};
    elf_for_each_needed(user, match_needed, &needed);
    return needed.found;
}

/* Whether this is the first time that we see the object here. */
static bool is_first_pin(const struct link_map *map)
{
    static const struct link_map *_Atomic pinned[PINNED_ROOM];
    for (size_t i = 0; i < PINNED_ROOM; i++) {
        const struct link_map *empty = NULL;
        if (atomic_compare_exchange_strong(&pinned[i], &empty, map))
            return true;
        if (empty == map)
            return false;
    }
    return true;
}

/* dlopen would clear the program's dlerror each time. */
void library_pin(const struct link_map *map)
{
    if (map->l_name && map->l_name[0] && is_first_pin(map))
        dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}
