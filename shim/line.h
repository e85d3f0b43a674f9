#ifndef GPUALLOC_LINE_H
#define GPUALLOC_LINE_H

/*
 * One line of the log: `gpualloc: KIND key=value key=value...`.
 *
 * Built on the stack with neither locale nor host memory, so that it may be
 * made anywhere. A value with a space is put in double quotes; a quote, a
 * backslash or a control character in a value is written \xNN. A value that
 * would make the line too long is cut, and nothing follows it.
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LINE_ROOM = 4096, /* bytes of a line with its newline */
};

struct line {
    size_t length;
    bool is_full; /* something was cut */
    char text[LINE_ROOM];
};

void line_init(struct line *line, const char *kind);
void line_text(struct line *line, const char *key, const char *value);
/* Always quoted, for sentences. */
void line_sentence(struct line *line, const char *key, const char *value);
void line_count(struct line *line, const char *key, uint64_t value);
void line_signed(struct line *line, const char *key, int64_t value);
void line_addr(struct line *line, const char *key, uint64_t value);
/* Seconds with six decimals. */
void line_seconds(struct line *line, const char *key, uint64_t nanoseconds);
/* Microseconds with one decimal. */
void line_microseconds(struct line *line, const char *key,
                       uint64_t nanoseconds);
/* `object+0xoffset`. */
void line_place(struct line *line, const char *key, const char *object,
                uint64_t offset);
/* End it with a newline; the number of bytes to write. */
size_t line_finish(struct line *line);

#endif
