#include "shim/vendor.h"

#include "shim/elf.h"

#include <stdatomic.h>
#include <string.h>

/* The functions that a pool needs, by what they do. */
enum need {
    NEED_CONTEXT, /* int (void **context); absent where there are none */
    NEED_DEVICE,  /* int (int *dev) */
    NEED_TAKE,    /* int (gpu_addr *out, size_t size) */
    NEED_GIVE,    /* int (gpu_addr addr) */
    NEED_SYNC,    /* int (void) */
    NEED_INFO,    /* int (size_t *free_bytes, size_t *total_bytes) */
    NEED_ENTER,   /* int (void *context) or int (int dev) */
    NEED_LEAVE,   /* int (void **context), where contexts are */
    NEED_REQUIRED_COUNT,
    /* A pool does without these. */
    NEED_PRIMARY = NEED_REQUIRED_COUNT, /* int (int dev, unsigned *flags,
                                           int *is_active) */
    NEED_PEEK,                          /* int (void): the last error */
    NEED_CLEAR, /* int (void): the last error, which is forgotten */
    NEED_COUNT,
};

struct vendor {
    const char *name;
    enum library library;
    const char *needs[NEED_COUNT];
    _Atomic(void *) *functions; /* the answers, by need */
};

static _Atomic(void *) cuda_functions[NEED_COUNT];
static _Atomic(void *) hip_functions[NEED_COUNT];

static const struct vendor cuda = {
    .name = "cuda",
    .library = LIBRARY_CUDA,
    .functions = cuda_functions,
    .needs =
        {
            [NEED_CONTEXT] = "cuCtxGetCurrent",
            [NEED_DEVICE] = "cuCtxGetDevice",
            [NEED_TAKE] = "cuMemAlloc_v2",
            [NEED_GIVE] = "cuMemFree_v2",
            [NEED_SYNC] = "cuCtxSynchronize",
            [NEED_INFO] = "cuMemGetInfo_v2",
            [NEED_ENTER] = "cuCtxPushCurrent_v2",
            [NEED_LEAVE] = "cuCtxPopCurrent_v2",
            [NEED_PRIMARY] = "cuDevicePrimaryCtxGetState",
        },
};

static const struct vendor hip = {
    .name = "hip",
    .library = LIBRARY_AMDHIP,
    .functions = hip_functions,
    .needs =
        {
            [NEED_DEVICE] = "hipGetDevice",
            [NEED_TAKE] = "hipMalloc",
            [NEED_GIVE] = "hipFree",
            [NEED_SYNC] = "hipDeviceSynchronize",
            [NEED_INFO] = "hipMemGetInfo",
            [NEED_ENTER] = "hipSetDevice",
            [NEED_PEEK] = "hipPeekAtLastError",
            [NEED_CLEAR] = "hipGetLastError",
        },
};

const struct vendor *vendor_of(enum library library)
{
    return library == LIBRARY_AMDHIP ? &hip : &cuda;
}

unsigned vendor_number(const struct vendor *vendor)
{
    return vendor == &hip;
}

const char *vendor_name(const struct vendor *vendor)
{
    return vendor->name;
}

static bool is_loaded(enum library library)
{
    const struct link_map *copy;
    return library_copies(library, &copy, 1) > 0;
}

const char *vendor_names_loaded(void)
{
    static const char *const names[] = {"none", "cuda", "hip", "cuda,hip"};
    const bool has_cuda = is_loaded(LIBRARY_CUDA) || is_loaded(LIBRARY_CUDART);
    return names[has_cuda + 2 * is_loaded(LIBRARY_AMDHIP)];
}

static void *look_up(const struct vendor *vendor, enum need need)
{
    if (!vendor->needs[need])
        return NULL;
    const struct link_map *copy;
    if (library_copies(vendor->library, &copy, 1) == 0 || !copy)
        return NULL;
    void *function = elf_function(copy, vendor->needs[need]);
    if (function) {
        library_pin(copy);
        atomic_store(&vendor->functions[need], function);
    }
    return function;
}

static void *function_of(const struct vendor *vendor, enum need need)
{
    void *function =
        atomic_load_explicit(&vendor->functions[need], memory_order_acquire);
    return function ? function : look_up(vendor, need);
}

const char *vendor_missing(const struct vendor *vendor)
{
    for (enum need need = 0; need < NEED_REQUIRED_COUNT; need++)
        if (vendor->needs[need] && !function_of(vendor, need))
            return vendor->needs[need];
    return NULL;
}

int vendor_device(const struct vendor *vendor)
{
    int (*get)(int *) = function_of(vendor, NEED_DEVICE);
    int dev;
    return get && get(&dev) == RC_SUCCESS ? dev : -1;
}

bool vendor_asks_first(const struct vendor *vendor)
{
    return vendor == &hip;
}

/* A context stays on its device until it ends, so that one question is enough
 * for each thread and generation of contexts. */
static _Atomic unsigned generation = 1;
static __thread struct {
    struct place place;
    unsigned generation;
} last __attribute__((tls_model("initial-exec")));

void vendor_contexts_changed(void)
{
    atomic_fetch_add(&generation, 1);
}

static int current_context(const struct vendor *vendor, void **out)
{
    int (*get)(void **) = function_of(vendor, NEED_CONTEXT);
    if (!get)
        return RC_NOT_SUPPORTED;
    const int rc = get(out);
    if (rc != RC_SUCCESS)
        return rc;
    return *out ? RC_SUCCESS : RC_NO_CONTEXT;
}

int vendor_place(const struct vendor *vendor, struct place *out)
{
    const unsigned asked = atomic_load(&generation);
    struct place place = {.vendor = vendor};
    if (vendor->needs[NEED_CONTEXT]) {
        const int rc = current_context(vendor, &place.context);
        if (rc != RC_SUCCESS)
            return rc;
        if (place.context == last.place.context && last.generation == asked) {
            *out = last.place;
            return RC_SUCCESS;
        }
    }
    int (*get)(int *) = function_of(vendor, NEED_DEVICE);
    const int rc = get ? get(&place.dev) : RC_NOT_SUPPORTED;
    if (rc != RC_SUCCESS)
        return rc;
    if (place.context) {
        last.place = place;
        last.generation = asked;
    }
    *out = place;
    return RC_SUCCESS;
}

bool vendor_has_primary(const struct vendor *vendor, int dev)
{
    int (*state)(int, unsigned *, int *) = function_of(vendor, NEED_PRIMARY);
    unsigned flags;
    int is_active;
    return !state || state(dev, &flags, &is_active) != RC_SUCCESS || is_active;
}

/* A refusal that the program did not ask for must not become its last error.
 * The driver API of CUDA keeps none. */
int vendor_take(const struct vendor *vendor, uint64_t size, gpu_addr *out)
{
    int (*take)(gpu_addr *, size_t) = function_of(vendor, NEED_TAKE);
    int (*peek)(void) = function_of(vendor, NEED_PEEK);
    int (*clear)(void) = function_of(vendor, NEED_CLEAR);
    if (!take)
        return RC_NOT_SUPPORTED;
    const bool was_clear = peek && peek() == RC_SUCCESS;
    const int rc = take(out, size);
    if (rc != RC_SUCCESS && was_clear && clear)
        clear();
    return rc;
}

int vendor_give_back(const struct vendor *vendor, gpu_addr addr)
{
    int (*give)(gpu_addr) = function_of(vendor, NEED_GIVE);
    return give ? give(addr) : RC_NOT_SUPPORTED;
}

int vendor_mem_info(const struct vendor *vendor, size_t *free_bytes,
                    size_t *total_bytes)
{
    int (*info)(size_t *, size_t *) = function_of(vendor, NEED_INFO);
    return info ? info(free_bytes, total_bytes) : RC_NOT_SUPPORTED;
}

/* Contexts form a stack in each thread. */
static int enter_context(const struct place *place, struct visit *visit)
{
    int (*get)(void **) = function_of(place->vendor, NEED_CONTEXT);
    int (*push)(void *) = function_of(place->vendor, NEED_ENTER);
    void *current = NULL;
    int rc = get(&current);
    if (rc != RC_SUCCESS || current == place->context)
        return rc;
    rc = push(place->context);
    visit->has_moved = rc == RC_SUCCESS;
    return rc;
}

static int enter_device(const struct place *place, struct visit *visit)
{
    int (*set)(int) = function_of(place->vendor, NEED_ENTER);
    visit->dev_before = vendor_device(place->vendor);
    if (visit->dev_before == place->dev)
        return RC_SUCCESS;
    const int rc = set(place->dev);
    visit->has_moved = rc == RC_SUCCESS;
    return rc;
}

int vendor_enter(const struct place *place, struct visit *visit)
{
    *visit = (struct visit){.vendor = place->vendor};
    return place->vendor->needs[NEED_CONTEXT] ? enter_context(place, visit)
                                              : enter_device(place, visit);
}

void vendor_leave(const struct visit *visit)
{
    void *left;
    if (!visit->has_moved)
        return;
    if (visit->vendor->needs[NEED_LEAVE]) {
        int (*pop)(void **) = function_of(visit->vendor, NEED_LEAVE);
        pop(&left);
    } else {
        int (*set)(int) = function_of(visit->vendor, NEED_ENTER);
        set(visit->dev_before);
    }
}

int vendor_synchronize(const struct place *place)
{
    struct visit visit;
    int (*sync)(void) = function_of(place->vendor, NEED_SYNC);
    int rc = vendor_enter(place, &visit);
    if (rc != RC_SUCCESS)
        return rc;
    rc = sync();
    vendor_leave(&visit);
    return rc;
}
