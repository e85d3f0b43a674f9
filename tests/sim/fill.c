#include "tests/sim/copy.h"

#include <stdint.h>
#include <string.h>

#include "tests/sim/memory.h"

struct fill_work {
    struct work work;
    struct fill fill;
};

static size_t span(const struct fill *fill)
{
    return (fill->height - 1) * fill->pitch + fill->width * fill->element;
}

static void fill_row(const struct fill *fill, char *row)
{
    uint16_t half = (uint16_t)fill->value;
    if (fill->element == 1) {
        memset(row, (int)fill->value, fill->width);
        return;
    }
    for (size_t i = 0; i < fill->width; i++)
        memcpy(row + i * fill->element,
               fill->element == 2 ? (const void *)&half
                                  : (const void *)&fill->value,
               fill->element);
}

static enum sim_status run_fill(struct work *work, struct device *device)
{
    const struct fill *fill = &((struct fill_work *)work)->fill;
    memory_hold();
    enum sim_status status = memory_check_held(fill->to, span(fill),
                                               /* writes */ true, device);
    for (size_t y = 0; status == SIM_OK && y < fill->height; y++)
        fill_row(fill, (char *)(uintptr_t)(fill->to + y * fill->pitch));
    memory_let_go();
    return status == SIM_OK ? SIM_OK : SIM_ILLEGAL_ADDRESS;
}

enum sim_status fill_submit(struct stream *stream, const struct fill *fill)
{
    if (fill->to % fill->element != 0)
        return SIM_INVALID;
    if (fill->width == 0 || fill->height == 0)
        return SIM_OK;
    enum sim_status status = memory_check(fill->to, span(fill),
                                          /* writes */ true, stream->device);
    if (status != SIM_OK)
        return status;
    struct fill_work *work = work_create(sizeof *work, run_fill);
    if (work == NULL)
        return SIM_NO_MEMORY;
    work->fill = *fill;
    return stream_submit(stream, &work->work);
}
