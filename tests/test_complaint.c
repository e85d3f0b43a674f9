#include "shim/complaint.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

Test(complaint, of_an_error_says_what_is_expected)
{
    struct complaints complaints = {0};

    complaints_error(&complaints, "A", "x", "a number", "ignored");

    const struct complaint *complaint = &complaints.list[0];
    cr_assert(eq(sz, complaints.count, 1));
    cr_expect(complaint->is_error);
    cr_expect_str_eq(complaint->variable, "A");
    cr_expect_str_eq(complaint->value, "x");
    cr_expect_str_eq(complaint->expected, "a number");
    cr_expect_str_eq(complaint->text, "ignored");
    cr_expect(complaints.has_errors);
}

Test(complaint, of_a_warning_is_no_error)
{
    struct complaints complaints = {0};

    complaints_warn(&complaints, "a-word", "A", "x", "so what");

    const struct complaint *complaint = &complaints.list[0];
    cr_assert(eq(sz, complaints.count, 1));
    cr_expect_not(complaint->is_error);
    cr_expect_str_eq(complaint->what, "a-word");
    cr_expect_str_eq(complaint->variable, "A");
    cr_expect_str_eq(complaint->value, "x");
    cr_expect_str_eq(complaint->text, "so what");
    cr_expect_not(complaints.has_errors);
}

Test(complaint, keeps_its_order)
{
    struct complaints complaints = {0};

    complaints_warn(&complaints, "w", "A", "", "");
    complaints_error(&complaints, "B", "", "", "");
    complaints_warn(&complaints, "w", "C", "", "");

    cr_assert(eq(sz, complaints.count, 3));
    for (size_t i = 0; i < 3; i++)
        cr_expect(eq(chr, complaints.list[i].variable[0], (char)('A' + i)));
}

Test(complaint, of_an_error_is_known_even_where_it_has_no_room)
{
    struct complaints complaints = {0};
    for (size_t i = 0; i < COMPLAINTS_ROOM; i++)
        complaints_warn(&complaints, "w", "A", "", "");

    complaints_error(&complaints, "B", "", "", "");

    cr_expect(eq(sz, complaints.count, COMPLAINTS_ROOM));
    cr_expect(complaints.has_errors);
}
