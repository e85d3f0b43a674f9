#ifndef GPUALLOC_TESTS_SCRATCH_H
#define GPUALLOC_TESTS_SCRATCH_H

/* A directory for one run, and the files that were found in it. */

#include <stddef.h>

enum {
    SCRATCH_FILES = 96,
};

struct scratch {
    char path[64];
    size_t count;
    struct scratch_file {
        char *name, *text;
    } files[SCRATCH_FILES];
};

void scratch_create(struct scratch *scratch);

/* Read all files, then remove them and the directory. */
void scratch_collect(struct scratch *scratch);

/* "" if there is no such file. */
const char *scratch_text(const struct scratch *scratch, const char *name);
const char *scratch_text_like(const struct scratch *scratch,
                              const char *prefix);

#endif
