#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

#include "tests/sim/stream.h"

/*
 * Modules take any image and have any function; a launch is a no-op in its
 * stream. All handles are the address of one object, which is never looked at.
 */
static char anything;

static CUresult give_anything(void **out)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    if (out == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *out = &anything;
    return CUDA_SUCCESS;
}

static CUresult take(const void *handle)
{
    CUcontext context;
    CUresult result = context_current(&context);
    if (result != CUDA_SUCCESS)
        return result;
    return handle == &anything ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

/* Something of something: `named` is what must not be NULL. */
static CUresult give_part(void **out, const void *whole, const void *named)
{
    CUresult result = take(whole);
    if (result != CUDA_SUCCESS)
        return result;
    return named == NULL ? CUDA_ERROR_INVALID_VALUE : give_anything(out);
}

CUresult sim_cuModuleLoadData(CUmodule *out, const void *image)
{
    return image == NULL ? CUDA_ERROR_INVALID_VALUE
                         : give_anything((void **)out);
}

CUresult sim_cuModuleLoad(CUmodule *out, const char *path)
{
    return sim_cuModuleLoadData(out, path);
}

CUresult sim_cuModuleLoadDataEx(CUmodule *out, const void *image,
                                unsigned count, CUjit_option *options,
                                void **values)
{
    (void)count;
    (void)options;
    (void)values;
    return sim_cuModuleLoadData(out, image);
}

CUresult sim_cuModuleLoadFatBinary(CUmodule *out, const void *image)
{
    return sim_cuModuleLoadData(out, image);
}

CUresult sim_cuModuleUnload(CUmodule module)
{
    return take(module);
}

CUresult sim_cuModuleGetLoadingMode(CUmoduleLoadingMode *mode)
{
    enum { EAGER = 1 };
    if (mode == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *mode = EAGER;
    return CUDA_SUCCESS;
}

CUresult sim_cuModuleGetFunction(CUfunction *out, CUmodule module,
                                 const char *name)
{
    return give_part((void **)out, module, name);
}

CUresult sim_cuModuleGetGlobal_v2(CUdeviceptr *out, size_t *size,
                                  CUmodule module, const char *name)
{
    (void)out;
    (void)size;
    CUresult result = take(module);
    if (result != CUDA_SUCCESS)
        return result;
    return name == NULL ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_NOT_FOUND;
}

CUresult sim_cuLibraryLoadData(CUlibrary *out, const void *image,
                               CUjit_option *options, void **values,
                               unsigned count, CUlibraryOption *library_options,
                               void **library_values, unsigned library_count)
{
    (void)options;
    (void)values;
    (void)count;
    (void)library_options;
    (void)library_values;
    (void)library_count;
    return image == NULL ? CUDA_ERROR_INVALID_VALUE
                         : give_anything((void **)out);
}

CUresult sim_cuLibraryUnload(CUlibrary library)
{
    return take(library);
}

CUresult sim_cuLibraryGetKernel(CUkernel *out, CUlibrary library,
                                const char *name)
{
    return give_part((void **)out, library, name);
}

CUresult sim_cuLibraryGetModule(CUmodule *out, CUlibrary library)
{
    return give_part((void **)out, library, library);
}

CUresult sim_cuKernelGetFunction(CUfunction *out, CUkernel kernel)
{
    return give_part((void **)out, kernel, kernel);
}

CUresult sim_cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                                CUfunction function)
{
    (void)attribute;
    CUresult result = take(function);
    if (result != CUDA_SUCCESS)
        return result;
    if (value == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    *value = 0;
    return CUDA_SUCCESS;
}

CUresult sim_cuFuncSetAttribute(CUfunction function,
                                CUfunction_attribute attribute, int value)
{
    (void)attribute;
    (void)value;
    return take(function);
}

CUresult sim_cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config)
{
    (void)config;
    return take(function);
}

CUresult sim_cuLaunchKernel(CUfunction function, unsigned grid_x,
                            unsigned grid_y, unsigned grid_z, unsigned block_x,
                            unsigned block_y, unsigned block_z, unsigned shared,
                            CUstream handle, void **parameters, void **extra)
{
    (void)shared;
    (void)parameters;
    (void)extra;
    struct stream *stream;
    CUresult result = take(function);
    if (result == CUDA_SUCCESS)
        result = context_stream(handle, /* per thread */ false, &stream);
    if (result != CUDA_SUCCESS)
        return result;
    bool is_empty = grid_x == 0 || grid_y == 0 || grid_z == 0 || block_x == 0 ||
                    block_y == 0 || block_z == 0;
    return is_empty ? CUDA_ERROR_INVALID_VALUE
                    : cuda_code(stream_launch_nothing(stream));
}

CUresult sim_cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x,
                                       unsigned grid_y, unsigned grid_z,
                                       unsigned block_x, unsigned block_y,
                                       unsigned block_z, unsigned shared,
                                       CUstream stream, void **parameters)
{
    return sim_cuLaunchKernel(function, grid_x, grid_y, grid_z, block_x,
                              block_y, block_z, shared, stream, parameters,
                              /* extra */ NULL);
}

CUresult sim_cuOccupancyMaxActiveBlocksPerMultiprocessor(int *count,
                                                         CUfunction function,
                                                         int block_size,
                                                         size_t shared)
{
    (void)shared;
    CUresult result = take(function);
    if (result != CUDA_SUCCESS)
        return result;
    if (count == NULL || block_size <= 0)
        return CUDA_ERROR_INVALID_VALUE;
    *count = 1;
    return CUDA_SUCCESS;
}
