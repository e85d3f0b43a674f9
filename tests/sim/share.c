#include "tests/sim/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/sim/memory_file.h"

/* What stands in a memory_handle: where another process finds the bytes. */
struct share {
    char mark[8];
    pid_t pid;
    int fd;
    off_t offset;
    size_t size;
    unsigned long long id;
};

_Static_assert(sizeof(struct share) <= sizeof(struct memory_handle),
               "a handle has 64 bytes with every vendor");

static const char MARK[8] = "simgpu1";

enum sim_status memory_export(gpu_addr addr, struct memory_handle *out)
{
    struct memory memory;
    if (memory_find(addr, &memory) != SIM_OK || memory.kind != MEMORY_DEVICE)
        return SIM_INVALID;
    struct share share = {.pid = getpid(),
                          .fd = memory.device->bank,
                          .offset = memory.offset,
                          .size = memory.size,
                          .id = memory.id};
    memcpy(share.mark, MARK, sizeof MARK);
    memset(out, 0, sizeof *out);
    memcpy(out, &share, sizeof share);
    return SIM_OK;
}

static int open_bank_of(const struct share *share)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)share->pid, share->fd);
    return open(path, O_RDWR | O_CLOEXEC);
}

enum sim_status memory_import(struct device *device,
                              const struct memory_handle *handle,
                              const void *owner, gpu_addr *out)
{
    struct share share;
    memcpy(&share, handle, sizeof share);
    if (memcmp(share.mark, MARK, sizeof MARK) != 0)
        return SIM_INVALID;
    if (share.pid == getpid())
        return SIM_SAME_PROCESS;
    int fd = open_bank_of(&share);
    if (fd < 0)
        return SIM_INVALID;

    struct memory memory = {.size = share.size,
                            .kind = MEMORY_IMPORTED,
                            .device = device,
                            .owner = owner};
    enum sim_status status =
        memory_file_map(fd, share.offset, share.size,
                        /* alignment */ (size_t)2 << 20, &memory.base);
    close(fd);
    if (status != SIM_OK)
        return status;
    status = memory_add(&memory);
    if (status == SIM_OK)
        *out = memory.base;
    else
        memory_file_unmap(memory.base, memory.size);
    return status;
}
