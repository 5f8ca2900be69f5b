#include "capi/handle_lock.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

#include "capi/handle.h"

void vv_handle_lock_init(vv_handle_lock *l) {
    pthread_mutex_init(&l->mutex, NULL);
    atomic_init(&l->held, false);
    atomic_init(&l->owner, pthread_self());
    atomic_init(&l->process, getpid());
}

/* A mutex that a lost thread holds cannot be destroyed. */
void vv_handle_lock_destroy(vv_handle_lock *l) {
    if (!atomic_load(&l->held)) pthread_mutex_destroy(&l->mutex);
}

/* Waits a while; the owner notes itself right after it has the mutex. */
static bool try_for_a_while(pthread_mutex_t *mutex) {
    enum { WHILE = 50 * 1000 * 1000 }; /* nanoseconds */
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += WHILE;
    if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
    return pthread_mutex_timedlock(mutex, &t) == 0;
}

vv_status vv_handle_lock_take(vv_handle_lock *l, const char *function) {
    const pid_t process = getpid();
    bool has = pthread_mutex_trylock(&l->mutex) == 0;
    while (!has) {
        bool here = atomic_load(&l->process) == process;
        if (here && atomic_load(&l->held) && pthread_equal(atomic_load(&l->owner), pthread_self()))
            return vv_usage("%s: not within a callback of a call on the same handle", function);
        has = try_for_a_while(&l->mutex);
        if (!has && !here && atomic_load(&l->process) != process)
            return vv_usage("%s: the handle was in use when this process was forked; make it anew",
                            function);
    }
    atomic_store(&l->process, process);
    atomic_store(&l->owner, pthread_self());
    atomic_store(&l->held, true);
    return VV_OK;
}

void vv_handle_lock_give(vv_handle_lock *l) {
    atomic_store(&l->held, false);
    pthread_mutex_unlock(&l->mutex);
}
