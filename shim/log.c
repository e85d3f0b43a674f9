#include "shim/log.h"

#include "shim/path.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    LOWEST_DESCRIPTOR = 64, /* out of the way of what programs count on */
    MODE_LOG = 0644,
};

/* Which file a descriptor stands for. */
struct identity {
    bool is_open;
    dev_t device;
    ino_t inode;
    mode_t mode;
};

static struct {
    enum log_target target;
    const char *pattern; /* the path as given */
    char path[PATH_ROOM];
    _Atomic uint64_t lost;
    _Atomic bool is_cut; /* the last line lacks its end */
    /* Standard error: when we were loaded, then when it was first taken. A
     * program may redirect it between the two, but not after. */
    struct identity standard;
    bool is_standard_taken;
    pthread_mutex_t reopening;
    /* Guarded by `reopening` when they change. */
    _Atomic int descriptor;
    struct identity identity;
} log_state = {.target = LOG_OFF,
               .descriptor = -1,
               .reopening = PTHREAD_MUTEX_INITIALIZER};

static struct identity identify(int descriptor)
{
    struct stat stat;
    if (descriptor < 0 || fstat(descriptor, &stat) != 0)
        return (struct identity){0};
    return (struct identity){true, stat.st_dev, stat.st_ino, stat.st_mode};
}

static bool is_same_file(const struct identity *a, const struct identity *b)
{
    return a->is_open && b->is_open && a->device == b->device &&
           a->inode == b->inode;
}

void log_note_stderr(void)
{
    log_state.standard = identify(STDERR_FILENO);
}

static int duplicate_high(int descriptor)
{
    const int high = fcntl(descriptor, F_DUPFD_CLOEXEC, LOWEST_DESCRIPTOR);
    if (high >= 0)
        return high;
    return fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

static int open_stderr(void)
{
    const struct identity now = identify(STDERR_FILENO);
    if (!now.is_open || !log_state.standard.is_open)
        return -1;
    if (log_state.is_standard_taken && !is_same_file(&now, &log_state.standard))
        return -1;
    log_state.standard = now;
    log_state.is_standard_taken = true;
    return duplicate_high(STDERR_FILENO);
}

static int open_path(void)
{
    const int low =
        open(log_state.path,
             O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, MODE_LOG);
    if (low < 0)
        return -1;
    const int high = duplicate_high(low);
    close(low);
    return high;
}

static void take_descriptor(void)
{
    const int descriptor =
        log_state.target == LOG_PATH ? open_path() : open_stderr();
    log_state.identity = identify(descriptor);
    atomic_store(&log_state.descriptor, descriptor);
}

void log_open(const struct settings *settings, struct complaints *complaints)
{
    log_state.target = settings->log_target;
    if (log_state.target == LOG_OFF)
        return;
    if (log_state.target == LOG_PATH) {
        static char pattern[PATH_ROOM];
        strncpy(pattern, settings->log_path, sizeof(pattern) - 1);
        log_state.pattern = pattern;
        path_expand(log_state.path, pattern);
    }
    take_descriptor();
    if (log_state.target == LOG_PATH &&
        atomic_load(&log_state.descriptor) < 0) {
        complaints_error(complaints, "GPUALLOC_LOG", log_state.path,
                         "stderr, off, summary or a path that can be opened",
                         strerrordesc_np(errno));
        log_state.target = LOG_STDERR;
        take_descriptor();
    }
}

void log_reset_in_child(void)
{
    pthread_mutex_init(&log_state.reopening, NULL);
    atomic_store(&log_state.lost, 0);
    if (log_state.target != LOG_PATH || !strstr(log_state.pattern, "%p"))
        return;
    close(atomic_exchange(&log_state.descriptor, -1));
    path_expand(log_state.path, log_state.pattern);
}

bool log_is_on(void)
{
    return log_state.target != LOG_OFF;
}

uint64_t log_lost(void)
{
    return atomic_load(&log_state.lost);
}

const char *log_name(void)
{
    switch (log_state.target) {
    case LOG_STDERR:
        return "stderr";
    case LOG_SUMMARY:
        return "summary";
    case LOG_PATH:
        return log_state.path;
    case LOG_OFF:
        break;
    }
    return "off";
}

/* The descriptor if it still is our file, else a new one, else -1. */
static int checked_descriptor(struct identity *now)
{
    int descriptor = atomic_load(&log_state.descriptor);
    *now = identify(descriptor);
    if (is_same_file(now, &log_state.identity))
        return descriptor;
    pthread_mutex_lock(&log_state.reopening);
    descriptor = atomic_load(&log_state.descriptor);
    *now = identify(descriptor);
    if (!is_same_file(now, &log_state.identity)) {
        take_descriptor();
        descriptor = atomic_load(&log_state.descriptor);
        *now = log_state.identity;
    }
    pthread_mutex_unlock(&log_state.reopening);
    return descriptor;
}

static ssize_t write_once(int descriptor, const char *text, size_t size)
{
    ssize_t written;
    do
        written = write(descriptor, text, size);
    while (written < 0 && errno == EINTR);
    return written;
}

static bool may_raise_a_signal(const struct identity *file)
{
    struct rlimit limit;
    if (S_ISFIFO(file->mode) || S_ISSOCK(file->mode))
        return true;
    return getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
           limit.rlim_cur != RLIM_INFINITY;
}

/* A reader that has gone away or a limit of file sizes must not end the
 * program: the signal that this raises in our thread is taken back, unless one
 * was pending before. */
static ssize_t write_without_signal(int descriptor, const char *text,
                                    size_t size)
{
    sigset_t ours, before, pending;
    sigpending(&pending);
    sigemptyset(&ours);
    if (!sigismember(&pending, SIGPIPE))
        sigaddset(&ours, SIGPIPE);
    if (!sigismember(&pending, SIGXFSZ))
        sigaddset(&ours, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &ours, &before);
    const ssize_t written = write_once(descriptor, text, size);
    if (written < 0 && (errno == EPIPE || errno == EFBIG))
        sigtimedwait(&ours, NULL, &(struct timespec){0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return written;
}

/* What is left of a line that was cut must not run into the next one. */
static void end_cut_line(int descriptor)
{
    if (atomic_load_explicit(&log_state.is_cut, memory_order_relaxed) &&
        atomic_exchange(&log_state.is_cut, false) &&
        write_once(descriptor, "\n", 1) != 1)
        atomic_store(&log_state.is_cut, true);
}

static ssize_t write_line(const char *text, size_t size)
{
    struct identity now;
    const int descriptor = checked_descriptor(&now);
    if (descriptor < 0)
        return -1;
    if (may_raise_a_signal(&now))
        return write_without_signal(descriptor, text, size);
    end_cut_line(descriptor);
    return write_once(descriptor, text, size);
}

void log_write(const char *text, size_t size)
{
    const int saved = errno;
    const ssize_t written = write_line(text, size);
    if (written != (ssize_t)size)
        atomic_fetch_add(&log_state.lost, 1);
    if (written > 0 && written < (ssize_t)size)
        atomic_store(&log_state.is_cut, true);
    errno = saved;
}
