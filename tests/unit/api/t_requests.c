/* Requests made of a model: each is one expression from a source of its own, whatever its text. */
#include "api/mechanism.h"
#include "base/diag.h"
#include "lang/diagnostic_codes.h"
#include "tap.h"

#define SPRING                                                                                     \
    "parameter m = 1, k = 4\ncoordinate x\nkinetic energy m/2*x'^2\npotential k/2*x^2\n"           \
    "start x = 1\nrun 1\n"

static vv_status ask(vv_ctx *c, int n, const vv_request *request, vv_command_mechanism **m) {
    const vv_source s = {.file = "m.vv",
                         .text = SPRING,
                         .length = strlen(SPRING),
                         .nrequests = n,
                         .request = request};
    return vv_command_open(c, &s, m);
}

/* The first diagnostic is of this code, at this text of the request. */
static void refused(vv_request_kind kind, const char *text, int code, const char *at) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    vv_status s = ask(c, 1, &(vv_request){kind, "--ask", text}, &m);
    const vv_diag *d = vv_diag_at(c, 0);
    size_t left = 0;
    const char *found = d ? vv_diag_source_text(c, d->span.begin, &left) : "";
    ok(s == VV_E_MODEL && d && d->code == code && !strncmp(found, at, strlen(at)), "kind %d, %.40s",
       kind, text);
    ok(d && vv_diag_option_at(c, d->span.begin) && found >= text && found <= text + strlen(text),
       "its place is in the request");
    ok(!m || m->model.nparameters <= 2, "nothing is declared");
    if (s != VV_E_MODEL || !d || d->code != code) diag("%d %s", s, vv_diag_text(c, false));
    vv_ctx_free(c);
}

static void injected(void) {
    static const char *const two[] = {"x\nparameter y = 1", "x\r\nlet y = x", "x\ny",
                                      "x # a comment\nparameter y = 1"};
    for (size_t i = 0; i < sizeof two / sizeof *two; i++) {
        const char *second = strpbrk(two[i], "\n") + 1;
        refused(VV_REQUEST_COLUMN, two[i], VV_C_TRAILING, second);
        refused(VV_REQUEST_INTEGRAL, two[i], VV_C_TRAILING, second);
    }
    refused(VV_REQUEST_MOTION, "x = 0\nparameter y = 1", VV_C_TRAILING, "parameter");
    refused(VV_REQUEST_COLUMN, "(x\nparameter y = 1", VV_C_UNCLOSED, "x");
    refused(VV_REQUEST_COLUMN, "x,\nparameter y = 1", VV_C_OPERAND, ",");
    refused(VV_REQUEST_COLUMN, "", VV_C_OPERAND, "");
    refused(VV_REQUEST_COLUMN, "\n\n# x\n", VV_C_OPERAND, "\n\n");
    refused(VV_REQUEST_COLUMN, "x + \xff", VV_C_UTF8, "\xff");
}

/* A line may go on within brackets and after an operator, as in a model. */
static void continued(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    vv_request r = {VV_REQUEST_COLUMN, "--ask", "2*(x\n+ 1) -\n x"};
    ok(ask(c, 1, &r, &m) == VV_OK && m->model.nshows == 1, "a request of several lines");
    is_text(m->model.show[0].text, "2*(x + 1) - x", "its text on one");
    is_int((long)m->tree.n, 7, "the tree of the model is its own");
    vv_ctx_free(c);
}

static void wrong_use(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    vv_request none = {VV_REQUEST_COLUMN, "--ask", NULL}, nameless = {VV_REQUEST_COLUMN, NULL, "x"},
               strange = {(vv_request_kind)7, "--ask", "x"};
    ok(ask(c, 1, &none, &m) == VV_E_USAGE && !m, "no text");
    ok(ask(c, 1, &nameless, &m) == VV_E_USAGE && !m, "no name");
    ok(ask(c, 1, &strange, &m) == VV_E_USAGE && !m, "no kind");
    ok(ask(c, 0, NULL, &m) == VV_OK, "the context is as good as before");
    vv_ctx_free(c);
}

/* Requests are answered whatever their order; each of many has its own place. */
static void many(void) {
    enum { N = 600 };
    vv_ctx *c = vv_ctx_new(NULL);
    vv_command_mechanism *m;
    vv_request r[N];
    for (int i = 0; i < N; i++) r[i] = (vv_request){VV_REQUEST_COLUMN, "--ask", "x"};
    r[0] = (vv_request){VV_REQUEST_INTEGRAL, "--claim", "energy"};
    r[1] = (vv_request){VV_REQUEST_MOTION, "--about", "x = cos(sqrt(k/m)*t)"};
    const char *text = "";
    ok(ask(c, N, r, &m) == VV_OK && m->model.nshows == N - 2, "six hundred of them");
    const char *topic[] = {"integrals", "steady"};
    vv_command_options o = {.ntopics = 2, .topic = topic};
    ok(vv_command_study(c, m, &o, &text) == VV_OK, "claims asked for are decided");
    ok(strstr(text, "proved: claim integral energy") && strstr(text, "  x = cos(sqrt(k/m)*t)\n"),
       "the integral and the motion");
    vv_ctx_free(c);
    c = vv_ctx_new(NULL);
    r[N - 1].text = "x + zz", r[N - 1].option = "--last";
    ok(ask(c, N, r, &m) == VV_E_MODEL, "the last one is wrong");
    const char *start = "--last: error VV0301: unknown name 'zz'\n      | x + zz\n      |     ^~\n";
    ok(!strncmp(vv_diag_text(c, false), start, strlen(start)), "and is named");
    int line, column;
    vv_diag_place(c, vv_diag_at(c, 0)->span.begin, &line, &column);
    ok(line == 0 && column == 5, "its place is in no line of the file");
    vv_ctx_free(c);
}

/* Memory refused at any point is a status. */
static void refused_memory(void) {
    const vv_request r[] = {{VV_REQUEST_COLUMN, "--column", "2*x, i*x for i in 1..3"},
                            {VV_REQUEST_MOTION, "--about", "x = 0"},
                            {VV_REQUEST_INTEGRAL, "--claim", "energy + zz"}};
    int wrong = 0;
    for (long at = 1; at < 400; at++) {
        vv_limits limits = {.refuse_at = at};
        vv_ctx *c = vv_ctx_new(&limits);
        vv_command_mechanism *m;
        vv_status s = c ? ask(c, 3, r, &m) : VV_E_NOMEM;
        wrong += s != VV_E_NOMEM && s != VV_E_MODEL;
        if (c) vv_diag_text(c, false);
        vv_ctx_free(c);
    }
    is_int(wrong, 0, "refused allocations");
}

int main(void) {
    injected();
    continued();
    wrong_use();
    many();
    refused_memory();
    return done_testing();
}
