#include <math.h>
#include <string.h>

#include "plot/plot.h"

/* 1, 2 or 5 times a power of ten, not below x. */
static double nice(double x) {
    double power = pow(10, floor(log10(x))), m = x / power;
    return power * (m <= 1.0000001 ? 1 : m <= 2.0000001 ? 2 : m <= 5.0000001 ? 5 : 10);
}

vv_ticks vv_ticks_find(double low, double high, int wanted) {
    vv_ticks t = {.n = 0};
    double span = high - low;
    if (!(span > 0) || isinf(span)) return t;
    double step = nice(span / (wanted > 1 ? wanted : 1)), most = fmax(fabs(low), fabs(high));
    int size = (int)floor(log10(most) + 1e-9);
    if (size > 4 || size < -2) t.power = size;
    double unit = pow(10, t.power);
    double from = ceil(low / step - 1e-9), to = floor(high / step + 1e-9);
    t.step = step / unit;
    t.first = from * t.step;
    t.n = (int)(to - from) + 1;
    int place = (int)floor(log10(t.step) + 1e-9);
    t.digits = place < 0 ? -place : 0;
    return t;
}

const char *vv_ticks_text(vv_ctx *c, const vv_ticks *t, int k) {
    double x = t->first + k * t->step;
    if (fabs(x) < t->step * 1e-6) x = 0;
    const char *text = vv_format(c, "%.*f", t->digits < 12 ? t->digits : 12, fabs(x));
    /* a true minus sign is as wide as a plus */
    return text && x < 0 ? vv_format(c, "\xE2\x88\x92%s", text) : text;
}
