#include "shim/values.h"

#include <stddef.h>
#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static char small_letter(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Not strcasecmp, which asks the program's locale: in Turkish the small letter
 * of I is another one. */
static bool is_same_word(const char *a, const char *b)
{
    while (*a && small_letter(*a) == small_letter(*b))
        a++, b++;
    return !*a && !*b;
}

bool value_choice(const char *text, const struct choice *choices,
                  unsigned count, int *out)
{
    for (unsigned i = 0; i < count; i++) {
        if (!is_same_word(text, choices[i].word))
            continue;
        *out = choices[i].meaning;
        return true;
    }
    return false;
}

bool value_switch(const char *text, bool *out)
{
    static const struct choice choices[] = {
        {"1", true},    {"on", true},     {"yes", true},
        {"true", true}, {"0", false},     {"off", false},
        {"no", false},  {"false", false}, {"", false},
    };
    int meaning;
    if (!value_choice(text, choices, COUNT_OF(choices), &meaning))
        return false;
    *out = meaning;
    return true;
}

/* The digits at the start of the text; NULL if there are none or too many. */
static const char *read_whole(const char *text, uint64_t *out)
{
    const char *at = text;
    uint64_t value = 0;
    for (; *at >= '0' && *at <= '9'; at++)
        if (__builtin_mul_overflow(value, 10, &value) ||
            __builtin_add_overflow(value, (uint64_t)(*at - '0'), &value))
            return NULL;
    *out = value;
    return at > text ? at : NULL;
}

/* Digits with at most one point among them. One division of two exact numbers
 * gives the nearest double; what comes behind the digits that a double can hold
 * is read and dropped. */
static const char *read_decimal(const char *text, double *out)
{
    static const uint64_t exact = UINT64_C(1) << 53;
    static const uint64_t last_place = UINT64_C(1000000000000000000);
    uint64_t number = 0, place = 1;
    const char *at = *text == '.' ? text : read_whole(text, &number);
    if (!at)
        return NULL;
    if (*at == '.') {
        const char *decimals = ++at;
        for (; *at >= '0' && *at <= '9'; at++) {
            if (number >= exact / 10 - 1 || place == last_place)
                continue;
            number = 10 * number + (uint64_t)(*at - '0');
            place *= 10;
        }
        if (at == decimals)
            return NULL;
    }
    *out = (double)number / (double)place;
    return at;
}

/* How far to shift for a unit, or -1. */
static int unit_shift(const char *unit)
{
    static const struct choice units[] = {
        {"", 0},     {"B", 0},  {"K", 10},   {"KiB", 10}, {"M", 20},
        {"MiB", 20}, {"G", 30}, {"GiB", 30}, {"T", 40},   {"TiB", 40},
    };
    int shift;
    return value_choice(unit, units, COUNT_OF(units), &shift) ? shift : -1;
}

bool value_bytes(const char *text, uint64_t *out)
{
    uint64_t number;
    const char *unit = read_whole(text, &number);
    const int shift = unit ? unit_shift(unit) : -1;
    uint64_t bytes;
    if (shift < 0 ||
        __builtin_mul_overflow(number, UINT64_C(1) << shift, &bytes) || !bytes)
        return false;
    *out = bytes;
    return true;
}

static bool is_share(double fraction)
{
    return fraction > 0 && fraction <= 1;
}

bool value_amount(const char *text, struct amount *out)
{
    double percent;
    const char *rest = read_decimal(text, &percent);
    if (rest && strcmp(rest, "%") == 0) {
        if (!is_share(percent / 100))
            return false;
        *out = (struct amount){.fraction = percent / 100};
        return true;
    }
    uint64_t bytes;
    if (!value_bytes(text, &bytes))
        return false;
    *out = (struct amount){.bytes = bytes};
    return true;
}

bool value_fraction(const char *text, double *out)
{
    double fraction;
    const char *rest = read_decimal(text, &fraction);
    if (!rest || *rest || !is_share(fraction))
        return false;
    *out = fraction;
    return true;
}
