#include "shim/request.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdlib.h>
#include <string.h>

static const char own[] = "GPUALLOC_ALLOCATOR";
static const char xla[] = "XLA_PYTHON_CLIENT_ALLOCATOR";
static const char tf[] = "TF_GPU_ALLOCATOR";

static struct complaints complaints;

static void clear_environment(void)
{
    clearenv();
}

static struct request read_request(void)
{
    struct request request;
    complaints = (struct complaints){0};
    request_read(&request, &complaints);
    return request;
}

/* What the request is with one variable set. */
static struct request request_by(const char *variable, const char *value)
{
    clearenv();
    setenv(variable, value, true);
    return read_request();
}

static void expect_served(const char *variable, const char *value,
                          enum allocator expected)
{
    const struct request request = request_by(variable, value);

    cr_expect(eq(int, request.allocator, expected), "%s=%s", variable, value);
    cr_expect_str_eq(request.via, variable);
    cr_expect_not(request.is_default);
    cr_expect_not(request.is_override);
    cr_expect(eq(sz, complaints.count, 0), "%s=%s", variable, value);
}

static void expect_nothing_asked(const struct request *request)
{
    cr_expect(eq(int, request->allocator, ALLOCATOR_PLATFORM));
    cr_expect(request->is_default);
    cr_expect_not(request->is_override);
    cr_expect_str_eq(request->via, "default");
}

TestSuite(request, .init = clear_environment);

Test(request, is_platform_by_default)
{
    const struct request request = read_request();

    expect_nothing_asked(&request);
    cr_expect(eq(sz, complaints.count, 0));
}

Test(request, takes_each_name_of_our_own_in_any_case)
{
    expect_served(own, "platform", ALLOCATOR_PLATFORM);
    expect_served(own, "PLATFORM", ALLOCATOR_PLATFORM);
    expect_served(own, "bfc", ALLOCATOR_BFC);
    expect_served(own, "Bfc", ALLOCATOR_BFC);
    expect_served(own, "vmm", ALLOCATOR_VMM);
}

Test(request, takes_each_name_of_xla)
{
    expect_served(xla, "platform", ALLOCATOR_PLATFORM);
    expect_served(xla, "address", ALLOCATOR_PLATFORM);
    expect_served(xla, "default", ALLOCATOR_BFC);
    expect_served(xla, "BFC", ALLOCATOR_BFC);
    expect_served(xla, "vmm", ALLOCATOR_VMM);
    expect_served(xla, "cuda_async", ALLOCATOR_PLATFORM);
}

Test(request, takes_each_name_of_tensorflow)
{
    expect_served(tf, "cuda_malloc", ALLOCATOR_PLATFORM);
    expect_served(tf, "cuda_malloc_async", ALLOCATOR_PLATFORM);
    expect_served(tf, "CUDA_MALLOC", ALLOCATOR_PLATFORM);
}

Test(request, treats_an_empty_string_as_unset)
{
    setenv(own, "", true);
    setenv(tf, "", true);
    setenv(xla, "bfc", true);

    const struct request request = read_request();

    cr_expect(eq(int, request.allocator, ALLOCATOR_BFC));
    cr_expect_str_eq(request.via, xla);
    cr_expect_not(request.is_override);
    cr_expect(eq(sz, complaints.count, 0));
}

Test(request, is_decided_by_the_strongest_source)
{
    setenv(tf, "cuda_malloc", true);
    setenv(xla, "bfc", true);
    cr_expect(eq(int, read_request().allocator, ALLOCATOR_BFC));

    setenv(own, "vmm", true);
    cr_expect(eq(int, read_request().allocator, ALLOCATOR_VMM));
}

Test(request, says_whom_it_overrides)
{
    setenv(own, "bfc", true);
    setenv(xla, "platform", true);

    const struct request request = read_request();

    cr_expect(request.is_override);
    cr_expect_str_eq(request.via,
                     "GPUALLOC_ALLOCATOR>XLA_PYTHON_CLIENT_ALLOCATOR:platform");
}

Test(request, says_which_framework_overrides_the_other)
{
    setenv(xla, "bfc", true);
    setenv(tf, "cuda_malloc", true);

    const struct request request = read_request();

    cr_expect(request.is_override);
    cr_expect_str_eq(
        request.via,
        "XLA_PYTHON_CLIENT_ALLOCATOR>TF_GPU_ALLOCATOR:cuda_malloc");
}

Test(request, names_the_stronger_of_two_that_it_overrides)
{
    setenv(own, "vmm", true);
    setenv(xla, "bfc", true);
    setenv(tf, "cuda_malloc", true);

    const struct request request = read_request();

    cr_expect_str_eq(request.via,
                     "GPUALLOC_ALLOCATOR>XLA_PYTHON_CLIENT_ALLOCATOR:bfc");
}

Test(request, overrides_the_weaker_of_two_if_only_that_differs)
{
    setenv(own, "bfc", true);
    setenv(xla, "default", true);
    setenv(tf, "cuda_malloc", true);

    const struct request request = read_request();

    cr_expect(request.is_override);
    cr_expect_str_eq(request.via,
                     "GPUALLOC_ALLOCATOR>TF_GPU_ALLOCATOR:cuda_malloc");
}

Test(request, overrides_nobody_where_the_routes_agree)
{
    setenv(own, "platform", true);
    setenv(xla, "cuda_async", true);
    setenv(tf, "cuda_malloc_async", true);

    const struct request request = read_request();

    cr_expect_not(request.is_override);
    cr_expect_str_eq(request.via, own);
}

Test(request, overrides_by_vmm_what_asks_for_bfc)
{
    setenv(own, "vmm", true);
    setenv(xla, "bfc", true);

    cr_expect(read_request().is_override);
}

Test(request, complains_of_a_bad_value_and_asks_the_next_source)
{
    setenv(own, "bcf", true);
    setenv(xla, "platform", true);

    const struct request request = read_request();

    cr_expect(eq(int, request.allocator, ALLOCATOR_PLATFORM));
    cr_expect_str_eq(request.via, xla);
    cr_assert(eq(sz, complaints.count, 1));
    cr_expect(complaints.list[0].is_error);
    cr_expect_str_eq(complaints.list[0].variable, own);
    cr_expect_str_eq(complaints.list[0].value, "bcf");
    cr_expect_str_eq(complaints.list[0].expected, "platform, bfc or vmm");
}

Test(request, takes_no_name_of_one_source_from_another)
{
    const struct request by_own = request_by(own, "cuda_async");
    expect_nothing_asked(&by_own);
    cr_expect(complaints.has_errors);

    const struct request by_xla = request_by(xla, "cuda_malloc");
    expect_nothing_asked(&by_xla);
    cr_expect(complaints.has_errors);
}

Test(request, takes_no_value_with_a_space_about_it)
{
    const struct request before = request_by(own, " bfc");
    expect_nothing_asked(&before);
    cr_expect(complaints.has_errors);

    const struct request behind = request_by(own, "bfc ");
    expect_nothing_asked(&behind);
    cr_expect(complaints.has_errors);
}

Test(request, only_warns_of_what_tensorflow_takes_silently_as_its_own)
{
    const struct request request = request_by(tf, "bfc");

    expect_nothing_asked(&request);
    cr_assert(eq(sz, complaints.count, 1));
    cr_expect_not(complaints.list[0].is_error);
    cr_expect_not(complaints.has_errors);
    cr_expect_str_eq(complaints.list[0].what, "unknown-allocator");
    cr_expect_str_eq(complaints.list[0].variable, tf);
    cr_expect_str_eq(complaints.list[0].value, "bfc");
}

Test(request, warns_of_tensorflow_also_where_another_decides)
{
    setenv(own, "bfc", true);
    setenv(tf, "nonsense", true);

    const struct request request = read_request();

    cr_expect_str_eq(request.via, own);
    cr_expect_not(request.is_override);
    cr_expect(eq(sz, complaints.count, 1));
}

Test(request, survives_a_value_of_any_length)
{
    static char value[1 << 16];
    memset(value, 'b', sizeof(value) - 1);

    const struct request request = request_by(own, value);

    expect_nothing_asked(&request);
    cr_expect(eq(sz, complaints.count, 1));
    cr_expect_str_eq(complaints.list[0].value, value);
}

Test(request, names_its_allocators)
{
    cr_expect_str_eq(allocator_name(ALLOCATOR_PLATFORM), "platform");
    cr_expect_str_eq(allocator_name(ALLOCATOR_BFC), "bfc");
    cr_expect_str_eq(allocator_name(ALLOCATOR_VMM), "vmm");
}
