#ifndef GPUALLOC_SIM_VMM_H
#define GPUALLOC_SIM_VMM_H

#include <stdbool.h>

#include "tests/sim/device.h"

/*
 * Virtual memory: physical memory is (a part of) a memfd, a reservation is an
 * inaccessible mapping, a mapping is a shared one at a fixed address, which
 * nobody can touch until access is set.
 *
 * `granularity` is the vendor's: CUDA 2 MiB, HIP 4096. Sizes, offsets and
 * addresses that are not multiples of it are SIM_INVALID.
 */
struct physical;

/* One reference. Exportable memory has a descriptor of its own. */
enum sim_status physical_create(struct device *device, size_t size,
                                size_t granularity, bool is_exportable,
                                unsigned flags, struct physical **out);
/* Drop the caller's reference; mappings keep the memory. Twice is
 * SIM_BAD_HANDLE once nothing holds it. */
enum sim_status physical_release(struct physical *physical);
/* Another reference, by an address that is mapped. */
enum sim_status physical_retain(gpu_addr addr, struct physical **out);
enum sim_status physical_describe(struct physical *physical, int *device,
                                  bool *is_exportable, unsigned *flags);
/* A new descriptor, the caller's. SIM_NOT_SUPPORTED if not exportable. */
enum sim_status physical_export(struct physical *physical, int *fd);
/* The descriptor stays the caller's. */
enum sim_status physical_import(int fd, struct physical **out);

/* `alignment` 0 is the granularity; `hint` 0 is anywhere. */
enum sim_status vmm_reserve(size_t size, size_t alignment, size_t granularity,
                            gpu_addr hint, gpu_addr *out);
/* The whole reservation; SIM_INVALID while something is mapped in it. */
enum sim_status vmm_free(gpu_addr addr, size_t size);
enum sim_status vmm_map(gpu_addr addr, size_t size, size_t offset,
                        struct physical *physical, size_t granularity);
/* Whole mappings only, any number of them in a row. */
enum sim_status vmm_unmap(gpu_addr addr, size_t size);
/* Bits as the vendors have them: 0 none, 1 read, 3 read and write. */
enum sim_status vmm_set_access(gpu_addr addr, size_t size, int device,
                               unsigned access);
enum sim_status vmm_get_access(gpu_addr addr, int device, unsigned *access);

#endif
