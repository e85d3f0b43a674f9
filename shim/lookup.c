#include "shim/lookup.h"

#include "shim/libc_dlsym.h"
#include "shim/settings.h"
#include "shim/slot.h"
#include "shim/state.h"
#include "shim/text.h"

#include <dlfcn.h>

/* A look-up must not freeze the settings: programs look functions up long
 * before they set the environment. */
bool lookup_is_answered(void)
{
    switch (state_mode()) {
    case MODE_UNREAD:
        return !settings_say_off();
    case MODE_ACTIVE:
        return true;
    case MODE_INERT:
        break;
    }
    return false;
}

static bool may_be_ours(const char *name)
{
    return name && (text_behind(name, "cu") || text_behind(name, "hip"));
}

/* UCX takes what dlsym gives it as the place to patch. */
static bool wants_the_real_one(const void *caller)
{
    const struct link_map *map = library_of(caller);
    return map && text_behind(library_basename(map), "libucm");
}

static bool is_explicit(const void *handle)
{
    return handle != RTLD_DEFAULT && handle != RTLD_NEXT;
}

static enum entry_id wanted_entry(const void *handle, const char *name,
                                  const void *caller)
{
    if (!is_explicit(handle) || !may_be_ours(name))
        return ENTRY_COUNT;
    const enum entry_id id = entry_by_name(name);
    if (id == ENTRY_COUNT || !lookup_is_answered() ||
        wants_the_real_one(caller))
        return ENTRY_COUNT;
    return id;
}

/* Only what lies in a vendor's library is replaced: a program may have a
 * function of that name of its own, and ours may be what was found. */
static bool is_vendors(enum entry_id id, const void *function)
{
    const struct link_map *map = function ? library_of(function) : NULL;
    return map && library_matches(entries[id].library, library_basename(map));
}

struct lookup lookup_dlsym(void *handle, const char *name, const void *caller)
{
    struct lookup lookup = {.next = (void *)next_dlsym()};
    const enum entry_id id = wanted_entry(handle, name, caller);
    if (id == ENTRY_COUNT)
        return lookup;
    void *function = libc_dlsym()(handle, name);
    if (!is_vendors(id, function))
        return lookup;
    /* What a preload behind us puts in the vendor's place is what ours goes on
     * to. */
    if (next_dlsym() != libc_dlsym())
        function = next_dlsym()(handle, name);
    lookup.answer = function ? slot_bind(id, DOOR_DLSYM, function) : NULL;
    return lookup;
}

struct lookup lookup_dlvsym(void *handle, const char *name, const char *version,
                            const void *caller)
{
    struct lookup lookup = {.next = (void *)next_dlvsym()};
    const enum entry_id id = wanted_entry(handle, name, caller);
    if (id == ENTRY_COUNT)
        return lookup;
    void *function = libc_dlvsym()(handle, name, version);
    if (!is_vendors(id, function))
        return lookup;
    if (next_dlvsym() != libc_dlvsym())
        function = next_dlvsym()(handle, name, version);
    lookup.answer = function ? slot_bind(id, DOOR_DLSYM, function) : NULL;
    return lookup;
}
