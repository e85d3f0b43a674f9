#include <stddef.h>
#include <unistd.h>

/*
 * A library that a test opens after the simulated driver, so that its
 * destructor runs after the driver's. The process ends with what the call
 * answers.
 */
struct late_call {
    unsigned (*function)(unsigned long long argument);
    unsigned long long argument;
};

__attribute__((visibility("default"))) struct late_call late_call;

__attribute__((destructor)) static void call(void)
{
    if (late_call.function != NULL)
        _exit((int)late_call.function(late_call.argument));
}
