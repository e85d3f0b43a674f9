#include "tests/sim/handle.h"

#include <pthread.h>
#include <search.h>
#include <stdint.h>
#include <stdlib.h>

struct handle {
    enum handle_kind kind;
    const void *value;
};

static void *tree;
static pthread_rwlock_t tree_lock = PTHREAD_RWLOCK_INITIALIZER;

static int compare(const void *left, const void *right)
{
    const struct handle *a = left, *b = right;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    uintptr_t one = (uintptr_t)a->value, other = (uintptr_t)b->value;
    return (one > other) - (one < other);
}

bool handle_add(enum handle_kind kind, const void *handle)
{
    struct handle *entry = malloc(sizeof *entry);
    if (entry == NULL)
        return false;
    *entry = (struct handle){kind, handle};
    pthread_rwlock_wrlock(&tree_lock);
    struct handle **node = tsearch(entry, &tree, compare);
    bool is_new = node != NULL && *node == entry;
    pthread_rwlock_unlock(&tree_lock);
    if (!is_new)
        free(entry);
    return node != NULL;
}

bool handle_remove(enum handle_kind kind, const void *handle)
{
    const struct handle key = {kind, handle};
    struct handle *entry = NULL;
    pthread_rwlock_wrlock(&tree_lock);
    struct handle **node = tfind(&key, &tree, compare);
    if (node != NULL) {
        entry = *node;
        tdelete(&key, &tree, compare);
    }
    pthread_rwlock_unlock(&tree_lock);
    free(entry);
    return entry != NULL;
}

bool handle_is_known(enum handle_kind kind, const void *handle)
{
    const struct handle key = {kind, handle};
    pthread_rwlock_rdlock(&tree_lock);
    bool is_known = tfind(&key, &tree, compare) != NULL;
    pthread_rwlock_unlock(&tree_lock);
    return is_known;
}
