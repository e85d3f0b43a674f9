#ifndef GPUALLOC_SIGNATURE_H
#define GPUALLOC_SIGNATURE_H

/*
 * The parameter lists that intercepted functions have.
 *
 * A signature is three lines: its parameters, what a `struct call` learns from
 * them, and the arguments that go on to the vendor. What a handler may change
 * is passed on from the call, everything else as it came.
 *
 * Device addresses (CUdeviceptr, void *), handles and opaque pointers all
 * travel in one integer register, so one type serves for each of them.
 */

#include "shim/call.h"
#include "shim/footprint.h"

#define PARAMETERS_OUT_SIZE void **out, size_t size
#define LEARN_OUT_SIZE      call.out = out, call.size = size
#define PASS_OUT_SIZE       out, size

#define PARAMETERS_OUT_SIZE_FLAGS void **out, size_t size, unsigned flags
#define LEARN_OUT_SIZE_FLAGS                                                   \
    call.out = out, call.size = size, call.flags = flags
#define PASS_OUT_SIZE_FLAGS out, size, flags

#define PARAMETERS_OUT_SIZE_STREAM void **out, size_t size, void *stream
#define LEARN_OUT_SIZE_STREAM      call.out = out, call.size = size
#define PASS_OUT_SIZE_STREAM       out, size, stream

#define PARAMETERS_OUT_SIZE_POOL_STREAM                                        \
    void **out, size_t size, void *pool, void *stream
#define LEARN_OUT_SIZE_POOL_STREAM call.out = out, call.size = size
#define PASS_OUT_SIZE_POOL_STREAM  out, size, pool, stream

#define PARAMETERS_OUT_SIZE_PROPERTIES                                         \
    void **out, size_t size, const void *properties, uint64_t flags
#define LEARN_OUT_SIZE_PROPERTIES call.out = out, call.size = size
#define PASS_OUT_SIZE_PROPERTIES  out, size, properties, flags

#define PARAMETERS_OUT_PITCH                                                   \
    void **out, size_t *pitch, size_t width, size_t height
#define LEARN_OUT_PITCH                                                        \
    call.out = out, call.size = footprint_plane(width, height)
#define PASS_OUT_PITCH out, pitch, width, height

#define PARAMETERS_OUT_PITCH_ELEMENT                                           \
    void **out, size_t *pitch, size_t width, size_t height, unsigned element
#define LEARN_OUT_PITCH_ELEMENT                                                \
    call.out = out, call.size = footprint_plane(width, height)
#define PASS_OUT_PITCH_ELEMENT out, pitch, width, height, element

#define PARAMETERS_PITCHED_EXTENT struct pitched *pitched, struct extent extent
#define LEARN_PITCHED_EXTENT                                                   \
    call.out = pitched ? &pitched->ptr : NULL,                                 \
    call.size = footprint_extent(&extent)
#define PASS_PITCHED_EXTENT pitched, extent

#define PARAMETERS_OUT_FORMAT_PLANE                                            \
    void **out, const struct channels *channels, size_t width, size_t height,  \
        unsigned flags
#define LEARN_OUT_FORMAT_PLANE                                                 \
    call.out = out,                                                            \
    call.size =                                                                \
        footprint_channels(channels, &(struct extent){width, height, 0})
#define PASS_OUT_FORMAT_PLANE out, channels, width, height, flags

#define PARAMETERS_OUT_FORMAT_EXTENT                                           \
    void **out, const struct channels *channels, struct extent extent,         \
        unsigned flags
#define LEARN_OUT_FORMAT_EXTENT                                                \
    call.out = out, call.size = footprint_channels(channels, &extent)
#define PASS_OUT_FORMAT_EXTENT out, channels, extent, flags

#define PARAMETERS_OUT_FORMAT_LEVELS                                           \
    void **out, const struct channels *channels, struct extent extent,         \
        unsigned levels, unsigned flags
#define LEARN_OUT_FORMAT_LEVELS                                                \
    call.out = out, call.size = footprint_channels(channels, &extent)
#define PASS_OUT_FORMAT_LEVELS out, channels, extent, levels, flags

#define PARAMETERS_OUT_ARRAY void **out, const struct array_format *format
#define LEARN_OUT_ARRAY      call.out = out, call.size = footprint_array(format)
#define PASS_OUT_ARRAY       out, format

#define PARAMETERS_OUT_ARRAY_3D void **out, const struct array_format_3d *format
#define LEARN_OUT_ARRAY_3D                                                     \
    call.out = out, call.size = footprint_array_3d(format)
#define PASS_OUT_ARRAY_3D out, format

#define PARAMETERS_OUT_ARRAY_LEVELS                                            \
    void **out, const struct array_format_3d *format, unsigned levels
#define LEARN_OUT_ARRAY_LEVELS                                                 \
    call.out = out, call.size = footprint_array_3d(format)
#define PASS_OUT_ARRAY_LEVELS out, format, levels

#define PARAMETERS_ADDR gpu_addr addr
#define LEARN_ADDR      call.addr = addr, call.passed_addr = addr
#define PASS_ADDR       call.passed_addr

#define PARAMETERS_ADDR_STREAM gpu_addr addr, void *stream
#define LEARN_ADDR_STREAM      call.addr = addr, call.passed_addr = addr
#define PASS_ADDR_STREAM       call.passed_addr, stream

#define PARAMETERS_OUT_ADDR void *handle, gpu_addr addr
#define LEARN_OUT_ADDR      call.addr = addr
#define PASS_OUT_ADDR       handle, addr

#define PARAMETERS_FREE_TOTAL size_t *free_bytes, size_t *total_bytes
#define LEARN_FREE_TOTAL                                                       \
    call.free_bytes = free_bytes, call.total_bytes = total_bytes
#define PASS_FREE_TOTAL free_bytes, total_bytes

#define PARAMETERS_DEVICE int device
#define LEARN_DEVICE      call.device = device
#define PASS_DEVICE       device

#define PARAMETERS_STREAM_MODE void *stream, int mode
#define LEARN_STREAM_MODE      (void)0
#define PASS_STREAM_MODE       stream, mode

#define PARAMETERS_STREAM_GRAPH_MODE                                           \
    void *stream, void *graph, const void *nodes, const void *edges,           \
        size_t count, int mode
#define LEARN_STREAM_GRAPH_MODE (void)0
#define PASS_STREAM_GRAPH_MODE  stream, graph, nodes, edges, count, mode

#define PARAMETERS_STREAM_OUT void *stream, void **graph
#define LEARN_STREAM_OUT      (void)0
#define PASS_STREAM_OUT       stream, graph

#define PARAMETERS_NOTHING void
#define LEARN_NOTHING      (void)0
#define PASS_NOTHING

#define PARAMETERS_NAME_OUT_VERSION                                            \
    const char *name, void **out, int version, uint64_t flags
#define LEARN_NAME_OUT_VERSION call.name = name, call.out = out
#define PASS_NAME_OUT_VERSION  name, out, version, flags

#define PARAMETERS_NAME_OUT_VERSION_STATUS                                     \
    const char *name, void **out, int version, uint64_t flags, int *status
#define LEARN_NAME_OUT_VERSION_STATUS call.name = name, call.out = out
#define PASS_NAME_OUT_VERSION_STATUS  name, out, version, flags, status

#endif
