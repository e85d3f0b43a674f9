#ifndef GPUALLOC_LOG_H
#define GPUALLOC_LOG_H

/*
 * Where lines go: a descriptor of our own, taken at the first call that we
 * handle, one write for each line.
 *
 * The descriptor's file is compared with the one it was before each write, so
 * that a program which closes every descriptor and opens files of its own never
 * finds our lines in them. Safe from any thread.
 */

#include "shim/settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Remember which file standard error is. Called when we are loaded: what holds
 * its number later may be a file of the program's. */
void log_note_stderr(void);

/* Open what the settings ask for. A path that cannot be opened earns an error,
 * and standard error takes its place. */
void log_open(const struct settings *settings, struct complaints *complaints);

/* In the child of a fork: start counting anew, and take another file at the
 * next line where the path names the process. */
void log_reset_in_child(void);

/* Whether anything can be written at all. */
bool log_is_on(void);

/* Write one line. What cannot be written is counted. */
void log_write(const char *text, size_t size);

uint64_t log_lost(void);

/* `stderr`, `summary`, `off` or the path with its % letters replaced. */
const char *log_name(void);

#endif
