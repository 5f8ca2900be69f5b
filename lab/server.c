/* One thread, one loop: requests through libmicrohttpd's epoll descriptor, answers of the
 * workers through their pipes. Nothing is read from disk: pages and models are embedded in the
 * program. */
#include "server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "platform/platform.h"
#include "jobs.h"
#include "web/web.h"

/* clang-format off */
#define MICROHTTPD(X) \
    X(MHD_add_response_header) X(MHD_create_response_from_buffer) X(MHD_destroy_response) \
    X(MHD_get_connection_values) X(MHD_get_daemon_info) X(MHD_get_timeout) \
    X(MHD_lookup_connection_value) X(MHD_queue_response) X(MHD_resume_connection) X(MHD_run) \
    X(MHD_start_daemon) X(MHD_stop_daemon) X(MHD_suspend_connection)
/* clang-format on */
#if VV_LAZY
#define MHD_add_response_header VV_SLOT(MHD_add_response_header)
#define MHD_create_response_from_buffer VV_SLOT(MHD_create_response_from_buffer)
#define MHD_destroy_response VV_SLOT(MHD_destroy_response)
#define MHD_get_connection_values VV_SLOT(MHD_get_connection_values)
#define MHD_get_daemon_info VV_SLOT(MHD_get_daemon_info)
#define MHD_get_timeout VV_SLOT(MHD_get_timeout)
#define MHD_lookup_connection_value VV_SLOT(MHD_lookup_connection_value)
#define MHD_queue_response VV_SLOT(MHD_queue_response)
#define MHD_resume_connection VV_SLOT(MHD_resume_connection)
#define MHD_run VV_SLOT(MHD_run)
#define MHD_start_daemon VV_SLOT(MHD_start_daemon)
#define MHD_stop_daemon VV_SLOT(MHD_stop_daemon)
#define MHD_suspend_connection VV_SLOT(MHD_suspend_connection)
#endif
#include <microhttpd.h>
VV_LIBRARY(microhttpd, VV_SONAME_MICROHTTPD, MICROHTTPD)

/* Pages of the laboratory and the gallery of models, embedded. */
extern const vv_web_entry lab_entries[];

enum {
    MOST_BODY = 1 << 20, /* bytes of a model */
    MOST_CLIENTS = 500,  /* simultaneous connections */
    CLIENT_SECONDS = 4,  /* idle timeout of a client */
    MOST_WAIT = 2000,    /* milliseconds to wait for an answer before replying "running" */
    MOST_PORTS = 100,    /* tried in turn */
};

/* State of a request while it is received and while its answer is awaited. */
typedef struct exchange {
    char *body;
    size_t length, capacity;
    struct MHD_Connection *waiting; /* suspended until its job ends or `until` */
    char id[ID_LENGTH + 1];
    double until;
    struct exchange *next;
} exchange;

typedef struct server {
    const lab_options *o;
    int socket, port;
    struct MHD_Daemon *daemon;
    jobs jobs;
    int unwanted[2]; /* the listening socket, -1 */
    exchange *waiting;
} server;

static volatile sig_atomic_t ended;
static void on_end(int signal_number) {
    (void)signal_number;
    ended = 1;
}

/* ---- answers -------------------------------------------------------------------------------- */

/* No other page may embed or read this one, and it loads nothing from elsewhere. */
static void protect(struct MHD_Response *r) {
    MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(r, "X-Frame-Options", "DENY");
    MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(r, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(r, "Cache-Control", "no-store");
    MHD_add_response_header(r, "Content-Security-Policy",
                            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' "
                            "data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; "
                            "frame-ancestors 'none'");
}

static enum MHD_Result send_bytes(struct MHD_Connection *c, unsigned code, const char *type,
                                  const void *bytes, size_t n, enum MHD_ResponseMemoryMode mode) {
    /* the library takes a non-const pointer but does not write to it */
    union {
        const void *in;
        void *out;
    } pointer = {.in = bytes};
    struct MHD_Response *r = MHD_create_response_from_buffer(n, pointer.out, mode);
    if (!r) return MHD_NO;
    MHD_add_response_header(r, "Content-Type", type);
    protect(r);
    enum MHD_Result done = MHD_queue_response(c, code, r);
    MHD_destroy_response(r);
    return done;
}

static enum MHD_Result send_text(struct MHD_Connection *c, unsigned code, const char *text) {
    return send_bytes(c, code, "application/json; charset=utf-8", text, strlen(text),
                      MHD_RESPMEM_MUST_COPY);
}

static enum MHD_Result refuse(struct MHD_Connection *c, unsigned code, const char *why) {
    char text[256];
    snprintf(text, sizeof text, "{\"error\": \"%s\"}\n", why);
    return send_text(c, code, text);
}

/* ---- origin of a request -------------------------------------------------------------------- */

/* host:port of this server; another name in Host means a request from a foreign page (DNS
 * rebinding). */
static bool is_own_host(const server *s, const char *host) {
    static const char *const names[] = {"127.0.0.1", "localhost"};
    char expected[64];
    for (int i = 0; host && i < 2; i++) {
        snprintf(expected, sizeof expected, "%s:%d", names[i], s->port);
        if (!strcmp(host, expected)) return true;
    }
    return false;
}

/* Requests that change state must come from our own page: only it can set this header without a
 * preflight. */
static bool is_trusted(const server *s, struct MHD_Connection *c, const char *method) {
    const char *origin = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Origin");
    if (!is_own_host(s, MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Host"))) return false;
    if (origin && (strncmp(origin, "http://", 7) || !is_own_host(s, origin + 7))) return false;
    return !strcmp(method, "GET") ||
           MHD_lookup_connection_value(c, MHD_HEADER_KIND, "X-Visviva") != NULL;
}

/* ---- computation requests ------------------------------------------------------------------- */

/* name=value pairs of the address: set=a=0.5, by=appell, topic=modes, until=10. */
static enum MHD_Result read_argument(void *to, enum MHD_ValueKind kind, const char *key,
                                     const char *value) {
    request *r = to;
    (void)kind;
    if (!value) return MHD_YES;
    if (!strcmp(key, "by") && r->nby < MOST_NAMES) r->by[r->nby++] = value;
    if (!strcmp(key, "topic") && r->ntopics < MOST_NAMES) r->topic[r->ntopics++] = value;
    if (!strcmp(key, "answer") && r->nanswers < MOST_NAMES) r->answer[r->nanswers++] = value;
    if (!strcmp(key, "hints")) r->hints = (int)strtol(value, NULL, 10);
    if (!strcmp(key, "solution")) r->solution = true;
    if (!strcmp(key, "until")) r->until = strtod(value, NULL);
    if (!strcmp(key, "set") && r->nsettings < MOST_SETTINGS && strchr(value, '=')) {
        char *copy = strdup(value), *equals = copy ? strchr(copy, '=') : NULL;
        if (!equals) return MHD_NO;
        *equals = '\0';
        r->setting[r->nsettings++] = (vv_setting){copy, equals + 1};
    }
    return MHD_YES;
}

static void free_settings(request *r) {
    for (int i = 0; i < r->nsettings; i++) {
        union {
            const char *in;
            char *out;
        } name = {.in = r->setting[i].name};
        free(name.out);
    }
}

static enum MHD_Result send_state(const server *s, struct MHD_Connection *c, const job *j) {
    static const char *const words[] = {"none", "running", "done", "cancelled", "crashed"};
    char text[320], what[48];
    int percent;
    job_says(&s->jobs, j, what, &percent);
    snprintf(text, sizeof text,
             "{\"job\": \"%s\", \"state\": \"%s\", \"seconds\": %.3f, \"what\": \"%s\", "
             "\"percent\": %d}\n",
             j->id, words[j->state],
             (j->state == JOB_RUNNING ? vv_monotonic_seconds() : j->ended) - j->begun, what,
             percent);
    return send_text(c, j->state == JOB_CRASHED ? 500 : j->state == JOB_RUNNING ? 202 : 200, text);
}

/* The answer if available, else the progress. A job is forgotten once answered. */
static enum MHD_Result send_answer(const server *s, struct MHD_Connection *c, job *j) {
    if (j->state != JOB_DONE) {
        enum MHD_Result done = send_state(s, c, j);
        if (j->state != JOB_RUNNING) job_free(j);
        return done;
    }
    char *answer = j->answer;
    size_t n = j->length;
    j->answer = NULL;
    job_free(j);
    return send_bytes(c, 200, "application/json; charset=utf-8", answer, n, MHD_RESPMEM_MUST_FREE);
}

/* Waits briefly: most answers come at once. */
static enum MHD_Result wait_for(server *s, struct MHD_Connection *c, exchange *x, job *j) {
    const char *wait = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "wait");
    double milliseconds = wait ? strtod(wait, NULL) : 0;
    if (!(milliseconds > 0)) milliseconds = 0;
    if (milliseconds > MOST_WAIT) milliseconds = MOST_WAIT;
    memcpy(x->id, j->id, sizeof x->id);
    j->asked = vv_monotonic_seconds();
    x->until = j->asked + milliseconds / 1000;
    x->waiting = c;
    x->next = s->waiting;
    s->waiting = x;
    MHD_suspend_connection(c);
    return MHD_YES;
}

static enum MHD_Result begin(server *s, struct MHD_Connection *c, exchange *x, const char *kind) {
    request r = {.kind = kind, .text = x->body ? x->body : "", .length = x->length};
    if (!task_exists(kind)) return refuse(c, 404, "there is no such computation");
    MHD_get_connection_values(c, MHD_GET_ARGUMENT_KIND, read_argument, &r);
    job *j = job_begin(&s->jobs, &r);
    free_settings(&r);
    if (!j) return refuse(c, 503, "too many computations at once");
    return wait_for(s, c, x, j);
}

static enum MHD_Result ask(server *s, struct MHD_Connection *c, exchange *x, const char *method) {
    const char *id = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "id");
    job *j = job_find(&s->jobs, id);
    bool end = !strcmp(method, "DELETE");
    if (!j && end) return send_text(c, 200, "{\"state\":\"gone\"}"); /* it has just ended */
    if (!j && id && strlen(id) == sizeof x->id - 1) /* a question that crossed its end */
        return send_text(c, 200, "{\"state\":\"cancelled\"}");
    if (!j) return refuse(c, 404, "there is no such job");
    if (end) job_cancel(j);
    return j->state == JOB_RUNNING ? wait_for(s, c, x, j) : send_answer(s, c, j);
}

/* ---- routing -------------------------------------------------------------------------------- */

static const char *type_of(const char *name) {
    static const char *const types[][2] = {{".html", "text/html; charset=utf-8"},
                                           {".js", "text/javascript; charset=utf-8"},
                                           {".css", "text/css; charset=utf-8"},
                                           {".json", "application/json; charset=utf-8"}};
    const char *end = strrchr(name, '.');
    for (int i = 0; end && i < 4; i++)
        if (!strcmp(end, types[i][0])) return types[i][1];
    return "application/octet-stream";
}

/* The page's own files, and those shared with reports. */
static enum MHD_Result send_file(struct MHD_Connection *c, const char *path) {
    const char *name = strcmp(path, "/") ? path + 1 : "lab.html";
    const vv_web_entry *e = vv_web_find(lab_entries, name);
    if (!e) e = vv_web_find(vv_web_entries, name);
    if (!e) return refuse(c, 404, "there is no such page");
    return send_bytes(c, 200, type_of(e->name), e->bytes, e->length, MHD_RESPMEM_PERSISTENT);
}

static enum MHD_Result send_opened(const server *s, struct MHD_Connection *c) {
    const char *text = s->o->text ? s->o->text : "";
    return send_bytes(c, s->o->text ? 200 : 204, "text/plain; charset=utf-8", text,
                      s->o->text ? s->o->length : 0, MHD_RESPMEM_PERSISTENT);
}

/* The methods for the selection list. Names and titles are plain words: nothing needs quoting. */
static enum MHD_Result send_methods(struct MHD_Connection *c) {
    char text[8192] = "[";
    size_t n = 1;
    for (int i = 0; vv_formalism_name(i) && n < sizeof text - 256; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s{\"name\": \"%s\", \"title\": \"%s\"}",
                              i ? ", " : "", vv_formalism_name(i), vv_formalism_title(i));
    snprintf(text + n, sizeof text - n, "]\n");
    return send_text(c, 200, text);
}

static enum MHD_Result route(server *s, struct MHD_Connection *c, exchange *x, const char *path,
                             const char *method) {
    bool get = !strcmp(method, "GET"), post = !strcmp(method, "POST");
    if (!strcmp(path, "/api/job") && (get || !strcmp(method, "DELETE")))
        return ask(s, c, x, method);
    if (!strncmp(path, "/api/do/", 8) && post) return begin(s, c, x, path + 8);
    if (!strcmp(path, "/api/opened") && get) return send_opened(s, c);
    if (!strcmp(path, "/api/methods") && get) return send_methods(c);
    if (get) return send_file(c, path);
    return refuse(c, 405, "this method is not allowed at this address");
}

/* ---- receiving requests --------------------------------------------------------------------- */

static bool is_large(struct MHD_Connection *c) {
    const char *length = MHD_lookup_connection_value(c, MHD_HEADER_KIND, "Content-Length");
    return length && strtod(length, NULL) > MOST_BODY;
}

static bool take_body(exchange *x, const char *data, size_t n) {
    if (x->length + n > MOST_BODY) return false;
    if (x->length + n + 1 > x->capacity) {
        size_t capacity = 2 * (x->length + n) + 1;
        char *body = realloc(x->body, capacity);
        if (!body) return false;
        x->body = body;
        x->capacity = capacity;
    }
    memcpy(x->body + x->length, data, n);
    x->length += n;
    x->body[x->length] = '\0';
    return true;
}

static enum MHD_Result on_request(void *self, struct MHD_Connection *c, const char *path,
                                  const char *method, const char *version, const char *data,
                                  size_t *size, void **state) {
    server *s = self;
    exchange *x = *state;
    (void)version;
    if (!x) { /* only the headers are known: the point at which to refuse an unwanted body */
        *state = x = calloc(1, sizeof *x);
        if (!x) return MHD_NO;
        if (!is_trusted(s, c, method))
            return refuse(c, 403, "requests must come from the page itself");
        if (is_large(c)) return refuse(c, 413, "a model is at most 1 MiB");
        return MHD_YES;
    }
    if (*size) {
        size_t n = *size;
        *size = 0;
        return take_body(x, data, n) ? MHD_YES : MHD_NO;
    }
    if (x->id[0]) { /* it was waiting */
        job *j = job_find(&s->jobs, x->id);
        return j ? send_answer(s, c, j) : send_text(c, 200, "{\"state\": \"cancelled\"}\n");
    }
    return route(s, c, x, path, method);
}

static void unlist(server *s, exchange *x) {
    for (exchange **at = &s->waiting; *at; at = &(*at)->next)
        if (*at == x) {
            *at = x->next;
            break;
        }
    x->waiting = NULL;
}

static void on_completed(void *self, struct MHD_Connection *c, void **state,
                         enum MHD_RequestTerminationCode why) {
    exchange *x = *state;
    (void)c, (void)why;
    if (!x) return;
    unlist(self, x);
    free(x->body);
    free(x);
    *state = NULL;
}

/* ---- the loop ------------------------------------------------------------------------------- */

/* Answers the requests whose job has ended or whose wait is over. */
static void resume(server *s) {
    double now = vv_monotonic_seconds();
    for (exchange *x = s->waiting, *next; x; x = next) {
        next = x->next;
        const job *j = job_find(&s->jobs, x->id);
        if (j && j->state == JOB_RUNNING && now < x->until) continue;
        struct MHD_Connection *c = x->waiting;
        unlist(s, x);
        MHD_resume_connection(c);
    }
}

static int patience(server *s) {
    MHD_UNSIGNED_LONG_LONG most = 1000;
    double now = vv_monotonic_seconds();
    if (MHD_get_timeout(s->daemon, &most) != MHD_YES || most > 1000) most = 1000;
    for (const exchange *x = s->waiting; x; x = x->next) {
        double left = x->until > now ? 1000 * (x->until - now) + 1 : 0;
        if (left < (double)most) most = (MHD_UNSIGNED_LONG_LONG)left;
    }
    return (int)most;
}

static void loop(server *s) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(s->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    struct pollfd p[MOST_JOBS + 1];
    job *reading[MOST_JOBS + 1];
    while (!ended && info) {
        int n = 1;
        p[0] = (struct pollfd){.fd = info->epoll_fd, .events = POLLIN};
        for (int i = 0; i < MOST_JOBS; i++)
            if (s->jobs.job[i].state == JOB_RUNNING) {
                reading[n] = &s->jobs.job[i];
                p[n++] = (struct pollfd){.fd = s->jobs.job[i].pipe, .events = POLLIN};
            }
        if (poll(p, (nfds_t)n, patience(s)) < 0 && errno != EINTR) break;
        for (int i = 1; i < n; i++)
            if (p[i].revents) job_read(reading[i]);
        jobs_sweep(&s->jobs);
        resume(s);
        MHD_run(s->daemon);
    }
}

/* ---- start and end -------------------------------------------------------------------------- */

/* A socket on the loopback interface only; tries the next port if one is busy. -1 if none is
 * free. */
static int listen_here(int first, int *port) {
    for (int k = 0; k < MOST_PORTS && first + k < 65536; k++) {
        int one = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        struct sockaddr_in address = {.sin_family = AF_INET,
                                      .sin_port = htons((uint16_t)(first + k))};
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (fd < 0) return -1;
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
        if (!bind(fd, (struct sockaddr *)&address, sizeof address) && !listen(fd, 256)) {
            *port = first + k;
            return fd;
        }
        int why = errno;
        close(fd);
        errno = why;
        if (why != EADDRINUSE) return -1;
    }
    return -1;
}

static struct MHD_Daemon *start(server *s) {
    return MHD_start_daemon(MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, on_request, s,
                            MHD_OPTION_LISTEN_SOCKET, s->socket, MHD_OPTION_NOTIFY_COMPLETED,
                            on_completed, s, MHD_OPTION_CONNECTION_LIMIT, (unsigned)MOST_CLIENTS,
                            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)CLIENT_SECONDS,
                            MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(64 << 10), MHD_OPTION_END);
}

static void stop(server *s) {
    jobs_end(&s->jobs);
    for (exchange *x = s->waiting; x; x = x->next) x->until = 0;
    resume(s);
    MHD_stop_daemon(s->daemon);
}

int lab_serve(const lab_options *o) {
    server s = {.o = o};
    int wanted = o->port ? o->port : LAB_PORT;
    if (!vv_library_load(&microhttpd)) {
        fprintf(stderr, "visviva: the laboratory needs libmicrohttpd, which is missing: %s\n",
                vv_library_error(&microhttpd));
        return vv_status_exit_code(VV_E_BEYOND);
    }
    s.socket = listen_here(wanted, &s.port);
    if (s.socket < 0) {
        fprintf(stderr, "visviva: no port from %d on is free: %s\n", wanted, strerror(errno));
        return vv_status_exit_code(VV_E_IO);
    }
    s.unwanted[0] = s.socket;
    s.unwanted[1] = -1;
    s.jobs.unwanted = s.unwanted;
    jobs_begin(&s.jobs);
    struct sigaction act = {.sa_handler = on_end};
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    signal(SIGPIPE, SIG_IGN);
    if (!(s.daemon = start(&s))) {
        fputs("visviva: the server could not be started\n", stderr);
        close(s.socket);
        return vv_status_exit_code(VV_E_IO);
    }
    if (s.port != wanted) printf("port %d is busy: ", wanted);
    printf("http://127.0.0.1:%d/\n", s.port);
    fputs("Press Ctrl-C to end the laboratory.\n", stderr);
    fflush(stdout);
    loop(&s);
    stop(&s);
    return 0;
}
