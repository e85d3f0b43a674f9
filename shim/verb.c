#include "shim/verb.h"

#include "shim/alloc.h"
#include "shim/capture.h"
#include "shim/context.h"
#include "shim/free.h"
#include "shim/procaddr.h"
#include "shim/synchronize.h"

/* Halves of verbs that have only one. */
static bool pass(struct call *call)
{
    (void)call;
    return false;
}

static void ignore(struct call *call)
{
    (void)call;
}

const struct verb verbs[VERB_COUNT] = {
    [VERB_ALLOC] = {alloc_serve, alloc_settle, NULL, SPACE_MEMORY},
    [VERB_ALLOC_FLAGS] = {alloc_serve, alloc_settle, NULL, SPACE_MEMORY},
    [VERB_ALLOC_MANAGED] = {alloc_serve, alloc_settle, "managed", SPACE_MEMORY},
    [VERB_ALLOC_HOST] = {alloc_serve, alloc_settle, "host", SPACE_MEMORY},
    [VERB_ALLOC_PITCHED] = {alloc_serve, alloc_settle, "pitched", SPACE_MEMORY},
    [VERB_ALLOC_ARRAY] = {alloc_serve, alloc_settle, "array", SPACE_ARRAY},
    [VERB_ALLOC_ASYNC] = {alloc_serve, alloc_settle, "stream-ordered",
                          SPACE_MEMORY},
    [VERB_ALLOC_PHYSICAL] = {alloc_serve, alloc_settle, "physical",
                             SPACE_PHYSICAL},
    [VERB_FREE] = {free_serve, free_settle, NULL, SPACE_MEMORY},
    [VERB_FREE_ASYNC] = {free_serve, free_settle, NULL, SPACE_MEMORY},
    [VERB_FREE_HOST] = {free_pass, free_settle, NULL, SPACE_MEMORY},
    [VERB_FREE_ARRAY] = {free_pass, free_settle, NULL, SPACE_ARRAY},
    [VERB_FREE_PHYSICAL] = {free_pass, free_settle, NULL, SPACE_PHYSICAL},
    [VERB_MEM_INFO] = {pass, context_add_idle, NULL, SPACE_MEMORY},
    [VERB_EXPORT] = {context_refuse_export, ignore, NULL, SPACE_MEMORY},
    [VERB_CONTEXT_END] = {context_end, context_ended, NULL, SPACE_MEMORY},
    [VERB_RESET] = {context_reset, context_ended, NULL, SPACE_MEMORY},
    [VERB_RELEASE] = {pass, context_released, NULL, SPACE_MEMORY},
    [VERB_SYNCHRONIZE] = {synchronize_begin, synchronize_end, NULL,
                          SPACE_MEMORY},
    [VERB_CAPTURE_BEGIN] = {pass, capture_begun, NULL, SPACE_MEMORY},
    [VERB_CAPTURE_END] = {pass, capture_ended, NULL, SPACE_MEMORY},
    [VERB_PROCADDR] = {pass, procaddr_replace, NULL, SPACE_MEMORY},
};

const struct verb *verb_of(const struct call *call)
{
    return &verbs[entries[call->entry].verb];
}
