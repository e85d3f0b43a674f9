#include "shim/report.h"

#include "shim/arena.h"
#include "shim/line.h"
#include "shim/log.h"
#include "shim/procaddr.h"
#include "shim/state.h"
#include "shim/vendor.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    DUMPS_AT_MOST = 10, /* a process; one is long */
};

static const char *route_name(enum route route)
{
    static const char *const names[] = {
        [ROUTE_DRIVER] = "driver",
        [ROUTE_POOL] = "pool",
        [ROUTE_VMM] = "vmm",
        [ROUTE_REFUSED] = "refused",
    };
    return names[route];
}

static const char *verdict_name(enum verdict verdict)
{
    static const char *const names[] = {
        [VERDICT_OK] = "ok",
        [VERDICT_OVERRIDE] = "OVERRIDE",
        [VERDICT_RULE] = "rule",
        [VERDICT_FALLBACK] = "FALLBACK",
        [VERDICT_MISROUTE] = "MISROUTE",
    };
    return names[verdict];
}

static bool is_in_capitals(enum verdict verdict)
{
    return verdict != VERDICT_OK && verdict != VERDICT_RULE;
}

static bool events_are_on(void)
{
    return log_is_on() && state_settings()->log_target != LOG_SUMMARY &&
           state_settings()->log_level != LEVEL_WARN;
}

static bool decision_is_on(const struct call *call)
{
    const struct settings *settings = state_settings();
    if (!log_is_on() || settings->log_target == LOG_SUMMARY)
        return false;
    return settings->log_level == LEVEL_ALL || is_in_capitals(call->verdict);
}

static void send(struct line *line)
{
    const size_t size = line_finish(line);
    log_write(line->text, size);
}

static void begin(struct line *line, const char *kind)
{
    report_banner_if_due();
    line_init(line, kind);
    line_signed(line, "pid", state_pid());
}

void report_banner_if_due(void)
{
    if (!state_banner_is_due() || !events_are_on())
        return;
    const struct request *request = &state_settings()->request;
    struct line line;
    line_init(&line, "banner");
    line_signed(&line, "pid", state_pid());
    line_text(&line, "program", program_invocation_short_name);
    line_text(&line, "version", GPUALLOC_VERSION);
    line_text(&line, "requested", allocator_name(request->allocator));
    line_text(&line, "via", request->via);
    line_text(&line, "vendors", vendor_names_loaded());
    line_text(&line, "log", log_name());
    if (state_is_forked())
        line_signed(&line, "parent", state_parent());
    send(&line);
}

/* A variable may come as `NAME=value`. */
static void put_variable(struct line *line, const char *variable)
{
    char name[128] = {0};
    const size_t length = strcspn(variable, "=");
    memcpy(name, variable, length < sizeof(name) ? length : sizeof(name) - 1);
    line_text(line, "variable", name);
}

static void report_complaint(const struct complaint *complaint)
{
    struct line line;
    begin(&line, complaint->is_error ? "error" : "warn");
    line_seconds(&line, "t", state_elapsed());
    if (!complaint->is_error)
        line_text(&line, "what", complaint->what);
    put_variable(&line, complaint->variable);
    line_text(&line, "value", complaint->value);
    if (complaint->is_error)
        line_text(&line, "expected", complaint->expected);
    line_sentence(&line, "text", complaint->text);
    send(&line);
}

void report_complaints(const struct complaints *complaints)
{
    for (size_t i = 0; log_is_on() && i < complaints->count; i++)
        report_complaint(&complaints->list[i]);
}

static void put_caller(struct line *line, const struct call *call)
{
    const struct link_map *map = library_of(call->caller);
    if (map)
        line_place(line, "caller", library_basename(map),
                   (uintptr_t)call->caller - map->l_addr);
    else
        line_addr(line, "caller", (uintptr_t)call->caller);
}

static void put_head(struct line *line, const struct call *call, uint64_t seq)
{
    line_signed(line, "tid", (int64_t)syscall(SYS_gettid));
    line_count(line, "seq", seq);
    line_seconds(line, "t", state_elapsed());
    line_text(line, "api", entries[call->entry].name);
    line_text(line, "door", door_name(call->door));
    line_signed(line, "dev", call->dev);
    line_count(line, "size", call->size);
}

static void put_tail(struct line *line, const struct call *call)
{
    line_text(line, "route", route_name(call->route));
    line_addr(line, "ptr", call->addr);
    line_signed(line, "rc", call->rc);
    line_microseconds(line, "us", state_clock() - call->started);
    line_text(line, "why", call->why);
    line_text(line, "verdict", verdict_name(call->verdict));
    put_caller(line, call);
}

void report_alloc(const struct call *call)
{
    const struct request *request = &state_settings()->request;
    const uint64_t seq = state_next_decision();
    if (!decision_is_on(call))
        return;
    struct line line;
    begin(&line, "alloc");
    put_head(&line, call, seq);
    line_text(&line, "requested", allocator_name(request->allocator));
    line_text(&line, "via", request->via);
    put_tail(&line, call);
    send(&line);
}

void report_free(const struct call *call)
{
    const uint64_t seq = state_next_decision();
    if (!decision_is_on(call))
        return;
    struct line line;
    begin(&line, "free");
    put_head(&line, call, seq);
    put_tail(&line, call);
    send(&line);
}

void report_region(const struct region_event *event)
{
    if (!events_are_on())
        return;
    struct line line;
    begin(&line, "region");
    line_seconds(&line, "t", state_elapsed());
    line_signed(&line, "dev", event->dev);
    line_text(&line, "pool", "bfc");
    line_text(&line, "event", event->event);
    line_count(&line, "size", event->size);
    line_addr(&line, "ptr", event->addr);
    line_count(&line, "pool_bytes", event->pool_bytes);
    line_count(&line, "limit", event->limit);
    send(&line);
}

/* One line of a dump; the context is the device's number. */
static void print_dump_line(void *context, const char *text)
{
    struct line line;
    begin(&line, "dump");
    line_signed(&line, "dev", *(const int *)context);
    line_sentence(&line, "text", text);
    send(&line);
}

void report_dump(struct arena *arena)
{
    static _Atomic int count;
    int dev = arena_place(arena)->dev;
    if (events_are_on() && atomic_fetch_add(&count, 1) < DUMPS_AT_MOST)
        arena_dump(arena, print_dump_line, &dev);
}

static void warn(const char *what, const char *key, const char *value,
                 const char *text)
{
    if (!log_is_on())
        return;
    struct line line;
    begin(&line, "warn");
    line_seconds(&line, "t", state_elapsed());
    line_text(&line, "what", what);
    line_text(&line, key, value);
    line_sentence(&line, "text", text);
    send(&line);
}

void report_summary(void)
{
    struct tally *tally = state_tally();
    if (!log_is_on() || state_settings()->log_level == LEVEL_WARN)
        return;
    for (enum entry_id id = 0; id < ENTRY_COUNT; id++)
        if (procaddr_was_unknown(id))
            warn("unknown-address", "api", entries[id].name,
                 "cuGetProcAddress answered an address that the driver does "
                 "not export: calls through it are not seen");
    struct line line;
    begin(&line, "summary");
    line_count(&line, "allocs", tally->allocs);
    line_count(&line, "frees", tally->frees);
    line_count(&line, "failed", tally->failed);
    line_count(&line, "driver", tally->driver);
    line_count(&line, "pool", tally->pool);
    line_count(&line, "misroutes", tally->misroutes);
    line_count(&line, "fallbacks", tally->fallbacks);
    line_count(&line, "overrides", tally->overrides);
    line_count(&line, "live", tally->live);
    line_count(&line, "live_bytes", tally->live_bytes);
    line_count(&line, "peak_bytes", tally->peak_bytes);
    line_count(&line, "lost", log_lost());
    send(&line);
}

void report_incomplete_vendor(const struct vendor *vendor)
{
    static _Atomic bool is_said;
    const char *missing = vendor_missing(vendor);
    if (!atomic_exchange(&is_said, true))
        warn("vendor-incomplete", "missing", missing ? missing : "none",
             "the vendor's library lacks what a pool needs: the driver serves");
}

void report_no_library(const struct call *call)
{
    static _Atomic bool is_said[ENTRY_COUNT];
    if (!atomic_exchange(&is_said[call->entry], true))
        warn("no-function", "api", entries[call->entry].name,
             "no loaded library has this function: the call answers 801");
}

void report_refused_export(const struct call *call)
{
    warn("export-refused", "api", entries[call->entry].name,
         "this address lies inside a pool region and its handle would open at "
         "another address: the call answers 801; run the exporting process "
         "with GPUALLOC_ALLOCATOR=platform");
}
