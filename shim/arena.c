#include "shim/arena_state.h"

#include "shim/budget.h"
#include "shim/region_map.h"
#include "shim/report.h"
#include "shim/state.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static struct arena *_Atomic arenas;
static pthread_mutex_t growing = PTHREAD_MUTEX_INITIALIZER;

/* What counts against the limit is what all pools of the device hold. */
static void report_event(const struct arena *arena, const char *event,
                         uint64_t size, gpu_addr addr)
{
    report_region(&(struct region_event){
        .event = event,
        .dev = arena->place.dev,
        .size = size,
        .addr = addr,
        .pool_bytes = budget_held(&arena->place),
        .limit = arena->limit,
    });
}

/* Runs inside the pool, with the arena's lock held across the vendor's call:
 * that call can come back to us only at a depth where it is passed on, so it
 * never waits for this lock, and without it two threads would each extend. */
static enum status take_region(void *context, uint64_t size, gpu_addr *out)
{
    struct arena *arena = context;
    gpu_addr addr;
    if (!budget_reserve(&arena->place, size, arena->limit))
        return STATUS_NO_MEMORY;
    if (vendor_take(arena->place.vendor, size, &addr) != RC_SUCCESS) {
        arena->was_refused = true;
        goto return_budget;
    }
    if (region_map_add(addr, size, arena) != STATUS_OK)
        goto give_back;
    arena->pool_bytes += size;
    report_event(arena, "extend", size, addr);
    *out = addr;
    return STATUS_OK;

give_back:
    vendor_give_back(arena->place.vendor, addr);
return_budget:
    budget_give_back(&arena->place, size);
    return STATUS_NO_MEMORY;
}

static void give_region_back(void *context, gpu_addr addr, uint64_t size)
{
    struct arena *arena = context;
    region_map_remove(addr);
    vendor_give_back(arena->place.vendor, addr);
    budget_give_back(&arena->place, size);
    arena->pool_bytes -= size;
    report_event(arena, "release", size, addr);
}

struct arena *arena_first(void)
{
    return atomic_load_explicit(&arenas, memory_order_acquire);
}

bool arena_is_at(const struct arena *arena, const struct place *place)
{
    return arena->place.vendor == place->vendor &&
           arena->place.context == place->context &&
           arena->place.dev == place->dev;
}

static struct arena *find_at(const struct place *place, enum arena_kind kind)
{
    struct arena *arena = arena_first();
    while (arena && !(arena->kind == kind && arena_is_at(arena, place)))
        arena = arena->next;
    return arena;
}

static struct arena *make_locked(const struct place *place,
                                 enum arena_kind kind)
{
    struct arena *arena = aligned_alloc(ARENA_ALIGNMENT, sizeof(*arena));
    if (!arena)
        return NULL;
    *arena = (struct arena){0};
    arena->place = *place;
    arena->kind = kind;
    arena->next = arenas;
    atomic_store_explicit(&arenas, arena, memory_order_release);
    return arena;
}

enum status arena_at(const struct place *place, enum arena_kind kind,
                     struct arena **out)
{
    struct arena *arena = find_at(place, kind);
    if (!arena) {
        if (vendor_missing(place->vendor))
            return STATUS_UNSUPPORTED;
        pthread_mutex_lock(&growing);
        arena = find_at(place, kind);
        if (!arena)
            arena = make_locked(place, kind);
        pthread_mutex_unlock(&growing);
    }
    if (!arena)
        return STATUS_NO_MEMORY;
    *out = arena;
    return STATUS_OK;
}

static uint64_t limit_at(const struct place *place)
{
    const struct amount *limit = &state_settings()->limit;
    size_t free_bytes, total_bytes;
    if (limit->fraction == 0)
        return limit->bytes;
    if (vendor_mem_info(place->vendor, &free_bytes, &total_bytes) != RC_SUCCESS)
        return 0;
    return (uint64_t)(limit->fraction * (double)total_bytes);
}

enum status arena_open_locked(struct arena *arena)
{
    const struct settings *settings = state_settings();
    const struct pool_config config = {
        .policy = arena->kind == ARENA_WHOLE ? POOL_WHOLE : settings->policy,
        .limit = limit_at(&arena->place),
        .preallocate = settings->preallocate,
        .release_idle = true,
        .rounding = ARENA_ROUNDING,
        .source = {take_region, give_region_back, arena},
    };
    const enum status status = pool_create(&config, &arena->pool);
    if (status != STATUS_OK)
        return status == STATUS_INVALID ? STATUS_UNSUPPORTED : status;
    arena->limit = config.limit;
    arena->pool_bytes = 0;
    return STATUS_OK;
}

bool arena_exists(void)
{
    return arena_first();
}

struct arena *arena_of(gpu_addr addr)
{
    return region_map_find(addr);
}

const struct place *arena_place(const struct arena *arena)
{
    return &arena->place;
}

enum status arena_find(struct arena *arena, gpu_addr addr,
                       struct pool_chunk *out)
{
    enum status status = STATUS_UNKNOWN;
    lock_take(&arena->lock);
    if (arena->pool)
        status = pool_find(arena->pool, addr, out);
    lock_drop(&arena->lock);
    return status;
}

uint64_t arena_idle_bytes(const struct vendor *vendor, int dev)
{
    uint64_t idle = 0;
    for (struct arena *arena = arena_first(); arena; arena = arena->next) {
        struct pool_stats stats;
        lock_take(&arena->lock);
        if (arena->pool && arena->place.vendor == vendor &&
            arena->place.dev == dev) {
            pool_stats(arena->pool, &stats);
            idle += stats.pool_bytes - stats.in_use;
        }
        lock_drop(&arena->lock);
    }
    return idle;
}

void arena_dump(struct arena *arena,
                void (*print)(void *context, const char *line), void *context)
{
    lock_take(&arena->lock);
    if (arena->pool)
        pool_dump(arena->pool, print, context);
    lock_drop(&arena->lock);
}

static void forget(struct arena *arena)
{
    region_map_remove_all_of(arena);
    budget_give_back(&arena->place, arena->pool_bytes);
    pool_destroy(arena->pool);
    arena->pool = NULL;
    arena->pool_bytes = 0;
}

static void forget_matching(const struct vendor *vendor, const void *context,
                            int dev)
{
    for (struct arena *arena = arena_first(); arena; arena = arena->next) {
        lock_take(&arena->lock);
        if (arena->pool && arena->place.vendor == vendor &&
            (context ? arena->place.context == context
                     : arena->place.dev == dev))
            forget(arena);
        lock_drop(&arena->lock);
    }
}

void arena_forget_context(const struct vendor *vendor, const void *context)
{
    forget_matching(vendor, context, -1);
}

void arena_forget_device(const struct vendor *vendor, int dev)
{
    forget_matching(vendor, NULL, dev);
}
