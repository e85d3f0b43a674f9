#include "shim/ledger.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void put(enum ledger_space space, gpu_addr addr, int dev, uint64_t size)
{
    ledger_put(&(struct ledger_entry){addr, space, dev, size, NULL});
}

/* The size that was booked, or 0. */
static uint64_t take(enum ledger_space space, gpu_addr addr)
{
    struct ledger_entry entry;
    return ledger_take(space, addr, &entry) ? entry.size : 0;
}

Test(ledger, gives_back_what_was_put)
{
    struct ledger_entry entry;
    put(SPACE_MEMORY, 0x7f1200000000, 3, 4096);

    cr_assert(ledger_take(SPACE_MEMORY, 0x7f1200000000, &entry));

    cr_expect(eq(u64, entry.addr, 0x7f1200000000));
    cr_expect(eq(int, entry.space, SPACE_MEMORY));
    cr_expect(eq(int, entry.dev, 3));
    cr_expect(eq(u64, entry.size, 4096));
}

Test(ledger, gives_an_entry_once)
{
    put(SPACE_MEMORY, 0x1000, 0, 1);

    cr_expect(eq(u64, take(SPACE_MEMORY, 0x1000), 1));
    cr_expect(eq(u64, take(SPACE_MEMORY, 0x1000), 0));
}

Test(ledger, writes_nothing_for_what_it_does_not_know)
{
    struct ledger_entry entry = {.size = 7};

    cr_expect_not(ledger_take(SPACE_MEMORY, 0x1000, &entry));
    put(SPACE_MEMORY, 0x2000, 0, 1);
    cr_expect_not(ledger_take(SPACE_MEMORY, 0x2001, &entry));

    cr_expect(eq(u64, entry.size, 7));
}

Test(ledger, never_holds_the_address_0)
{
    put(SPACE_MEMORY, 0, 0, 1);

    cr_expect(eq(u64, take(SPACE_MEMORY, 0), 0));
}

Test(ledger, replaces_an_entry_of_the_same_address)
{
    put(SPACE_MEMORY, 0x1000, 0, 1);
    put(SPACE_MEMORY, 0x1000, 1, 2);

    cr_expect(eq(u64, take(SPACE_MEMORY, 0x1000), 2));
    cr_expect(eq(u64, take(SPACE_MEMORY, 0x1000), 0));
}

Test(ledger, keeps_equal_numbers_of_different_spaces_apart)
{
    put(SPACE_MEMORY, 0x1000, 0, 1);
    put(SPACE_ARRAY, 0x1000, 0, 2);
    put(SPACE_PHYSICAL, 0x1000, 0, 3);

    cr_expect(eq(u64, take(SPACE_ARRAY, 0x1000), 2));
    cr_expect(eq(u64, take(SPACE_ARRAY, 0x1000), 0));
    cr_expect(eq(u64, take(SPACE_PHYSICAL, 0x1000), 3));
    cr_expect(eq(u64, take(SPACE_MEMORY, 0x1000), 1));
}

Test(ledger, keeps_neighbouring_numbers_of_different_spaces_apart)
{
    for (gpu_addr addr = 1; addr <= 1000; addr++)
        for (int space = SPACE_MEMORY; space <= SPACE_PHYSICAL; space++)
            put((enum ledger_space)space, addr, 0, 10 * addr + (uint64_t)space);

    for (gpu_addr addr = 1; addr <= 1000; addr++)
        for (int space = SPACE_MEMORY; space <= SPACE_PHYSICAL; space++)
            cr_assert(eq(u64, take((enum ledger_space)space, addr),
                         10 * addr + (uint64_t)space));
}

Test(ledger, takes_any_number_for_an_address)
{
    put(SPACE_MEMORY, UINT64_MAX, 0, 1);
    put(SPACE_PHYSICAL, UINT64_MAX, 0, 2);
    put(SPACE_MEMORY, 1, 0, 3);

    cr_expect(eq(u64, take(SPACE_MEMORY, UINT64_MAX), 1));
    cr_expect(eq(u64, take(SPACE_PHYSICAL, UINT64_MAX), 2));
    cr_expect(eq(u64, take(SPACE_MEMORY, 1), 3));
}

/* Leaves the tables where they are, so it is for a child alone. */
static bool forgets_in_child(void)
{
    struct ledger_entry entry;
    ledger_reset();
    for (gpu_addr addr = 1; addr <= 1000; addr++)
        if (ledger_take(SPACE_MEMORY, addr << 12, &entry))
            return false;
    put(SPACE_MEMORY, 0x1000, 0, 5);
    return take(SPACE_MEMORY, 0x1000) == 5;
}

Test(ledger, forgets_everything_in_the_child_of_a_fork)
{
    int status = -1;
    for (gpu_addr addr = 1; addr <= 1000; addr++)
        put(SPACE_MEMORY, addr << 12, 0, addr);

    const pid_t child = fork();
    if (child == 0)
        _exit(forgets_in_child() ? 0 : 1);
    waitpid(child, &status, 0);

    cr_expect(eq(int, status, 0));
    cr_expect(eq(u64, take(SPACE_MEMORY, 0x3000), 3));
}

enum {
    STEPS = 100000,
    KEYS = 4096, /* few enough that they meet again and again */
    SPACES = 3,
};

static uint32_t next_random(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* Addresses as vendors hand them out: pages, and here and there a neighbour. */
static gpu_addr addr_of(unsigned key)
{
    return 0x7f0000000000 + ((gpu_addr)(key / 2) << 21) + 256 * (key % 2);
}

Test(ledger, agrees_with_a_model_over_random_puts_and_takes)
{
    static uint64_t model[SPACES][KEYS];
    uint32_t random = 1;

    for (unsigned step = 1; step <= STEPS; step++) {
        const unsigned space = next_random(&random) % SPACES;
        const unsigned key = next_random(&random) % KEYS;
        uint64_t *known = &model[space][key];
        if (next_random(&random) % 2) {
            put((enum ledger_space)space, addr_of(key), 0, step);
            *known = step;
        } else {
            cr_assert(
                eq(u64, take((enum ledger_space)space, addr_of(key)), *known));
            *known = 0;
        }
    }

    for (unsigned space = 0; space < SPACES; space++)
        for (unsigned key = 0; key < KEYS; key++)
            cr_assert(eq(u64, take((enum ledger_space)space, addr_of(key)),
                         model[space][key]));
}

enum {
    THREADS = 8,
    ROUNDS = 5000,
};

static _Atomic unsigned faults;

/* Put and take addresses that no other thread uses, in the shards that all of
 * them do. */
static void *keep_books(void *context)
{
    const gpu_addr thread = (gpu_addr)(uintptr_t)context;
    for (gpu_addr i = 1; i <= ROUNDS; i++) {
        put(SPACE_MEMORY, i * THREADS + thread, (int)thread, i);
        if (i % 2 == 0)
            faults += take(SPACE_MEMORY, i * THREADS + thread) != i;
    }
    for (gpu_addr i = 1; i <= ROUNDS; i++)
        faults += take(SPACE_MEMORY, i * THREADS + thread) != (i % 2 ? i : 0);
    return NULL;
}

Test(ledger, loses_nothing_between_threads)
{
    pthread_t threads[THREADS];

    for (uintptr_t i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, keep_books, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);

    cr_expect(eq(uint, faults, 0));
}

Test(ledger, forgets_what_goes_with_a_context_and_nothing_else)
{
    const int mine = 0, other = 0;
    struct ledger_entry entry;
    for (gpu_addr addr = 1; addr <= 1000; addr++)
        ledger_put(&(struct ledger_entry){addr << 12, SPACE_MEMORY, 0, 8,
                                          addr % 2 ? &mine : &other});

    const struct ledger_loss loss = ledger_forget(&mine, -1);

    cr_expect(eq(u64, loss.count, 500));
    cr_expect(eq(u64, loss.size, 4000));
    for (gpu_addr addr = 1; addr <= 1000; addr++)
        cr_expect(eq(int, ledger_take(SPACE_MEMORY, addr << 12, &entry),
                     addr % 2 == 0));
}

Test(ledger, forgets_what_is_on_a_device_that_was_reset)
{
    struct ledger_entry entry;
    ledger_put(&(struct ledger_entry){4096, SPACE_MEMORY, 0, 8, NULL});
    ledger_put(&(struct ledger_entry){8192, SPACE_MEMORY, 1, 8, NULL});

    const struct ledger_loss loss = ledger_forget(NULL, 0);

    cr_expect(eq(u64, loss.count, 1));
    cr_expect(not(ledger_take(SPACE_MEMORY, 4096, &entry)));
    cr_expect(ledger_take(SPACE_MEMORY, 8192, &entry));
}
