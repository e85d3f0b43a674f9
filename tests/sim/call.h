#ifndef GPUALLOC_SIM_CALL_H
#define GPUALLOC_SIM_CALL_H

#include <stdatomic.h>
#include <stdbool.h>

/*
 * What happens around every exported function: trace, injected failure, cost.
 *
 * The vendor's table expands each exported function to this, and calls its
 * inner functions, never an exported one, so that one call is one line:
 *
 *     EXPORT int name(parameters)
 *     {
 *         static struct call_site site = {.name = "name"};
 *         int rc;
 *         if (call_is_quiet())
 *             return body;
 *         if (call_enter(&site, &rc))
 *             rc = body;
 *         call_leave(&site, rc, "size=%zu ptr=%#llx", size, ...);
 *         return rc;
 *     }
 *
 * A trace line is `name pid=1 tid=2 size=4096 ptr=0x7f0000000000 -> 0`, one
 * write to the end of SIMGPU_TRACE. Each library counts its own calls for
 * SIMGPU_FAIL, `*` included.
 */
struct call_site {
    const char *name;
    atomic_ulong count; /* calls so far, counted while failures are asked for */
};

enum call_state {
    CALL_UNREAD,  /* nobody has looked at the environment */
    CALL_QUIET,   /* no trace, no failures, no costs */
    CALL_WATCHED, /* at least one of them */
    CALL_GONE,    /* the library is torn down: every call answers 4 */
};

extern atomic_int call_state;

static inline bool call_is_quiet(void)
{
    return atomic_load_explicit(&call_state, memory_order_relaxed) ==
           CALL_QUIET;
}

/*
 * Count the call, let its cost pass, and tell whether to go on. False: `*rc`
 * is the answer, 2 (out of memory with every vendor) unless SIMGPU_FAIL names
 * another code. call_leave follows in both cases.
 */
bool call_enter(struct call_site *site, int *rc);

/* Write the trace line. `format` may start with a space and is " " for a call
 * without arguments, since compilers dislike an empty one. */
void call_leave(const struct call_site *site, int rc, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
