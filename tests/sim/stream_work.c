#include "tests/sim/op.h"
#include "tests/sim/stream.h"

#include <sched.h>
#include <stdint.h>
#include <string.h>

#include "tests/sim/memory.h"

static enum sim_status run_nothing(struct work *work, struct device *device)
{
    (void)work;
    (void)device;
    return SIM_OK;
}

enum sim_status stream_launch_nothing(struct stream *stream)
{
    return stream_submit(stream, work_create(sizeof(struct work), run_nothing));
}

struct host_work {
    struct work work;
    stream_host_function *function;
    void *argument;
};

static enum sim_status run_host(struct work *work, struct device *device)
{
    (void)device;
    const struct host_work *host = (struct host_work *)work;
    host->function(host->argument);
    return SIM_OK;
}

enum sim_status stream_launch_host(struct stream *stream,
                                   stream_host_function *function,
                                   void *argument)
{
    struct host_work *host = work_create(sizeof *host, run_host);
    if (host == NULL)
        return SIM_NO_MEMORY;
    host->function = function;
    host->argument = argument;
    return stream_submit(stream, &host->work);
}

struct callback_work {
    struct work work;
    stream_callback *function;
    void *handle, *argument;
};

static enum sim_status run_callback(struct work *work, struct device *device)
{
    (void)device;
    const struct callback_work *callback = (struct callback_work *)work;
    callback->function(callback->handle, /* success */ 0, callback->argument);
    return SIM_OK;
}

enum sim_status stream_add_callback(struct stream *stream, void *handle,
                                    stream_callback *function, void *argument)
{
    struct callback_work *callback =
        work_create(sizeof *callback, run_callback);
    if (callback == NULL)
        return SIM_NO_MEMORY;
    callback->function = function;
    callback->handle = handle;
    callback->argument = argument;
    return stream_submit(stream, &callback->work);
}

struct value_work {
    struct work work;
    gpu_addr addr;
    uint64_t value;
    unsigned width;
    enum stream_condition condition;
};

static struct value_work *
value_work_create(enum sim_status (*run)(struct work *, struct device *),
                  gpu_addr addr, uint64_t value, unsigned width)
{
    struct value_work *work = work_create(sizeof *work, run);
    if (work == NULL)
        return NULL;
    work->addr = addr;
    work->value = value;
    work->width = width;
    return work;
}

/* With all before it visible first, as the hardware's is by default. */
static void store_value(const struct value_work *value)
{
    void *at = (void *)(uintptr_t)value->addr;
    if (value->width == 4)
        atomic_store((_Atomic(uint32_t) *)at, (uint32_t)value->value);
    else
        atomic_store((_Atomic(uint64_t) *)at, value->value);
}

static enum sim_status run_write_value(struct work *work, struct device *device)
{
    const struct value_work *value = (struct value_work *)work;
    memory_hold();
    enum sim_status status = memory_check_held(value->addr, value->width,
                                               /* writes */ true, device);
    if (status == SIM_OK)
        store_value(value);
    memory_let_go();
    return status == SIM_OK ? SIM_OK : SIM_ILLEGAL_ADDRESS;
}

static enum sim_status submit_value(struct stream *stream,
                                    struct value_work *value, bool writes)
{
    if (value == NULL)
        return SIM_NO_MEMORY;
    enum sim_status status =
        value->addr % value->width != 0
            ? SIM_INVALID
            : memory_check(value->addr, value->width, writes, stream->device);
    if (status != SIM_OK) {
        work_release(&value->work);
        return status;
    }
    return stream_submit(stream, &value->work);
}

enum sim_status stream_write_value(struct stream *stream, gpu_addr addr,
                                   unsigned long long value, unsigned width)
{
    return submit_value(stream,
                        value_work_create(run_write_value, addr, value, width),
                        /* writes */ true);
}

static bool holds(const struct value_work *wanted, uint64_t found)
{
    bool is_narrow = wanted->width == 4;
    uint64_t mask = is_narrow ? UINT32_MAX : UINT64_MAX;
    uint64_t value = wanted->value & mask;
    switch (wanted->condition) {
    case STREAM_GEQ:
        /* Cyclic, so that counters may wrap around. */
        return is_narrow ? (int32_t)((uint32_t)found - (uint32_t)value) >= 0
                         : (int64_t)(found - value) >= 0;
    case STREAM_EQ:
        return found == value;
    case STREAM_AND:
        return (found & value) != 0;
    case STREAM_NOR:
        return (~(found | value) & mask) != 0;
    }
    return true;
}

static uint64_t load_value(const struct value_work *value)
{
    void *at = (void *)(uintptr_t)value->addr;
    return value->width == 4 ? atomic_load((_Atomic(uint32_t) *)at)
                             : atomic_load((_Atomic(uint64_t) *)at);
}

static enum sim_status run_wait_value(struct work *work, struct device *device)
{
    const struct value_work *value = (struct value_work *)work;
    for (;;) {
        bool is_there = false;
        memory_hold();
        enum sim_status status = memory_check_held(value->addr, value->width,
                                                   /* writes */ false, device);
        if (status == SIM_OK)
            is_there = holds(value, load_value(value));
        memory_let_go();
        if (status != SIM_OK)
            return SIM_ILLEGAL_ADDRESS;
        if (is_there)
            return SIM_OK;
        sched_yield();
    }
}

enum sim_status stream_wait_value(struct stream *stream, gpu_addr addr,
                                  unsigned long long value, unsigned width,
                                  enum stream_condition condition)
{
    struct value_work *work =
        value_work_create(run_wait_value, addr, value, width);
    if (work == NULL)
        return SIM_NO_MEMORY;
    work->condition = condition;
    return submit_value(stream, work, /* writes */ false);
}
