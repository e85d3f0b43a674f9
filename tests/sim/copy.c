#include "tests/sim/copy.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "tests/sim/memory.h"

struct copy_work {
    struct work work;
    struct copy copy;
    void *staged; /* the bytes to copy, where they were taken early */
};

struct copy copy_plain(gpu_addr to, enum copy_side to_side, gpu_addr from,
                       enum copy_side from_side, size_t size)
{
    return (struct copy){.to = to,
                         .from = from,
                         .to_side = to_side,
                         .from_side = from_side,
                         .width = size,
                         .height = 1,
                         .depth = 1,
                         .to_pitch = size,
                         .from_pitch = size,
                         .to_slice = size,
                         .from_slice = size};
}

/* From the first byte of a side to behind its last. */
static size_t span(const struct copy *copy, size_t pitch, size_t slice)
{
    return (copy->depth - 1) * slice + (copy->height - 1) * pitch + copy->width;
}

static size_t to_span(const struct copy *copy)
{
    return span(copy, copy->to_pitch, copy->to_slice);
}

static size_t from_span(const struct copy *copy)
{
    return span(copy, copy->from_pitch, copy->from_slice);
}

static char *bytes_at(gpu_addr addr)
{
    return (char *)(uintptr_t)addr;
}

static void move_bytes(const struct copy *copy)
{
    for (size_t z = 0; z < copy->depth; z++) {
        for (size_t y = 0; y < copy->height; y++)
            memmove(
                bytes_at(copy->to + z * copy->to_slice + y * copy->to_pitch),
                bytes_at(copy->from + z * copy->from_slice +
                         y * copy->from_pitch),
                copy->width);
    }
}

/* A side that the devices know is checked again: it may be gone by now. */
static enum sim_status recheck_held(const struct copy *copy,
                                    const struct device *device)
{
    enum sim_status status = SIM_OK;
    if (copy->to_side == COPY_DEVICE)
        status = memory_check_held(copy->to, to_span(copy),
                                   /* writes */ true, device);
    if (status == SIM_OK && copy->from_side == COPY_DEVICE)
        status = memory_check_held(copy->from, from_span(copy),
                                   /* writes */ false, device);
    return status == SIM_OK ? SIM_OK : SIM_ILLEGAL_ADDRESS;
}

static enum sim_status run_copy(struct work *work, struct device *device)
{
    const struct copy_work *self = (struct copy_work *)work;
    memory_hold();
    enum sim_status status = recheck_held(&self->copy, device);
    if (status == SIM_OK)
        move_bytes(&self->copy);
    memory_let_go();
    return status;
}

static void destroy_copy(struct work *work)
{
    struct copy_work *self = (struct copy_work *)work;
    free(self->staged);
    free(self);
}

/* Only the page of the address: a caller's wild pointer gets an error where
 * that costs little, as with the vendors. */
static bool is_mapped(gpu_addr addr)
{
    unsigned char is_resident;
    return mincore(bytes_at(addr & ~(gpu_addr)4095), 1, &is_resident) == 0;
}

/*
 * Decide what a side is: COPY_DEVICE, which here includes host memory that the
 * devices know, or COPY_HOST, which from here on means pageable.
 */
static enum sim_status settle_side(enum copy_side *side, gpu_addr addr,
                                   size_t size, bool writes,
                                   const struct device *device)
{
    struct memory memory;
    bool is_known = memory_find(addr, &memory) == SIM_OK;
    if (!is_known && (*side == COPY_DEVICE || addr == 0 || !is_mapped(addr) ||
                      !is_mapped(addr + size - 1)))
        return SIM_INVALID;
    *side = is_known ? COPY_DEVICE : COPY_HOST;
    return is_known ? memory_check(addr, size, writes, device) : SIM_OK;
}

static enum sim_status settle(struct copy *copy, const struct device *device)
{
    enum sim_status status =
        settle_side(&copy->to_side, copy->to, to_span(copy),
                    /* writes */ true, device);
    return status != SIM_OK
               ? status
               : settle_side(&copy->from_side, copy->from, from_span(copy),
                             /* writes */ false, device);
}

static bool is_nothing(const struct copy *copy)
{
    return copy->width == 0 || copy->height == 0 || copy->depth == 0;
}

static enum sim_status make_work(const struct copy *copy,
                                 const struct device *device,
                                 struct copy_work **out)
{
    struct copy settled = *copy;
    enum sim_status status = settle(&settled, device);
    if (status != SIM_OK)
        return status;
    struct copy_work *work = work_create(sizeof *work, run_copy);
    if (work == NULL)
        return SIM_NO_MEMORY;
    work->work.destroy = destroy_copy;
    work->copy = settled;
    *out = work;
    return SIM_OK;
}

static enum sim_status stage(struct copy_work *work)
{
    struct copy *copy = &work->copy;
    size_t size = from_span(copy);
    work->staged = malloc(size);
    if (work->staged == NULL)
        return SIM_NO_MEMORY;
    memcpy(work->staged, bytes_at(copy->from), size);
    copy->from = (uintptr_t)work->staged;
    return SIM_OK;
}

enum sim_status copy_submit(struct stream *stream, const struct copy *copy)
{
    if (is_nothing(copy))
        return SIM_OK;
    struct copy_work *work;
    enum sim_status status = make_work(copy, stream->device, &work);
    if (status != SIM_OK)
        return status;
    if (work->copy.to_side == COPY_HOST)
        return stream_run(stream, &work->work);
    /* A graph reads the host's memory at each launch, not now. */
    if (work->copy.from_side == COPY_HOST && stream->capture == NULL)
        status = stage(work);
    if (status == SIM_OK)
        return stream_submit(stream, &work->work);
    work_release(&work->work);
    return status;
}

enum sim_status copy_run(struct stream *stream, const struct copy *copy)
{
    if (is_nothing(copy))
        return SIM_OK;
    struct copy_work *work;
    enum sim_status status = make_work(copy, stream->device, &work);
    if (status != SIM_OK)
        return status;
    bool is_within_devices =
        copy->to_side == COPY_DEVICE && copy->from_side == COPY_DEVICE;
    return is_within_devices ? stream_submit(stream, &work->work)
                             : stream_run(stream, &work->work);
}
