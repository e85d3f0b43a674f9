#include "tests/sim/mempool.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "tests/sim/handle.h"
#include "tests/sim/memory.h"
#include "tests/sim/mempool_state.h"

static size_t whole_pages(size_t size)
{
    return (size + 4095) & ~(size_t)4095;
}

enum sim_status mempool_create(struct device *device, size_t max_size,
                               struct mempool **out)
{
    struct mempool *pool = calloc(1, sizeof *pool);
    if (pool == NULL || !handle_add(HANDLE_POOL, pool)) {
        free(pool);
        return SIM_NO_MEMORY;
    }
    pool->device = device;
    pool->max_size = max_size == 0 ? SIZE_MAX : max_size;
    pool->is_alive = true;
    for (int i = MEMPOOL_FOLLOW_EVENTS; i <= MEMPOOL_DEPENDENCIES; i++)
        pool->switches[i] = 1;
    pthread_mutex_init(&pool->lock, NULL);
    *out = pool;
    return SIM_OK;
}

enum sim_status mempool_destroy(struct mempool *pool)
{
    if (pool == pool->device->default_pool)
        return SIM_INVALID;
    struct mempool *current = pool;
    atomic_compare_exchange_strong(&pool->device->current_pool, &current,
                                   pool->device->default_pool);
    pthread_mutex_lock(&pool->lock);
    bool was_alive = pool->is_alive;
    pool->is_alive = false;
    pthread_mutex_unlock(&pool->lock);
    if (!was_alive)
        return SIM_BAD_HANDLE;
    return mempool_trim(pool, /* nothing */ 0);
}

struct device *mempool_device(const struct mempool *pool)
{
    return pool->device;
}

bool mempool_is_alive(struct mempool *pool)
{
    if (!handle_is_known(HANDLE_POOL, pool))
        return false;
    pthread_mutex_lock(&pool->lock);
    bool is_alive = pool->is_alive;
    pthread_mutex_unlock(&pool->lock);
    return is_alive;
}

static void count_use_locked(struct mempool *pool, size_t size)
{
    pool->used += size;
    if (pool->used > pool->used_high)
        pool->used_high = pool->used;
}

static void count_reserve_locked(struct mempool *pool, size_t size)
{
    pool->reserved += size;
    if (pool->reserved > pool->reserved_high)
        pool->reserved_high = pool->reserved;
}

static struct kept *take_kept_locked(struct mempool *pool, size_t pages)
{
    struct kept **link = &pool->kept;
    while (*link != NULL && whole_pages((*link)->memory.size) != pages)
        link = &(*link)->next;
    struct kept *kept = *link;
    if (kept != NULL)
        *link = kept->next;
    return kept;
}

static void discard_kept_locked(struct mempool *pool, uint64_t keep)
{
    while (pool->kept != NULL && pool->reserved > keep) {
        struct kept *kept = pool->kept;
        pool->kept = kept->next;
        pool->reserved -= whole_pages(kept->memory.size);
        memory_discard(&kept->memory);
        free(kept);
    }
}

enum sim_status mempool_trim(struct mempool *pool, size_t keep)
{
    pthread_mutex_lock(&pool->lock);
    discard_kept_locked(pool, keep);
    pthread_mutex_unlock(&pool->lock);
    return SIM_OK;
}

static enum sim_status alloc_locked(struct mempool *pool, size_t size,
                                    const void *owner, struct memory *out)
{
    size_t pages = whole_pages(size);
    struct kept *kept = take_kept_locked(pool, pages);
    if (kept != NULL) {
        *out = kept->memory;
        free(kept);
    } else {
        if (pages > pool->max_size - pool->reserved)
            return SIM_NO_MEMORY;
        gpu_addr base;
        enum sim_status status = memory_alloc(pool->device, size, MEMORY_POOLED,
                                              owner, /* flags */ 0, &base);
        if (status != SIM_OK)
            return status;
        status = memory_detach(base, out);
        if (status != SIM_OK)
            return status;
        count_reserve_locked(pool, pages);
    }
    out->size = size;
    out->owner = owner;
    out->pool = pool;
    out->is_freed_later = false;
    count_use_locked(pool, pages);
    return memory_attach(out);
}

static enum sim_status run_nothing(struct work *work, struct device *device)
{
    (void)work;
    (void)device;
    return SIM_OK;
}

enum sim_status mempool_alloc(struct mempool *pool, size_t size,
                              struct stream *stream, const void *owner,
                              gpu_addr *out)
{
    if (stream->capture != NULL)
        return SIM_NOT_SUPPORTED;
    struct mempool *from =
        pool != NULL ? pool : atomic_load(&stream->device->current_pool);
    struct memory memory;
    pthread_mutex_lock(&from->lock);
    enum sim_status status = from->is_alive
                                 ? alloc_locked(from, size, owner, &memory)
                                 : SIM_BAD_HANDLE;
    if (status == SIM_NO_MEMORY) {
        discard_kept_locked(from, /* nothing */ 0);
        status = alloc_locked(from, size, owner, &memory);
    }
    pthread_mutex_unlock(&from->lock);
    if (status != SIM_OK)
        return status;
    *out = memory.base;
    return stream_submit(stream, work_create(sizeof(struct work), run_nothing));
}

struct free_work {
    struct work work;
    gpu_addr addr;
};

/* False: the pages go back to the device. */
static bool keep_locked(struct mempool *pool, const struct memory *memory)
{
    if (!pool->is_alive || pool->reserved > pool->threshold)
        return false;
    struct kept *kept = malloc(sizeof *kept);
    if (kept == NULL)
        return false;
    kept->memory = *memory;
    kept->next = pool->kept;
    pool->kept = kept;
    return true;
}

static enum sim_status run_free(struct work *work, struct device *device)
{
    (void)device;
    gpu_addr addr = ((struct free_work *)work)->addr;
    struct memory memory;
    if (memory_detach(addr, &memory) != SIM_OK)
        return memory_free(addr, 1u << MEMORY_DEVICE);

    struct mempool *pool = memory.pool;
    pthread_mutex_lock(&pool->lock);
    pool->used -= whole_pages(memory.size);
    if (!keep_locked(pool, &memory)) {
        pool->reserved -= whole_pages(memory.size);
        memory_discard(&memory);
    }
    pthread_mutex_unlock(&pool->lock);
    return SIM_OK;
}

enum sim_status mempool_free(gpu_addr addr, struct stream *stream)
{
    if (stream->capture != NULL)
        return SIM_NOT_SUPPORTED;
    enum sim_status status =
        memory_free_later(addr, 1u << MEMORY_POOLED | 1u << MEMORY_DEVICE);
    if (status != SIM_OK)
        return status;
    struct free_work *work = work_create(sizeof *work, run_free);
    if (work == NULL)
        return SIM_NO_MEMORY;
    work->addr = addr;
    return stream_submit(stream, &work->work);
}

void mempool_forget(struct mempool *pool, size_t size)
{
    pthread_mutex_lock(&pool->lock);
    pool->used -= whole_pages(size);
    pool->reserved -= whole_pages(size);
    pthread_mutex_unlock(&pool->lock);
}
