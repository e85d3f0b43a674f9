#include "shim/procaddr.h"

#include "shim/elf.h"
#include "shim/slot.h"

#include <stdatomic.h>
#include <string.h>

static _Atomic bool was_unknown[ENTRY_COUNT];

/* An entry's name is the one asked for and perhaps a suffix: _v2, _ptsz. */
static enum entry_id entry_at(const struct link_map *map, const char *asked,
                              const void *function)
{
    const size_t length = strlen(asked);
    for (enum entry_id id = 0; id < ENTRY_COUNT; id++)
        if (entries[id].library == LIBRARY_CUDA &&
            strncmp(entries[id].name, asked, length) == 0 &&
            elf_function(map, entries[id].name) == function)
            return id;
    return ENTRY_COUNT;
}

/* The name as programs ask for it: without _v2, _ptsz. */
static bool is_asked_name(enum entry_id id, const char *asked)
{
    const size_t length = strlen(asked);
    const char *suffix = entries[id].name + length;
    return strncmp(entries[id].name, asked, length) == 0 &&
           (!suffix[0] || strcmp(suffix, "_v2") == 0);
}

static void note_unknown(const struct link_map *map, const char *asked,
                         const void *function)
{
    if (elf_function(map, asked) == function)
        return; /* an older version of that name */
    for (enum entry_id id = 0; id < ENTRY_COUNT; id++)
        if (entries[id].library == LIBRARY_CUDA && is_asked_name(id, asked))
            atomic_store(&was_unknown[id], true);
}

bool procaddr_was_unknown(enum entry_id id)
{
    return atomic_load(&was_unknown[id]);
}

void procaddr_replace(struct call *call)
{
    if (call->rc != 0 || !call->name || !call->out || !*call->out)
        return;
    const struct link_map *map = library_of(*call->out);
    if (!map || !library_matches(LIBRARY_CUDA, library_basename(map)))
        return;
    const enum entry_id id = entry_at(map, call->name, *call->out);
    if (id == ENTRY_COUNT) {
        note_unknown(map, call->name, *call->out);
        return;
    }
    void *wrapper = slot_bind(id, DOOR_PROCADDR, *call->out);
    if (wrapper)
        *call->out = wrapper;
}
