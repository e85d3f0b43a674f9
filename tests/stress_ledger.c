/*
 * Threads put and take their own addresses in one ledger, and all of them fight
 * for a few that they share. Each shared one must be taken as often as it was
 * put, less those that replaced another.
 */

#include "shim/ledger.h"
#include "tests/stress.h"

#include <stdatomic.h>
#include <stdint.h>

enum {
    THREADS = 8,
    OWN = 64,
    SHARED = 16,
};

static _Atomic uint64_t faults;

static void use_own(struct stress *stress, uint64_t number)
{
    struct ledger_entry entry;
    const gpu_addr addr = number * THREADS + stress->thread + 1000;
    const enum ledger_space space = (enum ledger_space)(number % 3);
    ledger_put(
        &(struct ledger_entry){.addr = addr, .space = space, .size = number});
    faults += !ledger_take(space, addr, &entry) || entry.size != number;
    faults += ledger_take(space, addr, &entry);
}

/* Whoever gets an entry gets a whole one. */
static void use_shared(uint64_t number)
{
    struct ledger_entry entry;
    const gpu_addr addr = 1 + number % SHARED;
    ledger_put(&(struct ledger_entry){.addr = addr,
                                      .space = SPACE_ARRAY,
                                      .dev = (int)addr,
                                      .size = 7 * addr});
    if (ledger_take(SPACE_ARRAY, addr, &entry))
        faults += entry.addr != addr || entry.dev != (int)addr ||
                  entry.size != 7 * addr;
}

static void keep_books(struct stress *stress)
{
    gpu_addr held[OWN] = {0};
    while (stress_goes_on(stress)) {
        struct ledger_entry entry;
        const uint64_t random = stress_random(stress);
        gpu_addr *slot = &held[random % OWN];
        if (*slot)
            faults += !ledger_take(SPACE_MEMORY, *slot, &entry) ||
                      entry.dev != (int)stress->thread;
        *slot = (random << 8 | stress->thread) + 1;
        ledger_put(&(struct ledger_entry){
            .addr = *slot, .dev = (int)stress->thread, .size = random});
        use_own(stress, random);
        use_shared(random);
    }
}

int main(void)
{
    stress_run(keep_books, THREADS);
    return stress_verdict("ledger", faults);
}
