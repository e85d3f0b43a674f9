#ifndef GPUALLOC_LOOKUP_H
#define GPUALLOC_LOOKUP_H

/*
 * The question that the exported dlsym and dlvsym ask before they jump on.
 *
 * They are a few instructions of assembly (lookup_entry.S) because glibc takes
 * the caller of dlsym from the return address: a wrapper that called the real
 * one would break RTLD_NEXT and RTLD_DEFAULT for everybody else. So the stub
 * keeps the caller's frame and either returns `answer` or jumps to `next` with
 * the arguments as they came.
 */

#include <stdbool.h>

struct lookup {
    void *answer; /* NULL: not ours, jump on */
    void *next;
};

struct lookup lookup_dlsym(void *handle, const char *name, const void *caller);
struct lookup lookup_dlvsym(void *handle, const char *name, const char *version,
                            const void *caller);

/* Whether look-ups are answered at all: not under GPUALLOC_OFF. */
bool lookup_is_answered(void);

#endif
