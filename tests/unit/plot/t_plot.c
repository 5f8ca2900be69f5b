/* Plots: ticks, tables, and drawings in every format. */
#include <math.h>

#include "drawing/drawing.h"
#include "plot/plot.h"
#include "plot/csv_table.h"
#include "tap.h"

/* fontconfig, which cairo uses for fonts, keeps its results until the process ends. */
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

static const char *all_logs(double low, double high, int wanted) {
    vv_ticks t = vv_ticks_log(log10(low), log10(high), wanted);
    const char *out = "";
    for (int k = 0; k < t.n; k++) {
        double v = vv_ticks_value(&t, k);
        ok(v >= low * (1 - 1e-9) && v <= high * (1 + 1e-9), "%g is on the axis", v);
        out = vv_format(c, "%s %s", out, vv_ticks_text(c, &t, k));
    }
    return out;
}

static void test_logarithms(void) {
    is_text(all_logs(0.1, 100, 8), " 0.1 1 10 100", "powers of ten");
    is_text(all_logs(0.3, 30, 8), " 0.5 1 2 5 10 20", "1, 2, 5 where they are few");
    is_text(all_logs(1e-9, 1e9, 7), " 10⁻⁵ 1 10⁵", "a wide range leaves some out");
    is_text(all_logs(2e-6, 9e-5, 8), " 2×10⁻⁶ 5×10⁻⁶ 10⁻⁵ 2×10⁻⁵ 5×10⁻⁵",
            "small ones with their power");
    is_text(all_logs(2.2, 4.4, 6), " 2.5 3.0 3.5 4.0", "less than a decade: as any other axis");
    is_int(vv_ticks_log(1, 1, 5).n, 0, "none without a range");
    /* a decade has the same length everywhere, nonpositive values are gaps */
    double x[] = {0, 1, 2, 3}, y[] = {0.01, 0.1, 1, -5};
    vv_series s = {.label = "a", .n = 4, .x = x, .y = y};
    vv_plot p = {.log_y = true, .nseries = 1, .series = &s};
    vv_drawing *d = vv_plot_draw(c, &p);
    const vv_shape *line = NULL;
    for (int i = 0; i < d->n; i++)
        if (d->shape[i].stroke == VV_INK_SERIES) line = &d->shape[i];
    ok(line && line->n == 4 && isnan(line->xy[7]), "what is not positive is left out");
    ok(line && fabs(line->xy[1] - 2 * line->xy[3] + line->xy[5]) < 1e-9, "equal steps by ratio");
}

/* Curves are clipped to a given range. */
static void test_cut(void) {
    double x[] = {0, 1, 2, 3, 4}, y[] = {0, 10, 0, -10, 0}, range[] = {-1, 1};
    vv_series s = {.label = "a", .n = 5, .x = x, .y = y};
    vv_plot p = {.y_range = range, .nseries = 1, .series = &s};
    vv_drawing *d = vv_plot_draw(c, &p);
    double low = 1e9, high = -1e9;
    int gaps = 0;
    for (int i = 0; i < d->n; i++)
        for (int k = 0; k < d->shape[i].n && d->shape[i].stroke == VV_INK_SERIES; k++) {
            double at = d->shape[i].xy[2 * k + 1];
            gaps += isnan(at);
            if (!isnan(at)) low = fmin(low, at), high = fmax(high, at);
        }
    ok(high - low > 200 && high - low < 241, "within the frame (%g)", high - low);
    is_int(gaps, 2, "left twice");
}

static vv_status read(const char *text, vv_csv_table *t) {
    return vv_csv_table_read(c, text, strlen(text), t);
}

static void test_table(void) {
    vv_csv_table t;
    is_int(read("time,\"f(a,b)\",\"say \"\"x\"\"\"\r\n0,1,2\r\n\r\n0.5,,4\r\n", &t), VV_OK,
           "a table with quoted names, a gap and a blank line");
    is_int(t.columns, 3, "three columns");
    is_int(t.rows, 2, "two rows");
    is_text(t.name[1], "f(a,b)", "a comma in a name");
    is_text(t.name[2], "say \"x\"", "quotes in a name");
    ok(isnan(vv_csv_table_column(&t, 1)[1]), "an empty cell is not a number");
    ok(vv_csv_table_column(&t, 2)[1] == 4, "columns stand one after another");
    is_int(vv_csv_table_find(&t, "f(a,b)"), 1, "found by its name");
    static const char *const bad[] = {"a,b\n1\n", "a,b\n1,2,3\n", "a\nx\n", "a\n1 2\n"};
    for (int i = 0; i < 4; i++) {
        vv_ctx *other = vv_ctx_new(NULL);
        is_int(vv_csv_table_read(other, bad[i], strlen(bad[i]), &t), VV_E_MODEL, "refused: %.8s",
               bad[i]);
        is_int(vv_diag_errors(other), 1, "with a diagnostic");
        vv_ctx_free(other);
    }
}

static void test_forms(void) {
    double x[] = {0, 1, 2, 3}, y[] = {1, (double)NAN, 4, 9}, flat[] = {2, 2 + 1e-15, 2, 2};
    vv_series s[] = {{.label = "a < b & \"c\"", .n = 4, .x = x, .y = y},
                     {.label = "flat", .n = 4, .x = x, .y = flat}};
    vv_plot p = {.title = "</svg><script>", .x_label = "t [s]", .nseries = 2, .series = s};
    vv_drawing *d = vv_plot_draw(c, &p);
    vv_buffer svg = VV_BUFFER(c), tex = VV_BUFFER(c), png = VV_BUFFER(c);
    vv_drawing_svg(d, true, &svg);
    const char *text = vv_buffer_text(&svg);
    ok(!strstr(text, "<script"), "markup in a title is text");
    ok(strstr(text, "a &#60; b &#38; &#34;c&#34;"), "in a legend too");
    ok(!strstr(text, "nan") && !strstr(text, "inf"), "a gap is left where there is no number");
    vv_drawing_latex(d, 300, &tex);
    ok(strstr(vv_buffer_text(&tex), "\\begin{picture}(300.0,"), "scaled to the width of a page");
    vv_status made = vv_drawing_png(d, 1, &png);
    if (!vv_drawing_cairo_missing())
        ok(made == VV_OK && png.length > 100 && !memcmp(png.text, "\x89PNG\r\n", 6), "a bitmap");
    else
        is_int(made, VV_E_BEYOND, "no bitmap without cairo");
    vv_series none = {.label = "none", .n = 0, .x = x, .y = y};
    vv_plot empty = {.nseries = 1, .series = &none};
    vv_buffer b = VV_BUFFER(c);
    vv_drawing_svg(vv_plot_draw(c, &empty), false, &b);
    ok(strstr(vv_buffer_text(&b), "there is no finite value"), "nothing to draw is said");
}

int main(void) {
    c = vv_ctx_new(NULL);
    test_ticks();
    test_logarithms();
    test_cut();
    test_table();
    test_forms();
    vv_ctx_free(c);
    return done_testing();
}
