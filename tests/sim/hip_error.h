#ifndef GPUALLOC_SIM_HIP_ERROR_H
#define GPUALLOC_SIM_HIP_ERROR_H

#include "tests/sim/hip_version.h"
#include "tests/sim/status.h"

/* hipError_t, as far as the simulation gives it. */
enum hip_error {
    HIP_SUCCESS = 0,
    HIP_INVALID_VALUE = 1,
    HIP_OUT_OF_MEMORY = 2,
    HIP_INVALID_PITCH = 12,
    HIP_INVALID_DIRECTION = 21,
    HIP_INVALID_FUNCTION = 98,
    HIP_NO_DEVICE = 100,
    HIP_INVALID_DEVICE = 101,
    HIP_INVALID_CONTEXT = 201,
    HIP_MAP_FAILED = 205,
    HIP_UNSUPPORTED_LIMIT = 215,
    HIP_FILE_NOT_FOUND = 301,
    HIP_INVALID_HANDLE = 400,
    HIP_NOT_FOUND = 500,
    HIP_NOT_READY = 600,
    HIP_ILLEGAL_ADDRESS = 700,
    HIP_PEER_ENABLED = 704,
    HIP_PEER_NOT_ENABLED = 705,
    HIP_CONTEXT_IS_DESTROYED = 709,
    HIP_HOST_REGISTERED = 712,
    HIP_HOST_NOT_REGISTERED = 713,
    HIP_NOT_SUPPORTED = 801,
    HIP_CAPTURE_UNSUPPORTED = 900,
    HIP_CAPTURE_INVALIDATED = 901,
    HIP_CAPTURE_UNMATCHED = 903,
    HIP_CAPTURE_UNJOINED = 904,
    HIP_CAPTURE_ISOLATION = 905,
    HIP_CAPTURE_IMPLICIT = 906,
    HIP_CAPTURED_EVENT = 907,
    HIP_CAPTURE_WRONG_THREAD = 908,
};

int hip_code(enum sim_status status);

/*
 * The last error of a thread. Up to HIP 6 it is what the last call answered,
 * success included; from 7 on it is the last failure, until it is read. Being
 * not ready is no failure then.
 */
struct hip_last {
    int answer;  /* of the last call */
    int failure; /* what hipGetLastError says */
};

extern _Thread_local struct hip_last hip_last
    __attribute__((tls_model("initial-exec")));

/* Remember the answer and give it. */
static inline int hip_answer(int code)
{
    hip_last.answer = code;
    if (hip_major < 7 || (code != HIP_SUCCESS && code != HIP_NOT_READY))
        hip_last.failure = code;
    return code;
}

#endif
