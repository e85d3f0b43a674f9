#include "tests/preload/steps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Steps that ask or move a device, and those that look at bytes. */

/* `3:7`: what the fourth allocation gave, bytes of 7. */
static struct slot *slot_and_byte(struct steps *steps, const char *text,
                                  int *byte)
{
    char *end;
    struct slot *slot = &steps->slots[strtol(text, &end, 10)];
    *byte = *end == ':' ? atoi(end + 1) : 0;
    return slot;
}

static void write_bytes(struct steps *steps, const char *text)
{
    int byte;
    const struct slot *slot = slot_and_byte(steps, text, &byte);
    char *bytes = malloc(slot->size);
    memset(bytes, byte, slot->size);
    step_print("write",
               steps->gpu.copy(slot->ptr, bytes, slot->size, COPY_TO_DEVICE));
    free(bytes);
}

static void check_bytes(struct steps *steps, const char *text)
{
    int byte;
    const struct slot *slot = slot_and_byte(steps, text, &byte);
    char *bytes = calloc(1, slot->size);
    const int code =
        steps->gpu.copy(bytes, slot->ptr, slot->size, COPY_TO_HOST);
    size_t wrong = 0;
    for (size_t i = 0; i < slot->size; i++)
        wrong += bytes[i] != (char)byte;
    printf("check %d wrong=%zu\n", code, wrong);
    free(bytes);
}

static void print_info(struct steps *steps)
{
    size_t available = 0, total = 0;
    const int code = steps->gpu.info(&available, &total);
    printf("info %d free=%zu total=%zu\n", code, available, total);
}

bool steps_try_device(struct steps *steps, const char *step)
{
    const struct gpu *gpu = &steps->gpu;
    const char *text;
    if ((text = step_is(step, "device")))
        step_print("device", gpu->choose(atoi(text)));
    else if ((text = step_is(step, "write")))
        write_bytes(steps, text);
    else if ((text = step_is(step, "check")))
        check_bytes(steps, text);
    else if (step_is(step, "info"))
        print_info(steps);
    else if (step_is(step, "sync"))
        step_print("sync", gpu->sync());
    else if (step_is(step, "reset"))
        step_print("reset", gpu->reset());
    else if (step_is(step, "last-error"))
        step_print("last-error", gpu->last_error());
    else if (step_is(step, "peek-error"))
        step_print("peek-error", gpu->peek_error());
    else
        return false;
    return true;
}
