#ifndef GPUALLOC_ELF_H
#define GPUALLOC_ELF_H

/*
 * Symbols and dependencies of a loaded object, read from its own tables.
 *
 * dlsym is of no use where dlsym itself is intercepted, nor where an answer
 * must not disturb the program's dlerror. The layout is that of the System V
 * ABI and of the GNU hash table.
 */

#include <link.h>
#include <stdbool.h>

/* The address of the default version of a function that the object itself
 * defines, or NULL. */
void *elf_function(const struct link_map *map, const char *name);

/* Call `visit` with each name that the object was linked against, until it
 * says false. */
void elf_for_each_needed(const struct link_map *map,
                         bool (*visit)(void *context, const char *name),
                         void *context);

/* The object's own name (DT_SONAME), or NULL. */
const char *elf_soname(const struct link_map *map);

#endif
