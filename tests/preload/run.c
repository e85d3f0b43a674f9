#include "tests/preload/run.h"

#include "tests/preload/scratch.h"

#include <criterion/criterion.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    RUN_ROOM = 64, /* of one test */
    WORD_ROOM = 96,
    SECONDS_AT_MOST = 60,
};

/* `run` comes first, so that what a test holds leads to the rest. */
struct kept_run {
    struct run run;
    struct scratch scratch;
};

static struct kept_run kept[RUN_ROOM];
static size_t kept_count;

/* A copy in which `@` and `^` are replaced. */
static char *expand(const char *text, const struct scratch *scratch)
{
    char *out = NULL;
    size_t size;
    FILE *stream = open_memstream(&out, &size);
    for (const char *c = text; *c; c++) {
        if (*c == '@')
            fputs(scratch->path, stream);
        else if (*c == '^')
            fputs(BUILD_DIRECTORY, stream);
        else
            fputc(*c, stream);
    }
    fclose(stream);
    return out;
}

/* Split in place; the list ends with NULL. */
static size_t split(char *text, char *words[WORD_ROOM])
{
    size_t count = 0;
    char *rest;
    for (char *word = strtok_r(text, " ", &rest); word && count < WORD_ROOM - 1;
         word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    words[count] = NULL;
    return count;
}

static void apply(char *settings)
{
    char *words[WORD_ROOM];
    split(settings, words);
    for (size_t i = 0; words[i]; i++) {
        char *equal = strchr(words[i], '=');
        if (!equal) {
            unsetenv(words[i]);
            continue;
        }
        *equal = '\0';
        setenv(words[i], equal + 1, /* replace */ 1);
    }
}

static void set_environment(const char *settings, const struct scratch *scratch)
{
    static const char defaults[] =
        "PATH=/usr/bin:/bin LD_LIBRARY_PATH=^/sim:^/tests/preload "
        "GPUALLOC_LOG=@/log SIMGPU_TRACE=@/trace "
        "LD_PRELOAD=^/libgpualloc.so";
    clearenv();
    apply(expand(defaults, scratch));
    apply(expand(settings, scratch));
}

static void redirect(const struct scratch *scratch, const char *name,
                     int descriptor)
{
    char path[128];
    snprintf(path, sizeof(path), "%s/%s", scratch->path, name);
    const int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(file, descriptor);
    close(file);
}

/* A program by its name is one of ours. */
static void start(const struct scratch *scratch, const char *settings,
                  char **words)
{
    char path[512];
    snprintf(path, sizeof(path), "%s%s",
             words[0][0] == '/' ? "" : BUILD_DIRECTORY "/tests/preload/",
             words[0]);
    set_environment(settings, scratch);
    redirect(scratch, "out", STDOUT_FILENO);
    redirect(scratch, "err", STDERR_FILENO);
    close_range(STDERR_FILENO + 1, ~0U, 0);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_DFL);
    if (chdir(scratch->path) == 0) {
        alarm(SECONDS_AT_MOST);
        execv(path, words);
    }
    _exit(127);
}

static int status_of(pid_t child)
{
    int status;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static const struct run *run_words(struct kept_run *new, const char *settings,
                                   char **words)
{
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        start(&new->scratch, settings, words);
    new->run.status = status_of(child);
    scratch_collect(&new->scratch);
    new->run.out = scratch_text(&new->scratch, "out");
    new->run.err = scratch_text(&new->scratch, "err");
    new->run.log = scratch_text(&new->scratch, "log");
    new->run.trace = scratch_text(&new->scratch, "trace");
    return &new->run;
}

static struct kept_run *new_run(void)
{
    cr_assert(kept_count < RUN_ROOM, "too many runs in one test");
    scratch_create(&kept[kept_count].scratch);
    return &kept[kept_count++];
}

const struct run *run(const char *settings, const char *command)
{
    struct kept_run *new = new_run();
    char *words[WORD_ROOM];
    char *text = expand(command, &new->scratch);
    split(text, words);
    run_words(new, settings, words);
    free(text);
    return &new->run;
}

const struct run *run_alone(const char *settings, const char *command)
{
    char all[2048];
    snprintf(all, sizeof(all), "%s LD_PRELOAD", settings);
    return run(all, command);
}

const struct run *run_shell(const char *settings, const char *script)
{
    static char preamble[] = "build=" BUILD_DIRECTORY "; here=$PWD\n"
                             "programs=$build/tests/preload\n"
                             "preloaded=\"env LD_PRELOAD=$build/libgpualloc.so"
                             " GPUALLOC_LOG=$log\"\n";
    char all[2048], text[4096];
    snprintf(all, sizeof(all), "log=@/log %s GPUALLOC_LOG LD_PRELOAD",
             settings);
    snprintf(text, sizeof(text), "%s%s", preamble, script);
    static char shell[] = "/bin/sh", flag[] = "-c";
    char *words[] = {shell, flag, text, NULL};
    return run_words(new_run(), all, words);
}

static const struct scratch *scratch_of(const struct run *run)
{
    return &((const struct kept_run *)run)->scratch;
}

const char *run_file(const struct run *run, const char *name)
{
    return scratch_text(scratch_of(run), name);
}

const char *run_file_like(const struct run *run, const char *prefix)
{
    return scratch_text_like(scratch_of(run), prefix);
}

void must_succeed(const struct run *run)
{
    cr_expect(run->status == 0, "ended with %d\nout: %s\nerr: %s", run->status,
              run->out, run->err);
}

void must_print(const struct run *run, const char *out)
{
    must_succeed(run);
    cr_expect(strcmp(run->out, out) == 0,
              "printed: %s\ninstead of: %s\nerr: %s", run->out, out, run->err);
}

void must_behave_alike(const struct run *with, const struct run *without)
{
    cr_expect(with->status == without->status, "ended with %d, alone with %d",
              with->status, without->status);
    cr_expect(strcmp(with->out, without->out) == 0, "printed: %s\nalone: %s",
              with->out, without->out);
    cr_expect(strcmp(with->err, without->err) == 0, "complained: %s\nalone: %s",
              with->err, without->err);
}
