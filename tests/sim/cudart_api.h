#ifndef GPUALLOC_SIM_CUDART_API_H
#define GPUALLOC_SIM_CUDART_API_H

/* Own declarations of what the simulated runtime takes and gives, under the
 * vendor's names. CUDART_MAJOR says whose layout: 12 or 13. */

#include "tests/sim/cuda_api.h"

typedef unsigned cudaError_t;
typedef CUstream cudaStream_t;
typedef CUevent cudaEvent_t;
typedef CUmemoryPool cudaMemPool_t;
typedef CUgraph cudaGraph_t;
typedef CUgraphExec cudaGraphExec_t;
typedef struct cudaArray *cudaArray_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;

/* C calls these by their tags. */
enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault,
};
enum cudaDeviceAttr { cudaDevAttrMaxThreadsPerBlock = 1 };
enum cudaMemPoolAttr { cudaMemPoolReuseFollowEventDependencies = 1 };
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal };
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone };
enum cudaLimit { cudaLimitStackSize };
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1 };
enum cudaMemLocationType { cudaMemLocationTypeDevice = 1 };
enum cudaDriverEntryPointQueryResult { cudaDriverEntryPointSuccess };
enum cudaMemoryType {
    cudaMemoryTypeUnregistered,
    cudaMemoryTypeHost,
    cudaMemoryTypeDevice,
    cudaMemoryTypeManaged,
};
enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned,
    cudaChannelFormatKindUnsigned,
    cudaChannelFormatKindFloat,
};

typedef void (*cudaHostFn_t)(void *argument);
typedef void (*cudaStreamCallback_t)(cudaStream_t stream, cudaError_t status,
                                     void *argument);

struct cudaExtent {
    size_t width, height, depth;
};

struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};

struct cudaChannelFormatDesc {
    int x, y, z, w;
    enum cudaChannelFormatKind f;
};

struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id;
};

struct cudaMemPoolProps {
    unsigned allocType, handleTypes;
    struct cudaMemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
};

typedef struct cudaIpcMemHandle_st {
    char reserved[64];
} cudaIpcMemHandle_t;

struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
#if CUDART_MAJOR >= 13
    long reserved[8];
#endif
};

struct dim3 {
    unsigned x, y, z;
};
typedef struct dim3 dim3;

/* As far as the simulation fills it; `whole` is how large it is. */
struct device_properties {
    char name[256];
    char uuid[16], luid[8];
    unsigned luidDeviceNodeMask;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
#if CUDART_MAJOR < 13
    int clockRate;
#endif
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
#if CUDART_MAJOR < 13
    int deviceOverlap;
#endif
    int multiProcessorCount;
#if CUDART_MAJOR < 13
    int kernelExecTimeoutEnabled;
#endif
    int integrated, canMapHostMemory;
};

struct cudaDeviceProp {
    struct device_properties known;
    char rest[(CUDART_MAJOR < 13 ? 1032 : 1008) -
              sizeof(struct device_properties)];
};

#endif
