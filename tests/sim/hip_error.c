#include "tests/sim/hip_error.h"

#include <stddef.h>

#include "tests/sim/hip.h"

_Thread_local struct hip_last hip_last;

static const short codes[SIM_STATUS_COUNT] = {
    [SIM_OK] = HIP_SUCCESS,
    [SIM_INVALID] = HIP_INVALID_VALUE,
    [SIM_NO_MEMORY] = HIP_OUT_OF_MEMORY,
    [SIM_NO_DEVICE] = HIP_INVALID_DEVICE,
    [SIM_BAD_HANDLE] = HIP_INVALID_HANDLE,
    [SIM_NOT_READY] = HIP_NOT_READY,
    [SIM_NOT_SUPPORTED] = HIP_NOT_SUPPORTED,
    [SIM_NOT_PERMITTED] = HIP_NOT_SUPPORTED,
    [SIM_ILLEGAL_ADDRESS] = HIP_ILLEGAL_ADDRESS,
    [SIM_MAP_FAILED] = HIP_MAP_FAILED,
    [SIM_ALREADY_MAPPED] = HIP_HOST_REGISTERED,
    [SIM_NOT_REGISTERED] = HIP_HOST_NOT_REGISTERED,
    [SIM_SAME_PROCESS] = HIP_INVALID_CONTEXT,
    [SIM_PEER_ENABLED] = HIP_PEER_ENABLED,
    [SIM_PEER_NOT_ENABLED] = HIP_PEER_NOT_ENABLED,
    [SIM_PEER_UNSUPPORTED] = HIP_INVALID_DEVICE,
    [SIM_CAPTURE_FORBIDDEN] = HIP_CAPTURE_UNSUPPORTED,
    [SIM_CAPTURE_BROKEN] = HIP_CAPTURE_INVALIDATED,
    [SIM_CAPTURE_UNJOINED] = HIP_CAPTURE_UNJOINED,
    [SIM_CAPTURE_UNMATCHED] = HIP_CAPTURE_UNMATCHED,
    [SIM_CAPTURE_IMPLICIT] = HIP_CAPTURE_IMPLICIT,
    [SIM_CAPTURE_FOREIGN] = HIP_CAPTURE_WRONG_THREAD,
    [SIM_NOT_CAPTURED] = HIP_INVALID_VALUE,
    [SIM_CAPTURED_EVENT] = HIP_CAPTURED_EVENT,
    [SIM_CAPTURE_ISOLATION] = HIP_CAPTURE_ISOLATION,
};

int hip_code(enum sim_status status)
{
    return codes[status];
}

int hip_refuse_in_capture(void)
{
    return hip_code(capture_check_unsafe());
}

static const struct error_text {
    int code;
    const char *name, *words;
} texts[] = {
#define ERROR(code, name, words) {code, #name, words},
#include "tests/sim/hip_errors.def"
#undef ERROR
};

static const struct error_text *find(int code)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i].code == code)
            return &texts[i];
    }
    return NULL;
}

const char *impl_hipGetErrorName(int error)
{
    const struct error_text *text = find(error);
    return text != NULL ? text->name : "hipErrorUnknown";
}

const char *impl_hipGetErrorString(int error)
{
    const struct error_text *text = find(error);
    return text != NULL ? text->words : "no such error";
}

int impl_hipDrvGetErrorName(int error, const char **name)
{
    const struct error_text *text = find(error);
    if (text == NULL || name == NULL)
        return HIP_INVALID_VALUE;
    *name = text->name;
    return HIP_SUCCESS;
}

int impl_hipDrvGetErrorString(int error, const char **words)
{
    const struct error_text *text = find(error);
    if (text == NULL || words == NULL)
        return HIP_INVALID_VALUE;
    *words = text->words;
    return HIP_SUCCESS;
}

int impl_hipGetLastError(void)
{
    if (device_count() == 0)
        return HIP_INVALID_DEVICE;
    int code = hip_last.failure;
    hip_last.failure = HIP_SUCCESS;
    return code;
}

int impl_hipPeekAtLastError(void)
{
    return device_count() > 0 ? hip_last.failure : HIP_INVALID_DEVICE;
}

/* What the last call answered, with every release that has this. */
int impl_hipExtGetLastError(void)
{
    if (device_count() == 0)
        return HIP_INVALID_DEVICE;
    int code = hip_last.answer;
    hip_last.answer = HIP_SUCCESS;
    if (hip_major < 7)
        hip_last.failure = HIP_SUCCESS;
    return code;
}
