#include <math.h>
#include <string.h>

#include "plot/plot.h"
#include "plot/plot_tolerances.h"

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
    int size = (int)floor(log10(most) + VV_PLOT_INTEGER);
    if (size > 4 || size < -2) t.power = size;
    double unit = pow(10, t.power);
    double from = ceil(low / step - VV_PLOT_INTEGER), to = floor(high / step + VV_PLOT_INTEGER);
    t.step = step / unit;
    t.first = from * t.step;
    t.n = (int)(to - from) + 1;
    int place = (int)floor(log10(t.step) + VV_PLOT_INTEGER);
    t.digits = place < 0 ? -place : 0;
    return t;
}

/* ---- logarithmic axes ----------------------------------------------------------------------- */

static const int MANTISSA[] = {1, 2, 5};

/* Number k of ..., 0.5, 1, 2, 5, 10, ...: which of the three mantissas, and the power of ten. */
static int mantissa_of(int k, int *power) {
    int i = ((k % 3) + 3) % 3;
    *power = (k - i) / 3;
    return MANTISSA[i];
}

vv_ticks vv_ticks_log(double low, double high, int wanted) {
    double span = high - low, most = wanted > 1 ? wanted : 1;
    vv_ticks t = {.decade = 1, .step = 1};
    if (!(span > 0) || isinf(span)) return (vv_ticks){.n = 0};
    if (span * 3 <= most) {
        int first = 3 * (int)floor(low), last = 3 * (int)ceil(high) + 2, power;
        while (log10(mantissa_of(first, &power)) + power < low - VV_PLOT_INTEGER) first++;
        while (log10(mantissa_of(last, &power)) + power > high + VV_PLOT_INTEGER) last--;
        t.decade = 3, t.first = first, t.n = last - first + 1;
        /* less than a decade may have too few of these */
        return t.n >= 3 ? t : vv_ticks_find(pow(10, low), pow(10, high), wanted);
    }
    while (span / t.step > most) t.step = t.step < 2 ? 2 : t.step < 5 ? 5 : 2 * t.step;
    t.first = t.step * ceil(low / t.step - VV_PLOT_INTEGER);
    t.n = (int)floor((high - t.first) / t.step + VV_PLOT_INTEGER) + 1;
    return t;
}

const char *vv_power_of_ten_text(vv_ctx *c, int power, bool times) {
    static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    const char *text = power ? "" : raised[0], *sign = power < 0 ? "⁻" : "";
    int n = power < 0 ? -power : power;
    for (; n && text; n /= 10) text = vv_format(c, "%s%s", raised[n % 10], text);
    return text ? vv_format(c, "%s10%s%s", times ? "×" : "", sign, text) : NULL;
}

double vv_ticks_value(const vv_ticks *t, int k) {
    int power = (int)lround(t->first + k * t->step), m = 1;
    if (t->decade == 0) return (t->first + k * t->step) * pow(10, t->power);
    if (t->decade == 3) m = mantissa_of((int)lround(t->first) + k, &power);
    return m * pow(10, power);
}

/* Numbers that are easily read are written out. */
static const char *log_text(vv_ctx *c, const vv_ticks *t, int k) {
    int power = (int)lround(t->first + k * t->step), m = 1;
    if (t->decade == 3) m = mantissa_of((int)lround(t->first) + k, &power);
    if (power > -4 && power < 5)
        return vv_format(c, "%.*f", power < 0 ? -power : 0, m * pow(10, power));
    return m == 1 ? vv_power_of_ten_text(c, power, false)
                  : vv_format(c, "%d%s", m, vv_power_of_ten_text(c, power, true));
}

const char *vv_ticks_text(vv_ctx *c, const vv_ticks *t, int k) {
    if (t->decade) return log_text(c, t, k);
    double x = t->first + k * t->step;
    if (fabs(x) < t->step * VV_PLOT_ZERO_TICK) x = 0;
    const char *text = vv_format(c, "%.*f", t->digits < 12 ? t->digits : 12, fabs(x));
    /* a true minus sign is as wide as a plus */
    return text && x < 0 ? vv_format(c, "\xE2\x88\x92%s", text) : text;
}
