#ifndef GPUALLOC_VALUES_H
#define GPUALLOC_VALUES_H

/*
 * The values that environment variables take. Each function writes its result
 * only if the value is one of those that the grammar accepts.
 */

#include <stdbool.h>
#include <stdint.h>

/* A number of bytes, or a share of something whose size is known later. */
struct amount {
    uint64_t bytes;  /* if fraction is 0 */
    double fraction; /* above 0 and at most 1, or 0 */
};

/* A word and what it stands for. */
struct choice {
    const char *word;
    int meaning;
};

/* `1`, `on`, `yes`, `true` or `0`, `off`, `no`, `false` and the empty string,
 * in any case. */
bool value_switch(const char *text, bool *out);

/* One of the words, in any case. */
bool value_choice(const char *text, const struct choice *choices,
                  unsigned count, int *out);

/* `1048576`, `64K`, `512M`, `8GiB`: powers of 1024, above 0. */
bool value_bytes(const char *text, uint64_t *out);

/* The same, or `75%`. */
bool value_amount(const char *text, struct amount *out);

/* `0.75`: above 0 and at most 1. The decimal point is a point everywhere. */
bool value_fraction(const char *text, double *out);

#endif
