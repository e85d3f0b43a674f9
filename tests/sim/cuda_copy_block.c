#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

#include "tests/sim/copy.h"
#include "tests/sim/cuda_array.h"

/* Copies of two and three dimensions, and those from and to arrays. */

/* One side of such a copy. */
struct place {
    gpu_addr addr;
    enum copy_side side;
    size_t pitch, slice;
};

/* What the vendor's structs say about one side. */
struct place_spec {
    CUmemorytype type;
    const void *host;
    CUdeviceptr device;
    CUarray array;
    size_t x, y, z;
    size_t pitch, rows; /* rows of a slice; 0: as many as are copied */
};

static CUresult place_of_array(const struct place_spec *spec, size_t width,
                               size_t height, size_t depth, struct place *out)
{
    CUarray array = spec->array;
    if (!array_is_alive(array))
        return CUDA_ERROR_INVALID_HANDLE;
    if (spec->x + width > array->pitch || spec->y + height > array->rows ||
        spec->z + depth > array->slices)
        return CUDA_ERROR_INVALID_VALUE;
    *out = (struct place){.addr = array->storage,
                          .side = COPY_DEVICE,
                          .pitch = array->pitch,
                          .slice = array->pitch * array->rows};
    return CUDA_SUCCESS;
}

static CUresult place_of_memory(const struct place_spec *spec, size_t width,
                                size_t height, struct place *out)
{
    size_t pitch = spec->pitch != 0 ? spec->pitch : spec->x + width;
    size_t rows = spec->rows != 0 ? spec->rows : spec->y + height;
    if (pitch < width || rows < height)
        return CUDA_ERROR_INVALID_VALUE;
    out->pitch = pitch;
    out->slice = pitch * rows;
    switch (spec->type) {
    case CU_MEMORYTYPE_HOST:
        out->addr = (uintptr_t)spec->host;
        out->side = COPY_HOST;
        return CUDA_SUCCESS;
    case CU_MEMORYTYPE_DEVICE:
        out->addr = spec->device;
        out->side = COPY_DEVICE;
        return CUDA_SUCCESS;
    case CU_MEMORYTYPE_UNIFIED:
        out->addr = spec->device;
        out->side = COPY_ANY;
        return CUDA_SUCCESS;
    default:
        return CUDA_ERROR_INVALID_VALUE;
    }
}

static CUresult place_of(const struct place_spec *spec, size_t width,
                         size_t height, size_t depth, struct place *out)
{
    CUresult result = spec->type == CU_MEMORYTYPE_ARRAY
                          ? place_of_array(spec, width, height, depth, out)
                          : place_of_memory(spec, width, height, out);
    if (result == CUDA_SUCCESS)
        out->addr += spec->x + spec->y * out->pitch + spec->z * out->slice;
    return result;
}

static CUresult copy_of_3d(const CUDA_MEMCPY3D *from, struct copy *out)
{
    if (from == NULL || from->srcLOD != 0 || from->dstLOD != 0)
        return CUDA_ERROR_INVALID_VALUE;
    const struct place_spec source = {
        from->srcMemoryType, from->srcHost,     from->srcDevice,
        from->srcArray,      from->srcXInBytes, from->srcY,
        from->srcZ,          from->srcPitch,    from->srcHeight};
    const struct place_spec target = {
        from->dstMemoryType, from->dstHost,     from->dstDevice,
        from->dstArray,      from->dstXInBytes, from->dstY,
        from->dstZ,          from->dstPitch,    from->dstHeight};
    struct place source_place, target_place;
    CUresult result = place_of(&source, from->WidthInBytes, from->Height,
                               from->Depth, &source_place);
    if (result == CUDA_SUCCESS)
        result = place_of(&target, from->WidthInBytes, from->Height,
                          from->Depth, &target_place);
    if (result != CUDA_SUCCESS)
        return result;
    *out = (struct copy){.to = target_place.addr,
                         .from = source_place.addr,
                         .to_side = target_place.side,
                         .from_side = source_place.side,
                         .width = from->WidthInBytes,
                         .height = from->Height,
                         .depth = from->Depth,
                         .to_pitch = target_place.pitch,
                         .from_pitch = source_place.pitch,
                         .to_slice = target_place.slice,
                         .from_slice = source_place.slice};
    return CUDA_SUCCESS;
}

static CUDA_MEMCPY3D deep(const CUDA_MEMCPY2D *flat)
{
    return (CUDA_MEMCPY3D){.srcXInBytes = flat->srcXInBytes,
                           .srcY = flat->srcY,
                           .srcMemoryType = flat->srcMemoryType,
                           .srcHost = flat->srcHost,
                           .srcDevice = flat->srcDevice,
                           .srcArray = flat->srcArray,
                           .srcPitch = flat->srcPitch,
                           .dstXInBytes = flat->dstXInBytes,
                           .dstY = flat->dstY,
                           .dstMemoryType = flat->dstMemoryType,
                           .dstHost = flat->dstHost,
                           .dstDevice = flat->dstDevice,
                           .dstArray = flat->dstArray,
                           .dstPitch = flat->dstPitch,
                           .WidthInBytes = flat->WidthInBytes,
                           .Height = flat->Height,
                           .Depth = 1};
}

CUresult sim_cuMemcpy3D_v2(bool per_thread, const CUDA_MEMCPY3D *copy)
{
    struct stream *stream;
    struct copy plain;
    CUresult result = context_stream(/* default */ NULL, per_thread, &stream);
    if (result == CUDA_SUCCESS)
        result = copy_of_3d(copy, &plain);
    return result != CUDA_SUCCESS ? result
                                  : cuda_code(copy_run(stream, &plain));
}

CUresult sim_cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *copy, CUstream handle)
{
    struct stream *stream;
    struct copy plain;
    CUresult result = context_stream(handle, /* per thread */ false, &stream);
    if (result == CUDA_SUCCESS)
        result = copy_of_3d(copy, &plain);
    return result != CUDA_SUCCESS ? result
                                  : cuda_code(copy_submit(stream, &plain));
}

CUresult sim_cuMemcpy2D_v2(bool per_thread, const CUDA_MEMCPY2D *copy)
{
    if (copy == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_MEMCPY3D full = deep(copy);
    return sim_cuMemcpy3D_v2(per_thread, &full);
}

CUresult sim_cuMemcpy2DUnaligned_v2(bool per_thread, const CUDA_MEMCPY2D *copy)
{
    return sim_cuMemcpy2D_v2(per_thread, copy);
}

CUresult sim_cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *copy, CUstream stream)
{
    if (copy == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    const CUDA_MEMCPY3D full = deep(copy);
    return sim_cuMemcpy3DAsync_v2(&full, stream);
}

/* One row: an offset into an array counts bytes of its first row. */
static CUDA_MEMCPY3D row(size_t size)
{
    return (CUDA_MEMCPY3D){.WidthInBytes = size, .Height = 1, .Depth = 1};
}

static void read_array(CUDA_MEMCPY3D *copy, CUarray from, size_t offset)
{
    copy->srcMemoryType = CU_MEMORYTYPE_ARRAY;
    copy->srcArray = from;
    copy->srcXInBytes = offset;
}

static void write_array(CUDA_MEMCPY3D *copy, CUarray to, size_t offset)
{
    copy->dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy->dstArray = to;
    copy->dstXInBytes = offset;
}

CUresult sim_cuMemcpyDtoA_v2(bool per_thread, CUarray to, size_t offset,
                             CUdeviceptr from, size_t size)
{
    CUDA_MEMCPY3D copy = row(size);
    copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = from;
    write_array(&copy, to, offset);
    return sim_cuMemcpy3D_v2(per_thread, &copy);
}

CUresult sim_cuMemcpyAtoD_v2(bool per_thread, CUdeviceptr to, CUarray from,
                             size_t offset, size_t size)
{
    CUDA_MEMCPY3D copy = row(size);
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.dstDevice = to;
    read_array(&copy, from, offset);
    return sim_cuMemcpy3D_v2(per_thread, &copy);
}

static CUDA_MEMCPY3D host_to_array(CUarray to, size_t offset, const void *from,
                                   size_t size)
{
    CUDA_MEMCPY3D copy = row(size);
    copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    copy.srcHost = from;
    write_array(&copy, to, offset);
    return copy;
}

CUresult sim_cuMemcpyHtoA_v2(bool per_thread, CUarray to, size_t offset,
                             const void *from, size_t size)
{
    const CUDA_MEMCPY3D copy = host_to_array(to, offset, from, size);
    return sim_cuMemcpy3D_v2(per_thread, &copy);
}

CUresult sim_cuMemcpyHtoAAsync_v2(CUarray to, size_t offset, const void *from,
                                  size_t size, CUstream stream)
{
    const CUDA_MEMCPY3D copy = host_to_array(to, offset, from, size);
    return sim_cuMemcpy3DAsync_v2(&copy, stream);
}

static CUDA_MEMCPY3D array_to_host(void *to, CUarray from, size_t offset,
                                   size_t size)
{
    CUDA_MEMCPY3D copy = row(size);
    copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    copy.dstHost = to;
    read_array(&copy, from, offset);
    return copy;
}

CUresult sim_cuMemcpyAtoH_v2(bool per_thread, void *to, CUarray from,
                             size_t offset, size_t size)
{
    const CUDA_MEMCPY3D copy = array_to_host(to, from, offset, size);
    return sim_cuMemcpy3D_v2(per_thread, &copy);
}

CUresult sim_cuMemcpyAtoHAsync_v2(void *to, CUarray from, size_t offset,
                                  size_t size, CUstream stream)
{
    const CUDA_MEMCPY3D copy = array_to_host(to, from, offset, size);
    return sim_cuMemcpy3DAsync_v2(&copy, stream);
}

CUresult sim_cuMemcpyAtoA_v2(bool per_thread, CUarray to, size_t to_offset,
                             CUarray from, size_t from_offset, size_t size)
{
    CUDA_MEMCPY3D copy = row(size);
    write_array(&copy, to, to_offset);
    read_array(&copy, from, from_offset);
    return sim_cuMemcpy3D_v2(per_thread, &copy);
}
