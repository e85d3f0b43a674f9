#ifndef GPUALLOC_LIBRARY_H
#define GPUALLOC_LIBRARY_H

/* The vendors' libraries as objects that the loader has mapped. */

#include <link.h>
#include <stdbool.h>
#include <stddef.h>

enum library {
    LIBRARY_CUDART,
    LIBRARY_CUDA,
    LIBRARY_AMDHIP,
    LIBRARY_COUNT,
};

/* The loader's record of the object that holds `addr`, or NULL. Takes no
 * memory and leaves dlerror alone. */
const struct link_map *library_of(const void *addr);

/* The part of an object's path behind the last slash; the program's own name
 * for the main program. */
const char *library_basename(const struct link_map *map);

/* Whether an object of that base name is a copy of the vendor's library. */
bool library_matches(enum library library, const char *basename);

/* The copies that are loaded, in load order. Writes at most `room` of them and
 * returns how many there are. */
size_t library_copies(enum library library, const struct link_map **out,
                      size_t room);

/* The copy that `user` was linked against, among `copies`, or NULL. */
const struct link_map *library_needed_by(const struct link_map *user,
                                         const struct link_map *const *copies,
                                         size_t count);

/* Keep an object mapped for the rest of the process: our slots point into it.
 */
void library_pin(const struct link_map *map);

#endif
