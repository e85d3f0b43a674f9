#ifndef GPUALLOC_SIM_MEMORY_FILE_H
#define GPUALLOC_SIM_MEMORY_FILE_H

#include <stddef.h>
#include <sys/types.h>

#include "tests/sim/device.h"

/*
 * The bytes of a device: one sparse memfd, a bank, of which each allocation
 * maps a part of its own. A file each would cost a descriptor each, and a
 * training program has more live tensors than processes have descriptors.
 *
 * Offsets are never used twice. What is given up is punched out of the file.
 */
int memory_file_open(int ordinal);

/* A part of the bank that is nobody else's. */
off_t memory_file_take(struct device *device, size_t size);
void memory_file_give_up(struct device *device, off_t offset, size_t size);

/* Whole pages for `size` bytes of the file, read and write, aligned to
 * `alignment`; fd -1: private memory of the process. */
enum sim_status memory_file_map(int fd, off_t offset, size_t size,
                                size_t alignment, gpu_addr *out);
void memory_file_unmap(gpu_addr addr, size_t size);

/* Inaccessible addresses, anywhere or at the hint if that is free. */
enum sim_status memory_file_reserve(size_t size, size_t alignment,
                                    gpu_addr hint, gpu_addr *out);

#endif
