#ifndef GPUALLOC_POOL_VECTOR_H
#define GPUALLOC_POOL_VECTOR_H

/* Replays a recorded sequence of allocations (tests/data/vectors) on a pool of
 * its own, over the scripted driver that the file describes. */

#include <stdbool.h>
#include <stdio.h>

/*
 * Read the configuration and the input columns from `in`, and call `emit` with
 * each line of the same file with the pool's own answers, without the newline.
 *
 * False if the file is not such a file or the host has no memory.
 */
bool vector_replay(FILE *in, void (*emit)(void *context, const char *line),
                   void *context);

#endif
