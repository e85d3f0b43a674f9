#include "shim/entry.h"

#include "shim/signature.h"
#include "shim/text.h"

/*
 * For each entry one exported function and the functions that answer look-ups,
 * all with the same body: begin, let the verb serve or pass the call on, let
 * the verb settle, end.
 */
#define WRAPPER(NAME, SIGNATURE, DOOR, FUNCTION)                               \
    int FUNCTION(PARAMETERS_##SIGNATURE);                                      \
    int FUNCTION(PARAMETERS_##SIGNATURE)                                       \
    {                                                                          \
        typedef int vendor_function(PARAMETERS_##SIGNATURE);                   \
        struct call call;                                                      \
        call_init(&call, ENTRY_##NAME, DOOR, __builtin_return_address(0));     \
        LEARN_##SIGNATURE;                                                     \
        if (!call_begin(&call))                                                \
            return ((vendor_function *)call.target)(PASS_##SIGNATURE);         \
        const struct verb *verb = verb_of(&call);                              \
        if (!verb->serve(&call))                                               \
            call.rc = ((vendor_function *)call.target)(PASS_##SIGNATURE);      \
        verb->settle(&call);                                                   \
        call_end(&call);                                                       \
        return call.rc;                                                        \
    }

#define ENTRY(LIBRARY, NAME, SIGNATURE, VERB)                                                                             \
    __attribute__((visibility("default")))                                                                                \
    WRAPPER(NAME, SIGNATURE, DOOR_PLT, NAME) static WRAPPER(NAME, SIGNATURE, DOOR_DLSYM, NAME##_by_dlsym) static WRAPPER( \
        NAME, SIGNATURE, DOOR_DLSYM_SECOND,                                                                               \
        NAME##_by_dlsym_2) static WRAPPER(NAME, SIGNATURE, DOOR_PROCADDR,                                                 \
                                          NAME##_by_procaddr) static WRAPPER(NAME,                                        \
                                                                             SIGNATURE,                                   \
                                                                             DOOR_PROCADDR_SECOND,                        \
                                                                             NAME##_by_procaddr_2)
#include "shim/entries.def"
#undef ENTRY

const struct entry entries[ENTRY_COUNT] = {
#define ENTRY(LIBRARY, NAME, SIGNATURE, VERB)                                  \
    [ENTRY_##NAME] = {#NAME,                                                   \
                      LIBRARY_##LIBRARY,                                       \
                      VERB_##VERB,                                             \
                      {(void *)NAME, (void *)NAME##_by_dlsym,                  \
                       (void *)NAME##_by_dlsym_2, (void *)NAME##_by_procaddr,  \
                       (void *)NAME##_by_procaddr_2}},
#include "shim/entries.def"
#undef ENTRY
};

const char *door_name(enum door door)
{
    static const char *const names[] = {
        [DOOR_PLT] = "plt",
        [DOOR_DLSYM] = "dlsym",
        [DOOR_DLSYM_SECOND] = "dlsym",
        [DOOR_PROCADDR] = "procaddr",
        [DOOR_PROCADDR_SECOND] = "procaddr",
    };
    return names[door];
}

enum entry_id entry_by_name(const char *name)
{
    for (enum entry_id id = 0; id < ENTRY_COUNT; id++)
        if (text_equals(entries[id].name, name))
            return id;
    return ENTRY_COUNT;
}
