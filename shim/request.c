#include "shim/request.h"

#include "shim/values.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* A variable that may name an allocator. */
struct source {
    const char *variable;
    const struct choice *choices;
    unsigned choice_count;
    const char *expected; /* NULL: what is not known only earns a warning */
};

static const struct choice own_choices[] = {
    {"platform", ALLOCATOR_PLATFORM},
    {"bfc", ALLOCATOR_BFC},
    {"vmm", ALLOCATOR_VMM},
};

/* With cuda_async the framework itself calls the driver's stream-ordered
 * pool, and we pass that on. */
static const struct choice xla_choices[] = {
    {"platform", ALLOCATOR_PLATFORM}, {"address", ALLOCATOR_PLATFORM},
    {"default", ALLOCATOR_BFC},       {"bfc", ALLOCATOR_BFC},
    {"vmm", ALLOCATOR_VMM},           {"cuda_async", ALLOCATOR_PLATFORM},
};

static const struct choice tf_choices[] = {
    {"cuda_malloc", ALLOCATOR_PLATFORM},
    {"cuda_malloc_async", ALLOCATOR_PLATFORM},
};

static const struct source sources[] = {
    {"GPUALLOC_ALLOCATOR", own_choices, COUNT_OF(own_choices),
     "platform, bfc or vmm"},
    {"XLA_PYTHON_CLIENT_ALLOCATOR", xla_choices, COUNT_OF(xla_choices),
     "platform, address, default, bfc, vmm or cuda_async"},
    {"TF_GPU_ALLOCATOR", tf_choices, COUNT_OF(tf_choices), NULL},
};

static bool source_read(const struct source *source,
                        struct complaints *complaints, const char **value,
                        enum allocator *out)
{
    *value = secure_getenv(source->variable);
    if (!*value || !**value)
        return false;
    int meaning;
    if (value_choice(*value, source->choices, source->choice_count, &meaning)) {
        *out = (enum allocator)meaning;
        return true;
    }
    if (source->expected)
        complaints_error(complaints, source->variable, *value, source->expected,
                         "ignored, the next source decides");
    else
        complaints_warn(complaints, "unknown-allocator", source->variable,
                        *value,
                        "TensorFlow takes this as its own BFC; the next "
                        "source decides");
    return false;
}

/* Only what frameworks were asked for can be overridden: sources behind the
 * first are all theirs. */
static void request_note_loser(struct request *request, const char *winner,
                               const struct source *source, const char *value)
{
    request->is_override = true;
    snprintf(request->via, sizeof(request->via), "%s>%s:%s", winner,
             source->variable, value);
}

void request_read(struct request *out, struct complaints *complaints)
{
    *out = (struct request){.is_default = true, .via = "default"};
    const char *winner = NULL;
    for (size_t i = 0; i < COUNT_OF(sources); i++) {
        const char *value;
        enum allocator allocator;
        if (!source_read(&sources[i], complaints, &value, &allocator))
            continue;
        if (!winner) {
            winner = sources[i].variable;
            out->allocator = allocator;
            out->is_default = false;
            snprintf(out->via, sizeof(out->via), "%s", winner);
        } else if (allocator != out->allocator && !out->is_override) {
            request_note_loser(out, winner, &sources[i], value);
        }
    }
}

const char *allocator_name(enum allocator allocator)
{
    static const char *const names[] = {
        [ALLOCATOR_PLATFORM] = "platform",
        [ALLOCATOR_BFC] = "bfc",
        [ALLOCATOR_VMM] = "vmm",
    };
    return names[allocator];
}
