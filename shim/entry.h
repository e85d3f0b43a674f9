#ifndef GPUALLOC_ENTRY_H
#define GPUALLOC_ENTRY_H

/* The table of intercepted functions, made from entries.def. */

#include "shim/library.h"
#include "shim/verb.h"

#include <stddef.h>

enum entry_id {
#define ENTRY(LIBRARY, NAME, SIGNATURE, VERB) ENTRY_##NAME,
#include "shim/entries.def"
#undef ENTRY
    ENTRY_COUNT,
};

/*
 * How a program reached us. Of the two doors that answer lookups each has two
 * instances, because two copies of a vendor library may be in one process and
 * each must get its own calls back.
 */
enum door {
    DOOR_PLT,
    DOOR_DLSYM,
    DOOR_DLSYM_SECOND,
    DOOR_PROCADDR,
    DOOR_PROCADDR_SECOND,
    DOOR_COUNT,
};

struct entry {
    const char *name;
    enum library library;
    enum verb_id verb;
    void *wrappers[DOOR_COUNT]; /* what answers a lookup, per door */
};

extern const struct entry entries[ENTRY_COUNT];

/* `plt`, `dlsym` or `procaddr`. */
const char *door_name(enum door door);

/* The entry of that name, or ENTRY_COUNT. Takes no lock and no memory. */
enum entry_id entry_by_name(const char *name);

#endif
