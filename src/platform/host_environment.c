#include "platform/host_environment.h"

#include <locale.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t plain; /* 0: none could be made, the host's stays */

static void make_plain(void) { plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

static locale_t use_plain(void) {
    pthread_once(&once, make_plain);
    return uselocale(plain);
}

void vv_host_environment_enter(vv_host_environment *host) {
    vv_float_modes_enter(&host->modes);
    host->locale = use_plain();
}

void vv_host_environment_leave(const vv_host_environment *host) {
    uselocale(host->locale);
    vv_float_modes_leave(&host->modes);
}

void vv_thread_environment(void) {
    vv_host_environment unused;
    vv_host_environment_enter(&unused);
}
