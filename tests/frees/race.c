/*
 * The race that a pool without care has: a buffer is freed while a write to it
 * is still queued, another buffer is made and cleared on another stream, and
 * then the old write arrives.
 *
 *     race [naive]
 *
 * With `naive` the program hands the freed buffer out again itself. Exits with
 * 1 if the new buffer is not all zero at the end.
 */

#include "tests/frees/gpu.h"

#include <stdio.h>
#include <string.h>

enum {
    SIZE = 256 * 1024,
    OLD = 0xaa,
    ROUNDS = 30, /* a machine that is busy may spoil one */
};

/* The number of bytes of the new buffer that are not zero. */
static size_t run_once(int is_naive, void *slow, void *other)
{
    static unsigned char seen[SIZE];
    void *old = gpu_alloc(SIZE);
    gpu_fill(old, OLD, SIZE, slow);
    gpu_fill(old, OLD, SIZE, slow); /* queued well behind what follows */
    if (!is_naive)
        gpu_free(old);
    void *fresh = is_naive ? old : gpu_alloc(SIZE);
    gpu_fill(fresh, 0, SIZE, other);
    gpu_wait(other);
    gpu_wait(slow);

    gpu_read(seen, fresh, SIZE, other);
    gpu_free(fresh);
    size_t wrong = 0;
    for (size_t i = 0; i < SIZE; i++)
        wrong += seen[i] != 0;
    return wrong;
}

int main(int argc, char **argv)
{
    const int is_naive = argc > 1 && strcmp(argv[1], "naive") == 0;
    gpu_init();
    gpu_use(0);
    void *slow = gpu_stream(), *other = gpu_stream();
    size_t wrong = 0;
    for (int round = 0; round < ROUNDS; round++)
        wrong += run_once(is_naive, slow, other);
    printf("%zu wrong\n", wrong);
    return wrong ? 1 : 0;
}
