#include "pool/store.h"

#include <stdint.h>
#include <sys/mman.h>

enum {
    /* Mappings are made of pages. */
    PAGE = 4096,
};

enum status store_grow(struct store *store, size_t size)
{
    if (size <= store->size)
        return STATUS_OK;
    if (size > SIZE_MAX - PAGE)
        return STATUS_NO_MEMORY;
    size = (size + PAGE - 1) / PAGE * PAGE;
    void *base = store->base
                     ? mremap(store->base, store->size, size, MREMAP_MAYMOVE)
                     : mmap(NULL, size, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (base == MAP_FAILED)
        return STATUS_NO_MEMORY;
    store->base = base;
    store->size = size;
    return STATUS_OK;
}

void store_fini(struct store *store)
{
    if (store->base)
        munmap(store->base, store->size);
    *store = (struct store){0};
}
