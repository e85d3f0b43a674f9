#include "shim/slot.h"

#include "shim/elf.h"
#include "shim/libc_dlsym.h"

#include <stdatomic.h>
#include <stdint.h>

/*
 * Behind the doors that answer look-ups a slot holds the function itself.
 *
 * Behind the exported symbol it depends on who calls: where two majors of the
 * runtime are loaded, each program part must reach the one it was linked
 * against. So copies of a library are numbered as they are met, a binding says
 * which copy a call site uses, and functions are kept per copy.
 */

enum {
    COPY_ROOM = 7, /* and NO_COPY fit the bits of a binding */
    NO_COPY = 7,
    COPY_SHIFT = 60,
    BINDING_ROOM = 1024, /* a power of two */
};

static _Atomic(void *) bound[ENTRY_COUNT][DOOR_COUNT];
static _Atomic(void *) by_copy[ENTRY_COUNT][COPY_ROOM];
static const struct link_map *_Atomic copies[LIBRARY_COUNT][COPY_ROOM];

/* A return address, whose high bits are free, and the number of its copy. */
static _Atomic uintptr_t bindings[LIBRARY_COUNT][BINDING_ROOM];

/* Another preload behind us that defines the function as well. */
static void *next_preload(enum entry_id id)
{
    void *next = next_function(entries[id].name);
    if (!next)
        return NULL;
    const struct link_map *map = library_of(next);
    if (!map || library_matches(entries[id].library, library_basename(map)))
        return NULL;
    return next;
}

/* The number of a copy, given on first sight. */
static unsigned number_of(enum library library, const struct link_map *map)
{
    for (unsigned i = 0; i < COPY_ROOM; i++) {
        const struct link_map *empty = NULL;
        if (atomic_compare_exchange_strong(&copies[library][i], &empty, map)) {
            library_pin(map);
            return i;
        }
        if (empty == map)
            return i;
    }
    return NO_COPY;
}

static unsigned choose_copy(enum library library, const struct link_map *user)
{
    const struct link_map *loaded[COPY_ROOM];
    size_t count = library_copies(library, loaded, COPY_ROOM);
    if (count == 0)
        return NO_COPY;
    if (count > COPY_ROOM)
        count = COPY_ROOM;
    const struct link_map *chosen = NULL;
    if (user && count > 1)
        chosen = library_needed_by(user, loaded, count);
    return number_of(library, chosen ? chosen : loaded[0]);
}

/* A binding that another call site has taken is worked out again: slower,
 * never wrong. */
static unsigned copy_for(enum library library, const void *caller)
{
    const uintptr_t key = (uintptr_t)caller;
    _Atomic uintptr_t *binding =
        &bindings[library][(key ^ key >> 10) & (BINDING_ROOM - 1)];
    const uintptr_t known = atomic_load_explicit(binding, memory_order_acquire);
    if ((known & (((uintptr_t)1 << COPY_SHIFT) - 1)) == key)
        return (unsigned)(known >> COPY_SHIFT);
    const unsigned copy = choose_copy(library, library_of(caller));
    if (copy != NO_COPY)
        atomic_store_explicit(binding, key | (uintptr_t)copy << COPY_SHIFT,
                              memory_order_release);
    return copy;
}

static void *exported_target(enum entry_id id, const void *caller)
{
    const unsigned copy = copy_for(entries[id].library, caller);
    if (copy == NO_COPY)
        return next_preload(id);
    void *function =
        atomic_load_explicit(&by_copy[id][copy], memory_order_acquire);
    if (function)
        return function;
    function = next_preload(id);
    if (!function)
        function =
            elf_function(copies[entries[id].library][copy], entries[id].name);
    atomic_store_explicit(&by_copy[id][copy], function, memory_order_release);
    return function;
}

void *slot_target(enum entry_id id, enum door door, const void *caller)
{
    if (door == DOOR_PLT)
        return exported_target(id, caller);
    return atomic_load_explicit(&bound[id][door], memory_order_acquire);
}

/* Whether the function's library has been closed, or another one took its
 * place in memory. */
static bool is_stale(enum entry_id id, void *function)
{
    const struct link_map *map = library_of(function);
    return !map || elf_function(map, entries[id].name) != function;
}

void *slot_bind(enum entry_id id, enum door door, void *function)
{
    for (enum door instance = door; instance <= door + 1; instance++) {
        _Atomic(void *) *slot = &bound[id][instance];
        void *known = atomic_load(slot);
        if (known && known != function && !is_stale(id, known))
            continue;
        if (known == function ||
            atomic_compare_exchange_strong(slot, &known, function) ||
            known == function)
            return entries[id].wrappers[instance];
    }
    return NULL;
}
