#include "tests/sim/vmm.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "tests/sim/memory.h"
#include "tests/sim/memory_file.h"
#include "tests/sim/physical.h"

/* Addresses set aside. */
struct reservation {
    gpu_addr base;
    size_t size;
    size_t granularity;
    struct reservation *next;
};

/* One call at a time changes reservations and mappings. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct reservation *reservations;

static void *pointer_of(gpu_addr addr)
{
    return (void *)(uintptr_t)addr;
}

static struct reservation **find_locked(gpu_addr addr, size_t size)
{
    struct reservation **link = &reservations;
    for (; *link != NULL; link = &(*link)->next) {
        const struct reservation *it = *link;
        if (addr >= it->base && size <= it->size &&
            addr - it->base <= it->size - size)
            break;
    }
    return link;
}

enum sim_status vmm_reserve(size_t size, size_t alignment, size_t granularity,
                            gpu_addr hint, gpu_addr *out)
{
    bool is_power_of_two = (alignment & (alignment - 1)) == 0;
    if (size == 0 || size % granularity != 0 || !is_power_of_two)
        return SIM_INVALID;
    struct reservation *reservation = malloc(sizeof *reservation);
    if (reservation == NULL)
        return SIM_NO_MEMORY;
    size_t aligned = alignment > granularity ? alignment : granularity;
    enum sim_status status = memory_file_reserve(
        size, aligned, hint % aligned == 0 ? hint : 0, &reservation->base);
    if (status != SIM_OK) {
        free(reservation);
        return status;
    }
    reservation->size = size;
    reservation->granularity = granularity;
    *out = reservation->base;

    pthread_mutex_lock(&lock);
    reservation->next = reservations;
    reservations = reservation;
    pthread_mutex_unlock(&lock);
    return SIM_OK;
}

/* The first mapping at or behind `addr` and before `end`. */
static bool next_mapping(gpu_addr addr, gpu_addr end, size_t step,
                         struct memory *out)
{
    for (; addr < end; addr += step) {
        if (memory_find(addr, out) == SIM_OK)
            return true;
    }
    return false;
}

enum sim_status vmm_free(gpu_addr addr, size_t size)
{
    struct memory memory;
    enum sim_status status = SIM_INVALID;
    pthread_mutex_lock(&lock);
    struct reservation **link = find_locked(addr, size);
    struct reservation *reservation = *link;
    if (reservation != NULL && reservation->base == addr &&
        reservation->size == size &&
        !next_mapping(addr, addr + size, reservation->granularity, &memory)) {
        *link = reservation->next;
        memory_file_unmap(addr, size);
        free(reservation);
        status = SIM_OK;
    }
    pthread_mutex_unlock(&lock);
    return status;
}

/* Inaccessible from now on, and still nobody else's. */
static enum sim_status close_range(gpu_addr addr, size_t size)
{
    void *at =
        mmap(pointer_of(addr), size, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    return at == MAP_FAILED ? SIM_NO_MEMORY : SIM_OK;
}

static enum sim_status map_locked(gpu_addr addr, size_t size, size_t offset,
                                  struct physical *physical)
{
    if (*find_locked(addr, size) == NULL)
        return SIM_INVALID;
    enum sim_status status = physical_add_mapping(physical);
    if (status != SIM_OK)
        return status;
    const struct memory memory = {.base = addr,
                                  .size = size,
                                  .kind = MEMORY_MAPPED,
                                  .device = physical->device,
                                  .physical = physical};
    if (offset > physical->size || size > physical->size - offset) {
        status = SIM_INVALID;
        goto remove_mapping;
    }
    /* In the books first: they know whether the place is taken. */
    status = memory_add(&memory);
    if (status != SIM_OK)
        goto remove_mapping;
    void *at = mmap(pointer_of(addr), size, PROT_NONE, MAP_SHARED | MAP_FIXED,
                    physical->fd, physical->offset + (off_t)offset);
    if (at == MAP_FAILED) {
        status = SIM_NO_MEMORY;
        goto remove_memory;
    }
    return SIM_OK;

remove_memory:
    memory_remove(addr);
remove_mapping:
    physical_remove_mapping(physical);
    return status;
}

enum sim_status vmm_map(gpu_addr addr, size_t size, size_t offset,
                        struct physical *physical, size_t granularity)
{
    if (size == 0 || addr % granularity != 0 || size % granularity != 0 ||
        offset % granularity != 0)
        return SIM_INVALID;
    pthread_mutex_lock(&lock);
    enum sim_status status = map_locked(addr, size, offset, physical);
    pthread_mutex_unlock(&lock);
    return status;
}

/* Do whole mappings fill the range? */
static bool is_mapped_whole(gpu_addr addr, size_t size)
{
    gpu_addr end = addr + size;
    while (addr < end) {
        struct memory memory;
        if (memory_find(addr, &memory) != SIM_OK || memory.base != addr ||
            memory.kind != MEMORY_MAPPED || memory.size > end - addr)
            return false;
        addr += memory.size;
    }
    return true;
}

enum sim_status vmm_unmap(gpu_addr addr, size_t size)
{
    pthread_mutex_lock(&lock);
    bool is_whole = size > 0 && is_mapped_whole(addr, size);
    for (gpu_addr end = addr + size; is_whole && addr < end;) {
        struct memory memory;
        if (memory_find(addr, &memory) != SIM_OK)
            break;
        /* Out of the books first, so that work stops using it. */
        memory_remove(addr);
        close_range(addr, memory.size);
        physical_remove_mapping(memory.physical);
        addr += memory.size;
    }
    pthread_mutex_unlock(&lock);
    return is_whole ? SIM_OK : SIM_INVALID;
}

static void set_access_of(const struct memory *memory, unsigned bit,
                          unsigned access)
{
    unsigned readers = memory->readers & ~bit;
    unsigned writers = memory->writers & ~bit;
    if ((access & 1) != 0)
        readers |= bit;
    if ((access & 2) != 0)
        writers |= bit;
    /* The books close before the pages and open after them. */
    if (access == 0)
        memory_set_access(memory->base, readers, writers);
    int protection = (readers != 0 ? PROT_READ : 0) |
                     (writers != 0 ? PROT_READ | PROT_WRITE : 0);
    mprotect(pointer_of(memory->base), memory->size, protection);
    memory_set_access(memory->base, readers, writers);
}

enum sim_status vmm_set_access(gpu_addr addr, size_t size, int device,
                               unsigned access)
{
    if (device_get(device) == NULL)
        return SIM_NO_DEVICE;
    if (access != 0 && access != 1 && access != 3)
        return SIM_INVALID;
    pthread_mutex_lock(&lock);
    bool is_whole = size > 0 && is_mapped_whole(addr, size);
    for (gpu_addr end = addr + size; is_whole && addr < end;) {
        struct memory memory;
        if (memory_find(addr, &memory) != SIM_OK)
            break;
        set_access_of(&memory, 1u << device, access);
        addr += memory.size;
    }
    pthread_mutex_unlock(&lock);
    return is_whole ? SIM_OK : SIM_INVALID;
}

enum sim_status vmm_get_access(gpu_addr addr, int device, unsigned *access)
{
    struct memory memory;
    if (device_get(device) == NULL)
        return SIM_NO_DEVICE;
    if (memory_find(addr, &memory) != SIM_OK || memory.kind != MEMORY_MAPPED)
        return SIM_INVALID;
    unsigned bit = 1u << device;
    *access = (memory.readers & bit ? 1u : 0) | (memory.writers & bit ? 2u : 0);
    return SIM_OK;
}
