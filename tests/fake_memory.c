#include "tests/fake_memory.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

/* The linker gives calls of the first kind to the wrapped functions, and the
 * second kind to the host's own (ld, --wrap). */
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_mmap(void *addr, size_t size, int protection, int flags, int file,
                  off_t offset);
void *__wrap_mremap(void *addr, size_t old_size, size_t size, int flags);
void *__real_calloc(size_t count, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_mmap(void *addr, size_t size, int protection, int flags, int file,
                  off_t offset);
void *__real_mremap(void *addr, size_t old_size, size_t size, int flags);

static _Atomic bool is_out_of_memory;

void memory_refuse(bool is_refused)
{
    is_out_of_memory = is_refused;
}

void *__wrap_calloc(size_t count, size_t size)
{
    if (!is_out_of_memory)
        return __real_calloc(count, size);
    errno = ENOMEM;
    return NULL;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    if (!is_out_of_memory)
        return __real_aligned_alloc(alignment, size);
    errno = ENOMEM;
    return NULL;
}

void *__wrap_mmap(void *addr, size_t size, int protection, int flags, int file,
                  off_t offset)
{
    if (!is_out_of_memory)
        return __real_mmap(addr, size, protection, flags, file, offset);
    errno = ENOMEM;
    return MAP_FAILED;
}

void *__wrap_mremap(void *addr, size_t old_size, size_t size, int flags)
{
    if (!is_out_of_memory)
        return __real_mremap(addr, old_size, size, flags);
    errno = ENOMEM;
    return MAP_FAILED;
}
