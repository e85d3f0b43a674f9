#include "tests/fake_cuda.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

enum {
    SUCCESS = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    INVALID_CONTEXT = 201,

    DEPTH = 8,
};

extern struct fake_cuda fake_cuda;
EXPORT struct fake_cuda fake_cuda = {
    .contexts = {{0}, {1}, {0}},
    .total = 64 << 20,
};

/* What begins at a page, or covers it. */
struct page {
    bool is_taken;
    uint64_t size; /* of what begins here, or 0 */
    const struct fake_context *context;
};

static struct {
    pthread_mutex_t lock;
    struct page pages[FAKE_PAGES];
} books = {.lock = PTHREAD_MUTEX_INITIALIZER};

static __thread struct fake_context *stack[DEPTH];
static __thread unsigned depth; /* of what lies below the current one */

int cuCtxGetCurrent(void **out);
int cuCtxSetCurrent(void *context);
int cuCtxPushCurrent_v2(void *context);
int cuCtxPopCurrent_v2(void **out);
int cuCtxGetDevice(int *out);
int cuCtxSynchronize(void);
int cuMemAlloc_v2(uint64_t *out, size_t size);
int cuMemFree_v2(uint64_t addr);
int cuCtxDestroy_v2(void *context);

EXPORT int cuCtxGetCurrent(void **out)
{
    *out = stack[depth];
    return SUCCESS;
}

EXPORT int cuCtxSetCurrent(void *context)
{
    stack[depth] = context;
    return SUCCESS;
}

EXPORT int cuCtxPushCurrent_v2(void *context)
{
    if (depth + 1 == DEPTH)
        return OUT_OF_MEMORY;
    stack[++depth] = context;
    fake_cuda.entries++;
    return SUCCESS;
}

EXPORT int cuCtxPopCurrent_v2(void **out)
{
    if (depth == 0)
        return INVALID_CONTEXT;
    *out = stack[depth--];
    return SUCCESS;
}

EXPORT int cuCtxGetDevice(int *out)
{
    if (!stack[depth])
        return INVALID_CONTEXT;
    *out = stack[depth]->dev;
    return SUCCESS;
}

EXPORT int cuCtxSynchronize(void)
{
    fake_cuda.syncs++;
    return stack[depth] ? fake_cuda.sync_rc : INVALID_CONTEXT;
}

#ifndef LACKS_MEM_INFO
int cuMemGetInfo_v2(size_t *free_bytes, size_t *total_bytes);

EXPORT int cuMemGetInfo_v2(size_t *free_bytes, size_t *total_bytes)
{
    if (fake_cuda.info_rc != SUCCESS)
        return fake_cuda.info_rc;
    if (!stack[depth])
        return INVALID_CONTEXT;
    *total_bytes = fake_cuda.total;
    *free_bytes = *total_bytes - fake_cuda.held[stack[depth]->dev];
    return SUCCESS;
}
#endif

static bool is_refused(uint64_t size, int dev)
{
    const uint64_t from = fake_cuda.refuse_from;
    return (from && size >= from) ||
           size > fake_cuda.total - fake_cuda.held[dev];
}

static uint64_t pages_of(uint64_t size)
{
    return (size + FAKE_PAGE - 1) / FAKE_PAGE;
}

/* The first of so many free pages in a row, or FAKE_PAGES. */
static uint64_t find_pages_locked(uint64_t count)
{
    uint64_t row = 0;
    for (uint64_t at = 0; at < FAKE_PAGES; at++) {
        row = books.pages[at].is_taken ? 0 : row + 1;
        if (row == count)
            return at + 1 - count;
    }
    return FAKE_PAGES;
}

static void mark_pages_locked(uint64_t first, uint64_t count, bool is_taken)
{
    for (uint64_t at = first; at < first + count; at++)
        books.pages[at].is_taken = is_taken;
}

static void drop_locked(uint64_t first)
{
    struct page *page = &books.pages[first];
    fake_cuda.held[page->context->dev] -= page->size;
    mark_pages_locked(first, pages_of(page->size), false);
    page->size = 0;
}

EXPORT int cuMemAlloc_v2(uint64_t *out, size_t size)
{
    const struct fake_context *context = stack[depth];
    if (!context)
        return INVALID_CONTEXT;
    if (!size)
        return INVALID_VALUE;

    pthread_mutex_lock(&books.lock);
    const uint64_t first = is_refused(size, context->dev)
                               ? FAKE_PAGES
                               : find_pages_locked(pages_of(size));
    const bool is_found = first < FAKE_PAGES;
    if (is_found) {
        mark_pages_locked(first, pages_of(size), true);
        books.pages[first].size = size;
        books.pages[first].context = context;
        fake_cuda.held[context->dev] += size;
        *out = fake_first_addr + first * FAKE_PAGE;
    }
    pthread_mutex_unlock(&books.lock);
    fake_cuda.takes += is_found;
    fake_cuda.refusals += !is_found;
    return is_found ? SUCCESS : OUT_OF_MEMORY;
}

EXPORT int cuMemFree_v2(uint64_t addr)
{
    const uint64_t first = (addr - fake_first_addr) / FAKE_PAGE;
    pthread_mutex_lock(&books.lock);
    const bool is_known =
        first < FAKE_PAGES && addr % FAKE_PAGE == 0 && books.pages[first].size;
    if (is_known)
        drop_locked(first);
    pthread_mutex_unlock(&books.lock);
    fake_cuda.gives += is_known;
    fake_cuda.bad_gives += !is_known;
    return is_known ? SUCCESS : INVALID_VALUE;
}

/* The context's memory goes with it. It may begin again at once. */
EXPORT int cuCtxDestroy_v2(void *context)
{
    pthread_mutex_lock(&books.lock);
    for (uint64_t at = 0; at < FAKE_PAGES; at++)
        if (books.pages[at].size && books.pages[at].context == context)
            drop_locked(at);
    pthread_mutex_unlock(&books.lock);
    return SUCCESS;
}
