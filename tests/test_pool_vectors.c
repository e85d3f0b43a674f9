/* The answers of the original allocator, line by line. */

#include "tests/pool_vector.h"

#include <criterion/criterion.h>
#include <string.h>

struct comparison {
    FILE *file;
    size_t line_count, difference_count;
};

static const char *const names[] = {
    "backpedal",      "edges",
    "equal-sizes",    "fragmentation-fraction",
    "preallocated",   "release-idle",
    "small",          "trace-distributed-training",
    "training-steps", "trace-resnet50-training",
    "wide",
};

static void compare(void *context, const char *line)
{
    struct comparison *const comparison = context;
    char expected[4096];
    cr_assert_not_null(fgets(expected, sizeof(expected), comparison->file));
    expected[strcspn(expected, "\n")] = '\0';
    comparison->line_count++;
    if (strcmp(line, expected) == 0)
        return;
    if (comparison->difference_count++ == 0)
        cr_expect_fail("line %zu is\n%s\nand not\n%s", comparison->line_count,
                       line, expected);
}

static void replay(const char *name)
{
    char path[256];
    snprintf(path, sizeof(path), "tests/data/vectors/bfc-%s.csv", name);
    FILE *const in = fopen(path, "r");
    struct comparison comparison = {.file = fopen(path, "r")};
    cr_assert(in && comparison.file, "%s cannot be opened", path);

    cr_expect(vector_replay(in, compare, &comparison));

    cr_expect_gt(comparison.line_count, 10);
    cr_expect_eq(fgetc(comparison.file), EOF);
    cr_expect_eq(comparison.difference_count, 0, "%s differs in %zu lines",
                 name, comparison.difference_count);
    fclose(in);
    fclose(comparison.file);
}

Test(pool_vectors, answers_as_the_original_does)
{
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        replay(names[i]);
}
