#include "tests/preload/steps.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Steps that do to the process what programs do. */

enum {
    DESCRIPTORS = 1024,
};

/* The child goes on with the steps that follow; the parent does nothing more
 * and ends as the child does. */
static void fork_and_wait(void)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        return;
    int status;
    waitpid(child, &status, 0);
    exit(WIFEXITED(status) ? WEXITSTATUS(status) : 3);
}

/* `PROGRAM,STEP,STEP`: one of ours, that lies beside this one. */
static void execute(const char *text)
{
    char *words[16] = {NULL}, path[4096], *rest;
    size_t count = 0;
    for (char *word = strtok_r(strdup(text), ",", &rest); word && count < 15;
         word = strtok_r(NULL, ",", &rest))
        words[count++] = word;
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
    path[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(path, '/');
    snprintf(slash + 1, sizeof(path) - (size_t)(slash + 1 - path), "%s",
             words[0]);
    fflush(NULL);
    execv(path, words);
    exit(3);
}

static void set_variable(const char *text)
{
    char *name = strdup(text);
    char *equal = strchr(name, '=');
    *equal = '\0';
    setenv(name, equal + 1, /* replace */ 1);
    free(name);
}

static void close_from(int lowest)
{
    for (int i = lowest; i < DESCRIPTORS; i++)
        close(i);
}

/* Enough to hold every number that was closed. */
static void open_own_files(int count)
{
    for (int i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof(name), "own-%d", i);
        if (open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600) < 0)
            exit(3);
    }
}

/* The descriptors from 3 on, and whether each is close-on-exec. */
static void print_descriptors(void)
{
    for (int i = STDERR_FILENO + 1; i < DESCRIPTORS; i++) {
        const int flags = fcntl(i, F_GETFD);
        if (flags >= 0)
            printf("descriptor %s %s\n", i >= 64 ? "high" : "low",
                   flags & FD_CLOEXEC ? "cloexec" : "inherited");
    }
}

static void redirect_stderr(const char *path)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDERR_FILENO);
    close(file);
}

/* No file may grow beyond so many bytes, ours neither. */
static void limit_files(const char *text)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = strcmp(text, "unlimited") == 0 ? limit.rlim_max
                                                    : strtoul(text, NULL, 10);
    setrlimit(RLIMIT_FSIZE, &limit);
}

static bool try_descriptors(const char *step)
{
    const char *text;
    if ((text = step_is(step, "close-from")))
        close_from(atoi(text));
    else if ((text = step_is(step, "open-files")))
        open_own_files(atoi(text));
    else if ((text = step_is(step, "limit-files")))
        limit_files(text);
    else if (step_is(step, "descriptors"))
        print_descriptors();
    else if ((text = step_is(step, "redirect-stderr")))
        redirect_stderr(text);
    else
        return false;
    return true;
}

bool steps_try_process(struct steps *steps, const char *step)
{
    const char *text;
    (void)steps;
    if (try_descriptors(step))
        return true;
    if (step_is(step, "fork"))
        fork_and_wait();
    else if ((text = step_is(step, "setenv")))
        set_variable(text);
    else if ((text = step_is(step, "exec")))
        execute(text);
    else if ((text = step_is(step, "exit")))
        exit(atoi(text));
    else if ((text = step_is(step, "_exit")))
        _exit(fflush(NULL) + atoi(text));
    else if ((text = step_is(step, "signal")))
        raise(atoi(text));
    else if ((text = step_is(step, "sleep-ms")))
        usleep((useconds_t)atoi(text) * 1000);
    else
        return false;
    return true;
}
