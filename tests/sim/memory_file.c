#include "tests/sim/memory_file.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static const off_t BANK_SIZE = (off_t)1 << 46;

static size_t round_up(size_t size, size_t alignment)
{
    return (size + alignment - 1) & ~(alignment - 1);
}

int memory_file_open(int ordinal)
{
    char name[32];
    snprintf(name, sizeof name, "simgpu:%d", ordinal);
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, BANK_SIZE) != 0) {
        close(fd);
        return -1;
    }
    return fd;
}

off_t memory_file_take(struct device *device, size_t size)
{
    return (off_t)atomic_fetch_add(&device->bank_end, round_up(size, PAGE));
}

void memory_file_give_up(struct device *device, off_t offset, size_t size)
{
    fallocate(device->bank, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset,
              (off_t)round_up(size, PAGE));
}

static void *pointer_of(gpu_addr addr)
{
    return (void *)(uintptr_t)addr;
}

enum sim_status memory_file_reserve(size_t size, size_t alignment,
                                    gpu_addr hint, gpu_addr *out)
{
    size_t wanted = round_up(size, PAGE);
    size_t slack = alignment > PAGE ? alignment - PAGE : 0;
    if (wanted < size || wanted + slack < wanted)
        return SIM_NO_MEMORY;
    char *start = mmap(pointer_of(hint), wanted + slack, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED)
        return SIM_NO_MEMORY;

    gpu_addr first = (uintptr_t)start;
    gpu_addr aligned =
        slack == 0 ? first : (first + slack) & ~(gpu_addr)(alignment - 1);
    if (aligned > first)
        munmap(start, aligned - first);
    size_t behind = (size_t)(first + slack - aligned);
    if (behind > 0)
        munmap(pointer_of(aligned + wanted), behind);
    *out = aligned;
    return SIM_OK;
}

enum sim_status memory_file_map(int fd, off_t offset, size_t size,
                                size_t alignment, gpu_addr *out)
{
    gpu_addr addr = 0;
    int flags = fd < 0 ? MAP_PRIVATE | MAP_ANONYMOUS : MAP_SHARED;
    if (alignment > PAGE) {
        enum sim_status status =
            memory_file_reserve(size, alignment, /* anywhere */ 0, &addr);
        if (status != SIM_OK)
            return status;
        flags |= MAP_FIXED;
    }
    void *start = mmap(pointer_of(addr), size, PROT_READ | PROT_WRITE, flags,
                       fd, fd < 0 ? 0 : offset);
    if (start == MAP_FAILED)
        return SIM_NO_MEMORY;
    *out = (uintptr_t)start;
    return SIM_OK;
}

void memory_file_unmap(gpu_addr addr, size_t size)
{
    munmap(pointer_of(addr), size);
}
