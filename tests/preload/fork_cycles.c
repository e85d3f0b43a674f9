#include "tests/preload/gpu.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * Fork again and again while another thread allocates and frees. Every second
 * child leaves at once, the others call exit.
 *
 *     fork_cycles COUNT quiet|calls
 *
 * With `calls` each child allocates and frees first; only a vendor that has no
 * locks bears that.
 */

static struct gpu gpu;
static atomic_bool is_over;

static void *allocate(void *argument)
{
    int *failed = argument;
    while (!is_over) {
        void *ptr = NULL;
        *failed += gpu.take(&ptr, 4096) != 0;
        *failed += gpu.give(ptr) != 0;
    }
    return NULL;
}

static void be_child(int i, bool calls)
{
    void *ptr = NULL;
    if (calls && (gpu.take(&ptr, 4096) || gpu.give(ptr)))
        _exit(111);
    if (i % 2)
        _exit(i % 100);
    exit(i % 100);
}

static int cycle(int i, bool calls)
{
    int status;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0)
        be_child(i, calls);
    waitpid(child, &status, 0);
    return !WIFEXITED(status) || WEXITSTATUS(status) != i % 100;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    int failed = 0, lost = 0;
    char **words = argv + 1;
    gpu_open(&gpu, &words);
    if (argc < 3)
        return 2;
    const int count = atoi(words[0]);
    const bool calls = strcmp(words[1], "calls") == 0;
    void *first = NULL;
    failed += gpu.take(&first, 4096) != 0;
    pthread_create(&thread, NULL, allocate, &failed);
    for (int i = 0; i < count; i++)
        lost += cycle(i, calls);
    is_over = true;
    pthread_join(thread, NULL);
    printf("%d calls failed, %d children lost\n", failed, lost);
    return failed || lost;
}
