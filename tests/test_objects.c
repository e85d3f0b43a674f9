#include "shim/objects.h"

#include <criterion/criterion.h>
#include <criterion/new/assert.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    FORK_COUNT = 200,
    SECONDS_OF_A_CHILD = 5,
};

static int count_object(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)info;
    (void)size;
    ++*(int *)context;
    return 0;
}

static int stop_at_second(struct dl_phdr_info *info, size_t size, void *context)
{
    count_object(info, size, context);
    return *(int *)context == 2;
}

Test(objects, are_all_visited_until_one_ends_the_walk)
{
    int all = 0, some = 0;

    objects_walk(count_object, &all);
    objects_walk(stop_at_second, &some);

    cr_expect(gt(int, all, 3));
    cr_expect(eq(int, some, 2));
}

static atomic_bool is_over;

static void *walk_on(void *argument)
{
    int count = 0;
    while (!is_over)
        objects_walk(count_object, &count);
    return argument;
}

/* Whether a child could walk. */
static bool fork_and_walk(void)
{
    int status, count = 0;
    const pid_t child = fork();
    if (child == 0) {
        alarm(SECONDS_OF_A_CHILD);
        objects_walk(count_object, &count);
        _exit(count > 0 ? 0 : 1);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

Test(objects, can_be_walked_in_a_child_that_was_forked_during_walks)
{
    pthread_t walker;
    int failed = 0;
    pthread_create(&walker, NULL, walk_on, NULL);

    for (int i = 0; i < FORK_COUNT && !failed; i++)
        failed += !fork_and_walk();

    is_over = true;
    pthread_join(walker, NULL);
    cr_expect(eq(int, failed, 0));
}
