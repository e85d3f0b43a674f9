#include "tests/preload/last.h"

#include <stddef.h>

static void (*last)(void);

void last_do(void (*function)(void))
{
    last = function;
}

__attribute__((destructor)) static void end(void)
{
    if (last)
        last();
}
