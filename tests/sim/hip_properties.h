#ifndef GPUALLOC_SIM_HIP_PROPERTIES_H
#define GPUALLOC_SIM_HIP_PROPERTIES_H

#include <stddef.h>

/* hipDeviceProp_t in both of its layouts. */

/* Up to 5.x: R0000. */
struct hip_properties_0000 {
    char name[256];
    size_t total_memory;
    size_t shared_memory_per_block;
    int registers_per_block;
    int warp_size;
    int max_threads_per_block;
    int max_block[3];
    int max_grid[3];
    int clock_khz;
    int memory_clock_khz;
    int memory_bus_bits;
    size_t total_constant;
    int major, minor;
    int multiprocessors;
    int l2_size;
    int max_threads_per_multiprocessor;
    int compute_mode;
    int clock_instruction_khz;
    unsigned arch;
    int concurrent_kernels;
    int pci_domain, pci_bus, pci_device;
    size_t shared_memory_per_multiprocessor;
    int is_board_shared;
    int can_map_host_memory;
    int gcn_number;
    char gcn_name[256];
    int is_integrated;
    int cooperative_launch, cooperative_launch_many;
    int max_texture_linear, max_texture_1d, max_texture_2d[2];
    int max_texture_3d[3];
    unsigned *hdp_memory_flush, *hdp_register_flush;
    size_t max_pitch;
    size_t texture_alignment, texture_pitch_alignment;
    int has_timeout, has_ecc, has_tcc;
    int unmatched_function, unmatched_grid, unmatched_block, unmatched_shared;
    int is_large_bar;
    int revision;
    int managed_memory, direct_managed_memory, concurrent_managed_memory;
    int pageable_memory, pageable_memory_by_tables;
};

/* From 6.0 on: R0600. */
struct hip_properties_0600 {
    char name[256];
    char uuid[16];
    char luid[8];
    unsigned luid_mask;
    size_t total_memory;
    size_t shared_memory_per_block;
    int registers_per_block;
    int warp_size;
    size_t max_pitch;
    int max_threads_per_block;
    int max_block[3];
    int max_grid[3];
    int clock_khz;
    size_t total_constant;
    int major, minor;
    size_t texture_alignment, texture_pitch_alignment;
    int device_overlap;
    int multiprocessors;
    int has_timeout;
    int is_integrated;
    int can_map_host_memory;
    int compute_mode;
    int textures_and_surfaces[42];
    int concurrent_kernels;
    int has_ecc;
    int pci_bus, pci_device, pci_domain;
    int has_tcc;
    int async_engines;
    int unified_addressing;
    int memory_clock_khz;
    int memory_bus_bits;
    int l2_size, l2_persisting_size;
    int max_threads_per_multiprocessor;
    int stream_priorities;
    int global_l1, local_l1;
    size_t shared_memory_per_multiprocessor;
    int registers_per_multiprocessor;
    int managed_memory;
    int is_board_shared, board;
    int native_atomics;
    int double_ratio;
    int pageable_memory, concurrent_managed_memory;
    int preemption;
    int registered_pointers;
    int cooperative_launch, cooperative_launch_many;
    size_t shared_memory_optin;
    int pageable_memory_by_tables, direct_managed_memory;
    int max_blocks_per_multiprocessor;
    int access_window;
    size_t reserved_shared_memory;
    int host_register, sparse_arrays, host_register_read_only, timeline;
    int memory_pools;
    int rdma, rdma_flush, rdma_ordering;
    unsigned pool_handle_types;
    int deferred_mapping, ipc_events, clusters, unified_functions;
    int reserved[63];
    int reserved_by_amd[32];
    char gcn_name[256];
    size_t shared_memory_per_multiprocessor_amd;
    int clock_instruction_khz;
    unsigned arch;
    unsigned *hdp_memory_flush, *hdp_register_flush;
    int unmatched_function, unmatched_grid, unmatched_block, unmatched_shared;
    int is_large_bar;
    int revision;
};

_Static_assert(sizeof(struct hip_properties_0600) == 1472, "as in hip 6");
_Static_assert(offsetof(struct hip_properties_0600, total_memory) == 288, "");
_Static_assert(offsetof(struct hip_properties_0600, major) == 360, "");
_Static_assert(offsetof(struct hip_properties_0600, multiprocessors) == 388,
               "");
_Static_assert(offsetof(struct hip_properties_0600, concurrent_kernels) == 576,
               "");
_Static_assert(offsetof(struct hip_properties_0600, memory_pools) == 744, "");
_Static_assert(offsetof(struct hip_properties_0600, gcn_name) == 1160, "");
_Static_assert(offsetof(struct hip_properties_0600, revision) == 1468, "");
_Static_assert(offsetof(struct hip_properties_0000, gcn_name) == 396, "");

/* What the simulated device is like, where the layouts and the attributes have
 * to agree. */
enum {
    HIP_CLOCK_KHZ = 1500000,
    HIP_MEMORY_CLOCK_KHZ = 1600000,
    HIP_BUS_BITS = 4096,
    HIP_L2_SIZE = 4 << 20,
    HIP_MULTIPROCESSORS = 104,
    HIP_WARP = 64,
    HIP_MAX_THREADS = 1024,
    HIP_MAX_THREADS_TOGETHER = 2048,
    HIP_MAX_GRID = 0x7fffffff,
    HIP_REGISTERS = 65536,
    HIP_SHARED_MEMORY = 65536,
    HIP_MAX_PITCH = 0x7fffffff,
    HIP_TEXTURE_ALIGNMENT = 256,
    HIP_CONSTANT_SIZE = 0x7fffffff,
    HIP_COMPUTE_MAJOR = 9,
    HIP_COMPUTE_MINOR = 0,
};

#endif
