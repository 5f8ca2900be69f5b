/* Where is the tip after 10 s? Many double pendulums on all cores; what fails is counted, not
 * hidden.
 *
 *     ./monte_carlo double_pendulum.vv [MEMBERS] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <visviva/visviva.h>

static int fail(void) {
    char *text = NULL;
    if (vv_diags_write(vv_error(), "text", &text) == VV_OK) fputs(text, stderr);
    vv_release(text);
    return 1;
}

static int column(const vv_sweep *w, const char *name) {
    for (int i = 0; i < vv_sweep_width(w); i++)
        if (strcmp(vv_sweep_column(w, i, NULL), name) == 0) return i;
    return -1;
}

int main(int argc, char **argv) {
    static const char *const vary[] = {"l1=normal(1,0.01)", "θ1=normal(0.9,0.02)",
                                       "θ2'=uniform(-1,1)"};
    static const char *const columns[] = {"l1*sin(θ1) + l2*sin(θ2)"};
    static char model[1 << 16];
    FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
    size_t length = f ? fread(model, 1, sizeof model, f) : 0;
    if (f) fclose(f);
    vv_mechanism *m = NULL;
    vv_sweep *w = NULL;
    vv_options *o = vv_options_new();
    if (!o || vv_options_texts(o, "vary", 3, vary) != VV_OK ||
        vv_options_texts(o, "columns", 1, columns) != VV_OK ||
        vv_options_int(o, "members", argc > 2 ? atoi(argv[2]) : 100000) != VV_OK ||
        vv_options_int(o, "seed", 1) != VV_OK || vv_options_real(o, "until", 10) != VV_OK ||
        vv_mechanism_load(model, length, NULL, &m) != VV_OK || vv_sweep_new(m, o, &w) != VV_OK)
        return fail();
    int width = vv_sweep_width(w), c = column(w, columns[0]);
    int64_t members = vv_sweep_members(w), good = 0;
    double *row = malloc((size_t)(members * width) * sizeof *row), mean = 0, sum = 0;
    uint8_t *status = malloc((size_t)members);
    if (c < 0 || !row || !status || vv_sweep_run(w, 0, members, row, status) != VV_OK)
        return fail();
    for (int64_t i = 0; i < members; i++) { /* Welford */
        double x = row[i * width + c], d = x - mean;
        if (status[i] == VV_OK) mean += d / (double)++good, sum += d * (x - mean);
    }
    printf("%.0f of %.0f: x = %.6f +- %.6f\n", (double)good, (double)members, mean,
           sqrt(sum) / (double)good);
    free(row), free(status), vv_sweep_free(w), vv_mechanism_free(m), vv_options_free(o);
    return 0;
}
