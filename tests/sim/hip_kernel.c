/*
 * Modules and kernels. Any image will do and has any function, since none of
 * them is ever run.
 */

#include <stdlib.h>
#include <unistd.h>

#include "tests/sim/hip.h"
#include "tests/sim/hip_handle.h"

enum { FUNCTION_LIMIT = 256 };

struct module {
    atomic_int count;
    char functions[FUNCTION_LIMIT]; /* the handles are these addresses */
};

int impl_hipModuleLoadData(void **out, const void *image)
{
    if (out == NULL || image == NULL)
        return HIP_INVALID_VALUE;
    struct module *module = calloc(1, sizeof *module);
    if (module == NULL)
        return HIP_OUT_OF_MEMORY;
    hip_handle_add(HIP_MODULE, module);
    *out = module;
    return HIP_SUCCESS;
}

int impl_hipModuleLoadDataEx(void **out, const void *image, unsigned count,
                             int *options, void **values)
{
    (void)count;
    (void)options;
    (void)values;
    return impl_hipModuleLoadData(out, image);
}

int impl_hipModuleLoad(void **out, const char *path)
{
    if (path == NULL)
        return HIP_INVALID_VALUE;
    if (access(path, R_OK) != 0)
        return HIP_FILE_NOT_FOUND;
    return impl_hipModuleLoadData(out, /* any */ path);
}

int impl_hipModuleUnload(void *handle)
{
    if (!hip_handle_remove(HIP_MODULE, handle))
        return HIP_INVALID_HANDLE;
    struct module *module = handle;
    for (int i = 0; i < FUNCTION_LIMIT; i++)
        hip_handle_remove(HIP_FUNCTION, &module->functions[i]);
    free(module);
    return HIP_SUCCESS;
}

int impl_hipModuleGetFunction(void **out, void *handle, const char *name)
{
    if (out == NULL || name == NULL || *name == '\0')
        return HIP_INVALID_VALUE;
    if (!hip_handle_is(HIP_MODULE, handle))
        return HIP_INVALID_HANDLE;
    struct module *module = handle;
    int index = atomic_fetch_add(&module->count, 1);
    if (index >= FUNCTION_LIMIT)
        return HIP_NOT_FOUND;
    hip_handle_add(HIP_FUNCTION, &module->functions[index]);
    *out = &module->functions[index];
    return HIP_SUCCESS;
}

static int launch(void *handle)
{
    struct stream *stream;
    int code = hip_stream_of(handle, &stream);
    return code == HIP_SUCCESS ? hip_code(stream_launch_nothing(stream)) : code;
}

/* The function is the program's: an address that hipcc made. */
int impl_hipLaunchKernel(const void *function, struct hip_dim3 grid,
                         struct hip_dim3 block, void **arguments, size_t shared,
                         void *stream)
{
    (void)grid;
    (void)block;
    (void)arguments;
    (void)shared;
    return function == NULL ? HIP_INVALID_FUNCTION : launch(stream);
}

int impl_hipModuleLaunchKernel(void *function, unsigned grid_x, unsigned grid_y,
                               unsigned grid_z, unsigned block_x,
                               unsigned block_y, unsigned block_z,
                               unsigned shared, void *stream, void **arguments,
                               void **extra)
{
    (void)grid_x;
    (void)grid_y;
    (void)grid_z;
    (void)block_x;
    (void)block_y;
    (void)block_z;
    (void)shared;
    (void)arguments;
    (void)extra;
    return hip_handle_is(HIP_FUNCTION, function) ? launch(stream)
                                                 : HIP_INVALID_HANDLE;
}
