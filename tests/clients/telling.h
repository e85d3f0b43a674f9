#ifndef GPUALLOC_TELLING_H
#define GPUALLOC_TELLING_H

/* What the programs here are told, and what they print: one line a call. */

#include <stdbool.h>
#include <stddef.h>

/* Stands in every output before a call, so that one which is left untouched
 * shows. */
extern void *const telling_untouched;

/* An allocation: the bytes asked for, the code, and what the output holds.
 * The address of a success is told as `ptr=`, which differs from run to run;
 * every other output as `out=`, which must not. */
void telling_alloc(const char *name, size_t size, int code, const void *out);

/* A free of `addr`, which may be no address of any allocation. */
void telling_free(const char *name, const void *addr, int code);

/* A call that neither allocates nor frees, and a number it gave. */
void telling_query(const char *name, int code, long answer);

/* Whether the program was started with `word` among its arguments. */
bool telling_is_asked(char **argv, const char *word);

#endif
