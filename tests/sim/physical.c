#include "tests/sim/physical.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/sim/handle.h"
#include "tests/sim/memory.h"
#include "tests/sim/memory_file.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Storage is only used again, so that a handle that was ever given out can be
 * looked at. */
static struct physical *dead;

static struct physical *storage(void)
{
    pthread_mutex_lock(&lock);
    struct physical *physical = dead;
    if (physical != NULL)
        dead = physical->next_dead;
    pthread_mutex_unlock(&lock);
    if (physical != NULL)
        return physical;
    physical = calloc(1, sizeof *physical);
    if (physical == NULL || handle_add(HANDLE_PHYSICAL, physical))
        return physical;
    free(physical);
    return NULL;
}

static void bury_locked(struct physical *physical)
{
    physical->next_dead = dead;
    dead = physical;
}

static void bury(struct physical *physical)
{
    pthread_mutex_lock(&lock);
    bury_locked(physical);
    pthread_mutex_unlock(&lock);
}

/* Somebody may hold a dead handle to the same storage, hence the lock. */
static void fill(struct physical *physical, const struct physical *made)
{
    pthread_mutex_lock(&lock);
    *physical = *made;
    pthread_mutex_unlock(&lock);
}

/* A file of its own, whose name says whose memory it is. */
static enum sim_status open_file(struct physical *physical)
{
    char name[32];
    snprintf(name, sizeof name, "simgpu-vmm:%d", physical->device->ordinal);
    physical->fd = memfd_create(name, MFD_CLOEXEC);
    if (physical->fd < 0)
        return SIM_NO_MEMORY;
    physical->has_file = true;
    if (ftruncate(physical->fd, (off_t)physical->size) == 0)
        return SIM_OK;
    close(physical->fd);
    return SIM_NO_MEMORY;
}

static enum sim_status find_bytes(struct physical *physical, bool is_exportable)
{
    if (is_exportable)
        return open_file(physical);
    physical->fd = physical->device->bank;
    physical->offset = memory_file_take(physical->device, physical->size);
    return SIM_OK;
}

enum sim_status physical_create(struct device *device, size_t size,
                                size_t granularity, bool is_exportable,
                                unsigned flags, struct physical **out)
{
    if (size == 0 || size % granularity != 0)
        return SIM_INVALID;
    enum sim_status status = device_charge(device, size);
    if (status != SIM_OK)
        return status;
    struct physical *physical = storage();
    if (physical == NULL) {
        status = SIM_NO_MEMORY;
        goto refund;
    }
    struct physical made = {
        .device = device, .size = size, .flags = flags, .handles = 1};
    status = find_bytes(&made, is_exportable);
    if (status != SIM_OK)
        goto bury;
    fill(physical, &made);
    *out = physical;
    return SIM_OK;

bury:
    bury(physical);
refund:
    device_refund(device, size);
    return status;
}

static void give_up_locked(struct physical *physical)
{
    if (physical->handles > 0 || physical->mappings > 0)
        return;
    if (physical->has_file)
        close(physical->fd);
    else
        memory_file_give_up(physical->device, physical->offset, physical->size);
    if (!physical->is_imported)
        device_refund(physical->device, physical->size);
    bury_locked(physical);
}

static bool has_handle_locked(const struct physical *physical)
{
    return handle_is_known(HANDLE_PHYSICAL, physical) && physical->handles > 0;
}

enum sim_status physical_release(struct physical *physical)
{
    pthread_mutex_lock(&lock);
    bool was_alive = has_handle_locked(physical);
    if (was_alive) {
        physical->handles--;
        give_up_locked(physical);
    }
    pthread_mutex_unlock(&lock);
    return was_alive ? SIM_OK : SIM_BAD_HANDLE;
}

enum sim_status physical_add_mapping(struct physical *physical)
{
    pthread_mutex_lock(&lock);
    bool is_alive = has_handle_locked(physical);
    if (is_alive)
        physical->mappings++;
    pthread_mutex_unlock(&lock);
    return is_alive ? SIM_OK : SIM_BAD_HANDLE;
}

void physical_remove_mapping(struct physical *physical)
{
    pthread_mutex_lock(&lock);
    physical->mappings--;
    give_up_locked(physical);
    pthread_mutex_unlock(&lock);
}

enum sim_status physical_retain(gpu_addr addr, struct physical **out)
{
    struct memory memory;
    if (memory_find(addr, &memory) != SIM_OK || memory.kind != MEMORY_MAPPED)
        return SIM_INVALID;
    pthread_mutex_lock(&lock);
    /* It may have been unmapped since it was found. */
    bool is_mapped = memory.physical->mappings > 0;
    if (is_mapped)
        memory.physical->handles++;
    pthread_mutex_unlock(&lock);
    if (!is_mapped)
        return SIM_INVALID;
    *out = memory.physical;
    return SIM_OK;
}

enum sim_status physical_describe(struct physical *physical, int *device,
                                  bool *is_exportable, unsigned *flags)
{
    pthread_mutex_lock(&lock);
    bool is_alive = has_handle_locked(physical);
    if (is_alive) {
        *device = physical->device->ordinal;
        *is_exportable = physical->has_file;
        *flags = physical->flags;
    }
    pthread_mutex_unlock(&lock);
    return is_alive ? SIM_OK : SIM_BAD_HANDLE;
}

enum sim_status physical_export(struct physical *physical, int *fd)
{
    pthread_mutex_lock(&lock);
    enum sim_status status = SIM_OK;
    if (!has_handle_locked(physical))
        status = SIM_BAD_HANDLE;
    else if (!physical->has_file)
        status = SIM_NOT_SUPPORTED;
    int copy = status == SIM_OK
                   ? fcntl(physical->fd, F_DUPFD_CLOEXEC, /* at least */ 0)
                   : -1;
    pthread_mutex_unlock(&lock);
    if (status == SIM_OK && copy < 0)
        return SIM_NO_MEMORY;
    if (status == SIM_OK)
        *fd = copy;
    return status;
}

/* Whose memory it is, from the file's name; NULL: no file of ours. */
static struct device *device_of_file(int fd)
{
    char path[64], name[64] = "";
    int ordinal;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (readlink(path, name, sizeof name - 1) < 0 ||
        sscanf(name, "/memfd:simgpu-vmm:%d", &ordinal) != 1)
        return NULL;
    return device_get(ordinal);
}

enum sim_status physical_import(int fd, struct physical **out)
{
    struct stat file;
    struct device *device = device_of_file(fd);
    if (device == NULL || fstat(fd, &file) != 0)
        return SIM_INVALID;
    struct physical *physical = storage();
    if (physical == NULL)
        return SIM_NO_MEMORY;
    const struct physical made = {.device = device,
                                  .size = (size_t)file.st_size,
                                  .fd = fcntl(fd, F_DUPFD_CLOEXEC, 0),
                                  .has_file = true,
                                  .is_imported = true,
                                  .handles = 1};
    if (made.fd < 0) {
        bury(physical);
        return SIM_NO_MEMORY;
    }
    fill(physical, &made);
    *out = physical;
    return SIM_OK;
}
