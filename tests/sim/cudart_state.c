#include "tests/sim/cudart_state.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

#include "tests/sim/settings.h"

struct driver driver;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static cudaError_t start_result = CUDART_NO_DRIVER;

static _Thread_local cudaError_t last_error
    __attribute__((tls_model("initial-exec")));

/* The resets that this thread has seen; behind reset_count its context may be
 * one that is gone. */
static _Thread_local unsigned resets_seen
    __attribute__((tls_model("initial-exec")));
static atomic_uint reset_count;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static CUcontext primaries[SETTINGS_MAX_DEVICES]; /* the last known */
static bool is_retained[SETTINGS_MAX_DEVICES];

typedef CUresult ask_function(const char *, void **, int, cuuint64_t,
                              CUdriverProcAddressQueryResult *);

/* cuGetProcAddress is asked for itself first, and the answer asks the rest. */
static bool ask_driver(ask_function *first)
{
    ask_function *ask = NULL;
    bool has_all = true;
    if (first("cuGetProcAddress", (void **)&ask, 12000,
              CU_GET_PROC_ADDRESS_DEFAULT, NULL) != CUDA_SUCCESS)
        return false;

#define ASK(name, base, version, flags)                                        \
    has_all &= ask(#base, (void **)&driver.name, version, flags, NULL) ==      \
               CUDA_SUCCESS;
#define CALL(name, base, version, parameters, arguments, trace)                \
    ASK(name, base, version, 0)
#define STREAM(name, base, version, parameters, arguments, trace)              \
    ASK(name, base, version, 0)                                                \
    ASK(name##_ptsz, base, version, 2)
#define SYNC(name, base, version, parameters, arguments, trace)                \
    ASK(name, base, version, 0)                                                \
    ASK(name##_ptds, base, version, 2)
#include "tests/sim/cuda_all.def"
    return has_all;
}

static void start(void)
{
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    if (library == NULL)
        return;
    ask_function *first = (ask_function *)dlsym(library, "cuGetProcAddress_v2");
    if (first == NULL || !ask_driver(first))
        return;
    start_result = driver.cuInit(/* no flags */ 0);
}

cudaError_t state_start(void)
{
    pthread_once(&once, start);
    return start_result;
}

cudaError_t state_primary(int device, CUcontext *out)
{
    if (device < 0 || device >= SETTINGS_MAX_DEVICES)
        return CUDA_ERROR_INVALID_DEVICE;
    pthread_mutex_lock(&lock);
    CUresult result = CUDA_SUCCESS;
    if (!is_retained[device]) {
        result = driver.cuDevicePrimaryCtxRetain(&primaries[device], device);
        is_retained[device] = result == CUDA_SUCCESS;
    }
    *out = primaries[device];
    pthread_mutex_unlock(&lock);
    return result;
}

cudaError_t state_set_device(int device)
{
    CUcontext context;
    cudaError_t result = state_start();
    if (result == CUDA_SUCCESS)
        result = state_primary(device, &context);
    if (result != CUDA_SUCCESS)
        return result;
    resets_seen = atomic_load(&reset_count);
    return driver.cuCtxSetCurrent(context);
}

/* The device of the context that was current, be it gone, else device 0. */
static cudaError_t bind_again(void)
{
    CUdevice device;
    CUcontext context = NULL;
    driver.cuCtxGetCurrent(&context);
    for (int i = 0; i < SETTINGS_MAX_DEVICES; i++) {
        if (context != NULL && primaries[i] == context)
            return state_set_device(i);
    }
    if (driver.cuCtxGetDevice(&device) == CUDA_SUCCESS) {
        resets_seen = atomic_load(&reset_count);
        return CUDA_SUCCESS;
    }
    return state_set_device(/* the first */ 0);
}

cudaError_t state_bind(void)
{
    CUcontext context = NULL;
    cudaError_t result = state_start();
    if (result != CUDA_SUCCESS)
        return result;
    result = driver.cuCtxGetCurrent(&context);
    if (result != CUDA_SUCCESS)
        return result;
    bool is_current =
        resets_seen == atomic_load_explicit(&reset_count, memory_order_relaxed);
    return context != NULL && is_current ? CUDA_SUCCESS : bind_again();
}

cudaError_t state_reset(int device)
{
    pthread_mutex_lock(&lock);
    CUresult result = driver.cuDevicePrimaryCtxReset_v2(device);
    if (result == CUDA_SUCCESS && is_retained[device]) {
        driver.cuDevicePrimaryCtxRelease_v2(device);
        is_retained[device] = false;
    }
    pthread_mutex_unlock(&lock);
    atomic_fetch_add(&reset_count, 1);
    return result;
}

cudaError_t state_record(cudaError_t result)
{
    if (result != CUDA_SUCCESS)
        last_error = result;
    return result;
}

cudaError_t state_last_error(bool clears)
{
    cudaError_t error = last_error;
    if (clears)
        last_error = CUDA_SUCCESS;
    return error;
}

const char *state_error_name(cudaError_t error)
{
    switch (error) {
    case CUDA_SUCCESS:
        return "cudaSuccess";
#define ERROR(number, name, text)                                              \
    case number:                                                               \
        return "cudaError" #name;
#include "tests/sim/cudart_errors.def"
#undef ERROR
#define ERROR(number, unused, name, text)                                      \
    case number:                                                               \
        return "cudaError" #name;
#include "tests/sim/cuda_errors.def"
#undef ERROR
    default:
        return "unrecognized error code";
    }
}

const char *state_error_text(cudaError_t error)
{
    switch (error) {
    case CUDA_SUCCESS:
        return "no error";
#define ERROR(number, name, text)                                              \
    case number:                                                               \
        return text;
#include "tests/sim/cudart_errors.def"
#undef ERROR
#define ERROR(number, unused, name, text)                                      \
    case number:                                                               \
        return text;
#include "tests/sim/cuda_errors.def"
#undef ERROR
    default:
        return "unrecognized error code";
    }
}
