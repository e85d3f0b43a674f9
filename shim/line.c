#include "shim/line.h"

#include <string.h>

static const char digits[] = "0123456789abcdef";

enum {
    /* Whatever a key's number may need: a key without its number would say
     * that there is none. */
    NUMBER_ROOM = 32,
};

/* Every line keeps a byte for the quote and one for the newline at its end. */
static bool has_room(const struct line *line, size_t size)
{
    return !line->is_full && line->length + size <= LINE_ROOM - 2;
}

/* What follows something that was cut would be read as its end, so the first
 * piece without room ends the line. */
static void put(struct line *line, const char *text, size_t size)
{
    line->is_full = !has_room(line, size);
    if (line->is_full)
        return;
    memcpy(line->text + line->length, text, size);
    line->length += size;
}

static void put_text(struct line *line, const char *text)
{
    put(line, text, strlen(text));
}

static void put_key(struct line *line, const char *key)
{
    line->is_full = !has_room(line, strlen(key) + NUMBER_ROOM);
    put_text(line, " ");
    put_text(line, key);
    put_text(line, "=");
}

static void put_number(struct line *line, uint64_t value, unsigned base,
                       unsigned width)
{
    char text[24];
    size_t at = sizeof(text);
    do {
        text[--at] = digits[value % base];
        value /= base;
    } while (value || sizeof(text) - at < width);
    put(line, text + at, sizeof(text) - at);
}

static void put_escaped(struct line *line, const char *value)
{
    for (const unsigned char *c = (const unsigned char *)value; *c; c++) {
        const char code[] = {'\\', 'x', digits[*c >> 4], digits[*c & 15]};
        if (*c < ' ' || *c == '"' || *c == '\\' || *c == 0x7f)
            put(line, code, sizeof(code));
        else
            put(line, (const char *)c, 1);
    }
}

/* Whether a quote was opened, which then must be closed. */
static bool open_quote(struct line *line)
{
    put_text(line, "\"");
    return !line->is_full;
}

/* Takes the byte that is kept for it. */
static void close_quote(struct line *line)
{
    line->text[line->length++] = '"';
}

static void put_hex(struct line *line, uint64_t value)
{
    put_text(line, "0x");
    put_number(line, value, 16, 1);
}

static bool needs_quotes(const char *value)
{
    return !value[0] || strchr(value, ' ');
}

void line_init(struct line *line, const char *kind)
{
    line->length = 0;
    line->is_full = false;
    put_text(line, "gpualloc: ");
    put_text(line, kind);
}

void line_sentence(struct line *line, const char *key, const char *value)
{
    put_key(line, key);
    if (!open_quote(line))
        return;
    put_escaped(line, value);
    close_quote(line);
}

void line_text(struct line *line, const char *key, const char *value)
{
    if (needs_quotes(value)) {
        line_sentence(line, key, value);
        return;
    }
    put_key(line, key);
    put_escaped(line, value);
}

void line_count(struct line *line, const char *key, uint64_t value)
{
    put_key(line, key);
    put_number(line, value, 10, 1);
}

void line_signed(struct line *line, const char *key, int64_t value)
{
    put_key(line, key);
    if (value < 0)
        put_text(line, "-");
    put_number(line, value < 0 ? -(uint64_t)value : (uint64_t)value, 10, 1);
}

void line_addr(struct line *line, const char *key, uint64_t value)
{
    put_key(line, key);
    put_hex(line, value);
}

void line_seconds(struct line *line, const char *key, uint64_t nanoseconds)
{
    put_key(line, key);
    put_number(line, nanoseconds / 1000000000, 10, 1);
    put_text(line, ".");
    put_number(line, nanoseconds % 1000000000 / 1000, 10, 6);
}

void line_microseconds(struct line *line, const char *key, uint64_t nanoseconds)
{
    put_key(line, key);
    put_number(line, nanoseconds / 1000, 10, 1);
    put_text(line, ".");
    put_number(line, nanoseconds % 1000 / 100, 10, 1);
}

void line_place(struct line *line, const char *key, const char *object,
                uint64_t offset)
{
    put_key(line, key);
    const bool is_quoted = needs_quotes(object) && open_quote(line);
    put_escaped(line, object);
    put_text(line, "+");
    put_hex(line, offset);
    if (is_quoted)
        close_quote(line);
}

size_t line_finish(struct line *line)
{
    line->text[line->length++] = '\n';
    return line->length;
}
