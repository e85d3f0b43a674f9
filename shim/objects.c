#include "shim/objects.h"

#include <pthread.h>

static pthread_mutex_t walking = PTHREAD_MUTEX_INITIALIZER;

void objects_walk(objects_visit *visit, void *context)
{
    pthread_mutex_lock(&walking);
    dl_iterate_phdr(visit, context);
    pthread_mutex_unlock(&walking);
}

static void before_fork(void)
{
    pthread_mutex_lock(&walking);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&walking);
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork, after_fork);
}
