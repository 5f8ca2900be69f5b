/* Plots: ticks, tables, and drawings in every form. */
#include <math.h>

#include "drawing/drawing.h"
#include "plot/plot.h"
#include "plot/grid.h"
#include "tap.h"

/* fontconfig, which cairo asks for fonts, keeps what it found until the process ends. */
const char *__lsan_default_suppressions(void);
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void) {
    return "leak:libfontconfig\n";
}

static vv_ctx *c;

static const char *all_ticks(double low, double high, int wanted) {
    vv_ticks t = vv_ticks_find(low, high, wanted);
    const char *out = vv_format(c, "10^%d:", t.power);
    for (int k = 0; k < t.n; k++) out = vv_format(c, "%s %s", out, vv_ticks_text(c, &t, k));
    return out;
}

static void test_ticks(void) {
    is_text(all_ticks(0, 20, 5), "10^0: 0 5 10 15 20", "steps of 5");
    is_text(all_ticks(-1.03, 0.97, 4), "10^0: −1.0 −0.5 0.0 0.5", "of 1/2, with a true minus");
    is_text(all_ticks(0.48243, 0.48296, 3), "10^0: 0.4826 0.4828", "a narrow range");
    is_text(all_ticks(0, 3.2e7, 4), "10^7: 0 1 2 3", "large numbers have their power apart");
    is_text(all_ticks(-2e-9, 2e-9, 4), "10^-9: −2 −1 0 1 2", "small ones too");
    is_int(vv_ticks_find(1, 1, 5).n, 0, "no ticks without a range");
    is_int(vv_ticks_find(0, (double)INFINITY, 5).n, 0, "nor of an infinite one");
}

static vv_status read(const char *text, vv_grid *t) {
    return vv_grid_read(c, text, strlen(text), t);
}

static void test_table(void) {
    vv_grid t;
    is_int(read("time,\"f(a,b)\",\"say \"\"x\"\"\"\r\n0,1,2\r\n\r\n0.5,,4\r\n", &t), VV_OK,
           "a table with quoted names, a gap and a blank line");
    is_int(t.columns, 3, "three columns");
    is_int(t.rows, 2, "two rows");
    is_text(t.name[1], "f(a,b)", "a comma in a name");
    is_text(t.name[2], "say \"x\"", "quotes in a name");
    ok(isnan(vv_grid_column(&t, 1)[1]), "an empty cell is not a number");
    ok(vv_grid_column(&t, 2)[1] == 4, "columns stand one after another");
    is_int(vv_grid_find(&t, "f(a,b)"), 1, "found by its name");
    static const char *const bad[] = {"a,b\n1\n", "a,b\n1,2,3\n", "a\nx\n", "a\n1 2\n"};
    for (int i = 0; i < 4; i++) {
        vv_ctx *other = vv_ctx_new(NULL);
        is_int(vv_grid_read(other, bad[i], strlen(bad[i]), &t), VV_E_MODEL, "refused: %.8s",
               bad[i]);
        is_int(vv_diag_errors(other), 1, "with a diagnostic");
        vv_ctx_free(other);
    }
}

static void test_forms(void) {
    double x[] = {0, 1, 2, 3}, y[] = {1, (double)NAN, 4, 9}, flat[] = {2, 2 + 1e-15, 2, 2};
    vv_series s[] = {{"a < b & \"c\"", 4, x, y}, {"flat", 4, x, flat}};
    vv_plot p = {.title = "</svg><script>", .x_label = "t [s]", .nseries = 2, .series = s};
    vv_drawing *d = vv_plot_draw(c, &p);
    vv_buffer svg = VV_BUFFER(c), tex = VV_BUFFER(c), png = VV_BUFFER(c);
    vv_drawing_svg(d, true, &svg);
    const char *text = vv_buffer_text(&svg);
    ok(!strstr(text, "<script"), "markup in a title is text");
    ok(strstr(text, "a &#60; b &#38; &#34;c&#34;"), "in a legend too");
    ok(!strstr(text, "nan") && !strstr(text, "inf"), "a gap is left where there is no number");
    vv_drawing_tex(d, 300, &tex);
    ok(strstr(vv_buffer_text(&tex), "\\begin{picture}(300.0,"), "scaled to the width of a page");
    vv_status made = vv_drawing_png(d, 1, &png);
    if (!vv_drawing_no_png())
        ok(made == VV_OK && png.length > 100 && !memcmp(png.text, "\x89PNG\r\n", 6), "a bitmap");
    else
        is_int(made, VV_E_BEYOND, "no bitmap without cairo");
    vv_series none = {"none", 0, x, y};
    vv_plot empty = {.nseries = 1, .series = &none};
    vv_buffer b = VV_BUFFER(c);
    vv_drawing_svg(vv_plot_draw(c, &empty), false, &b);
    ok(strstr(vv_buffer_text(&b), "there is no finite value"), "nothing to draw is said");
}

int main(void) {
    c = vv_ctx_new(NULL);
    test_ticks();
    test_table();
    test_forms();
    vv_ctx_free(c);
    return done_testing();
}
