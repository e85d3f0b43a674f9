#include "tests/sim/stream.h"

#include <pthread.h>
#include <stdlib.h>

/* What handles mean, and the default streams of threads. */

enum { LEGACY_HANDLE = 1, PER_THREAD_HANDLE = 2 };

/* A thread's default streams, destroyed when it ends. */
struct thread_streams {
    struct stream *of[SETTINGS_MAX_DEVICES];
};
static pthread_key_t thread_key;
static pthread_once_t thread_once = PTHREAD_ONCE_INIT;

static void end_thread_streams(void *argument)
{
    struct thread_streams *streams = argument;
    for (int i = 0; i < SETTINGS_MAX_DEVICES; i++) {
        if (streams->of[i] != NULL)
            stream_end_default(streams->of[i]);
    }
    free(streams);
}

static void make_thread_key(void)
{
    pthread_key_create(&thread_key, end_thread_streams);
}

static enum sim_status stream_of_thread(struct device *device,
                                        struct stream **out)
{
    pthread_once(&thread_once, make_thread_key);
    struct thread_streams *streams = pthread_getspecific(thread_key);
    if (streams == NULL) {
        streams = calloc(1, sizeof *streams);
        if (streams == NULL)
            return SIM_NO_MEMORY;
        pthread_setspecific(thread_key, streams);
    }
    struct stream **mine = &streams->of[device->ordinal];
    if (*mine == NULL) {
        enum sim_status status =
            stream_create(device, /* blocking */ true, /* priority */ 0,
                          /* nobody's */ NULL, /* flags */ 0, mine);
        if (status != SIM_OK)
            return status;
        (*mine)->is_default = true;
    }
    *out = *mine;
    return SIM_OK;
}

enum sim_status stream_resolve(struct device *device, const void *handle,
                               bool null_is_per_thread, struct stream **out)
{
    if (handle == (const void *)PER_THREAD_HANDLE ||
        (handle == NULL && null_is_per_thread))
        return stream_of_thread(device, out);
    if (handle == NULL || handle == (const void *)LEGACY_HANDLE) {
        *out = device->legacy;
        return SIM_OK;
    }
    if (!stream_is_alive(handle))
        return SIM_BAD_HANDLE;
    *out = (struct stream *)handle;
    return SIM_OK;
}
