#include "shim/region_map.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/*
 * A reader may look while a writer shifts entries. Whoever loads (acquire) what
 * a writer has stored (release or stronger) also sees that the sequence was
 * made odd before, so each look ends with the sequence and needs no fence,
 * which the thread sanitizer would not understand.
 */
struct region {
    _Atomic gpu_addr addr;
    _Atomic uint64_t size;
    struct arena *_Atomic arena;
};

/* An array that is replaced is left as it is: a reader may still be in it.
 * Capacity doubles, so all of them together are smaller than the last. */
struct array {
    struct array *replaced;
    struct region at[];
};

enum {
    FIRST_CAPACITY = 64,
    GLANCES = 64, /* before a reader waits */
};

static struct {
    _Atomic unsigned sequence;   /* odd while a writer is at work */
    struct array *_Atomic array; /* NULL: nothing was ever added */
    _Atomic size_t count;
    pthread_mutex_t writing;
    /* Guarded by `writing`. */
    size_t capacity;
} map = {.writing = PTHREAD_MUTEX_INITIALIZER};

static void copy_region(struct region *to, struct region *from)
{
    to->addr = from->addr;
    to->size = from->size;
    to->arena = from->arena;
}

static bool reserve_locked(size_t count)
{
    if (count <= map.capacity)
        return true;
    const size_t capacity = map.capacity ? 2 * map.capacity : FIRST_CAPACITY;
    struct array *grown =
        calloc(1, sizeof(*grown) + capacity * sizeof(struct region));
    if (!grown)
        return false;
    grown->replaced = map.array;
    for (size_t i = 0; i < map.count; i++)
        copy_region(&grown->at[i], &grown->replaced->at[i]);
    map.array = grown;
    map.capacity = capacity;
    return true;
}

static void write_begin_locked(void)
{
    atomic_fetch_add(&map.sequence, 1);
}

static void write_end_locked(void)
{
    atomic_fetch_add(&map.sequence, 1);
}

enum status region_map_add(gpu_addr addr, uint64_t size, struct arena *arena)
{
    pthread_mutex_lock(&map.writing);
    const bool has_room = reserve_locked(map.count + 1);
    if (has_room) {
        struct region *regions = map.array->at;
        size_t at = map.count;
        write_begin_locked();
        for (; at > 0 && regions[at - 1].addr > addr; at--)
            copy_region(&regions[at], &regions[at - 1]);
        regions[at].addr = addr;
        regions[at].size = size;
        regions[at].arena = arena;
        map.count++;
        write_end_locked();
    }
    pthread_mutex_unlock(&map.writing);
    return has_room ? STATUS_OK : STATUS_NO_MEMORY;
}

/* Keep the regions that match neither. */
static void remove_matching(gpu_addr addr, const struct arena *arena)
{
    pthread_mutex_lock(&map.writing);
    struct array *array = map.array;
    size_t kept = 0;
    write_begin_locked();
    for (size_t i = 0; i < map.count; i++)
        if (array->at[i].addr != addr && array->at[i].arena != arena)
            copy_region(&array->at[kept++], &array->at[i]);
    map.count = kept;
    write_end_locked();
    pthread_mutex_unlock(&map.writing);
}

void region_map_remove(gpu_addr addr)
{
    remove_matching(addr, NULL);
}

void region_map_remove_all_of(const struct arena *arena)
{
    remove_matching(0, arena);
}

/* The last region that starts at or before the address, if it reaches it. */
static struct arena *search(struct region *regions, size_t count, gpu_addr addr)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (atomic_load_explicit(&regions[middle].addr, memory_order_acquire) <=
            addr)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    struct region *region = &regions[low - 1];
    const gpu_addr start =
        atomic_load_explicit(&region->addr, memory_order_acquire);
    const uint64_t size =
        atomic_load_explicit(&region->size, memory_order_acquire);
    return addr - start < size
               ? atomic_load_explicit(&region->arena, memory_order_acquire)
               : NULL;
}

/* One look without a lock; false if a writer was at work meanwhile. */
static bool glance(gpu_addr addr, struct arena **out)
{
    const unsigned before =
        atomic_load_explicit(&map.sequence, memory_order_acquire);
    if (before & 1)
        return false;
    /* The count is read first: an array only ever grows, so it holds at least
     * as many entries as an earlier count said. */
    const size_t count = atomic_load_explicit(&map.count, memory_order_acquire);
    struct array *array =
        atomic_load_explicit(&map.array, memory_order_acquire);
    *out = array ? search(array->at, count, addr) : NULL;
    return atomic_load_explicit(&map.sequence, memory_order_relaxed) == before;
}

/* A writer that has lost its processor can only be waited for. */
static struct arena *find_by_waiting(gpu_addr addr)
{
    pthread_mutex_lock(&map.writing);
    struct array *array = map.array;
    struct arena *arena = array ? search(array->at, map.count, addr) : NULL;
    pthread_mutex_unlock(&map.writing);
    return arena;
}

struct arena *region_map_find(gpu_addr addr)
{
    struct arena *arena;
    for (int i = 0; i < GLANCES; i++)
        if (glance(addr, &arena))
            return arena;
    return find_by_waiting(addr);
}
