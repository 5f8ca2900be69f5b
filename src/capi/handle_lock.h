/* The lock of a constant handle, for what it computes on demand. Private to capi.
 *
 * Unlike a mutex it never waits in vain: a callback that comes back to the handle which called it,
 * and a child process in which the thread that held the lock does not exist, are refused. */
#ifndef VV_CAPI_HANDLE_LOCK_H
#define VV_CAPI_HANDLE_LOCK_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "visviva/base.h"

typedef struct vv_handle_lock {
    pthread_mutex_t mutex;
    atomic_bool held;
    _Atomic(pthread_t) owner; /* while it is held                  */
    _Atomic(pid_t) process;   /* of the owner, also of a past one  */
} vv_handle_lock;

void vv_handle_lock_init(vv_handle_lock *l);
void vv_handle_lock_destroy(vv_handle_lock *l);
/* VV_E_USAGE, told with the name of the function: it cannot be had. */
vv_status vv_handle_lock_take(vv_handle_lock *l, const char *function);
void vv_handle_lock_give(vv_handle_lock *l);

#endif
