/* Diagnostics: list, locations, the exact printed form, nearest names. */
#include "base/diag.h"

#include "base/utf8.h"
#include "tap.h"

static const char *render(vv_ctx *c, const vv_diag *d) {
    vv_buffer b = VV_BUFFER(c);
    vv_diag_render(c, d, false, &b);
    return vv_buffer_text(&b);
}

/* The span of the first occurrence of a word in the source. */
static vv_span word(const char *text, const char *w) {
    uint32_t at = (uint32_t)(strstr(text, w) - text);
    return (vv_span){at, at + (uint32_t)strlen(w)};
}

static void test_print(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    const char *text = "coordinate φ\n kinetic energy m*l^2*φy'^2/2\r\n\tx = (1 + \x9f\n";
    vv_diag_source(c, "pendulum.vv", text, strlen(text));
    vv_diag *d = vv_diag_add(c, VV_ERROR, 103, word(text, "φy"), "unknown coordinate '%s'", "φy");
    vv_diag_hint(c, d, "did you mean '%s'?", "φ");
    is_text(render(c, d),
            "pendulum.vv:2:23: error VV0103: unknown coordinate 'φy'\n"
            "    2 |  kinetic energy m*l^2*φy'^2/2\n"
            "      |                       ^~\n"
            "      = hint: did you mean 'φ'?\n",
            "line, caret and hint");

    d = vv_diag_add(c, VV_WARNING, 7, word(text, "\x9f"), "byte %s", "\x9f\033[2J");
    d->related = word(text, "(");
    d->related_text = "opened here";
    is_text(render(c, d),
            "pendulum.vv:3:11: warning VV0007: byte \\x9f\\x1b[2J\n"
            "    3 |     x = (1 + \\x9f\n"
            "      |              ^~~~\n"
            "pendulum.vv:3:6: note: opened here\n"
            "    3 |     x = (1 + \\x9f\n"
            "      |         ^\n",
            "tabs, stray bytes, control characters, the other place");

    d = vv_diag_add(c, VV_NOTE, 1, (vv_span){0, 0}, "the model has no bodies");
    is_text(render(c, d), "pendulum.vv: note VV0001: the model has no bodies\n", "without a place");

    uint32_t end = (uint32_t)strlen(text);
    d = vv_diag_add(c, VV_ERROR, 2, (vv_span){end, end + 1}, "unfinished");
    is_text(render(c, d),
            "pendulum.vv:3:12: error VV0002: unfinished\n"
            "    3 |     x = (1 + \\x9f\n"
            "      |                  ^\n",
            "the end of the file is behind its last line");

    d = vv_diag_add(c, VV_ERROR, 3, (vv_span){0, end}, "all of it");
    is_text(render(c, d),
            "pendulum.vv:1:1: error VV0003: all of it\n"
            "    1 | coordinate φ\n"
            "      | ^~~~~~~~~~~~\n",
            "a span over several lines marks its first");
    vv_buffer b = VV_BUFFER(c);
    vv_diag_render(c, vv_diag_at(c, 0), true, &b);
    ok(strstr(vv_buffer_text(&b), "\033[1;31merror VV0103:\033[0m") != NULL,
       "colour when asked for");
    is_int(vv_diag_count(c), 5, "five in the list");
    is_int(vv_diag_errors(c), 3, "three are errors");
    ok(!vv_diag_at(c, 5) && !vv_diag_at(c, -1), "no other");
    is_int(vv_ctx_status(c), VV_OK, "errors of a model do not fail the context");
    vv_ctx_free(c);
}

static void test_tabs(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    const char *text = "ab\tc\t\td";
    vv_diag_source(c, "f", text, strlen(text));
    is_text(render(c, vv_diag_add(c, VV_ERROR, 1, word(text, "d"), "m")),
            "f:1:7: error VV0001: m\n"
            "    1 | ab  c       d\n"
            "      |             ^\n",
            "tabs go to the next multiple of four");
    vv_ctx_free(c);
}

static void test_wide(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    const char *text = "世界 = e\xcc\x81x \xe2\x80\xae";
    vv_diag_source(c, NULL, text, strlen(text));
    is_text(render(c, vv_diag_add(c, VV_ERROR, 1, word(text, "x"), "m")),
            "input:1:8: error VV0001: m\n"
            "    1 | 世界 = e\xcc\x81x \\u202e\n"
            "      |         ^\n",
            "wide and combining characters, and no hidden ones");
    vv_ctx_free(c);
}

/* Whatever the line and the location, no printed line is wider than 120 columns, and the caret
 * is under the character in question. */
static void test_long_lines(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    static const char *const filler[] = {"a", "θ", "世", "\t", "\xff", "b "};
    bool narrow = true, aimed = true;
    seed_random(7);
    for (long trial = 0; trial < effort(300); trial++) {
        vv_buffer t = VV_BUFFER(c);
        long before = random_below(300), after = random_below(300);
        for (long i = 0; i < before; i++) vv_buffer_add(&t, filler[random_below(6)]);
        uint32_t at = (uint32_t)t.length;
        vv_buffer_char(&t, '@');
        for (long i = 0; i < after; i++) vv_buffer_add(&t, filler[random_below(6)]);
        vv_diag d = {.severity = VV_ERROR, .span = {at, at + 1}, .message = "m"};
        vv_diag_source(c, "f", t.text, t.length);
        const char *source = strchr(render(c, &d), '\n') + 1, *caret = strchr(source, '\n') + 1;
        const char *mark = strchr(caret, '^'), *it = strchr(source, '@');
        if (vv_utf8_width(source, (size_t)(caret - source)) > 120) narrow = false;
        if (!it || it > caret || vv_utf8_width(source, (size_t)(it - source)) != mark - caret)
            aimed = false;
        vv_buffer_free(&t);
    }
    ok(narrow, "no line is wider than 120 columns");
    ok(aimed, "the caret stands under its character");

    size_t n = 30000000;
    char *huge = vv_block_resize(c, NULL, n);
    memset(huge, '(', n);
    vv_diag_source(c, "f", huge, n);
    vv_diag d = {.severity = VV_ERROR, .span = {(uint32_t)n - 5, (uint32_t)n}, .message = "m"};
    ok(strlen(render(c, &d)) < 400, "a line of 30 MB is cut");
    vv_ctx_free(c);
}

static void test_list(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_mark m = vv_arena_mark(c);
    for (int i = 0; i < VV_DIAG_MAX + 5; i++) {
        vv_diag *d = vv_diag_add(c, i % 2 ? VV_ERROR : VV_NOTE, i, (vv_span){0, 0}, "number %d", i);
        vv_diag_hint(c, d, "hint %d", i);
        d->related_text = "x";
    }
    vv_arena_release(c, m);
    memset(vv_alloc(c, 4000), 'z', 4000);
    is_int(vv_diag_count(c), VV_DIAG_MAX, "the list is bounded");
    is_int(vv_diag_dropped(c), 5, "the rest is counted");
    is_int(vv_diag_errors(c), 27, "dropped errors count as errors");
    is_text(vv_diag_at(c, 49)->message, "number 49", "a diagnostic outlives a release");
    is_text(vv_diag_at(c, 49)->hint, "hint 49", "so does its hint");
    vv_ctx_free(c);

    c = vv_ctx_new(NULL);
    char *name = vv_alloc(c, 2000001);
    for (int i = 0; i < 2000000; i += 2) memcpy(name + i, "θ", 2);
    const char *text =
        vv_diag_add(c, VV_ERROR, 1, (vv_span){0, 0}, "unknown name '%s' here", name)->message;
    uint32_t u;
    bool valid = true;
    for (const char *p = text; *p && valid; p += vv_utf8_decode(p, 4, &u))
        valid = vv_utf8_decode(p, strlen(p), &u) > 0;
    ok(strlen(text) < 150 && strstr(text, "…") && strstr(text, "θ' here") && valid,
       "a name of 2 MB is shortened between whole characters");
    vv_ctx_free(c);

    c = vv_ctx_new(&(vv_limits){.refuse_at = 1});
    vv_diag *d = vv_diag_add(c, VV_ERROR, 1, (vv_span){0, 0}, "m");
    ok(d && vv_ctx_status(c) == VV_E_NOMEM, "a refused list gives a throw-away record");
    vv_diag_hint(c, d, "h");
    vv_ctx_free(c);
    c = vv_ctx_new(&(vv_limits){.refuse_at = 2});
    d = vv_diag_add(c, VV_ERROR, 1, (vv_span){0, 0}, "m");
    is_text(d->message, "", "a refused message is empty, not NULL");
    vv_ctx_free(c);
}

static void test_place(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    int line, column;
    vv_diag_place(c, 10, &line, &column);
    ok(line == 1 && column == 1, "without a source everything is at 1:1");
    const char *text = "θx\n\ny";
    vv_diag_source(c, "f", text, strlen(text));
    static const int want[][3] = {{0, 1, 1}, {2, 1, 2}, {3, 1, 3}, {4, 2, 1},
                                  {5, 3, 1}, {6, 3, 2}, {99, 3, 2}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        vv_diag_place(c, (uint32_t)want[i][0], &line, &column);
        ok(line == want[i][1] && column == want[i][2], "byte %d is at %d:%d", want[i][0], line,
           column);
    }
    vv_ctx_free(c);
}

static void test_nearest(void) {
    static const char *const known[] = {"φ", "theta", "omega", "m", "mass", "velocity", "x1"};
    static const char *const want[][2] = {
        {"φy", "φ"},
        {"thta", "theta"},
        {"theat", "theta"},
        {"M", "m"},
        {"Mass", "mass"},
        {"x", "x1"},
        {"velocty", "velocity"},
        {"velicoty", "velocity"},
        {"k", NULL},
        {"zzzzz", NULL},
        {"", NULL},
        {"omga", "omega"},
        {"x1x", "x1"},
        {"sasm", NULL},
        {"msas", "mass"},
    };
    vv_ctx *c = vv_ctx_new(NULL);
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        is_text(vv_nearest_name(c, want[i][0], 7, known), want[i][1], "nearest to '%s'",
                want[i][0]);
    char *huge = vv_alloc(c, 100001);
    memset(huge, 'a', 100000);
    const char *const one = huge;
    ok(!vv_nearest_name(c, huge, 7, known) && !vv_nearest_name(c, "a", 1, &one),
       "huge names are not compared");
    vv_ctx_free(c);
}

int main(void) {
    test_print();
    test_tabs();
    test_wide();
    test_long_lines();
    test_list();
    test_place();
    test_nearest();
    return done_testing();
}
