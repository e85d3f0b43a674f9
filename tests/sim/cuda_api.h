#ifndef GPUALLOC_SIM_CUDA_API_H
#define GPUALLOC_SIM_CUDA_API_H

/*
 * Own declarations of what the simulated CUDA libraries take and give, under
 * the vendor's names, so that `make check-abi` can compile the same tables
 * with the vendor's header in place of this one.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cuda_constant {
#define CONSTANT(name, value) name = value,
#include "tests/sim/cuda_constants.def"
#undef CONSTANT
};

enum cuda_result {
#define ERROR(number, driver, runtime, text) CUDA_ERROR_##driver = number,
#include "tests/sim/cuda_errors.def"
#undef ERROR
};

typedef unsigned CUresult;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef unsigned CUdeviceptr_v1;
typedef unsigned long long CUmemGenericAllocationHandle;
typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;

typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUlib_st *CUlibrary;
typedef struct CUkern_st *CUkernel;
typedef struct CUarray_st *CUarray;
typedef struct CUmipmappedArray_st *CUmipmappedArray;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUmemPoolHandle_st *CUmemoryPool;
typedef struct CUgraph_st *CUgraph;
typedef struct CUgraphNode_st *CUgraphNode;
typedef struct CUgraphExec_st *CUgraphExec;
typedef struct CUuuid_st CUuuid;
typedef struct CUctxCreateParams_st CUctxCreateParams;
typedef struct CUexecAffinityParam_st CUexecAffinityParam;
typedef struct CUlaunchConfig_st CUlaunchConfig;
typedef struct CUgraphEdgeData_st CUgraphEdgeData;

/* Enumerations are as wide as this on every platform of the vendor. */
typedef unsigned CUmemorytype;
typedef unsigned CUarray_format;
typedef unsigned CUctx_flags;
typedef unsigned CUdevice_attribute;
typedef unsigned CUdevice_P2PAttribute;
typedef unsigned CUdriverProcAddressQueryResult;
typedef unsigned CUfunc_cache;
typedef unsigned CUfunction_attribute;
typedef unsigned CUjit_option;
typedef unsigned CUlibraryOption;
typedef unsigned CUlimit;
typedef unsigned CUmemAccess_flags;
typedef unsigned CUmemAllocationGranularity_flags;
typedef unsigned CUmemAllocationHandleType;
typedef unsigned CUmemAllocationType;
typedef unsigned CUmemLocationType;
typedef unsigned CUmemPool_attribute;
typedef unsigned CUmem_advise;
typedef unsigned CUmoduleLoadingMode;
typedef unsigned CUpointer_attribute;
typedef unsigned CUsharedconfig;
typedef unsigned CUstreamCaptureMode;
typedef unsigned CUstreamCaptureStatus;

typedef void (*CUhostFn)(void *argument);
typedef void (*CUstreamCallback)(CUstream stream, CUresult status,
                                 void *argument);

struct CUuuid_st {
    char bytes[16];
};

typedef struct CUipcMemHandle_st {
    char reserved[64];
} CUipcMemHandle;

typedef struct CUmemLocation_st {
    CUmemLocationType type;
    int id;
} CUmemLocation;

typedef struct CUmemAllocationProp_st {
    CUmemAllocationType type;
    CUmemAllocationHandleType requestedHandleTypes;
    CUmemLocation location;
    void *win32HandleMetaData;
    struct {
        unsigned char compressionType;
        unsigned char gpuDirectRDMACapable;
        unsigned short usage;
        unsigned char reserved[4];
    } allocFlags;
} CUmemAllocationProp;

typedef struct CUmemAccessDesc_st {
    CUmemLocation location;
    CUmemAccess_flags flags;
} CUmemAccessDesc;

typedef struct CUmemPoolProps_st {
    CUmemAllocationType allocType;
    CUmemAllocationHandleType handleTypes;
    CUmemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
} CUmemPoolProps;

typedef struct CUDA_ARRAY_DESCRIPTOR_st {
    size_t Width, Height;
    CUarray_format Format;
    unsigned NumChannels;
} CUDA_ARRAY_DESCRIPTOR;

typedef struct CUDA_ARRAY3D_DESCRIPTOR_st {
    size_t Width, Height, Depth;
    CUarray_format Format;
    unsigned NumChannels;
    unsigned Flags;
} CUDA_ARRAY3D_DESCRIPTOR;

typedef struct CUDA_MEMCPY2D_st {
    size_t srcXInBytes, srcY;
    CUmemorytype srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    CUarray srcArray;
    size_t srcPitch;
    size_t dstXInBytes, dstY;
    CUmemorytype dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    CUarray dstArray;
    size_t dstPitch;
    size_t WidthInBytes, Height;
} CUDA_MEMCPY2D;

typedef struct CUDA_MEMCPY3D_st {
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    CUmemorytype srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    CUarray srcArray;
    void *reserved0;
    size_t srcPitch, srcHeight;
    size_t dstXInBytes, dstY, dstZ, dstLOD;
    CUmemorytype dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    CUarray dstArray;
    void *reserved1;
    size_t dstPitch, dstHeight;
    size_t WidthInBytes, Height, Depth;
} CUDA_MEMCPY3D;

#endif
