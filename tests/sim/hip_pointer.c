/* What an address is. */

#include <string.h>

#include "tests/sim/hip.h"
#include "tests/sim/hip_pointer.h"

int hip_memory_type(enum hip_memory_type type)
{
    static const unsigned char before_6[] = {
        [HIP_MEMORY_HOST] = 0,    [HIP_MEMORY_DEVICE] = 1,
        [HIP_MEMORY_ARRAY] = 2,   [HIP_MEMORY_UNIFIED] = 3,
        [HIP_MEMORY_MANAGED] = 1, /* has no number of its own */
    };
    return hip_major < 6 ? before_6[type] : (int)type;
}

static int type_of(const struct memory *memory)
{
    if (memory_is_host(memory))
        return hip_memory_type(HIP_MEMORY_HOST);
    if (memory->kind == MEMORY_MANAGED)
        return hip_memory_type(HIP_MEMORY_MANAGED);
    if (memory->kind == MEMORY_ARRAY)
        return hip_memory_type(HIP_MEMORY_ARRAY);
    return hip_memory_type(HIP_MEMORY_DEVICE);
}

static bool can_host_use(const struct memory *memory)
{
    return memory_is_host(memory) || memory->kind == MEMORY_MANAGED;
}

int impl_hipPointerGetAttributes(struct hip_pointer_attributes *attributes,
                                 const void *ptr)
{
    if (attributes == NULL || ptr == NULL)
        return HIP_INVALID_VALUE;
    struct memory memory;
    if (memory_find(hip_addr(ptr), &memory) == SIM_OK) {
        void *here = hip_pointer(hip_addr(ptr));
        *attributes = (struct hip_pointer_attributes){
            .type = type_of(&memory),
            .device = memory.device->ordinal,
            .device_pointer = here,
            .host_pointer = can_host_use(&memory) ? here : NULL,
            .is_managed = memory.kind == MEMORY_MANAGED,
            .flags = memory.flags,
        };
        return HIP_SUCCESS;
    }
    if (hip_major < 6)
        return HIP_INVALID_VALUE;
    /* From 6.0 on the host's own memory has a type and is no error. */
    *attributes = (struct hip_pointer_attributes){
        .type = HIP_MEMORY_UNREGISTERED,
        .device = -2,
    };
    return HIP_SUCCESS;
}

enum attribute { /* hipPointer_attribute */
                 CONTEXT = 1,
                 MEMORY_TYPE,
                 DEVICE_POINTER,
                 HOST_POINTER,
                 P2P_TOKENS,
                 SYNC_MEMOPS,
                 BUFFER_ID,
                 IS_MANAGED,
                 DEVICE_ORDINAL,
                 LEGACY_IPC,
                 RANGE_START,
                 RANGE_SIZE,
                 MAPPED,
                 HANDLE_TYPES,
                 RDMA,
                 ACCESS_FLAGS,
                 POOL,
};

/* The attribute's bytes into `data`, as many as it has. */
static int give(void *data, const void *bytes, size_t size)
{
    memcpy(data, bytes, size);
    return HIP_SUCCESS;
}

static int give_int(void *data, int value)
{
    return give(data, &value, sizeof value);
}

static int give_address(void *data, const void *value)
{
    return give(data, &value, sizeof value);
}

static int give_attribute(void *data, int attribute, void *ptr,
                          const struct memory *memory)
{
    switch (attribute) {
    case MEMORY_TYPE:
        return give_int(data, type_of(memory));
    case DEVICE_POINTER:
        return give_address(data, ptr);
    case HOST_POINTER:
        return can_host_use(memory) ? give_address(data, ptr)
                                    : HIP_INVALID_VALUE;
    case BUFFER_ID: {
        uint64_t id = memory->id;
        return give(data, &id, sizeof id);
    }
    case IS_MANAGED:
        return give(data, &(bool){memory->kind == MEMORY_MANAGED},
                    sizeof(bool));
    case SYNC_MEMOPS:
        return give(data, &(bool){false}, sizeof(bool));
    case MAPPED:
        return give(data, &(bool){true}, sizeof(bool));
    case DEVICE_ORDINAL:
        return give_int(data, memory->device->ordinal);
    case RANGE_START:
        return give_address(data, hip_pointer(memory->base));
    case RANGE_SIZE:
        return give(data, &memory->size, sizeof memory->size);
    default:
        return attribute >= CONTEXT && attribute <= POOL ? HIP_NOT_SUPPORTED
                                                         : HIP_INVALID_VALUE;
    }
}

int impl_hipPointerGetAttribute(void *data, int attribute, void *ptr)
{
    struct memory memory;
    if (data == NULL || ptr == NULL ||
        memory_find(hip_addr(ptr), &memory) != SIM_OK)
        return HIP_INVALID_VALUE;
    return give_attribute(data, attribute, ptr, &memory);
}

int impl_hipDrvPointerGetAttributes(unsigned count, int *attributes,
                                    void **data, void *ptr)
{
    if (count == 0 || attributes == NULL || data == NULL)
        return HIP_INVALID_VALUE;
    for (unsigned i = 0; i < count; i++) {
        int code = impl_hipPointerGetAttribute(data[i], attributes[i], ptr);
        if (code != HIP_SUCCESS)
            return code;
    }
    return HIP_SUCCESS;
}

int impl_hipPointerSetAttribute(const void *value, int attribute, void *ptr)
{
    struct memory memory;
    if (value == NULL || attribute != SYNC_MEMOPS ||
        memory_find(hip_addr(ptr), &memory) != SIM_OK)
        return HIP_INVALID_VALUE;
    return HIP_SUCCESS;
}

int impl_hipMemGetAddressRange(void **base, size_t *size, void *ptr)
{
    struct memory memory;
    if (base == NULL || size == NULL)
        return HIP_INVALID_VALUE;
    if (memory_find(hip_addr(ptr), &memory) != SIM_OK)
        return HIP_NOT_FOUND;
    *base = hip_pointer(memory.base);
    *size = memory.size;
    return HIP_SUCCESS;
}

int impl_hipMemPtrGetInfo(void *ptr, size_t *size)
{
    struct memory memory;
    if (size == NULL)
        return HIP_INVALID_VALUE;
    if (memory_find(hip_addr(ptr), &memory) != SIM_OK ||
        memory.base != hip_addr(ptr))
        return HIP_INVALID_VALUE;
    *size = memory.size;
    return HIP_SUCCESS;
}
