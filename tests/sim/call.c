#include "tests/sim/call.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "tests/sim/settings.h"

enum {
    DEINITIALIZED = 4, /* with every vendor */
    OUT_OF_MEMORY = 2, /* likewise */
    LINE_SIZE = 512,
};

atomic_int call_state = CALL_UNREAD;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int trace_fd = -1;
static atomic_ulong call_count;

static void open_call_hooks(void)
{
    const struct settings *settings = settings_get();
    if (settings->trace != NULL)
        trace_fd = open(settings->trace,
                        O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    bool is_watched = trace_fd >= 0 || settings->fail || settings->cost;
    int unread = CALL_UNREAD;
    atomic_compare_exchange_strong(&call_state, &unread,
                                   is_watched ? CALL_WATCHED : CALL_QUIET);
}

/* From here on every call answers what the vendors' libraries do at exit. */
__attribute__((destructor)) static void tear_down(void)
{
    atomic_store(&call_state, CALL_GONE);
}

/*
 * In a list `name:3,other=5`, the text behind `name` and the separator of the
 * entry that `*list` stands at or the next with this name; NULL: no more.
 */
static const char *next_entry(const char **list, const char *name,
                              char separator)
{
    size_t length = strlen(name);
    while (*list != NULL && **list != '\0') {
        const char *entry = *list;
        const char *comma = strchr(entry, ',');
        *list = comma ? comma + 1 : NULL;
        if (strncmp(entry, name, length) == 0 && entry[length] == separator)
            return entry + length + 1;
    }
    return NULL;
}

/* Does one of the entries of this name ask that call number `count` fails? */
static bool fails(const char *name, unsigned long count, int *rc)
{
    const char *list = settings_get()->fail;
    const char *entry;
    while ((entry = next_entry(&list, name, ':')) != NULL) {
        char *end;
        if (strtoul(entry, &end, 10) != count)
            continue;
        *rc = *end == ':' ? atoi(end + 1) : OUT_OF_MEMORY;
        return true;
    }
    return false;
}

static long long now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* By turning, since the vendors' calls occupy their caller too. */
static void spend(long long ns)
{
    long long until = now_ns() + ns;
    while (now_ns() < until)
        ;
}

static void spend_cost(const char *name)
{
    const char *list = settings_get()->cost;
    const char *entry = next_entry(&list, name, '=');
    if (entry != NULL)
        spend(atoll(entry));
}

bool call_enter(struct call_site *site, int *rc)
{
    pthread_once(&once, open_call_hooks);
    if (atomic_load(&call_state) == CALL_GONE) {
        *rc = DEINITIALIZED;
        return false;
    }
    if (settings_get()->cost != NULL)
        spend_cost(site->name);
    if (settings_get()->fail == NULL)
        return true;
    unsigned long of_all = atomic_fetch_add(&call_count, 1) + 1;
    unsigned long of_site = atomic_fetch_add(&site->count, 1) + 1;
    return !fails(site->name, of_site, rc) && !fails("*", of_all, rc);
}

void call_leave(const struct call_site *site, int rc, const char *format, ...)
{
    if (trace_fd < 0)
        return;

    char line[LINE_SIZE];
    int length = snprintf(line, sizeof line, "%s pid=%d tid=%ld%s", site->name,
                          (int)getpid(), syscall(SYS_gettid),
                          *format != '\0' && *format != ' ' ? " " : "");
    va_list arguments;
    va_start(arguments, format);
    length += vsnprintf(line + length, sizeof line - (size_t)length, format,
                        arguments);
    va_end(arguments);
    if (length > LINE_SIZE - 32)
        length = LINE_SIZE - 32;
    if (line[length - 1] == ' ')
        length--;
    length +=
        snprintf(line + length, sizeof line - (size_t)length, " -> %d\n", rc);
    if (write(trace_fd, line, (size_t)length) < 0)
        return;
}
