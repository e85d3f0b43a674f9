#include "shim/values.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

bool value_choice(const char *text, const struct choice *choices,
                  unsigned count, int *out)
{
    for (unsigned i = 0; i < count; i++) {
        if (strcasecmp(text, choices[i].word) != 0)
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

/* Digits with at most one point among them. */
static const char *read_decimal(const char *text, double *out)
{
    uint64_t whole = 0;
    const char *at = *text == '.' ? text : read_whole(text, &whole);
    if (!at)
        return NULL;
    double value = (double)whole, place = 1;
    if (*at != '.') {
        *out = value;
        return at;
    }
    const char *decimals = ++at;
    for (; *at >= '0' && *at <= '9'; at++)
        value += (*at - '0') * (place /= 10);
    if (at == decimals)
        return NULL;
    *out = value;
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
