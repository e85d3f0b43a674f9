#include "shim/line.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

/* A value that fills more than a line. */
static const char *long_value(char filler)
{
    static char value[2 * LINE_ROOM];
    memset(value, filler, sizeof(value) - 1);
    return value;
}

static void expect_line(struct line *line, const char *expected)
{
    const size_t size = line_finish(line);
    char text[LINE_ROOM + 1] = {0};

    memcpy(text, line->text, size);
    cr_expect_str_eq(text, expected);
}

static size_t count_of(const struct line *line, char wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < line->length; i++)
        count += line->text[i] == wanted;
    return count;
}

/* A line whose text is `length` bytes long. */
static struct line line_of(size_t length)
{
    struct line line;
    line_init(&line, "x");
    line_text(&line, "k", "");
    while (line.length < length)
        line.text[line.length++] = 'x';
    return line;
}

Test(line, begins_with_its_kind)
{
    struct line line;

    line_init(&line, "banner");

    expect_line(&line, "gpualloc: banner\n");
}

Test(line, separates_keys_by_one_space_in_the_order_they_come)
{
    struct line line;
    line_init(&line, "alloc");

    line_signed(&line, "pid", 71);
    line_text(&line, "api", "hipMalloc");
    line_count(&line, "size", 2097152);
    line_addr(&line, "ptr", 0x7f1200000000);

    expect_line(&line, "gpualloc: alloc pid=71 api=hipMalloc size=2097152 "
                       "ptr=0x7f1200000000\n");
}

Test(line, writes_the_extremes_of_numbers)
{
    struct line line;
    line_init(&line, "x");

    line_count(&line, "a", UINT64_MAX);
    line_count(&line, "b", 0);
    line_signed(&line, "c", INT64_MIN);
    line_signed(&line, "d", -1);
    line_addr(&line, "e", UINT64_MAX);
    line_addr(&line, "f", 0);

    expect_line(&line, "gpualloc: x a=18446744073709551615 b=0 "
                       "c=-9223372036854775808 d=-1 e=0xffffffffffffffff "
                       "f=0x0\n");
}

Test(line, writes_seconds_with_six_decimals_cut_not_rounded)
{
    struct line line;
    line_init(&line, "x");

    line_seconds(&line, "a", 0);
    line_seconds(&line, "b", 341000);
    line_seconds(&line, "c", 1999999999);
    line_seconds(&line, "d", UINT64_MAX);

    expect_line(&line, "gpualloc: x a=0.000000 b=0.000341 c=1.999999 "
                       "d=18446744073.709551\n");
}

Test(line, writes_microseconds_with_one_decimal)
{
    struct line line;
    line_init(&line, "x");

    line_microseconds(&line, "a", 0);
    line_microseconds(&line, "b", 92400);
    line_microseconds(&line, "c", 99);
    line_microseconds(&line, "d", 100);

    expect_line(&line, "gpualloc: x a=0.0 b=92.4 c=0.0 d=0.1\n");
}

Test(line, quotes_a_value_with_a_space_and_an_empty_one)
{
    struct line line;
    line_init(&line, "x");

    line_text(&line, "a", "two words");
    line_text(&line, "b", "");
    line_text(&line, "c", "word");

    expect_line(&line, "gpualloc: x a=\"two words\" b=\"\" c=word\n");
}

Test(line, always_quotes_a_sentence)
{
    struct line line;
    line_init(&line, "x");

    line_sentence(&line, "text", "word");

    expect_line(&line, "gpualloc: x text=\"word\"\n");
}

Test(line, writes_quotes_backslashes_and_control_characters_as_codes)
{
    struct line line;
    line_init(&line, "x");

    line_text(&line, "a",
              "q\"b\\n\nt\te\x1b"
              "d\x7f");
    line_text(&line, "b", "\" \"");

    expect_line(&line, "gpualloc: x a=q\\x22b\\x5cn\\x0at\\x09e\\x1bd\\x7f "
                       "b=\"\\x22 \\x22\"\n");
}

Test(line, leaves_characters_beyond_ascii_as_they_are)
{
    struct line line;
    line_init(&line, "x");

    line_text(&line, "a", "gr\xc3\xbc\xc3\x9f");

    expect_line(&line, "gpualloc: x a=gr\xc3\xbc\xc3\x9f\n");
}

Test(line, names_a_place_by_object_and_offset)
{
    struct line line;
    line_init(&line, "x");

    line_place(&line, "caller", "xla_rocm_plugin.so", 0x1f3a2);

    expect_line(&line, "gpualloc: x caller=xla_rocm_plugin.so+0x1f3a2\n");
}

Test(line, keeps_object_and_offset_in_one_pair_of_quotes)
{
    struct line line;
    line_init(&line, "x");

    line_place(&line, "caller", "my plug-in.so", 16);
    line_place(&line, "other", "", 1);

    expect_line(&line, "gpualloc: x caller=\"my plug-in.so+0x10\" "
                       "other=\"+0x1\"\n");
}

Test(line, cuts_a_long_value_and_keeps_the_newline)
{
    struct line line;
    line_init(&line, "x");

    line_text(&line, "value", long_value('v'));
    const size_t size = line_finish(&line);

    cr_expect(le(sz, size, LINE_ROOM));
    cr_expect(ge(sz, size, LINE_ROOM - 2));
    cr_expect(eq(chr, line.text[size - 1], '\n'));
    cr_expect(eq(sz, count_of(&line, '\n'), 1));
}

Test(line, closes_the_quote_of_a_sentence_that_is_cut)
{
    struct line line;
    line_init(&line, "x");

    line_sentence(&line, "text", long_value('t'));
    const size_t size = line_finish(&line);

    cr_expect(eq(sz, size, LINE_ROOM));
    cr_expect(eq(chr, line.text[size - 2], '"'));
    cr_expect(eq(chr, line.text[size - 1], '\n'));
}

Test(line, never_cuts_a_code_in_two)
{
    for (size_t length = LINE_ROOM - 60; length < LINE_ROOM - 1; length++) {
        struct line line = line_of(length);

        line_sentence(&line, "k", long_value('\n'));
        const size_t size = line_finish(&line);

        const char *at = memchr(line.text, '\\', size);
        for (; at && *at == '\\'; at += 4)
            cr_expect(eq(int, memcmp(at, "\\x0a", 4), 0));
        cr_expect(at == NULL || (at[0] == '"' && at[1] == '\n'));
    }
}

Test(line, puts_nothing_behind_what_was_cut)
{
    static const char value[] = "what stands before the first line feed\nend";
    for (size_t length = LINE_ROOM - 80; length < LINE_ROOM - 1; length++) {
        struct line line = line_of(length);

        line_sentence(&line, "a", value);
        const bool is_cut = line.is_full;
        const size_t cut_at = line.length;
        line_count(&line, "b", 1);
        line_text(&line, "c", "word");
        line_place(&line, "d", "two words", 1);

        cr_expect(is_cut == !memmem(line.text, line.length, "end\"", 4));
        if (is_cut)
            cr_expect(eq(sz, line.length, cut_at));
    }
}

Test(line, is_whole_wherever_it_gets_full)
{
    for (size_t length = LINE_ROOM - 120; length < LINE_ROOM - 1; length++) {
        struct line line = line_of(length);

        line_sentence(&line, "text", "a \"quoted\" word");
        line_signed(&line, "signed", INT64_MIN);
        line_seconds(&line, "t", UINT64_MAX);
        line_place(&line, "place", "an object", UINT64_MAX);
        line_text(&line, "last", "a b");
        const size_t size = line_finish(&line);

        cr_expect(le(sz, size, LINE_ROOM));
        cr_expect(eq(sz, count_of(&line, '"') % 2, 0));
        cr_expect(eq(chr, line.text[size - 1], '\n'));
    }
}

Test(line, leaves_a_key_out_whose_number_has_no_room)
{
    for (size_t length = LINE_ROOM - 60; length < LINE_ROOM - 1; length++) {
        struct line line = line_of(length);

        line_count(&line, "size", 1234567890);
        const size_t size = line_finish(&line);

        const char *key = memmem(line.text, size, " size=", 6);
        cr_expect(key == NULL || memcmp(key, " size=1234567890\n", 17) == 0);
        cr_expect(key != NULL || size == length + 1);
    }
}
