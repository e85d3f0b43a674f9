#ifndef GPUALLOC_SIM_STATUS_H
#define GPUALLOC_SIM_STATUS_H

#include "pool/base.h"

/* What the simulated hardware answers. Each vendor maps it to its codes. */
enum sim_status {
    SIM_OK = 0,
    SIM_INVALID,           /* an argument, a range or an address is wrong */
    SIM_NO_MEMORY,         /* the device, or the host behind it, is full */
    SIM_NO_DEVICE,         /* no device has this number */
    SIM_BAD_HANDLE,        /* a stream, event, pool or handle is not alive */
    SIM_NOT_READY,         /* work is still pending */
    SIM_NOT_SUPPORTED,     /* the simulation or the device cannot do this */
    SIM_NOT_PERMITTED,     /* not from within a host function */
    SIM_ILLEGAL_ADDRESS,   /* work touched memory that was gone: sticky */
    SIM_MAP_FAILED,        /* something is mapped there already */
    SIM_ALREADY_MAPPED,    /* registered or opened before */
    SIM_NOT_REGISTERED,    /* host memory that was never registered */
    SIM_SAME_PROCESS,      /* an IPC handle opened where it was made */
    SIM_PEER_ENABLED,      /* peer access is open already */
    SIM_PEER_NOT_ENABLED,  /* peer access was not open */
    SIM_PEER_UNSUPPORTED,  /* a device is no peer of itself */
    SIM_CAPTURE_FORBIDDEN, /* not while a stream is captured */
    SIM_CAPTURE_BROKEN,    /* an earlier call spoilt this capture */
    SIM_CAPTURE_UNJOINED,  /* the capture ended with work left elsewhere */
    SIM_CAPTURE_UNMATCHED, /* ended where it was not begun */
    SIM_CAPTURE_IMPLICIT,  /* would depend on the legacy default stream */
    SIM_CAPTURE_FOREIGN,   /* ended by another thread than began it */
    SIM_NOT_CAPTURED,      /* the call needs a capture and there is none */
    SIM_CAPTURED_EVENT,    /* the event's place is in a capture only */
    SIM_CAPTURE_ISOLATION, /* a captured stream would wait for one that is not
                            */
    SIM_STATUS_COUNT,
};

#endif
