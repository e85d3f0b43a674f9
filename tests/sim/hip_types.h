#ifndef GPUALLOC_SIM_HIP_TYPES_H
#define GPUALLOC_SIM_HIP_TYPES_H

/* The types of HIP's interface, declared anew. */

#include <stddef.h>
#include <stdint.h>

/* The device's name and the like, for hipDeviceGetUuid. */
struct hip_uuid {
    char bytes[16];
};

/* 64 bytes that mean something to the core only. */
struct hip_ipc_handle {
    unsigned char bytes[64];
};

struct hip_dim3 {
    uint32_t x, y, z;
};

struct hip_extent {
    size_t width, height, depth;
};

struct hip_position {
    size_t x, y, z;
};

struct hip_pitched {
    void *ptr;
    size_t pitch, width, height;
};

enum hip_copy_kind {
    HIP_HOST_TO_HOST,
    HIP_HOST_TO_DEVICE,
    HIP_DEVICE_TO_HOST,
    HIP_DEVICE_TO_DEVICE,
    HIP_COPY_DEFAULT,
    HIP_DEVICE_TO_DEVICE_NO_CU = 1024, /* from 6.1 on */
};

struct hip_channels {
    int x, y, z, w; /* bits */
    int kind;
};

struct hip_array_format {
    size_t width, height;
    int element;
    unsigned channels;
};

struct hip_array_format_3d {
    size_t width, height, depth;
    int element;
    unsigned channels, flags;
};

/* hipMemcpy3DParms: an array is used where it is not NULL. */
struct hip_copy_3d {
    void *from_array;
    struct hip_position from_position;
    struct hip_pitched from;
    void *to_array;
    struct hip_position to_position;
    struct hip_pitched to;
    struct hip_extent extent;
    int kind;
};

/* hip_Memcpy2D. The types of memory are numbered anew in 6.0. */
struct hip_copy_2d {
    size_t from_x, from_y;
    int from_type;
    const void *from_host;
    void *from_device;
    void *from_array;
    size_t from_pitch;
    size_t to_x, to_y;
    int to_type;
    void *to_host;
    void *to_device;
    void *to_array;
    size_t to_pitch;
    size_t width, height;
};

struct hip_pointer_attributes {
    int type;
    int device;
    void *device_pointer, *host_pointer;
    int is_managed;
    unsigned flags;
};

enum hip_location_type { HIP_LOCATION_DEVICE = 1 };

struct hip_location {
    int type;
    int id;
};

struct hip_access {
    struct hip_location location;
    int flags;
};

enum hip_handle_type { HIP_HANDLE_NONE, HIP_HANDLE_FD };
enum hip_allocation_type { HIP_ALLOCATION_PINNED = 1 };

/* hipMemPoolProps; up to 5.x the maximum is reserved and zero. */
struct hip_pool_properties {
    int type;
    int handle_type;
    struct hip_location location;
    void *security;
    size_t max_size;
    unsigned char reserved[56];
};

/* hipMemAllocationProp from 6.0 on. */
struct hip_memory_properties {
    int type;
    int handle_type;
    struct hip_location location;
    void *metadata;
    unsigned char compression;
    unsigned char rdma;
    unsigned short usage;
};

/* The same up to 5.x. */
struct hip_memory_properties_5 {
    unsigned char compression;
    struct hip_location location;
    int handle_type;
    int type;
    unsigned short usage;
    void *metadata;
};

_Static_assert(sizeof(struct hip_memory_properties) == 32, "as in hip 6");
_Static_assert(sizeof(struct hip_memory_properties_5) == 32, "as in hip 5");
_Static_assert(sizeof(struct hip_pointer_attributes) == 32, "as in hip");
_Static_assert(sizeof(struct hip_copy_3d) == 160, "as in hip");
_Static_assert(sizeof(struct hip_copy_2d) == 128, "as in hip");
_Static_assert(sizeof(struct hip_pool_properties) == 88, "as in hip");

typedef void hip_host_function(void *argument);
typedef void hip_stream_callback(void *stream, int code, void *argument);

#endif
