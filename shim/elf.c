#include "shim/elf.h"

#include "shim/text.h"

#include <stdint.h>

/* The tables of an object that a look-up walks. */
struct elf {
    const struct link_map *map;
    const ElfW(Sym) * symbols;
    const char *strings;
    const uint32_t *gnu_hash;
    const uint32_t *sysv_hash;
    const uint16_t *versions;
};

enum {
    VERSION_HIDDEN = 0x8000, /* not the default version of its name */
};

/* glibc relocates these entries in place, other loaders leave them relative. */
static const void *table_at(const struct link_map *map, ElfW(Addr) value)
{
    return (const void *)(value < map->l_addr ? map->l_addr + value : value);
}

static void elf_init(struct elf *elf, const struct link_map *map)
{
    *elf = (struct elf){.map = map};
    for (const ElfW(Dyn) *dyn = map->l_ld; dyn && dyn->d_tag != DT_NULL;
         dyn++) {
        const void *table = table_at(map, dyn->d_un.d_ptr);
        switch (dyn->d_tag) {
        case DT_SYMTAB:
            elf->symbols = table;
            break;
        case DT_STRTAB:
            elf->strings = table;
            break;
        case DT_GNU_HASH:
            elf->gnu_hash = table;
            break;
        case DT_HASH:
            elf->sysv_hash = table;
            break;
        case DT_VERSYM:
            elf->versions = table;
            break;
        default:
            break;
        }
    }
}

static void *symbol_address(const struct elf *elf, uint32_t index,
                            const char *name)
{
    const ElfW(Sym) *symbol = &elf->symbols[index];
    if (symbol->st_shndx == SHN_UNDEF || !symbol->st_value)
        return NULL;
    if (ELF64_ST_TYPE(symbol->st_info) != STT_FUNC)
        return NULL;
    if (elf->versions && elf->versions[index] & VERSION_HIDDEN)
        return NULL;
    if (!text_equals(elf->strings + symbol->st_name, name))
        return NULL;
    return (void *)(elf->map->l_addr + symbol->st_value);
}

static uint32_t gnu_hash(const char *name)
{
    uint32_t hash = 5381;
    for (const unsigned char *c = (const unsigned char *)name; *c; c++)
        hash = hash * 33 + *c;
    return hash;
}

/* Header: bucket count, index of the first hashed symbol, words of the Bloom
 * filter, its shift; then filter, buckets and chains. */
static void *find_by_gnu_hash(const struct elf *elf, const char *name)
{
    const uint32_t *header = elf->gnu_hash;
    const uint32_t bucket_count = header[0], first = header[1];
    const ElfW(Addr) *filter = (const ElfW(Addr) *)(header + 4);
    const uint32_t *buckets = (const uint32_t *)(filter + header[2]);
    const uint32_t *chains = buckets + bucket_count;

    if (!bucket_count)
        return NULL;
    const uint32_t hash = gnu_hash(name);
    uint32_t index = buckets[hash % bucket_count];
    if (index < first)
        return NULL;
    for (;; index++) {
        const uint32_t entry = chains[index - first];
        if ((entry | 1) == (hash | 1)) {
            void *found = symbol_address(elf, index, name);
            if (found)
                return found;
        }
        if (entry & 1) /* the end of the chain */
            return NULL;
    }
}

static void *find_by_walk(const struct elf *elf, const char *name)
{
    const uint32_t symbol_count = elf->sysv_hash[1];
    for (uint32_t i = 0; i < symbol_count; i++) {
        void *found = symbol_address(elf, i, name);
        if (found)
            return found;
    }
    return NULL;
}

void *elf_function(const struct link_map *map, const char *name)
{
    struct elf elf;
    elf_init(&elf, map);
    if (!elf.symbols || !elf.strings)
        return NULL;
    if (elf.gnu_hash)
        return find_by_gnu_hash(&elf, name);
    return elf.sysv_hash ? find_by_walk(&elf, name) : NULL;
}

void elf_for_each_needed(const struct link_map *map,
                         bool (*visit)(void *context, const char *name),
                         void *context)
{
    struct elf elf;
    elf_init(&elf, map);
    if (!elf.strings)
        return;
    for (const ElfW(Dyn) *dyn = map->l_ld; dyn->d_tag != DT_NULL; dyn++)
        if (dyn->d_tag == DT_NEEDED &&
            !visit(context, elf.strings + dyn->d_un.d_val))
            return;
}

const char *elf_soname(const struct link_map *map)
{
    struct elf elf;
    elf_init(&elf, map);
    if (!elf.strings)
        return NULL;
    for (const ElfW(Dyn) *dyn = map->l_ld; dyn->d_tag != DT_NULL; dyn++)
        if (dyn->d_tag == DT_SONAME)
            return elf.strings + dyn->d_un.d_val;
    return NULL;
}
