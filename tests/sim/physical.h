#ifndef GPUALLOC_SIM_PHYSICAL_H
#define GPUALLOC_SIM_PHYSICAL_H

#include <stdbool.h>
#include <sys/types.h>

#include "tests/sim/vmm.h"

/*
 * Physical memory that can be mapped, as vmm.c sees it. Two counts: the
 * handle's references, which the program drops, and mappings.
 */
struct physical {
    struct device *device;
    size_t size;
    unsigned flags;
    int fd;       /* its own, or the device's bank */
    off_t offset; /* in that file */
    bool has_file, is_imported;

    /* Guarded by physical.c's lock. */
    unsigned handles, mappings;
    struct physical *next_dead;
};

/* SIM_BAD_HANDLE if no handle of it is left. */
enum sim_status physical_add_mapping(struct physical *physical);
void physical_remove_mapping(struct physical *physical);

#endif
