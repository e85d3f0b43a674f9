#include "shim/region_map.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* The map only keeps arenas apart and never looks into one. */
static struct arena *arena_number(uintptr_t number)
{
    return (struct arena *)(number * 64);
}

static void add(gpu_addr addr, uint64_t size, uintptr_t number)
{
    cr_assert(
        eq(int, region_map_add(addr, size, arena_number(number)), STATUS_OK));
}

static void expect_owner(gpu_addr addr, uintptr_t number)
{
    cr_assert(eq(ptr, region_map_find(addr), arena_number(number)));
}

static void expect_nobody(gpu_addr addr)
{
    cr_assert(eq(ptr, region_map_find(addr), NULL));
}

Test(region_map, knows_nobody_at_first)
{
    expect_nobody(0);
    expect_nobody(1);
    expect_nobody(UINT64_MAX);
    region_map_remove(0x1000);
    region_map_remove_all_of(arena_number(1));
    expect_nobody(0x1000);
}

Test(region_map, knows_a_region_from_its_first_to_its_last_byte)
{
    add(0x200000, 0x200000, 1);

    expect_nobody(0x1fffff);
    expect_owner(0x200000, 1);
    expect_owner(0x300001, 1);
    expect_owner(0x3fffff, 1);
    expect_nobody(0x400000);
}

Test(region_map, keeps_neighbours_apart)
{
    add(0x400000, 0x200000, 2);
    add(0x200000, 0x200000, 1);
    add(0x600000, 0x200000, 3);

    expect_owner(0x3fffff, 1);
    expect_owner(0x400000, 2);
    expect_owner(0x5fffff, 2);
    expect_owner(0x600000, 3);
}

Test(region_map, knows_a_region_at_the_end_of_all_addresses)
{
    add(UINT64_MAX - 0xfff, 0x1000, 1);

    expect_owner(UINT64_MAX, 1);
    expect_nobody(UINT64_MAX - 0x1000);
}

Test(region_map, removes_one_region_and_leaves_the_others)
{
    add(0x1000, 0x1000, 1);
    add(0x2000, 0x1000, 1);
    add(0x3000, 0x1000, 2);

    region_map_remove(0x2000);
    region_map_remove(0x9000);
    region_map_remove(0x1001);

    expect_owner(0x1000, 1);
    expect_nobody(0x2000);
    expect_owner(0x3000, 2);
}

Test(region_map, removes_all_regions_of_an_arena)
{
    for (gpu_addr i = 1; i <= 100; i++)
        add(i << 12, 0x1000, 1 + i % 2);

    region_map_remove_all_of(arena_number(1));

    for (gpu_addr i = 1; i <= 100; i++)
        if (i % 2)
            expect_owner(i << 12, 2);
        else
            expect_nobody(i << 12);
}

enum {
    STEPS = 20000,
    PLACES = 512,
    ARENAS = 5,
};

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* Every place has room for a region of 1 to 4 pages. */
static gpu_addr addr_of(unsigned place)
{
    return 0x10000000 + ((gpu_addr)place << 14);
}

struct model {
    uintptr_t owner; /* 0: nobody */
    uint64_t size;
};

static void step_model(struct model *model, unsigned place, uint32_t *random)
{
    if (model->owner) {
        region_map_remove(addr_of(place));
        *model = (struct model){0};
    } else {
        model->owner = 1 + next_random(random) % ARENAS;
        model->size = UINT64_C(4096) * (1 + next_random(random) % 4);
        add(addr_of(place), model->size, model->owner);
    }
}

static void expect_model(const struct model *model, unsigned place)
{
    const gpu_addr addr = addr_of(place);
    if (!model->owner) {
        expect_nobody(addr);
        expect_nobody(addr + 0x3fff);
        return;
    }
    expect_owner(addr, model->owner);
    expect_owner(addr + model->size - 1, model->owner);
    if (model->size < 0x4000)
        expect_nobody(addr + model->size);
}

Test(region_map, agrees_with_a_model_over_random_steps)
{
    static struct model models[PLACES];
    uint32_t random = 1;

    for (unsigned step = 0; step < STEPS; step++) {
        const unsigned place = next_random(&random) % PLACES;
        step_model(&models[place], place, &random);
        if (step % 5000 == 4999) {
            const uintptr_t gone = 1 + next_random(&random) % ARENAS;
            region_map_remove_all_of(arena_number(gone));
            for (unsigned i = 0; i < PLACES; i++)
                if (models[i].owner == gone)
                    models[i] = (struct model){0};
        }
        const unsigned other = next_random(&random) % PLACES;
        expect_model(&models[place], place);
        expect_model(&models[other], other);
    }

    for (unsigned place = 0; place < PLACES; place++)
        expect_model(&models[place], place);
}

enum {
    READERS = 4,
    WRITES = 20000,
    STAYS = 7, /* a region that never goes */
};

static _Atomic bool is_written;
static _Atomic unsigned faults;

/* Regions other than the one that stays come and go; each has the arena of its
 * place, so any other answer is wrong. */
static void *read_on(void *unused)
{
    (void)unused;
    uint32_t random = 5;
    while (!is_written) {
        const unsigned place = next_random(&random) % PLACES;
        const struct arena *found = region_map_find(addr_of(place));
        faults += found ? found != arena_number(1 + place) : place == STAYS;
    }
    return NULL;
}

static void write_on(void)
{
    static bool is_there[PLACES];
    uint32_t random = 9;
    for (int i = 0; i < WRITES; i++) {
        const unsigned place = next_random(&random) % PLACES;
        if (place == STAYS)
            continue;
        if (is_there[place])
            region_map_remove(addr_of(place));
        else
            add(addr_of(place), 0x1000, 1 + place);
        is_there[place] = !is_there[place];
    }
}

Test(region_map, answers_readers_while_a_writer_is_at_work)
{
    pthread_t threads[READERS];
    add(addr_of(STAYS), 0x1000, 1 + STAYS);
    for (int i = 0; i < READERS; i++)
        pthread_create(&threads[i], NULL, read_on, NULL);

    write_on();
    is_written = true;

    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    cr_expect(eq(uint, faults, 0));
}
