#include "tests/sim/memory.h"

#include <pthread.h>
#include <search.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include "tests/sim/memory_file.h"
#include "tests/sim/mempool.h"

enum { PAGE = 4096 };
static const size_t LARGE = (size_t)2 << 20;

/*
 * The ranges are in a tree whose order calls overlapping ranges equal, so that
 * looking up a range of one byte finds what it lies in.
 */
static void *tree;
static pthread_rwlock_t tree_lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_ullong last_id;

static int compare(const void *left, const void *right)
{
    const struct memory *a = left, *b = right;
    if (a->base + a->size <= b->base)
        return -1;
    return b->base + b->size <= a->base;
}

static struct memory *find_locked(gpu_addr addr)
{
    const struct memory key = {.base = addr, .size = 1};
    struct memory **node = tfind(&key, &tree, compare);
    return node != NULL ? *node : NULL;
}

static struct memory *find_base_locked(gpu_addr base, unsigned kinds)
{
    struct memory *memory = find_locked(base);
    bool fits = memory != NULL && memory->base == base &&
                (kinds & 1u << memory->kind) != 0;
    return fits ? memory : NULL;
}

static enum sim_status insert(const struct memory *memory)
{
    struct memory *copy = malloc(sizeof *copy);
    if (copy == NULL)
        return SIM_NO_MEMORY;
    *copy = *memory;
    pthread_rwlock_wrlock(&tree_lock);
    struct memory **node = tsearch(copy, &tree, compare);
    enum sim_status status = node == NULL    ? SIM_NO_MEMORY
                             : *node == copy ? SIM_OK
                                             : SIM_ALREADY_MAPPED;
    pthread_rwlock_unlock(&tree_lock);
    if (status != SIM_OK)
        free(copy);
    return status;
}

/* Out of the tree and into `out`. */
static enum sim_status take(gpu_addr base, unsigned kinds, struct memory *out)
{
    pthread_rwlock_wrlock(&tree_lock);
    struct memory *memory = find_base_locked(base, kinds);
    if (memory != NULL)
        tdelete(memory, &tree, compare);
    pthread_rwlock_unlock(&tree_lock);
    if (memory == NULL)
        return SIM_INVALID;
    *out = *memory;
    free(memory);
    return SIM_OK;
}

enum sim_status memory_add(const struct memory *memory)
{
    struct memory named = *memory;
    named.id = atomic_fetch_add(&last_id, 1) + 1;
    return insert(&named);
}

enum sim_status memory_attach(const struct memory *memory)
{
    return memory_add(memory);
}

enum sim_status memory_alloc(struct device *device, size_t size,
                             enum memory_kind kind, const void *owner,
                             unsigned flags, gpu_addr *out)
{
    struct memory memory = {.size = size,
                            .kind = kind,
                            .device = device,
                            .owner = owner,
                            .flags = flags};
    bool is_host = kind == MEMORY_PINNED;
    enum sim_status status = is_host ? SIM_OK : device_charge(device, size);
    if (status != SIM_OK)
        return status;
    if (!is_host)
        memory.offset = memory_file_take(device, size);
    status =
        memory_file_map(is_host ? -1 : device->bank, memory.offset, size,
                        size >= LARGE ? LARGE : (size_t)PAGE, &memory.base);
    if (status != SIM_OK)
        goto refund;
    status = memory_add(&memory);
    if (status != SIM_OK)
        goto unmap;
    *out = memory.base;
    return SIM_OK;

unmap:
    memory_file_unmap(memory.base, size);
refund:
    if (!is_host)
        device_refund(device, size);
    return status;
}

void memory_discard(const struct memory *memory)
{
    if (memory->kind == MEMORY_REGISTERED)
        return;
    memory_file_unmap(memory->base, memory->size);
    if (memory->kind == MEMORY_PINNED || memory->kind == MEMORY_IMPORTED)
        return;
    memory_file_give_up(memory->device, memory->offset, memory->size);
    device_refund(memory->device, memory->size);
}

enum sim_status memory_free(gpu_addr base, unsigned kinds)
{
    struct memory memory;
    enum sim_status status =
        take(base, kinds & ~(1u << MEMORY_MAPPED), &memory);
    if (status != SIM_OK)
        return status;
    if (memory.pool != NULL)
        mempool_forget(memory.pool, memory.size);
    memory_discard(&memory);
    return SIM_OK;
}

enum sim_status memory_detach(gpu_addr base, struct memory *out)
{
    return take(base, 1u << MEMORY_POOLED, out);
}

enum sim_status memory_remove(gpu_addr base)
{
    struct memory memory;
    return take(base, 1u << MEMORY_MAPPED | 1u << MEMORY_REGISTERED, &memory);
}

enum sim_status memory_free_later(gpu_addr base, unsigned kinds)
{
    pthread_rwlock_wrlock(&tree_lock);
    struct memory *memory = find_base_locked(base, kinds);
    bool is_ours = memory != NULL && !memory->is_freed_later;
    if (is_ours)
        memory->is_freed_later = true;
    pthread_rwlock_unlock(&tree_lock);
    return is_ours ? SIM_OK : SIM_INVALID;
}

enum sim_status memory_set_access(gpu_addr base, unsigned readers,
                                  unsigned writers)
{
    pthread_rwlock_wrlock(&tree_lock);
    struct memory *memory = find_base_locked(base, 1u << MEMORY_MAPPED);
    if (memory != NULL) {
        memory->readers = readers;
        memory->writers = writers;
    }
    pthread_rwlock_unlock(&tree_lock);
    return memory != NULL ? SIM_OK : SIM_INVALID;
}

/* twalk has no way to hand an argument to its function. */
static const void *sought_owner;
static gpu_addr sought_base;

static void note_owned(const void *node, VISIT visit, int depth)
{
    (void)depth;
    const struct memory *memory = *(struct memory *const *)node;
    bool is_first_visit = visit == preorder || visit == leaf;
    if (is_first_visit && memory->owner == sought_owner &&
        memory->kind != MEMORY_MAPPED)
        sought_base = memory->base;
}

void memory_free_owner(const void *owner)
{
    for (;;) {
        pthread_rwlock_wrlock(&tree_lock);
        sought_owner = owner;
        sought_base = 0;
        twalk(tree, note_owned);
        gpu_addr base = sought_base;
        pthread_rwlock_unlock(&tree_lock);
        if (base == 0 || memory_free(base, ~0u) != SIM_OK)
            return;
    }
}

enum sim_status memory_find(gpu_addr addr, struct memory *out)
{
    pthread_rwlock_rdlock(&tree_lock);
    const struct memory *memory = find_locked(addr);
    if (memory != NULL)
        *out = *memory;
    pthread_rwlock_unlock(&tree_lock);
    return memory != NULL ? SIM_OK : SIM_INVALID;
}

void memory_hold(void)
{
    pthread_rwlock_rdlock(&tree_lock);
}

void memory_let_go(void)
{
    pthread_rwlock_unlock(&tree_lock);
}

static bool can_use(const struct memory *memory, bool writes,
                    const struct device *device)
{
    if (memory->kind != MEMORY_MAPPED)
        return true;
    unsigned devices = writes ? memory->writers : memory->readers;
    return (devices & 1u << device->ordinal) != 0;
}

enum sim_status memory_check_held(gpu_addr addr, size_t size, bool writes,
                                  const struct device *device)
{
    while (size > 0) {
        const struct memory *memory = find_locked(addr);
        if (memory == NULL || !can_use(memory, writes, device))
            return SIM_INVALID;
        size_t here = (size_t)(memory->base + memory->size - addr);
        if (here >= size)
            return SIM_OK;
        /* Only mappings in one reservation belong together. */
        if (memory->kind != MEMORY_MAPPED)
            return SIM_INVALID;
        addr += here;
        size -= here;
    }
    return SIM_OK;
}

enum sim_status memory_check(gpu_addr addr, size_t size, bool writes,
                             const struct device *device)
{
    memory_hold();
    enum sim_status status = memory_check_held(addr, size, writes, device);
    memory_let_go();
    return status;
}

enum sim_status memory_register(struct device *device, void *base, size_t size,
                                const void *owner, unsigned flags)
{
    const struct memory memory = {.base = (uintptr_t)base,
                                  .size = size,
                                  .kind = MEMORY_REGISTERED,
                                  .device = device,
                                  .owner = owner,
                                  .flags = flags};
    return memory_add(&memory);
}

enum sim_status memory_unregister(void *base)
{
    struct memory memory;
    enum sim_status status =
        take((uintptr_t)base, 1u << MEMORY_REGISTERED, &memory);
    return status == SIM_OK ? SIM_OK : SIM_NOT_REGISTERED;
}
