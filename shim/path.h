#ifndef GPUALLOC_PATH_H
#define GPUALLOC_PATH_H

/* Paths with letters for the process: %p pid, %r rank, %h host, %n program. */

enum {
    PATH_ROOM = 1024,
};

/* Replace the letters; %% is %, any other letter stays as it is. A result that
 * does not fit is cut. */
void path_expand(char out[PATH_ROOM], const char *pattern);

#endif
