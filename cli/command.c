#include "command.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/base.h"
#include "endings.h"
#include "platform/platform.h"
#include "typeset.h"

static const char *current_command; /* the command named in usage hints, or NULL */

void usage_of(const char *name) { current_command = name; }

__attribute__((format(printf, 1, 0))) static void say_visibly(const char *fmt, va_list ap) {
    char *text = NULL, shown[VV_UTF8_SHOWN];
    int length = vasprintf(&text, fmt, ap);
    if (length < 0) return;
    for (size_t n = (size_t)length, k, at = 0; n; at += k, n -= k)
        if (text[at] == '\n')
            k = 1, putc('\n', stderr);
        else
            k = vv_utf8_show(text + at, n, shown), fputs(shown, stderr);
    free(text);
}

void say(const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    say_visibly(fmt, ap);
    va_end(ap);
}

int usage_error(const char *fmt, ...) {
    va_list ap;
    fputs("visviva: ", stderr);
    va_start(ap, fmt);
    say_visibly(fmt, ap);
    va_end(ap);
    return usage_hint(NULL);
}

int usage_hint(const char *help) {
    if (help)
        fprintf(stderr, "\ntry '%s'\n", help);
    else
        fprintf(stderr, "\ntry 'visviva %s%s--help'\n", current_command ? current_command : "",
                current_command ? " " : "");
    return vv_status_exit_code(VV_E_USAGE);
}

/* ---- reading ------------------------------------------------------------------------------- */

/* The language refuses files over 16 MiB; reading one byte more suffices to detect that. */
static const size_t MODEL_BYTES = ((size_t)16 << 20) + 1;
/* Tables and pages: the default memory budget. */
static const size_t MOST_BYTES = (size_t)1 << 30;

/* Reads at most this many bytes; the rest is ignored. */
static char *read_some(const char *path, size_t most, size_t *length) {
    FILE *f = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    if (!f) return NULL;
    size_t n = 0, capacity = 1 << 16;
    char *text = malloc(capacity);
    while (text && n < most) {
        if (n == capacity) {
            char *grown = realloc(text, capacity *= 2);
            if (!grown) free(text);
            if (!(text = grown)) break;
        }
        size_t want = capacity - n < most - n ? capacity - n : most - n,
               got = fread(text + n, 1, want, f);
        n += got;
        if (got < want) break;
    }
    int failed = ferror(f);
    int saved = errno;
    if (f != stdin) fclose(f);
    if (failed) {
        free(text);
        errno = saved;
        return NULL;
    }
    *length = n;
    return text;
}

char *read_model(const char *path, size_t *length) { return read_some(path, MODEL_BYTES, length); }

static char *read_certificate(const char *path, size_t *length) {
    return read_some(path, (size_t)VV_CERTIFICATE_BYTES + 1, length);
}

char *read_all(const char *path, size_t *length) {
    char *text = read_some(path, MOST_BYTES + 1, length);
    if (!text || *length <= MOST_BYTES) return text;
    free(text);
    errno = EFBIG;
    return NULL;
}

/* ---- writing ------------------------------------------------------------------------------- */

static int write_failure(const char *path) {
    say("visviva: cannot write %s: %s\n", path, strerror(errno));
    return vv_status_exit_code(VV_E_IO);
}

/* Writes the whole text to an open file and closes it. */
static int write_whole(FILE *f, const char *text, size_t n) {
    int bad = !f || fwrite(text, 1, n, f) != n;
    if (f && fclose(f)) bad = 1;
    return bad;
}

int write_result(const char *path, const char *text) {
    return write_bytes(path, text, strlen(text));
}

int write_bytes(const char *path, const char *text, size_t n) {
    struct stat there;
    if (!path || !strcmp(path, "-")) {
        if (fwrite(text, 1, n, stdout) != n || fflush(stdout))
            return write_failure("standard output");
        return 0;
    }
    /* devices and pipes are written to directly: a file must not replace them */
    if (!stat(path, &there) && !S_ISREG(there.st_mode))
        return write_whole(fopen(path, "wb"), text, n) ? write_failure(path) : 0;
    char *temporary = malloc(strlen(path) + VV_FILE_BESIDE);
    if (!temporary) return vv_status_exit_code(VV_E_NOMEM);
    int fd = vv_file_create_beside(path, temporary);
    if (fd < 0) {
        free(temporary);
        return write_failure(path);
    }
    bool written = !write_whole(fdopen(fd, "wb"), text, n);
    int code = vv_file_put_in_place(written, temporary, path) ? 0 : write_failure(path);
    free(temporary);
    return code;
}

/* ---- running ------------------------------------------------------------------------------- */

static vv_ctx *running;

static void on_interrupt(int signal_number) {
    (void)signal_number;
    if (running) vv_ctx_cancel(running);
}

static bool use_colour(const arguments *a) {
    if (a->colour >= 0) return a->colour == 1;
    const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
    return isatty(STDERR_FILENO) && !(no && *no) && !(term && !strcmp(term, "dumb"));
}

/* Notes repeat what a report says; a warning must be visible even if the report is data. */
static bool has_warning(vv_ctx *c) {
    for (int i = 0; i < vv_diag_count(c); i++)
        if (vv_diag_at(c, i)->severity != VV_NOTE) return true;
    return false;
}

static bool wants_json(const arguments *a) {
    return a->options.format && !strcmp(a->options.format, "json");
}

/* Diagnostics go to stderr; with --format json and a faulty model they are the result. */
static int report_failure(const arguments *a, vv_ctx *c, vv_status status) {
    if (status == VV_E_MODEL && wants_json(a)) {
        int code = write_result(a->output, vv_diag_json(c));
        return code ? code : vv_status_exit_code(status);
    }
    fputs(vv_diag_text(c, use_colour(a)), stderr);
    if (status != VV_E_MODEL || vv_diag_errors(c) == 0)
        say("visviva: %s: %s\n", a->file, vv_status_text(status));
    return vv_status_exit_code(status);
}

/* The result is in a file, complete or partial. */
static int report_written(const arguments *a, vv_ctx *c, vv_status status) {
    fputs(vv_diag_text(c, use_colour(a)), stderr);
    if (status == VV_E_INTERRUPTED || status == VV_E_TIME)
        say("visviva: %s: %s\n", a->file, vv_status_text(status));
    return vv_status_exit_code(status);
}

const char *model_name(const arguments *a) { return strcmp(a->file, "-") ? a->file : "<stdin>"; }

bool ends_with(const char *path, const char *ending) {
    size_t n = path ? strlen(path) : 0, k = strlen(ending);
    return n >= k && !strcmp(path + n - k, ending);
}

vv_status deliver_report(const arguments *a, vv_status status, const char **report,
                         size_t *length) {
    static char *pdf; /* outlives the context */
    const char *format = report_format(a);
    if (!**report || !ends_with(a->output, ".pdf") || !format || strcmp(format, "latex"))
        return status;
    pdf = typeset(*report, length);
    *report = pdf ? pdf : "";
    return pdf ? status : VV_E_BEYOND;
}

static int work_on(const arguments *a, vv_ctx *c, const char *text, size_t length,
                   text_function work) {
    const char *report = "";
    size_t report_length = 0;
    vv_status status = work(c, a, text, length, &report, &report_length);
    bool answered = status == VV_OK || status == VV_E_NO || status == VV_E_BEYOND;
    if (!report) return report_written(a, c, status);
    if (!report_length) report_length = strlen(report);
    /* a report includes the errors of a model */
    answered |= status == VV_E_MODEL && !strcmp(a->command, "report");
    if (!answered || !report_length) return report_failure(a, c, status);
    if (!wants_json(a) || has_warning(c)) fputs(vv_diag_text(c, use_colour(a)), stderr);
    int code = write_bytes(a->output, report, report_length);
    return code ? code : vv_status_exit_code(status);
}

/* A mechanism takes a few megabytes. Uses huge pages if available, which saves a thousand faults
 * of small ones, and does not return memory only to request it again. A huge page is created
 * when first touched, so the heap is extended beyond them beforehand: its bookkeeping is then on
 * either side. */
static void prepare_memory(void) {
#ifdef __GLIBC__
    enum { PAGE = 2 << 20, PAGES = 2, MARGIN = 64 << 10, KEPT = 64 << 20 };
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_MMAP_THRESHOLD, 2 * PAGES * PAGE);
    uintptr_t end = (uintptr_t)sbrk(0) + MARGIN, edge = (end + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
    if (sbrk((intptr_t)(edge - end)) == (void *)-1) return;
    char *volatile all = malloc(PAGES * PAGE + 2 * MARGIN);
    if (all) madvise((void *)edge, PAGES * PAGE, MADV_HUGEPAGE);
    free(all);
#endif
}

static void write_trace(void *data, const char *line) {
    (void)data;
    say("%s\n", line);
}

/* On a signal, also when the terminal goes away (unless nohup ignores that), keeps partial
 * results. */
static void listen_to_signals(void) {
    struct sigaction act = {.sa_handler = on_interrupt}, before;
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
    if (!sigaction(SIGHUP, NULL, &before) && before.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &act, NULL);
    signal(SIGXFSZ, SIG_IGN); /* a file size limit is reported like a full disk */
}

typedef char *reading(const char *path, size_t *length);

static int run_on(const arguments *a, reading *read, text_function work) {
    if (!a->file) return usage_error("%s needs a model file", a->command);
    prepare_memory();
    size_t length = 0;
    char *text = read(a->file, &length);
    if (!text) {
        say("visviva: cannot read %s: %s\n", a->file, strerror(errno));
        return vv_status_exit_code(VV_E_IO);
    }
    vv_ctx *c = vv_ctx_new(&a->limits);
    int code = vv_status_exit_code(VV_E_NOMEM);
    if (c) {
        running = c;
        listen_to_signals();
        vv_ctx_trace(c, a->trace, write_trace, NULL);
        code = work_on(a, c, text, length, work);
        running = NULL;
    }
    vv_ctx_free(c);
    free(text);
    return code;
}

int run_on_text(const arguments *a, text_function work) { return run_on(a, read_model, work); }

int run_on_certificate(const arguments *a, text_function work) {
    return run_on(a, read_certificate, work);
}

int run_on_table(const arguments *a, text_function work) { return run_on(a, read_all, work); }

/* The requests that the options make of the model. */
static int list_requests(const arguments *a, vv_request out[MOST_REQUESTS]) {
    int n = 0;
    for (int i = 0; i < a->ncolumns; i++)
        out[n++] = (vv_request){VV_REQUEST_COLUMN, "--column", a->column[i]};
    if (a->options.about) out[n++] = (vv_request){VV_REQUEST_MOTION, "--about", a->about};
    for (int i = 0; i < a->options.nclaims; i++)
        out[n++] = (vv_request){VV_REQUEST_INTEGRAL, "--claim", a->claim[i]};
    for (int i = 0; i < a->ncurves; i++) {
        const vv_curve *k = &a->curve[i];
        if (k->x && strcmp(k->x, "time")) out[n++] = (vv_request){VV_REQUEST_COLUMN, "--x", k->x};
        if (strcmp(k->y, "time")) out[n++] = (vv_request){VV_REQUEST_COLUMN, "--y", k->y};
    }
    return n;
}

vv_status open_model(vv_ctx *c, const arguments *a, const char *text, size_t length,
                     vv_command_mechanism **out) {
    vv_request request[MOST_REQUESTS];
    const vv_source source = {.file = model_name(a),
                              .text = text,
                              .length = length,
                              .nsettings = a->nsettings,
                              .setting = a->setting,
                              .nrequests = list_requests(a, request),
                              .request = request,
                              .at_values = a->at_values};
    return vv_command_open(c, &source, out);
}

/* The work of run_on_model waits here for the model. */
static work_function model_work;

static vv_status with_model(vv_ctx *c, const arguments *a, const char *text, size_t length,
                            const char **report, size_t *report_length) {
    vv_command_mechanism *m;
    vv_status status = open_model(c, a, text, length, &m);
    if (status != VV_OK) return status;
    vv_command_options options = a->options;
    const char *certificate = NULL;
    if (a->certificate) options.certificate = &certificate;
    options.format = report_format(a);
    options.arrays = array_format(a);
    options.length = report_length;
    status = model_work(c, m, &options, report);
    if (certificate && write_result(a->certificate, certificate)) return VV_E_IO;
    return *report ? deliver_report(a, status, report, report_length) : status;
}

int run_on_model(const arguments *a, work_function work) {
    model_work = work;
    return run_on_text(a, with_model);
}
