#ifndef GPUALLOC_TESTS_STEPS_H
#define GPUALLOC_TESTS_STEPS_H

/*
 * A program whose command line says what it does, one word a step:
 *
 *     take:1M write:0:7 check:0:7 give:0
 *
 * Each step prints a line, its name, the code and what became of the outputs,
 * never an address: the lines are the same with and without a preload.
 */

#include "tests/preload/gpu.h"

#include <stdbool.h>

enum {
    SLOT_ROOM = 128,
};

struct slot {
    void *ptr;
    size_t size;
};

struct steps {
    struct gpu gpu;
    struct slot slots[SLOT_ROOM];
    int slot_count;
};

/* What the step says behind its name, or NULL if it is another one. */
const char *step_is(const char *step, const char *name);

/* 64K, 2M, 1G. */
size_t size_of_text(const char *text);

void step_print(const char *name, int code);

/* Each tries the steps that it knows; false: this is none of them. */
bool steps_try_take(struct steps *steps, const char *step);
bool steps_try_give(struct steps *steps, const char *step);
bool steps_try_device(struct steps *steps, const char *step);
bool steps_try_process(struct steps *steps, const char *step);

/* Do one step, or end the program with 2 if nobody knows it. */
void steps_do(struct steps *steps, const char *step);

#endif
