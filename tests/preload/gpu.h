#ifndef GPUALLOC_TESTS_GPU_H
#define GPUALLOC_TESTS_GPU_H

/* A vendor's runtime as the test programs see it. Each program is linked with
 * one of the files that fill this: they differ in the door that they use. */

#include <stddef.h>

struct gpu {
#define GPU(member, cuda, hip, parameters) int(*member) parameters;
#include "tests/preload/gpu.def"
#undef GPU
};

enum copy_kind {
    COPY_TO_DEVICE = 1,
    COPY_TO_HOST = 2,
};

/* Fill it. Words of the command that say how are taken from it. What is not
 * there is NULL. */
void gpu_open(struct gpu *out, char ***words);

#endif
