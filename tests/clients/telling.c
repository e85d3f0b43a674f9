#include "tests/clients/telling.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

void *const telling_untouched = (void *)0x5eed;

void telling_alloc(const char *name, size_t size, int code, const void *out)
{
    const char *const key = code == 0 && out ? "ptr" : "out";

    printf("alloc %s size=%zu %s=0x%jx rc=%d\n", name, size, key,
           (uintmax_t)(uintptr_t)out, code);
}

void telling_free(const char *name, const void *addr, int code)
{
    printf("free %s ptr=0x%jx rc=%d\n", name, (uintmax_t)(uintptr_t)addr, code);
}

void telling_query(const char *name, int code, long answer)
{
    printf("query %s %ld rc=%d\n", name, answer, code);
}

bool telling_is_asked(char **argv, const char *word)
{
    while (*argv && strcmp(*argv, word) != 0)
        argv++;
    return *argv != NULL;
}
