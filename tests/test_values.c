#include "shim/values.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

static const uint64_t kib = 1024;

static uint64_t bytes_of(const char *text)
{
    uint64_t bytes = 0;
    cr_expect(value_bytes(text, &bytes), "%s is a number of bytes", text);
    return bytes;
}

static double fraction_of(const char *text)
{
    double fraction = 0;
    cr_expect(value_fraction(text, &fraction), "%s is a fraction", text);
    return fraction;
}

static struct amount amount_of(const char *text)
{
    struct amount amount = {0};
    cr_expect(value_amount(text, &amount), "%s is an amount", text);
    return amount;
}

static void expect_no_amount(const char *text)
{
    struct amount amount = {.bytes = 7, .fraction = 0.5};
    cr_expect_not(value_amount(text, &amount), "'%s' is no amount", text);
    cr_expect(eq(u64, amount.bytes, 7));
    cr_expect(eq(dbl, amount.fraction, 0.5));
}

static void expect_no_bytes(const char *text)
{
    uint64_t bytes = 7;
    cr_expect_not(value_bytes(text, &bytes), "'%s' is no size", text);
    cr_expect(eq(u64, bytes, 7));
}

static void expect_no_fraction(const char *text)
{
    double fraction = 0.5;
    cr_expect_not(value_fraction(text, &fraction), "'%s' is none", text);
    cr_expect(eq(dbl, fraction, 0.5));
}

/* What cannot be set is left out aloud. */
static void speak(const char *locale)
{
    if (!setlocale(LC_ALL, locale))
        cr_skip("no locale %s here", locale);
}

/* The build leaves them beside the program. */
static void find_locales(void)
{
    char path[4096] = {0};
    const ssize_t size = readlink("/proc/self/exe", path, sizeof(path) - 32);

    cr_assert(size > 0);
    strcpy(strrchr(path, '/'), "/fake/locale");
    setenv("LOCPATH", path, true);
}

Test(values, switches_are_on_by_four_words_in_any_case)
{
    const char *const words[] = {"1", "on", "ON", "yes", "Yes", "true", "TRUE"};

    for (size_t i = 0; i < COUNT_OF(words); i++) {
        bool is_on = false;
        cr_expect(value_switch(words[i], &is_on), "%s", words[i]);
        cr_expect(is_on, "%s", words[i]);
    }
}

Test(values, switches_are_off_by_four_words_and_the_empty_string)
{
    const char *const words[] = {"0", "off", "Off", "no", "NO", "false", ""};

    for (size_t i = 0; i < COUNT_OF(words); i++) {
        bool is_on = true;
        cr_expect(value_switch(words[i], &is_on), "%s", words[i]);
        cr_expect_not(is_on, "%s", words[i]);
    }
}

Test(values, switches_take_no_other_word)
{
    const char *const words[] = {"2",   "00", "01", "o",   "onn", " on",
                                 "on ", "y",  "t",  "tru", "-1",  "\n"};

    for (size_t i = 0; i < COUNT_OF(words); i++) {
        bool is_on = true;
        cr_expect_not(value_switch(words[i], &is_on), "'%s'", words[i]);
        cr_expect(is_on, "'%s' wrote", words[i]);
    }
}

Test(values, choices_are_whole_words_in_any_case)
{
    static const struct choice choices[] = {{"lean", 1}, {"original", 2}};
    int meaning = 0;

    cr_expect(value_choice("ORIGINAL", choices, 2, &meaning));
    cr_expect(eq(int, meaning, 2));
    cr_expect(value_choice("Lean", choices, 2, &meaning));
    cr_expect(eq(int, meaning, 1));

    cr_expect_not(value_choice("leaner", choices, 2, &meaning));
    cr_expect_not(value_choice("lea", choices, 2, &meaning));
    cr_expect_not(value_choice("", choices, 2, &meaning));
    cr_expect(eq(int, meaning, 1));
}

Test(values, bytes_are_counted_in_powers_of_1024)
{
    cr_expect(eq(u64, bytes_of("1"), 1));
    cr_expect(eq(u64, bytes_of("1048576"), kib * kib));
    cr_expect(eq(u64, bytes_of("12B"), 12));
    cr_expect(eq(u64, bytes_of("64K"), 64 * kib));
    cr_expect(eq(u64, bytes_of("64kib"), 64 * kib));
    cr_expect(eq(u64, bytes_of("512M"), 512 * kib * kib));
    cr_expect(eq(u64, bytes_of("512MiB"), 512 * kib * kib));
    cr_expect(eq(u64, bytes_of("8GiB"), 8 * kib * kib * kib));
    cr_expect(eq(u64, bytes_of("8g"), 8 * kib * kib * kib));
    cr_expect(eq(u64, bytes_of("2T"), 2 * kib * kib * kib * kib));
    cr_expect(eq(u64, bytes_of("2tib"), 2 * kib * kib * kib * kib));
    cr_expect(eq(u64, bytes_of("007"), 7));
}

Test(values, units_of_1000_are_refused_rather_than_guessed)
{
    expect_no_bytes("8GB");
    expect_no_bytes("8MB");
    expect_no_bytes("8KB");
    expect_no_bytes("8TB");
    expect_no_amount("8GB");
}

Test(values, bytes_are_digits_and_a_unit_and_nothing_else)
{
    const char *const texts[] = {
        "",     "K",     "GiB",  "-1",   "+1",  " 1",   "1 ",
        "1 K",  "1KiBx", "1.5G", "0x10", "1e6", "1,0M", "1Ki",
        "1PiB", "five",  "1\n",  ".5G",  "1..", "1%%",
    };

    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        expect_no_bytes(texts[i]);
        expect_no_amount(texts[i]);
    }
}

Test(values, no_bytes_at_all_are_no_size)
{
    expect_no_bytes("0");
    expect_no_bytes("0G");
    expect_no_bytes("000");
    expect_no_amount("0");
    expect_no_amount("0KiB");
}

Test(values, bytes_reach_up_to_64_bits_and_no_further)
{
    cr_expect(eq(u64, bytes_of("18446744073709551615"), UINT64_MAX));
    cr_expect(
        eq(u64, bytes_of("16777215T"), UINT64_MAX - (UINT64_C(1) << 40) + 1));

    expect_no_bytes("18446744073709551616");
    expect_no_bytes("18446744073709551620");
    expect_no_bytes("99999999999999999999999999");
    expect_no_bytes("16777216T");
    expect_no_bytes("18014398509481984K");
    expect_no_amount("18446744073709551616");
}

Test(values, amounts_are_bytes_or_a_percentage)
{
    cr_expect(eq(u64, amount_of("512M").bytes, 512 * kib * kib));
    cr_expect(eq(dbl, amount_of("512M").fraction, 0));
    cr_expect(eq(dbl, amount_of("75%").fraction, 0.75));
    cr_expect(eq(u64, amount_of("75%").bytes, 0));
    cr_expect(eq(dbl, amount_of("12.5%").fraction, 0.125));
    cr_expect(eq(dbl, amount_of(".5%").fraction, 0.005));
    cr_expect(eq(dbl, amount_of("1%").fraction, 0.01));
}

Test(values, percentages_end_at_a_hundred)
{
    cr_expect(eq(dbl, amount_of("100%").fraction, 1));
    cr_expect(eq(dbl, amount_of("100.0%").fraction, 1));

    expect_no_amount("101%");
    expect_no_amount("100.01%");
    expect_no_amount("99999999999999999999%");
    expect_no_amount("0%");
    expect_no_amount("0.0%");
    expect_no_amount("-5%");
    expect_no_amount("%");
    expect_no_amount("75%%");
    expect_no_amount("75 %");
    expect_no_amount("75.%");
    expect_no_amount("7.5.0%");
}

Test(values, fractions_are_above_0_and_at_most_1)
{
    cr_expect(eq(dbl, fraction_of("1"), 1));
    cr_expect(eq(dbl, fraction_of("1.000"), 1));
    cr_expect(eq(dbl, fraction_of(".25"), 0.25));

    expect_no_fraction("0");
    expect_no_fraction("0.0");
    expect_no_fraction("1.01");
    expect_no_fraction("2");
    expect_no_fraction("75");
}

Test(values, fractions_are_decimals_and_nothing_else)
{
    const char *const texts[] = {
        "",    ".",    "1.",  "-.5", "+.5",    " .5",  ".5 ",   "5%",
        "0,5", "1e-1", "nan", "inf", "0x1p-1", "0.5x", "0.5.5", "half"};

    for (size_t i = 0; i < COUNT_OF(texts); i++)
        expect_no_fraction(texts[i]);
}

Test(values, decimals_are_the_nearest_double)
{
    char text[16];

    for (int i = 1; i <= 10000; i++) {
        snprintf(text, sizeof(text), "%d.%04d", i / 10000, i % 10000);
        cr_assert(eq(dbl, fraction_of(text), i / 10000.0));
    }
    cr_expect(eq(dbl, fraction_of("0.3333333333333333"), 0.3333333333333333));
}

Test(values, decimals_beyond_what_a_double_holds_do_no_harm)
{
    const double third = fraction_of("0.33333333333333333333333333333333333");

    cr_expect(third > 0.333333333333333 && third < 0.333333333333334);
    expect_no_fraction("0.00000000000000000000000000000000000");
    expect_no_fraction("1.0000000001");
    expect_no_fraction("1844674407370955161.7");
}

Test(values, a_decimal_comma_of_the_program_changes_nothing,
     .init = find_locales)
{
    speak("de_DE.UTF-8");
    cr_assert_str_eq(localeconv()->decimal_point, ",");

    cr_expect(eq(dbl, fraction_of("0.75"), 0.75));
    cr_expect(eq(dbl, amount_of("12.5%").fraction, 0.125));
    expect_no_fraction("0,75");
    expect_no_amount("12,5%");
}

static void expect_capital_i(void)
{
    static const struct choice choices[] = {{"original", 2}};
    int meaning = 0;

    cr_expect(value_choice("ORIGINAL", choices, 1, &meaning));
    cr_expect(eq(u64, bytes_of("1KIB"), kib));
}

Test(values, words_are_the_same_where_the_small_letter_of_i_has_no_dot,
     .init = find_locales)
{
    speak("tr_TR.UTF-8");

    expect_capital_i();
}
