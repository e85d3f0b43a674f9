#include "tests/sim/work.h"

#include <stdlib.h>

void *work_create(size_t size,
                  enum sim_status (*run)(struct work *, struct device *))
{
    struct work *work = calloc(1, size);
    if (work == NULL)
        return NULL;
    work->run = run;
    atomic_init(&work->references, 1);
    return work;
}

void work_retain(struct work *work)
{
    atomic_fetch_add(&work->references, 1);
}

void work_release(struct work *work)
{
    if (work == NULL || atomic_fetch_sub(&work->references, 1) > 1)
        return;
    if (work->destroy != NULL)
        work->destroy(work);
    else
        free(work);
}
