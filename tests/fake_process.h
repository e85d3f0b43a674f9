#ifndef GPUALLOC_FAKE_PROCESS_H
#define GPUALLOC_FAKE_PROCESS_H

/*
 * A process under the shim as it is behind its first call: the environment is
 * read, the fake driver is loaded, the log is kept in memory. Without
 * Criterion, so that stress programs can use it.
 */

#include "shim/arena.h"
#include "tests/fake_cuda.h"

/* Begin with the environment as it is. `driver` is the name of the driver's
 * library. NULL if it cannot be loaded. */
struct fake_cuda *process_begin(const char *driver);

/* Make a context current in this thread. */
void process_enter(struct fake_context *context);

/* The driver ends a context, and the shim is not told. */
void process_end(struct fake_context *context);

/* Make a context current in this thread; its arena, or NULL. */
struct arena *process_arena(struct fake_context *context);

/* What has been logged so far; valid until the next call. */
const char *process_log(void);

#endif
