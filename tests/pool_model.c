#include "tests/pool_model.h"

#include <string.h>

static uint64_t round_up(uint64_t size)
{
    return (size + POOL_GRANULARITY - 1) / POOL_GRANULARITY * POOL_GRANULARITY;
}

static void insert_at(struct model *model, size_t index,
                      struct model_chunk chunk)
{
    memmove(&model->chunks[index + 1], &model->chunks[index],
            (model->count - index) * sizeof(chunk));
    model->chunks[index] = chunk;
    model->count++;
}

static void remove_at(struct model *model, size_t index)
{
    model->count--;
    memmove(&model->chunks[index], &model->chunks[index + 1],
            (model->count - index) * sizeof(model->chunks[0]));
}

static size_t index_of(const struct model *model, gpu_addr addr)
{
    size_t index = 0;
    while (index < model->count && model->chunks[index].addr < addr)
        index++;
    return index;
}

void model_add_region(struct model *model, gpu_addr addr, uint64_t size)
{
    insert_at(
        model, index_of(model, addr),
        (struct model_chunk){
            .addr = addr, .size = size, .is_free = true, .is_first = true});
}

void model_remove_region(struct model *model, gpu_addr addr)
{
    remove_at(model, index_of(model, addr));
}

static uint64_t padding_of(const struct model_chunk *chunk, uint64_t alignment)
{
    return (alignment - chunk->addr % alignment) % alignment;
}

static bool is_better(const struct model_chunk *chunk,
                      const struct model_chunk *best)
{
    return !best || chunk->size < best->size;
}

/* Cut a free chunk; the part behind is at the next index. */
static void cut(struct model *model, size_t index, uint64_t size)
{
    struct model_chunk rest = model->chunks[index];
    model->chunks[index].size = size;
    rest.addr += size;
    rest.size -= size;
    rest.is_first = false;
    insert_at(model, index + 1, rest);
}

static bool splits(const struct model *model, uint64_t size, uint64_t need)
{
    if (model->policy == POOL_LEAN)
        return size > need;
    return size >= 2 * need || size - need >= model->cap;
}

gpu_addr model_alloc(struct model *model, uint64_t size, uint64_t alignment)
{
    const uint64_t need = round_up(size);
    const struct model_chunk *best = NULL;
    for (size_t i = 0; i < model->count; i++) {
        const struct model_chunk *const chunk = &model->chunks[i];
        if (chunk->is_free && is_better(chunk, best) &&
            chunk->size >= need + padding_of(chunk, alignment))
            best = chunk;
    }
    if (!best)
        return 0;
    size_t index = (size_t)(best - model->chunks);
    const uint64_t padding = padding_of(best, alignment);
    if (padding)
        cut(model, index++, padding);
    if (splits(model, model->chunks[index].size, need))
        cut(model, index, need);
    model->chunks[index].is_free = false;
    return model->chunks[index].addr;
}

static void make_free(struct model *model, size_t index)
{
    struct model_chunk *const chunk = &model->chunks[index];
    chunk->is_free = true;
    chunk->is_aside = false;
    if (index + 1 < model->count && chunk[1].is_free && !chunk[1].is_first) {
        chunk->size += chunk[1].size;
        remove_at(model, index + 1);
    }
    if (index > 0 && chunk[-1].is_free && !chunk->is_first) {
        chunk[-1].size += chunk->size;
        remove_at(model, index);
    }
}

static bool is_used(const struct model *model, size_t index, gpu_addr addr)
{
    const struct model_chunk *const chunk = &model->chunks[index];
    return index < model->count && chunk->addr == addr && !chunk->is_free &&
           !chunk->is_aside;
}

bool model_free(struct model *model, gpu_addr addr)
{
    const size_t index = index_of(model, addr);
    if (!is_used(model, index, addr))
        return false;
    make_free(model, index);
    return true;
}

bool model_set_aside(struct model *model, gpu_addr addr, uint64_t epoch)
{
    const size_t index = index_of(model, addr);
    if (!is_used(model, index, addr))
        return false;
    model->chunks[index].is_aside = true;
    model->chunks[index].epoch = epoch;
    return true;
}

static size_t first_cleared(const struct model *model, uint64_t epoch)
{
    size_t index = 0;
    while (index < model->count && (!model->chunks[index].is_aside ||
                                    model->chunks[index].epoch > epoch))
        index++;
    return index;
}

void model_clear(struct model *model, uint64_t epoch)
{
    size_t index;
    while ((index = first_cleared(model, epoch)) < model->count)
        make_free(model, index);
}

uint64_t model_size(const struct model *model, gpu_addr addr)
{
    const size_t index = index_of(model, addr);
    return is_used(model, index, addr) ? model->chunks[index].size : 0;
}
