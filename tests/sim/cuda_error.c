#include "tests/sim/cuda_calls.h"
#include "tests/sim/cuda_context.h"

CUresult cuda_code(enum sim_status status)
{
    static const CUresult codes[SIM_STATUS_COUNT] = {
        [SIM_OK] = CUDA_SUCCESS,
        [SIM_INVALID] = CUDA_ERROR_INVALID_VALUE,
        [SIM_NO_MEMORY] = CUDA_ERROR_OUT_OF_MEMORY,
        [SIM_NO_DEVICE] = CUDA_ERROR_INVALID_DEVICE,
        [SIM_BAD_HANDLE] = CUDA_ERROR_INVALID_HANDLE,
        [SIM_NOT_READY] = CUDA_ERROR_NOT_READY,
        [SIM_NOT_SUPPORTED] = CUDA_ERROR_NOT_SUPPORTED,
        [SIM_NOT_PERMITTED] = CUDA_ERROR_NOT_PERMITTED,
        [SIM_ILLEGAL_ADDRESS] = CUDA_ERROR_ILLEGAL_ADDRESS,
        [SIM_MAP_FAILED] = CUDA_ERROR_MAP_FAILED,
        [SIM_ALREADY_MAPPED] = CUDA_ERROR_ALREADY_MAPPED,
        [SIM_NOT_REGISTERED] = CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,
        [SIM_SAME_PROCESS] = CUDA_ERROR_INVALID_CONTEXT,
        [SIM_PEER_ENABLED] = CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED,
        [SIM_PEER_NOT_ENABLED] = CUDA_ERROR_PEER_ACCESS_NOT_ENABLED,
        [SIM_PEER_UNSUPPORTED] = CUDA_ERROR_INVALID_DEVICE,
        [SIM_CAPTURE_FORBIDDEN] = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
        [SIM_CAPTURE_BROKEN] = CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
        [SIM_CAPTURE_UNJOINED] = CUDA_ERROR_STREAM_CAPTURE_UNJOINED,
        [SIM_CAPTURE_UNMATCHED] = CUDA_ERROR_STREAM_CAPTURE_UNMATCHED,
        [SIM_CAPTURE_IMPLICIT] = CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
        [SIM_CAPTURE_FOREIGN] = CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD,
        [SIM_NOT_CAPTURED] = CUDA_ERROR_INVALID_VALUE,
        [SIM_CAPTURED_EVENT] = CUDA_ERROR_CAPTURED_EVENT,
        [SIM_CAPTURE_ISOLATION] = CUDA_ERROR_STREAM_CAPTURE_ISOLATION,
    };
    return codes[status];
}

CUresult sim_cuGetErrorName(CUresult error, const char **name)
{
    if (name == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    switch (error) {
    case CUDA_SUCCESS:
        *name = "CUDA_SUCCESS";
        return CUDA_SUCCESS;
#define ERROR(number, driver, runtime, text)                                   \
    case number:                                                               \
        *name = "CUDA_ERROR_" #driver;                                         \
        return CUDA_SUCCESS;
#include "tests/sim/cuda_errors.def"
#undef ERROR
    default:
        *name = NULL;
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult sim_cuGetErrorString(CUresult error, const char **text)
{
    if (text == NULL)
        return CUDA_ERROR_INVALID_VALUE;
    switch (error) {
    case CUDA_SUCCESS:
        *text = "no error";
        return CUDA_SUCCESS;
#define ERROR(number, driver, runtime, words)                                  \
    case number:                                                               \
        *text = words;                                                         \
        return CUDA_SUCCESS;
#include "tests/sim/cuda_errors.def"
#undef ERROR
    default:
        *text = NULL;
        return CUDA_ERROR_INVALID_VALUE;
    }
}
