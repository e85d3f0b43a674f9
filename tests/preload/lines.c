#include "tests/preload/run.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_ROOM = 4200,
    ANSWERS = 32, /* that stay valid together */
};

static char *next_answer(void)
{
    static char answers[ANSWERS][LINE_ROOM];
    static unsigned used;
    return answers[used++ % ANSWERS];
}

static char *copy_of(const char *text, size_t length)
{
    char *answer = next_answer();
    if (length >= LINE_ROOM)
        length = LINE_ROOM - 1;
    memcpy(answer, text, length);
    answer[length] = '\0';
    return answer;
}

static const char *behind_line(const char *line)
{
    const char *end = strchr(line, '\n');
    return end ? end + 1 : line + strlen(line);
}

static bool begins_with(const char *line, const char *beginning)
{
    return strncmp(line, beginning, strlen(beginning)) == 0;
}

static bool is_kind(const char *line, const char *kind)
{
    char beginning[64];
    snprintf(beginning, sizeof(beginning), "gpualloc: %s ", kind);
    return begins_with(line, beginning);
}

static bool is_decision(const char *line)
{
    return is_kind(line, "alloc") || is_kind(line, "free");
}

const char *line_of(const char *text, const char *kind, int n)
{
    for (const char *line = text; *line; line = behind_line(line))
        if (is_kind(line, kind) && --n == 0)
            return copy_of(line, strcspn(line, "\n"));
    return "";
}

int lines_of(const char *text, const char *kind)
{
    int count = 0;
    for (const char *line = text; *line; line = behind_line(line))
        count += is_kind(line, kind);
    return count;
}

const char *decision(const struct run *run, int n)
{
    for (const char *line = run->log; *line; line = behind_line(line))
        if (is_decision(line) && --n == 0)
            return copy_of(line, strcspn(line, "\n"));
    return "";
}

int decisions(const struct run *run)
{
    return lines_of(run->log, "alloc") + lines_of(run->log, "free");
}

int lines_that_begin(const char *text, const char *beginning)
{
    int count = 0;
    for (const char *line = text; *line; line = behind_line(line))
        count += begins_with(line, beginning);
    return count;
}

int lines_with(const char *text, const char *part)
{
    int count = 0;
    for (const char *line = text; *line; line = behind_line(line))
        count += memmem(line, strcspn(line, "\n"), part, strlen(part)) != NULL;
    return count;
}

/* Where a value ends: quotes hold spaces together. */
static size_t value_length(const char *value)
{
    if (*value != '"')
        return strcspn(value, " \n");
    const char *quote = strchr(value + 1, '"');
    return quote ? (size_t)(quote + 1 - value) : strlen(value);
}

char *value(const char *line, const char *key)
{
    char wanted[64];
    snprintf(wanted, sizeof(wanted), " %s=", key);
    const char *at = strstr(line, wanted);
    if (!at)
        return copy_of("", 0);
    at += strlen(wanted);
    return copy_of(at, value_length(at));
}

long number(const char *line, const char *key)
{
    return strtol(value(line, key), NULL, 0);
}

static void must_say_one(const char *line, char *fact)
{
    char *sign = fact + strcspn(fact, "=~");
    const bool is_part = *sign == '~';
    *sign = '\0';
    const char *said = value(line, fact), *wanted = sign + 1;
    const bool is_so =
        is_part ? strstr(said, wanted) != NULL : strcmp(said, wanted) == 0;
    cr_expect(is_so, "%s is %s, not %s, in: %s", fact, said, wanted, line);
}

void must_say(const char *line, const char *facts)
{
    char *rest, *all = strdup(facts);
    for (char *fact = strtok_r(all, " ", &rest); fact;
         fact = strtok_r(NULL, " ", &rest))
        must_say_one(line, fact);
    free(all);
}

void must_equal(const char *text, const char *wanted)
{
    cr_expect(strcmp(text, wanted) == 0, "text is: %s\ninstead of: %s", text,
              wanted);
}
