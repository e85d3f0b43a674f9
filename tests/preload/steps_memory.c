#include "tests/preload/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Steps that allocate and free. */

static char untouched; /* an out-pointer that nobody has written */

static const char *state_of(const void *ptr)
{
    if (ptr == &untouched)
        return "kept";
    return ptr ? "set" : "null";
}

static void keep(struct steps *steps, const char *name, int code, void *ptr,
                 size_t size)
{
    printf("%s %d %s\n", name, code, state_of(ptr));
    if (steps->slot_count < SLOT_ROOM)
        steps->slots[steps->slot_count++] = (struct slot){ptr, size};
}

static bool try_take_shaped(struct steps *steps, const char *step)
{
    const struct gpu *gpu = &steps->gpu;
    static const int format[] = {32, 0, 0, 0, 2 /* float */};
    void *ptr = &untouched;
    const char *text;
    if ((text = step_is(step, "take-pitched"))) {
        size_t pitch = 0;
        const size_t width = size_of_text(text);
        const int code = gpu->take_pitched(&ptr, &pitch, width, 16);
        keep(steps, "take-pitched", code, ptr, width);
    } else if ((text = step_is(step, "take-array"))) {
        const int code =
            gpu->take_array(&ptr, format, size_of_text(text), 16, 0);
        keep(steps, "take-array", code, ptr, 0);
    } else {
        return false;
    }
    return true;
}

bool steps_try_take(struct steps *steps, const char *step)
{
    const struct gpu *gpu = &steps->gpu;
    void *ptr = &untouched;
    const char *text;
    int code;
    if (try_take_shaped(steps, step))
        return true;
    const char *colon = strchr(step, ':');
    const size_t size = colon ? size_of_text(colon + 1) : 0;
    if (step_is(step, "take"))
        code = gpu->take(&ptr, size);
    else if (step_is(step, "take-to-null"))
        code = gpu->take(NULL, size);
    else if (step_is(step, "take-async"))
        code = gpu->take_async(&ptr, size, NULL);
    else if (step_is(step, "take-managed"))
        code = gpu->take_managed(&ptr, size, 1);
    else if (step_is(step, "take-host"))
        code = gpu->take_host(&ptr, size);
    else if ((text = step_is(step, "take-flags")))
        code = gpu->take_flags(&ptr, size, 1);
    else
        return false;
    keep(steps, strtok(strdup(step), ":"), code, ptr, size);
    return true;
}

/* `3` is what the fourth allocation gave, `3+256` lies behind it. */
static void *address_of(const struct steps *steps, const char *text)
{
    if (strcmp(text, "null") == 0)
        return NULL;
    if (strcmp(text, "unknown") == 0)
        return (void *)0x12345000;
    char *end;
    const long slot = strtol(text, &end, 10);
    const size_t offset = *end == '+' ? size_of_text(end + 1) : 0;
    return (char *)steps->slots[slot].ptr + offset;
}

bool steps_try_give(struct steps *steps, const char *step)
{
    const struct gpu *gpu = &steps->gpu;
    const char *text;
    if ((text = step_is(step, "give")))
        step_print("give", gpu->give(address_of(steps, text)));
    else if ((text = step_is(step, "give-async")))
        step_print("give-async",
                   gpu->give_async(address_of(steps, text), NULL));
    else if ((text = step_is(step, "give-host")))
        step_print("give-host", gpu->give_host(address_of(steps, text)));
    else if ((text = step_is(step, "give-array")))
        step_print("give-array", gpu->give_array(address_of(steps, text)));
    else
        return false;
    return true;
}
