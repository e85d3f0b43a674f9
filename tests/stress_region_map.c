/*
 * Readers ask for addresses while writers add and remove regions, some for each
 * writer and some that stay. A region's arena follows from its place, so every
 * answer can be checked.
 */

#include "shim/region_map.h"
#include "tests/stress.h"

#include <stdatomic.h>
#include <stddef.h>

enum {
    THREADS = 8,
    WRITERS = 2,
    PLACES = 300, /* of each writer, and as many that stay */
    SIZE = 4096,
};

static _Atomic uint64_t faults;

static gpu_addr addr_of(uint64_t group, uint64_t place)
{
    return 0x7f0000000000 + (place * (WRITERS + 1) + group) * SIZE;
}

/* The map only keeps arenas apart and never looks into one. */
static struct arena *arena_of_place(uint64_t group, uint64_t place)
{
    return (struct arena *)(uintptr_t)(64 * (1 + group + 8 * place));
}

static void add(uint64_t group, uint64_t place)
{
    faults += region_map_add(addr_of(group, place), SIZE,
                             arena_of_place(group, place)) != STATUS_OK;
}

static void write_on(struct stress *stress)
{
    bool is_there[PLACES] = {0};
    while (stress_goes_on(stress)) {
        const uint64_t place = stress_random(stress) % PLACES;
        const uint64_t group = stress->thread;
        if (!is_there[place])
            add(group, place);
        else if (place % 2)
            region_map_remove(addr_of(group, place));
        else
            region_map_remove_all_of(arena_of_place(group, place));
        is_there[place] = !is_there[place];
        struct arena *found = region_map_find(addr_of(group, place) + SIZE / 2);
        faults +=
            found != (is_there[place] ? arena_of_place(group, place) : NULL);
    }
}

static void read_on(struct stress *stress)
{
    while (stress_goes_on(stress)) {
        const uint64_t place = stress_random(stress) % PLACES;
        const uint64_t group = stress_random(stress) % (WRITERS + 1);
        const struct arena *found = region_map_find(addr_of(group, place));
        if (found || group == WRITERS)
            faults += found != arena_of_place(group, place);
    }
}

static void work(struct stress *stress)
{
    if (stress->thread < WRITERS)
        write_on(stress);
    else
        read_on(stress);
}

int main(void)
{
    for (uint64_t place = 0; place < PLACES; place++)
        add(WRITERS, place);
    stress_run(work, THREADS);
    return stress_verdict("region_map", faults);
}
