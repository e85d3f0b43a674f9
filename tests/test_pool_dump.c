#include "pool/pool.h"

#include "tests/pool_fake.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static void append(void *context, const char *line)
{
    char *const text = context;
    cr_expect_null(strchr(line, '\n'));
    strcat(text, line);
    strcat(text, "\n");
}

static size_t count_of(const char *text, const char *word)
{
    size_t count = 0;
    for (; (text = strstr(text, word)); text++)
        count++;
    return count;
}

Test(pool_dump, shows_bins_regions_chunks_sizes_and_totals)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);
    const gpu_addr a = must_alloc(pool, 1000);
    must_alloc(pool, 1000);
    pool_set_aside(pool, must_alloc(pool, 64 * KIB), 1);
    char text[16 * KIB] = "", expected[160];

    pool_dump(pool, append, text);

    cr_expect_eq(count_of(text, "Bin ("), 21);
    cr_expect_not_null(
        strstr(text, "Bin (1024): chunks 2, in use 2; bytes 2048, in use 2048,"
                     " requested 2000\n"));
    snprintf(expected, sizeof(expected), "Region at 0x%llx of size 1048576\n",
             (unsigned long long)a);
    cr_expect_not_null(strstr(text, expected));
    snprintf(expected, sizeof(expected),
             "InUse at 0x%llx of size 1024, requested 1000\n",
             (unsigned long long)a);
    cr_expect_not_null(strstr(text, expected));
    cr_expect_eq(count_of(text, "Free  at"), 1);
    cr_expect_eq(count_of(text, "Aside at"), 1);
    cr_expect_not_null(strstr(text, "2 in use of size 1024, together 2048\n"));
    cr_expect_not_null(strstr(text, "Limit: 1048576\n"));
    cr_expect_not_null(strstr(text, "InUse: 2048\n"));
    cr_expect_not_null(strstr(text, "Quarantined: 65536\n"));
    cr_expect_not_null(strstr(text, "NumAllocs: 3\n"));
    pool_destroy(pool);
}

Test(pool_dump, shows_an_empty_pool)
{
    struct fake fake = fake_device();
    struct pool *pool = must_preallocate(&fake, MIB);
    char text[16 * KIB] = "";

    pool_dump(pool, append, text);

    cr_expect_not_null(strstr(text, "PoolBytes: 0\n"));
    cr_expect_eq(count_of(text, "Region"), 0);
    pool_destroy(pool);
}
