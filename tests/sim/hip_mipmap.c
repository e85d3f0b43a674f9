/* Arrays with levels: the simulated device has no images, as AMD's devices for
 * computing have none. */

#include "tests/sim/hip.h"

int impl_hipMallocMipmappedArray(void **array,
                                 const struct hip_channels *channels,
                                 struct hip_extent extent, unsigned levels,
                                 unsigned flags)
{
    (void)extent;
    (void)levels;
    (void)flags;
    return array == NULL || channels == NULL ? HIP_INVALID_VALUE
                                             : HIP_NOT_SUPPORTED;
}

int impl_hipMipmappedArrayCreate(void **array,
                                 const struct hip_array_format_3d *format,
                                 unsigned levels)
{
    (void)levels;
    return array == NULL || format == NULL ? HIP_INVALID_VALUE
                                           : HIP_NOT_SUPPORTED;
}

int impl_hipFreeMipmappedArray(void *array)
{
    return array == NULL ? HIP_INVALID_VALUE : HIP_NOT_SUPPORTED;
}

int impl_hipMipmappedArrayDestroy(void *array)
{
    return impl_hipFreeMipmappedArray(array);
}
