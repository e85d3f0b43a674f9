/*
 * Allocations and frees while a stream is captured. What is clean is served;
 * what would need the driver gets the driver's refusal, 900, and the capture is
 * spoilt as it would be without us; what is freed spoils nothing.
 *
 * Each line says what a call answered.
 */

#include <stdio.h>

int cuInit(unsigned flags);
int cuDevicePrimaryCtxRetain(void **context, int dev);
int cuCtxSetCurrent(void *context);
int cuCtxSynchronize(void);
int cuMemAlloc_v2(void **out, size_t size);
int cuMemFree_v2(void *ptr);
int cuStreamCreate(void **out, unsigned flags);
int cuStreamBeginCapture_v2(void *stream, int mode);
int cuStreamEndCapture(void *stream, void **graph);

enum {
    SMALL = 64 * 1024,
    LARGE = 512 << 20, /* more than any region so far */
    GLOBAL_MODE = 0,
};

static void say(const char *what, int rc)
{
    printf("%s %d\n", what, rc);
}

/* Begin, free what there is, allocate twice as the argument says, end. */
static void capture(void *stream, void *ptr, size_t size)
{
    void *graph = NULL, *taken = NULL;
    say("begin", cuStreamBeginCapture_v2(stream, GLOBAL_MODE));
    say("free", cuMemFree_v2(ptr));
    say("alloc", cuMemAlloc_v2(&taken, size));
    say("reused", taken == ptr);
    say("end", cuStreamEndCapture(stream, &graph));
}

int main(void)
{
    void *context, *stream, *ptr;
    cuInit(0);
    cuDevicePrimaryCtxRetain(&context, 0);
    cuCtxSetCurrent(context);
    cuStreamCreate(&stream, 1);

    cuMemAlloc_v2(&ptr, SMALL);
    capture(stream, ptr, SMALL);
    say("synchronize", cuCtxSynchronize());

    cuMemAlloc_v2(&ptr, SMALL);
    capture(stream, ptr, LARGE);
    say("synchronize", cuCtxSynchronize());
    return 0;
}
