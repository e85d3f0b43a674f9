#include "shim/state.h"

#include "shim/ledger.h"
#include "shim/log.h"
#include "shim/report.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct {
    _Atomic int mode;
    pthread_once_t once;
    struct settings settings;
    struct tally tally;
    uint64_t epoch;
    int pid, parent;
    bool is_forked;
    _Atomic uint64_t decisions;
    _Atomic bool banner_is_due;
} state = {.once = PTHREAD_ONCE_INIT};

enum mode state_mode(void)
{
    return (enum mode)atomic_load_explicit(&state.mode, memory_order_acquire);
}

/* Only what a child may do: no lock of another thread's can be waited for. */
static void after_fork_in_child(void)
{
    state.parent = state.pid;
    state.pid = getpid();
    state.is_forked = true;
    state.decisions = 0;
    state.banner_is_due = true;
    memset(&state.tally, 0, sizeof(state.tally));
    ledger_reset();
    log_reset_in_child();
}

static void begin_active(void)
{
    struct complaints complaints = {0};
    state.pid = getpid();
    state.epoch = state_clock();
    settings_read(&state.settings, &complaints);
    log_open(&state.settings, &complaints);
    state.banner_is_due = true;
    pthread_atfork(NULL, NULL, after_fork_in_child);
    atomic_store_explicit(&state.mode, MODE_ACTIVE, memory_order_release);
    report_banner_if_due();
    report_complaints(&complaints);
}

static void begin(void)
{
    if (settings_say_off())
        atomic_store_explicit(&state.mode, MODE_INERT, memory_order_release);
    else
        begin_active();
}

bool state_begin(void)
{
    if (__builtin_expect(state_mode() == MODE_UNREAD, false))
        pthread_once(&state.once, begin);
    return state_mode() == MODE_ACTIVE;
}

const struct settings *state_settings(void)
{
    return &state.settings;
}

struct tally *state_tally(void)
{
    return &state.tally;
}

bool state_is_forked(void)
{
    return state.is_forked;
}

int state_pid(void)
{
    return state.pid;
}

int state_parent(void)
{
    return state.is_forked ? state.parent : 0;
}

uint64_t state_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t state_elapsed(void)
{
    return state_clock() - state.epoch;
}

uint64_t state_next_decision(void)
{
    return atomic_fetch_add(&state.decisions, 1) + 1;
}

bool state_banner_is_due(void)
{
    return atomic_load_explicit(&state.banner_is_due, memory_order_acquire) &&
           atomic_exchange(&state.banner_is_due, false);
}

__attribute__((constructor)) static void loaded(void)
{
    log_note_stderr();
}

/* The vendor's library may be gone by now: only the log is written. */
__attribute__((destructor)) static void unloaded(void)
{
    if (state_mode() == MODE_ACTIVE && !state.banner_is_due)
        report_summary();
}
