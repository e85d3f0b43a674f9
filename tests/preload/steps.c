#include "tests/preload/steps.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *step_is(const char *step, const char *name)
{
    const size_t length = strlen(name);
    if (strncmp(step, name, length) != 0)
        return NULL;
    if (step[length] == ':')
        return step + length + 1;
    return step[length] ? NULL : step + length;
}

size_t size_of_text(const char *text)
{
    char *end;
    const size_t size = strtoull(text, &end, 0);
    switch (*end) {
    case 'K':
        return size << 10;
    case 'M':
        return size << 20;
    case 'G':
        return size << 30;
    default:
        return size;
    }
}

void step_print(const char *name, int code)
{
    printf("%s %d\n", name, code);
}

struct errand {
    struct steps *steps;
    const char *step;
};

static void *do_errand(void *argument)
{
    const struct errand *errand = argument;
    steps_do(errand->steps, errand->step);
    return NULL;
}

static bool try_thread(struct steps *steps, const char *step)
{
    pthread_t thread;
    struct errand errand = {steps, step_is(step, "thread")};
    if (!errand.step)
        return false;
    pthread_create(&thread, NULL, do_errand, &errand);
    pthread_join(thread, NULL);
    return true;
}

void steps_do(struct steps *steps, const char *step)
{
    if (try_thread(steps, step) || steps_try_take(steps, step) ||
        steps_try_give(steps, step) || steps_try_device(steps, step) ||
        steps_try_process(steps, step))
        return;
    fprintf(stderr, "no such step: %s\n", step);
    exit(2);
}

int main(int argc, char **argv)
{
    static struct steps steps;
    (void)argc;
    char **words = argv + 1;
    gpu_open(&steps.gpu, &words);
    for (; *words; words++)
        steps_do(&steps, *words);
    return 0;
}
