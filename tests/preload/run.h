#ifndef GPUALLOC_TESTS_RUN_H
#define GPUALLOC_TESTS_RUN_H

/*
 * Run a program as a user would, with the preload, and read what it left.
 *
 * A program starts in an empty directory of its own, which is gone when its run
 * is returned. Settings and commands are words with a space between them. In
 * both `@` stands for that directory and `^` for the build directory. What a
 * run holds stays valid until the test ends.
 */

#include <stdbool.h>
#include <stddef.h>

struct run {
    int status; /* the exit status, or 128 and the number of the signal */
    const char *out, *err;
    const char *log;   /* what GPUALLOC_LOG names, if a test leaves it alone */
    const char *trace; /* the calls that arrived at a simulated library */
};

/* Preloaded: LD_PRELOAD, GPUALLOC_LOG and SIMGPU_TRACE are set, and a setting
 * takes their place. `NAME` alone unsets, `NAME=` sets to nothing. */
const struct run *run(const char *settings, const char *command);

/* The same without LD_PRELOAD. */
const struct run *run_alone(const char *settings, const char *command);

/* Preloaded, one line for the shell. LD_PRELOAD is unset in the shell itself
 * and set by `$preloaded` before a command; `^` and `@` are not replaced but
 * `$build` and `$here` are set. */
const struct run *run_shell(const char *settings, const char *script);

/* A file that the program left in its directory, "" if it did not. */
const char *run_file(const struct run *run, const char *name);

/* The text of the first file whose name begins so. */
const char *run_file_like(const struct run *run, const char *prefix);

/* Lines of a text whose beginning is `gpualloc: KIND `, counted from 1; "" if
 * there are not so many. */
const char *line_of(const char *text, const char *kind, int n);
int lines_of(const char *text, const char *kind);

/* The n-th line of alloc or free, from 1. */
const char *decision(const struct run *run, int n);
int decisions(const struct run *run);

/* How many lines of a text, log or trace, begin with or contain this. */
int lines_that_begin(const char *text, const char *beginning);
int lines_with(const char *text, const char *part);

/* The value of a key, with quotes if it has them; "" if there is none. */
char *value(const char *line, const char *key);
long number(const char *line, const char *key);

/* Fail the test unless each `key=value` of facts is a word of the line. A fact
 * `key~part` asks for a value that contains it. */
void must_say(const char *line, const char *facts);

/* Fail the test unless both texts are the same. */
void must_equal(const char *text, const char *wanted);

/* Fail the test unless the program ended with 0 and said this. */
void must_succeed(const struct run *run);
void must_print(const struct run *run, const char *out);

/* Fail the test unless both said the same and ended alike. */
void must_behave_alike(const struct run *with, const struct run *without);

#endif
