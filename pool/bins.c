#include "pool/bins.h"

static uint64_t largest_binned(const struct bins *bins,
                               const struct nodes *nodes)
{
    if (bins->summary == 0)
        return 0;
    const uint32_t word = 63 - (uint32_t)__builtin_clzll(bins->summary);
    const struct bin *const bin =
        &bins->at[word * 64 + 63 - __builtin_clzll(bins->words[word])];
    uint64_t largest = 0;
    if (bin->root != NODE_NONE)
        largest = node_size(&nodes->at[tree_last(nodes, bin->root)]);
    for (uint32_t i = 0; i < bin->count; i++) {
        const uint64_t size = node_size(&nodes->at[bin->slots[i]]);
        if (size > largest)
            largest = size;
    }
    return largest;
}

uint64_t bins_largest(const struct bins *bins, const struct nodes *nodes)
{
    const uint64_t largest = largest_binned(bins, nodes);
    const uint64_t recent =
        bins->recent == NODE_NONE ? 0 : node_size(&nodes->at[bins->recent]);
    return recent > largest ? recent : largest;
}

static const char *check_bin(const struct bins *bins, const struct nodes *nodes,
                             uint32_t index, uint64_t *count)
{
    const struct bin *const bin = &bins->at[index];
    const bool is_marked = bins->words[index / 64] >> index % 64 & 1;
    const bool is_empty = bin->count == 0 && bin->root == NODE_NONE;
    if (is_marked == is_empty)
        return "a bin's bit is not what the bin holds";
    for (uint32_t i = 0; i < bin->count; i++) {
        const struct node *node = &nodes->at[bin->slots[i]];
        if (node_slot(node) != i || node_state(node) != NODE_FREE ||
            bins_index(node_size(node)) != index)
            return "a slot holds a chunk that is not of it";
    }
    *count += bin->count;
    return tree_check(nodes, bin->root, count);
}

const char *bins_check(const struct bins *bins, const struct nodes *nodes,
                       uint64_t count)
{
    uint64_t found = bins->recent != NODE_NONE;
    if (found && node_state(&nodes->at[bins->recent]) != NODE_FREE)
        return "the recent chunk is not free";
    for (uint32_t bin = 0; bin < BIN_COUNT; bin++) {
        const char *const fault = check_bin(bins, nodes, bin, &found);
        if (fault)
            return fault;
    }
    for (uint32_t word = 0; word < BIN_WORDS; word++)
        if ((bins->summary >> word & 1) != (bins->words[word] != 0))
            return "the summary is not what the words hold";
    return found == count ? NULL : "the bins hold another number of chunks";
}
