/*
 * What the pool alone costs, in units of glibc's malloc+free of 64 KiB measured
 * in the same run, and how much memory it needs. One line a figure: name,
 * value, unit, target.
 *
 * Every figure is the median of many short rounds; the unit is measured between
 * them, so that a machine that slows down slows both.
 */

#include "tests/bench/pool_work.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t random_state = 1;

static uint64_t random_next(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* A device without an end: each region lies behind the one before. */
static enum status take(void *context, uint64_t size, gpu_addr *out)
{
    uint64_t *const next = context;
    *out = *next;
    *next += size;
    return STATUS_OK;
}

static void give_back(void *context, gpu_addr addr, uint64_t size)
{
    (void)context, (void)addr, (void)size;
}

static struct pool *make_pool(enum pool_policy policy, uint64_t limit,
                              bool preallocate, uint64_t *next)
{
    *next = UINT64_C(1) << 40;
    const struct pool_config config = {
        .policy = policy,
        .limit = limit,
        .preallocate = preallocate,
        .source = {take, give_back, next},
    };
    struct pool *pool;
    if (pool_create(&config, &pool) != STATUS_OK)
        exit(1);
    return pool;
}

static void must_alloc(struct pool *pool, uint64_t size, gpu_addr *out)
{
    if (pool_alloc(pool, size, POOL_GRANULARITY, out) != STATUS_OK)
        exit(1);
}

static void run_pairs(struct work *work)
{
    for (size_t i = 0; i < work->pairs; i++) {
        gpu_addr addr;
        must_alloc(work->pool, work->size, &addr);
        pool_free(work->pool, addr);
    }
}

static void bench_pair(const char *name, enum pool_policy policy)
{
    uint64_t next;
    struct work work = {.run = run_pairs, .pairs = STEPS, .size = UNIT_SIZE};
    work.pool = make_pool(policy, UINT64_C(1) << 40, false, &next);
    gpu_addr kept;
    must_alloc(work.pool, UNIT_SIZE, &kept);
    work_report(name, work_units(&work), "units", 1.6);
    pool_destroy(work.pool);
}

static void run_random(struct work *work)
{
    for (size_t i = 0; i < work->pairs; i++) {
        gpu_addr *const live = &work->live[work->victims[i]];
        pool_free(work->pool, *live);
        must_alloc(work->pool, work->sizes[i], live);
    }
}

/* 256 B to 64 MiB, each octave as likely as the others. */
static uint64_t random_size(void)
{
    const double exponent = 8 + 18 * (double)(random_next() >> 11) * 0x1p-53;
    return (uint64_t)exp2(exponent);
}

static void deal(struct work *work, size_t live_count)
{
    for (size_t i = 0; i < STEPS; i++) {
        work->sizes[i] = random_size();
        work->victims[i] = (uint32_t)(random_next() % live_count);
    }
}

static void bench_random(enum pool_policy policy, size_t live_count,
                         double target)
{
    uint64_t next;
    struct work work = {
        .run = run_random,
        .pairs = STEPS,
        .live = calloc(live_count, sizeof(gpu_addr)),
        .sizes = calloc(STEPS, sizeof(uint64_t)),
        .victims = calloc(STEPS, sizeof(uint32_t)),
    };
    if (!work.live || !work.sizes || !work.victims)
        exit(1);
    work.pool = make_pool(policy, UINT64_C(1) << 50, false, &next);
    for (size_t i = 0; i < live_count; i++)
        must_alloc(work.pool, random_size(), &work.live[i]);
    for (size_t i = 0; i < 4 * live_count; i += STEPS) {
        deal(&work, live_count);
        run_random(&work);
    }
    deal(&work, live_count);
    const char *const kind = policy == POOL_LEAN ? "lean" : "original";
    char name[64];
    snprintf(name, sizeof(name), "random_%s_%zu", kind, live_count);
    work_report(name, work_units(&work), "units", target);
    struct pool_stats stats;
    pool_stats(work.pool, &stats);
    snprintf(name, sizeof(name), "metadata_%s_%zu", kind, live_count);
    work_report(name, (double)stats.metadata_bytes / (double)stats.live_count,
                "bytes/live", 128);
    pool_destroy(work.pool);
    free(work.live);
    free(work.sizes);
    free(work.victims);
}

/* Runs to the end, or to the first refusal; then frees what is left. */
static bool play(struct pool *pool, const struct trace *trace, gpu_addr *live)
{
    bool is_whole = true;
    for (size_t i = 0; i < trace->count && is_whole; i++) {
        const struct request *const request = &trace->requests[i];
        gpu_addr *const addr = &live[request->id];
        if (request->size == 0) {
            pool_free(pool, *addr);
            *addr = 0;
        } else {
            is_whole = pool_alloc(pool, request->size, POOL_GRANULARITY,
                                  addr) == STATUS_OK;
        }
    }
    for (uint32_t id = 0; id < trace->id_count; id++) {
        if (live[id])
            pool_free(pool, live[id]);
        live[id] = 0;
    }
    return is_whole;
}

static void run_trace(struct work *work)
{
    play(work->pool, work->trace, work->live);
}

static bool runs_within(const struct trace *trace, uint64_t limit,
                        gpu_addr *live)
{
    uint64_t next;
    struct pool *const pool =
        make_pool(POOL_LEAN, limit, /* preallocate */ true, &next);
    const bool is_whole = play(pool, trace, live);
    pool_destroy(pool);
    return is_whole;
}

/* To the grain. Nothing promises that a larger pool never fails, so the search
 * goes down in steps and stops at the last that runs. */
static uint64_t smallest_pool(const struct trace *trace, gpu_addr *live)
{
    uint64_t low = trace->peak / 2, high = 2 * trace->peak;
    while (high - low > POOL_GRANULARITY) {
        const uint64_t middle = low + (high - low) / 2;
        if (runs_within(trace, middle, live))
            high = middle;
        else
            low = middle;
    }
    return high;
}

static uint64_t reserved_peak(const struct trace *trace, gpu_addr *live)
{
    uint64_t next;
    struct pool *const pool =
        make_pool(POOL_LEAN, UINT64_C(1) << 40, false, &next);
    play(pool, trace, live);
    struct pool_stats stats;
    pool_stats(pool, &stats);
    pool_destroy(pool);
    return stats.peak_pool_bytes;
}

static void bench_trace(const char *name, double smallest_target)
{
    char text[256];
    snprintf(text, sizeof(text), "tests/data/traces/%s.csv", name);
    struct trace trace;
    if (!trace_load(text, &trace)) {
        fprintf(stderr, "%s: cannot be read\n", text);
        exit(1);
    }
    gpu_addr *const live = calloc(trace.id_count, sizeof(*live));
    if (!live)
        exit(1);
    uint64_t next;
    struct work work = {.run = run_trace,
                        .pairs = trace.count / 2,
                        .live = live,
                        .trace = &trace};
    for (enum pool_policy policy = POOL_LEAN; policy <= POOL_ORIGINAL;
         policy++) {
        work.pool = make_pool(policy, UINT64_C(8) << 30, false, &next);
        snprintf(text, sizeof(text), "trace_%s_%s",
                 policy == POOL_LEAN ? "lean" : "original", name);
        work_report(text, work_units(&work), "units", 2);
        pool_destroy(work.pool);
    }
    const double peak = (double)trace.peak;
    snprintf(text, sizeof(text), "smallest_lean_%s", name);
    work_report(text, (double)smallest_pool(&trace, live) / peak, "ratio",
                smallest_target);
    snprintf(text, sizeof(text), "reserved_lean_%s", name);
    work_report(text, (double)reserved_peak(&trace, live) / peak, "ratio",
                1.15);
    free(live);
    trace_fini(&trace);
}

/* Free chunks that are all in the way of `size`, and none of them enough. */
static void bench_too_small(size_t chunk_count, uint64_t size, const char *name)
{
    uint64_t next;
    struct work work = {.run = run_pairs, .pairs = STEPS, .size = size};
    work.pool = make_pool(POOL_LEAN, UINT64_C(1) << 50, false, &next);
    gpu_addr *const small = calloc(chunk_count, sizeof(*small));
    if (!small)
        exit(1);
    for (size_t i = 0; i < chunk_count; i++) {
        gpu_addr between;
        const uint64_t less = POOL_GRANULARITY * (1 + i % 500);
        must_alloc(work.pool, size - less, &small[i]);
        must_alloc(work.pool, POOL_GRANULARITY, &between);
    }
    for (size_t i = 0; i < chunk_count; i++)
        pool_free(work.pool, small[i]);
    work_report(name, work_units(&work), "units", 10);
    pool_destroy(work.pool);
    free(small);
}

int main(void)
{
    work_report("unit", work_unit_ns(), "ns", 0);
    bench_pair("pair_lean", POOL_LEAN);
    bench_pair("pair_original", POOL_ORIGINAL);
    for (enum pool_policy policy = POOL_LEAN; policy <= POOL_ORIGINAL;
         policy++) {
        bench_random(policy, 1000, 5.2);
        bench_random(policy, 10000, 5.5);
        bench_random(policy, 100000, 15);
    }
    bench_trace("resnet50-training", 1.005);
    bench_trace("distributed-training", 1.02);
    bench_too_small(100000, 32 << 20, "too_small_100000");
    return 0;
}
