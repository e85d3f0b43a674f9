#include "shim/alloc.h"

#include "shim/arena.h"
#include "shim/capture.h"
#include "shim/log.h"
#include "shim/place.h"
#include "shim/report.h"
#include "shim/state.h"

/* Raise the verdict; the reason goes with the greatest. */
static void judge(struct call *call, enum verdict verdict, const char *why)
{
    if (verdict < call->verdict)
        return;
    call->verdict = verdict;
    call->why = why;
}

static bool refuse(struct call *call, int rc, const char *why)
{
    judge(call, VERDICT_FALLBACK, why);
    call->route = ROUTE_REFUSED;
    call->rc = rc;
    return true;
}

/* The requested route cannot serve: the vendor does, or under strict nobody. */
static bool fall_back(struct call *call, int strict_rc, const char *why)
{
    if (state_settings()->strict)
        return refuse(call, strict_rc, why);
    judge(call, VERDICT_FALLBACK, why);
    return false;
}

static bool pass_by_rule(struct call *call, const char *rule)
{
    judge(call, VERDICT_RULE, rule);
    return false;
}

/* Why this call is never the pool's, or NULL. */
static const char *rule_for(const struct call *call)
{
    if (call->flags && entries[call->entry].verb == VERB_ALLOC_FLAGS)
        return "flags";
    const char *rule = verb_of(call)->rule;
    if (rule)
        return rule;
    if (!call->out)
        return "null";
    return call->size ? NULL : "zero-size";
}

static bool serve_from_arena(struct call *call, struct arena *arena)
{
    gpu_addr addr;
    call->arena = arena;
    switch (arena_alloc(arena, call->size, &addr)) {
    case STATUS_OK:
        *call->out = (void *)addr;
        call->rc = RC_SUCCESS;
        call->route = ROUTE_POOL;
        return true;
    case STATUS_NO_MEMORY:
        return fall_back(call, RC_NO_MEMORY, "limit");
    case STATUS_CAPTURE:
        return pass_by_rule(call, "capture");
    case STATUS_DRIVER:
        return fall_back(call, RC_NO_MEMORY, "driver-oom");
    default:
        return fall_back(call, RC_NOT_SUPPORTED, "pool-unusable");
    }
}

/* Large buffers get regions of their own, so that what a program exports or
 * registers is an allocation of the vendor's. Not where the whole limit is one
 * region. */
static enum arena_kind kind_for(const struct call *call)
{
    const struct settings *settings = state_settings();
    return settings->whole && !settings->preallocate &&
                   call->size % settings->whole == 0
               ? ARENA_WHOLE
               : ARENA_SHARED;
}

static bool pass_incomplete(struct call *call)
{
    report_incomplete_vendor(call->vendor);
    return fall_back(call, RC_NOT_SUPPORTED, "vendor-incomplete");
}

static bool serve_from_pool(struct call *call)
{
    struct place place;
    struct arena *arena;
    if (place_of_call(call, &place) != RC_SUCCESS)
        return vendor_missing(call->vendor) ? pass_incomplete(call)
                                            : pass_by_rule(call, "no-context");
    call->dev = place.dev;
    call->context = place.context;
    const enum arena_kind kind = kind_for(call);
    switch (arena_at(&place, kind, &arena)) {
    case STATUS_OK:
        if (kind == ARENA_WHOLE && call->verdict < VERDICT_FALLBACK)
            call->why = "whole"; /* still the pool that was asked for */
        return serve_from_arena(call, arena);
    case STATUS_UNSUPPORTED:
        return pass_incomplete(call);
    default:
        return fall_back(call, RC_NOT_SUPPORTED, "host-memory");
    }
}

/* What pools hold idle must not make a request fail that the driver serves in
 * their place: it would not without us. Looked at before the call, since a
 * refusal may stay behind as the program's last error. */
static void make_room(const struct call *call)
{
    size_t free_bytes, total_bytes;
    struct place place;
    if (entries[call->entry].verb == VERB_ALLOC_HOST || capture_is_active() ||
        vendor_place(call->vendor, &place) != RC_SUCCESS ||
        !arena_idle_bytes(call->vendor, place.dev) ||
        vendor_mem_info(call->vendor, &free_bytes, &total_bytes) != RC_SUCCESS)
        return;
    if (free_bytes < call->size)
        arena_trim(place.dev);
}

static bool serve(struct call *call)
{
    const struct settings *settings = state_settings();
    call->why = settings->request.is_default ? "default" : "requested";
    if (settings->request.is_override)
        call->verdict = VERDICT_OVERRIDE;
    place_ask_device_first(call);

    if (settings->strict && settings->has_errors)
        return refuse(call, RC_NOT_SUPPORTED, "bad-value");
    if (settings->request.allocator == ALLOCATOR_PLATFORM)
        return false;
    const char *rule = rule_for(call);
    if (rule)
        return pass_by_rule(call, rule);
    if (state_is_forked())
        return fall_back(call, RC_NOT_SUPPORTED, "forked");
    if (settings->request.allocator == ALLOCATOR_VMM &&
        fall_back(call, RC_NOT_SUPPORTED, "vmm-unsupported"))
        return true;
    return serve_from_pool(call);
}

bool alloc_serve(struct call *call)
{
    if (serve(call))
        return true;
    if (state_settings()->request.allocator != ALLOCATOR_PLATFORM &&
        !state_is_forked())
        make_room(call);
    return false;
}

/* Under platform nothing may come from a pool, whatever the code intended. */
static void check_route(struct call *call, gpu_addr addr)
{
    if (state_settings()->request.allocator == ALLOCATOR_PLATFORM &&
        !state_is_forked() && verb_of(call)->space == SPACE_MEMORY &&
        arena_of(addr))
        judge(call, VERDICT_MISROUTE, "pool-address");
}

static void book(const struct call *call, gpu_addr addr)
{
    const struct ledger_entry entry = {addr, verb_of(call)->space, call->dev,
                                       call->size, call->context};
    struct ledger_entry stale;
    if (ledger_take(entry.space, addr, &stale))
        tally_drop_live(state_tally(), stale.size);
    ledger_put(&entry);
    tally_add_live(state_tally(), call->size);
}

void alloc_settle(struct call *call)
{
    if (!log_is_on())
        return;
    const bool succeeded = call->rc == RC_SUCCESS && call->out;
    call->addr = succeeded ? (gpu_addr)*call->out : 0;
    if (call->dev < 0 && call->route != ROUTE_REFUSED)
        place_ask_after(call);
    if (call->addr) {
        check_route(call, call->addr);
        book(call, call->addr);
    }
    tally_alloc(state_tally(), call);
    report_alloc(call);
    if (call->rc == RC_NO_MEMORY && call->arena)
        report_dump(call->arena);
}
