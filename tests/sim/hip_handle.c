#include "tests/sim/hip_handle.h"

#include <pthread.h>
#include <search.h>
#include <stdint.h>
#include <stdlib.h>

struct handle {
    enum hip_handle_kind kind;
    const void *handle;
};

static void *tree;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static int compare(const void *left, const void *right)
{
    const struct handle *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    uintptr_t one = (uintptr_t)a->handle, other = (uintptr_t)b->handle;
    return (one > other) - (one < other);
}

void hip_handle_add(enum hip_handle_kind kind, const void *handle)
{
    struct handle *entry = malloc(sizeof *entry);
    if (entry == NULL)
        return;
    *entry = (struct handle){kind, handle};
    pthread_rwlock_wrlock(&lock);
    struct handle **node = tsearch(entry, &tree, compare);
    pthread_rwlock_unlock(&lock);
    if (node == NULL || *node != entry)
        free(entry);
}

bool hip_handle_remove(enum hip_handle_kind kind, const void *handle)
{
    const struct handle key = {kind, handle};
    struct handle *entry = NULL;
    pthread_rwlock_wrlock(&lock);
    struct handle **node = tfind(&key, &tree, compare);
    if (node != NULL) {
        entry = *node;
        tdelete(&key, &tree, compare);
    }
    pthread_rwlock_unlock(&lock);
    free(entry);
    return entry != NULL;
}

bool hip_handle_is(enum hip_handle_kind kind, const void *handle)
{
    const struct handle key = {kind, handle};
    pthread_rwlock_rdlock(&lock);
    bool is_there = tfind(&key, &tree, compare) != NULL;
    pthread_rwlock_unlock(&lock);
    return is_there;
}
