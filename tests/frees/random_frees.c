/*
 * A random program over streams and devices that frees memory while work on it
 * is still queued, as the vendors allow, and checks every byte that it owns.
 *
 *     random_frees SEED STEPS [naive]
 *
 * Each buffer is filled on a stream of its own choosing and nobody else writes
 * to it. If a byte differs, somebody handed out memory too early. With `naive`
 * the program keeps freed buffers in a pool of its own and hands them out at
 * once: that must be found. Prints the number of wrong buffers; exits with 1 if
 * there are any, with 2 if a call fails.
 */

#include "tests/frees/gpu.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STREAM_COUNT = 3,
    BUFFER_COUNT = 48,
    SIZE_STEP = 4096,
    SIZE_STEPS = 12,
    PARKED_MAX = 64,
};

struct buffer {
    void *ptr; /* NULL: none */
    size_t size;
    int dev;
    void *stream;
    unsigned char byte;
};

static void *streams[GPU_DEVICES][STREAM_COUNT];
static struct buffer buffers[BUFFER_COUNT];
static struct buffer parked[PARKED_MAX]; /* of the naive pool */
static bool is_naive;
static uint64_t seed;

static unsigned random_below(unsigned bound)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(seed >> 33) % bound;
}

static void setup(void)
{
    gpu_init();
    for (int dev = 0; dev < GPU_DEVICES; dev++) {
        gpu_use(dev);
        for (int i = 0; i < STREAM_COUNT; i++)
            streams[dev][i] = gpu_stream();
    }
}

static void *take_parked(int dev, size_t size)
{
    for (int i = 0; is_naive && i < PARKED_MAX; i++) {
        void *ptr = parked[i].ptr;
        if (!ptr || parked[i].dev != dev || parked[i].size != size)
            continue;
        parked[i].ptr = NULL;
        return ptr;
    }
    return NULL;
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
    gpu_fill(buffer->ptr, buffer->byte, buffer->size, buffer->stream);
}

static void allocate(struct buffer *buffer)
{
    buffer->dev = (int)random_below(GPU_DEVICES);
    buffer->size = (1 + random_below(SIZE_STEPS)) * SIZE_STEP;
    buffer->stream = streams[buffer->dev][random_below(STREAM_COUNT)];
    gpu_use(buffer->dev);
    buffer->ptr = take_parked(buffer->dev, buffer->size);
    if (!buffer->ptr)
        buffer->ptr = gpu_alloc(buffer->size);
    fill(buffer);
}

/* Whatever is current: the owner is what counts. */
static void release(struct buffer *buffer)
{
    gpu_use((int)random_below(GPU_DEVICES));
    if (!park(buffer))
        gpu_free(buffer->ptr);
    buffer->ptr = NULL;
}

static bool is_right(const struct buffer *buffer)
{
    static unsigned char seen[SIZE_STEPS * SIZE_STEP];
    gpu_use(buffer->dev);
    gpu_read(seen, buffer->ptr, buffer->size, buffer->stream);
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
            gpu_wait_for_device();
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
