#include "platform/dynamic_library.h"

#include <stdio.h>
#include <stdlib.h>

const char *vv_library_error(const vv_library *l) { return l->why; }

#if VV_LAZY
#include <dlfcn.h>
#include <pthread.h>

void vv_library_not_loaded(void) {
    fputs("visviva: a function of a library was called before the library was loaded\n", stderr);
    abort();
}

bool vv_library_is_loaded(const vv_library *l) {
    return atomic_load_explicit(&l->ready, memory_order_acquire);
}

static bool refuse(vv_library *l, const char *why) {
    snprintf(l->why, sizeof l->why, "%s", why ? why : l->file);
    return false;
}

/* All functions or none: a library of another version is detected here, not later. */
static bool load(vv_library *l) {
    if (!(l->handle = dlopen(l->file, RTLD_LAZY | RTLD_LOCAL))) return refuse(l, dlerror());
    for (int i = 0; i < l->n; i++)
        if (!dlsym(l->handle, l->name[i])) return refuse(l, dlerror());
    for (int i = 0; i < l->n; i++) *(void **)l->slot[i] = dlsym(l->handle, l->name[i]);
    return true;
}

bool vv_library_load(vv_library *l) {
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    if (vv_library_is_loaded(l)) return true;
    pthread_mutex_lock(&one_at_a_time);
    bool good = vv_library_is_loaded(l) || load(l);
    atomic_store_explicit(&l->ready, good, memory_order_release);
    pthread_mutex_unlock(&one_at_a_time);
    return good;
}

void *vv_library_variable(const vv_library *l, const char *name) {
    return vv_library_is_loaded(l) ? dlsym(l->handle, name) : NULL;
}
#else
/* Linked: it was loaded with the program. */
bool vv_library_is_loaded(const vv_library *l) {
    (void)l;
    return true;
}

bool vv_library_load(vv_library *l) { return vv_library_is_loaded(l); }
#endif
