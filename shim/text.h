#ifndef GPUALLOC_TEXT_H
#define GPUALLOC_TEXT_H

/*
 * Comparisons for the path of a look-up. A sanitizer calls dlsym while it sets
 * up its own strcmp and its like, and ends in an empty pointer if we call these
 * before it has an answer.
 */

#include <stdbool.h>
#include <stddef.h>

/* What follows `start` in the text, or NULL if it begins otherwise. */
static inline const char *text_behind(const char *text, const char *start)
{
    for (; *start; text++, start++)
        if (*text != *start)
            return NULL;
    return text;
}

static inline bool text_equals(const char *text, const char *other)
{
    for (; *text == *other; text++, other++)
        if (!*text)
            return true;
    return false;
}

static inline const char *text_behind_last_slash(const char *path)
{
    const char *behind = path;
    for (; *path; path++)
        if (*path == '/')
            behind = path + 1;
    return behind;
}

#endif
