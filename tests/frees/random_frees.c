/*
 * A random program over streams and devices that frees memory while work on it
 * is still queued, as CUDA allows, and checks every byte that it owns.
 *
 *     random_frees SEED STEPS [naive]
 *
 * Each buffer is filled on a stream of its own choosing and nobody else writes
 * to it. If a byte differs, somebody handed out memory too early. With `naive`
 * the program keeps freed buffers in a pool of its own and hands them out at
 * once: that must be found. Prints the number of wrong buffers; exits with 1 if
 * there are any, with 2 if a call fails.
 */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long device_ptr;

int cuInit(unsigned flags);
int cuDevicePrimaryCtxRetain(void **context, int dev);
int cuCtxSetCurrent(void *context);
int cuCtxSynchronize(void);
int cuMemAlloc_v2(device_ptr *out, size_t size);
int cuMemFree_v2(device_ptr ptr);
int cuMemsetD8Async(device_ptr ptr, unsigned char value, size_t count,
                    void *stream);
int cuMemcpyDtoHAsync_v2(void *to, device_ptr from, size_t size, void *stream);
int cuStreamCreate(void **out, unsigned flags);
int cuStreamSynchronize(void *stream);

enum {
    DEVICE_COUNT = 2,
    STREAM_COUNT = 3,
    BUFFER_COUNT = 48,
    NON_BLOCKING = 1,
    SIZE_STEP = 4096,
    SIZE_STEPS = 12,
    PARKED_MAX = 64,
};

struct buffer {
    device_ptr ptr; /* 0: none */
    size_t size;
    int dev;
    void *stream;
    unsigned char byte;
};

static void *contexts[DEVICE_COUNT];
static void *streams[DEVICE_COUNT][STREAM_COUNT];
static struct buffer buffers[BUFFER_COUNT];
static struct buffer parked[PARKED_MAX]; /* of the naive pool */
static bool is_naive;
static uint64_t seed;

static unsigned random_below(unsigned bound)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33) % bound;
}

static void must(int rc, const char *what)
{
    if (rc == 0)
        return;
    fprintf(stderr, "%s answered %d\n", what, rc);
    exit(2);
}

static void setup(void)
{
    must(cuInit(0), "cuInit");
    for (int dev = 0; dev < DEVICE_COUNT; dev++) {
        must(cuDevicePrimaryCtxRetain(&contexts[dev], dev), "retain");
        must(cuCtxSetCurrent(contexts[dev]), "cuCtxSetCurrent");
        for (int i = 0; i < STREAM_COUNT; i++)
            must(cuStreamCreate(&streams[dev][i], NON_BLOCKING), "stream");
    }
}

static device_ptr take_parked(int dev, size_t size)
{
    for (int i = 0; is_naive && i < PARKED_MAX; i++) {
        const device_ptr ptr = parked[i].ptr;
        if (!ptr || parked[i].dev != dev || parked[i].size != size)
            continue;
        parked[i].ptr = 0;
        return ptr;
    }
    return 0;
}

static bool park(const struct buffer *buffer)
{
    for (int i = 0; is_naive && i < PARKED_MAX; i++) {
        if (parked[i].ptr)
            continue;
        parked[i] = *buffer;
        return true;
    }
    return false;
}

static void fill(struct buffer *buffer)
{
    buffer->byte = (unsigned char)random_below(256);
    must(cuMemsetD8Async(buffer->ptr, buffer->byte, buffer->size,
                         buffer->stream),
         "cuMemsetD8Async");
}

static void allocate(struct buffer *buffer)
{
    buffer->dev = (int)random_below(DEVICE_COUNT);
    buffer->size = (1 + random_below(SIZE_STEPS)) * SIZE_STEP;
    buffer->stream = streams[buffer->dev][random_below(STREAM_COUNT)];
    must(cuCtxSetCurrent(contexts[buffer->dev]), "cuCtxSetCurrent");
    buffer->ptr = take_parked(buffer->dev, buffer->size);
    if (!buffer->ptr)
        must(cuMemAlloc_v2(&buffer->ptr, buffer->size), "cuMemAlloc_v2");
    fill(buffer);
}

/* Whatever is current: the owner is what counts. */
static void release(struct buffer *buffer)
{
    must(cuCtxSetCurrent(contexts[random_below(DEVICE_COUNT)]), "current");
    if (!park(buffer))
        must(cuMemFree_v2(buffer->ptr), "cuMemFree_v2");
    buffer->ptr = 0;
}

static bool is_right(const struct buffer *buffer)
{
    static unsigned char seen[SIZE_STEPS * SIZE_STEP];
    must(cuCtxSetCurrent(contexts[buffer->dev]), "cuCtxSetCurrent");
    must(cuMemcpyDtoHAsync_v2(seen, buffer->ptr, buffer->size, buffer->stream),
         "cuMemcpyDtoHAsync_v2");
    must(cuStreamSynchronize(buffer->stream), "cuStreamSynchronize");
    for (size_t i = 0; i < buffer->size; i++)
        if (seen[i] != buffer->byte)
            return false;
    return true;
}

/* One random step; the number of wrong buffers that it finds. */
static int step(void)
{
    struct buffer *buffer = &buffers[random_below(BUFFER_COUNT)];
    if (!buffer->ptr) {
        allocate(buffer);
        return 0;
    }
    switch (random_below(8)) {
    case 0:
        return !is_right(buffer);
    case 1:
        fill(buffer);
        return 0;
    case 2:
        if (random_below(8) == 0)
            must(cuCtxSynchronize(), "cuCtxSynchronize");
        return 0;
    default:
        release(buffer);
        return 0;
    }
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    seed = strtoull(argv[1], NULL, 0);
    is_naive = argc > 3 && strcmp(argv[3], "naive") == 0;
    int wrong = 0;
    setup();
    for (int i = atoi(argv[2]); i > 0; i--)
        wrong += step();
    for (int i = 0; i < BUFFER_COUNT; i++)
        wrong += buffers[i].ptr && !is_right(&buffers[i]);
    printf("%d wrong\n", wrong);
    return wrong ? 1 : 0;
}
