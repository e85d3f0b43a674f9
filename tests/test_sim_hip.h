#ifndef GPUALLOC_TEST_SIM_HIP_H
#define GPUALLOC_TEST_SIM_HIP_H

/* The simulated libamdhip64 as a program sees it: loaded, each major. */

#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/parameterized.h>

#include "tests/sim/hip_error.h"
#include "tests/sim/hip_types.h"

/* The functions by name; NULL: the library that was loaded lacks it. */
struct hip {
    void *library;
#define HIP(since, name, parameters, ...)       int(*name) parameters;
#define HIP_ANY(since, name, parameters, ...)   int(*name) parameters;
#define HIP_PLAIN(since, name, parameters, ...) int(*name) parameters;
#define HIP_TEXT(since, name)                   const char *(*name)(int error);
#include "tests/sim/hip_functions.def"
#undef HIP
#undef HIP_ANY
#undef HIP_PLAIN
#undef HIP_TEXT
};

extern struct hip hip;

/* Load one of the majors into this process. What the environment says counts
 * from here on. */
void hip_load(int major);

/* A test for each of them. */
struct criterion_test_params hip_majors(void);

#define FOR_EACH_MAJOR(suite, name)                                            \
    ParameterizedTestParameters(suite, name)                                   \
    {                                                                          \
        return hip_majors();                                                   \
    }                                                                          \
    ParameterizedTest(const int *major, suite, name)

/* The call is expected to succeed, or the test ends. */
#define MUST(call)                   cr_assert(eq(int, (call), HIP_SUCCESS))
#define EXPECT_CODE(call, hip_error) cr_expect(eq(int, (call), (hip_error)))

void *hip_must_malloc(size_t size);
void *hip_must_stream(unsigned flags);

/* Are all bytes of memory of a device this one? */
bool hip_holds(const void *ptr, size_t size, unsigned char byte);

/* A file for SIMGPU_TRACE, gone with the test, and the lines in it that begin
 * with the name. */
void hip_trace_begin(void);
int hip_trace_count(const char *name);
/* The last of them, in static storage, or "". */
const char *hip_trace_last(const char *name);

#endif
