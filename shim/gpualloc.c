#include "shim/gpualloc.h"

#include "shim/arena.h"
#include "shim/capture.h"
#include "shim/state.h"

#include <string.h>

#define PUBLIC __attribute__((visibility("default")))

/* Nothing of the parent's is touched in the child of a fork. */
static bool has_pools(void)
{
    return state_mode() == MODE_ACTIVE && !state_is_forked();
}

PUBLIC int gpualloc_stats(int device, struct gpualloc_stats *out, uint64_t size)
{
    struct gpualloc_stats sum = {0};
    if (!out || !size)
        return -1;
    if (has_pools())
        arena_add_stats(device, &sum);
    memcpy(out, &sum, size < sizeof(sum) ? size : sizeof(sum));
    return 0;
}

PUBLIC uint64_t gpualloc_trim(int device)
{
    return has_pools() && !capture_is_active() ? arena_trim(device) : 0;
}

PUBLIC enum gpualloc_owner gpualloc_owner(const void *pointer)
{
    return has_pools() && arena_of((gpu_addr)pointer) ? GPUALLOC_OWNER_POOL
                                                      : GPUALLOC_OWNER_NONE;
}
