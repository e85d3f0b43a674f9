#include "tests/bench/pool_work.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static uint64_t now_ns(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof(*values), compare);
    return values[count / 2];
}

static void run_unit(struct work *work)
{
    for (size_t i = 0; i < work->pairs; i++) {
        void *memory = malloc(UNIT_SIZE);
        __asm__ volatile("" : "+r"(memory) : : "memory");
        free(memory);
    }
}

static double time_of(struct work *work)
{
    const uint64_t start = now_ns();
    work->run(work);
    return (double)(now_ns() - start) / (double)work->pairs;
}

double work_units(struct work *work)
{
    double ratios[ROUNDS];
    struct work unit = {.run = run_unit, .pairs = STEPS};
    time_of(work);
    time_of(&unit);
    for (size_t round = 0; round < ROUNDS; round++) {
        const double before = time_of(&unit);
        const double cost = time_of(work);
        const double after = time_of(&unit);
        ratios[round] = cost / ((before + after) / 2);
    }
    return median(ratios, ROUNDS);
}

void work_report(const char *name, double value, const char *unit,
                 double target)
{
    printf("%s\t%.3f\t%s\t%g\n", name, value, unit, target);
    fflush(stdout);
}

double work_unit_ns(void)
{
    struct work unit = {.run = run_unit, .pairs = STEPS};
    double times[ROUNDS];
    for (size_t round = 0; round < ROUNDS; round++)
        times[round] = time_of(&unit);
    return median(times, ROUNDS);
}
