#ifndef GPUALLOC_COMPLAINT_H
#define GPUALLOC_COMPLAINT_H

/*
 * What is wrong with the environment, collected while it is read and written
 * to the log once that is open.
 */

#include <stdbool.h>
#include <stddef.h>

struct complaint {
    bool is_error;        /* else a warning */
    const char *what;     /* of a warning: its word to grep for */
    const char *variable; /* lives as long as the process's environment */
    const char *value;
    const char *expected; /* of an error: what is accepted */
    const char *text;     /* what happens now */
};

enum {
    COMPLAINTS_ROOM = 64,
};

struct complaints {
    size_t count;
    bool has_errors;
    struct complaint list[COMPLAINTS_ROOM];
};

void complaints_error(struct complaints *complaints, const char *variable,
                      const char *value, const char *expected,
                      const char *text);
void complaints_warn(struct complaints *complaints, const char *what,
                     const char *variable, const char *value, const char *text);

#endif
