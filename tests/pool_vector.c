#include "tests/pool_vector.h"

#include "pool/pool.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE = 4096,
    /* The scripted driver aligns to this. */
    PAGE = 2 << 20,
};

struct driver {
    uint64_t next; /* the address it hands out next */
    uint64_t gap;
    uint64_t total, max_request;
    uint64_t held;
    char calls[LINE]; /* during this step, separated by spaces */
    size_t length;
};

struct replay {
    struct driver driver;
    struct pool *pool;
    gpu_addr *addrs; /* by id; 0 where refused */
    size_t capacity;
    void (*emit)(void *context, const char *line);
    void *context;
};

__attribute__((format(printf, 2, 3))) static void note(struct driver *driver,
                                                       const char *format, ...)
{
    char *const end = driver->calls + driver->length;
    const size_t room = sizeof(driver->calls) - driver->length;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(end, room, format, arguments);
    va_end(arguments);
    if ((size_t)length < room)
        driver->length += (size_t)length;
}

static const char *separator(const struct driver *driver)
{
    return driver->length ? " " : "";
}

static enum status driver_take(void *context, uint64_t size, gpu_addr *out)
{
    struct driver *const driver = context;
    if (size > driver->max_request || size > driver->total - driver->held) {
        note(driver, "%srefuse:%" PRIu64, separator(driver), size);
        return STATUS_NO_MEMORY;
    }
    *out = driver->next;
    driver->next += (size + PAGE - 1) / PAGE * PAGE + driver->gap;
    driver->held += size;
    note(driver, "%salloc:%" PRIu64 "@0x%" PRIx64, separator(driver), size,
         *out);
    return STATUS_OK;
}

static void driver_give_back(void *context, gpu_addr addr, uint64_t size)
{
    struct driver *const driver = context;
    driver->held -= size;
    note(driver, "%sfree:%" PRIu64 "@0x%" PRIx64, separator(driver), size,
         addr);
}

static bool configure(struct replay *replay, const char *line)
{
    int growth, release;
    struct pool_config config = {.policy = POOL_ORIGINAL};
    struct driver *const driver = &replay->driver;
    if (sscanf(line,
               "# limit=%" SCNu64 " growth=%d fragmentation_fraction=%lf"
               " release_idle=%d base=%" SCNx64 " region_gap=%" SCNu64
               " driver_total=%" SCNu64 " driver_max_request=%" SCNu64,
               &config.limit, &growth, &config.fragmentation_fraction, &release,
               &driver->next, &driver->gap, &driver->total,
               &driver->max_request) != 8)
        return true; /* another comment */
    config.preallocate = !growth;
    config.release_idle = release;
    config.source = (struct pool_source){driver_take, driver_give_back, driver};
    return !replay->pool && pool_create(&config, &replay->pool) == STATUS_OK;
}

static gpu_addr *addr_of(struct replay *replay, size_t id)
{
    if (id >= replay->capacity) {
        const size_t capacity = 2 * id + 64;
        gpu_addr *const grown =
            realloc(replay->addrs, capacity * sizeof(*grown));
        if (!grown)
            return NULL;
        memset(grown + replay->capacity, 0,
               (capacity - replay->capacity) * sizeof(*grown));
        replay->addrs = grown;
        replay->capacity = capacity;
    }
    return &replay->addrs[id];
}

static void emit_step(struct replay *replay, char op, size_t id, uint64_t size,
                      const struct pool_chunk *chunk)
{
    struct pool_stats stats;
    pool_stats(replay->pool, &stats);
    char addr[24] = "0", line[LINE + 256];
    if (chunk->addr)
        snprintf(addr, sizeof(addr), "0x%" PRIx64, chunk->addr);
    snprintf(line, sizeof(line),
             "%c,%zu,%" PRIu64 ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s", op,
             id, size, addr, chunk->size, stats.in_use, stats.pool_bytes,
             replay->driver.calls);
    replay->emit(replay->context, line);
}

static bool step(struct replay *replay, const char *line)
{
    char op;
    size_t id;
    uint64_t size;
    if (sscanf(line, "%c,%zu,%" SCNu64, &op, &id, &size) != 3 || !replay->pool)
        return false;
    gpu_addr *const addr = addr_of(replay, id);
    if (!addr)
        return false;
    replay->driver.length = 0;
    replay->driver.calls[0] = '\0';
    struct pool_chunk chunk = {0};
    if (op == 'a' &&
        pool_alloc(replay->pool, size, POOL_GRANULARITY, addr) == STATUS_OK)
        pool_find(replay->pool, *addr, &chunk);
    if (op == 'f' && pool_find(replay->pool, *addr, &chunk) == STATUS_OK)
        pool_free(replay->pool, *addr);
    emit_step(replay, op, id, size, &chunk);
    return true;
}

static bool take_line(struct replay *replay, const char *line)
{
    const bool is_step = (line[0] == 'a' || line[0] == 'f') && line[1] == ',';
    if (is_step)
        return step(replay, line);
    if (line[0] == '#' && !configure(replay, line))
        return false;
    replay->emit(replay->context, line);
    return true;
}

bool vector_replay(FILE *in, void (*emit)(void *context, const char *line),
                   void *context)
{
    struct replay replay = {.emit = emit, .context = context};
    char line[LINE];
    bool is_good = true;
    while (is_good && fgets(line, sizeof(line), in)) {
        line[strcspn(line, "\n")] = '\0';
        is_good = take_line(&replay, line);
    }
    is_good = is_good && replay.pool;
    if (replay.pool)
        pool_destroy(replay.pool);
    free(replay.addrs);
    return is_good;
}
