/* Units: scale and dimension against hand-computed values. */
#include "lang/units.h"

#include "tap.h"

static void is_unit(vv_ctx *c, const char *text, const char *num, const char *den, int pi,
                    const char *dimension) {
    vv_unit u;
    const char *n = NULL, *d = NULL;
    if (!ok(vv_unit_parse(text, strlen(text), &u, NULL), "%s is a unit", text)) return;
    vv_unit_scale(c, &u, &n, &d);
    is_text(n, num, "numerator of %s", text);
    is_text(d, den, "denominator of %s", text);
    is_int(u.pi, pi, "power of pi in %s", text);
    is_text(vv_unit_dimension_text(c, u.kg, u.m, u.s), dimension, "dimension of %s", text);
}

static void refuses(const char *text, size_t begin, size_t end, bool unknown) {
    vv_unit u;
    vv_unit_error f = {0};
    bool parsed = vv_unit_parse(text, strlen(text), &u, &f);
    bool right = !parsed && f.begin == begin && f.end == end && f.unknown == unknown && f.text;
    if (!ok(right, "[%s] is refused at the right place", text))
        diag("%s %zu..%zu %s", parsed ? "parsed" : "refused", f.begin, f.end, f.text ? f.text : "");
}

int main(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    is_unit(c, "kg", "1", "1", 0, "kg");
    is_unit(c, "g", "1", "1000", 0, "kg");
    is_unit(c, "m/s^2", "1", "1", 0, "m/s^2");
    is_unit(c, "km/h", "5", "18", 0, "m/s");
    is_unit(c, "N*m", "1", "1", 0, "kg*m^2/s^2");
    is_unit(c, "N·m", "1", "1", 0, "kg*m^2/s^2");
    is_unit(c, "kg*m²", "1", "1", 0, "kg*m^2");
    is_unit(c, "deg", "1", "180", 1, "1");
    is_unit(c, "rpm", "1", "30", 1, "1/s");
    is_unit(c, "rev/min", "1", "30", 1, "1/s");
    is_unit(c, "rad/s", "1", "1", 0, "1/s");
    is_unit(c, "1/s", "1", "1", 0, "1/s");
    is_unit(c, "day", "86400", "1", 0, "s");
    is_unit(c, "kW*h", "3600000", "1", 0, "kg*m^2/s^2");
    is_unit(c, "J/(kg*m)", "1", "1", 0, "m/s^2");
    is_unit(c, "m^-2", "1", "1", 0, "1/m^2");
    is_unit(c, "(cm)^3", "1", "1000000", 0, "m^3");
    is_unit(c, "µm", "1", "1000000", 0, "m");
    is_unit(c, "μm", "1", "1000000", 0, "m");
    is_unit(c, "GPa", "1000000000", "1", 0, "kg/m/s^2");
    is_unit(c, "m/m", "1", "1", 0, "1");
    refuses("", 0, 0, false);
    refuses("kg*", 3, 3, false);
    refuses("kgm", 0, 3, true);
    refuses("kg m", 3, 4, false);
    refuses("m/furlong", 2, 9, true);
    refuses("m^x", 1, 2, false);
    refuses("m^100", 1, 5, false);
    refuses("(m", 0, 1, false);
    refuses("2", 0, 1, false);
    refuses("((((((((((((((((((m))))))))))))))))))", 16, 17, false);
    refuses("GPa^99*GPa^99", 0, 13, false);
    is_text(vv_unit_abbreviation("degrees"), "deg", "degrees are deg");
    is_text(vv_unit_abbreviation("deg"), NULL, "deg is not written out");
    /* every name in the table reads as a unit by itself */
    int n = 0, good = 0;
    for (vv_unit u; vv_unit_name(n); n++) {
        const char *name = vv_unit_name(n);
        good += vv_unit_parse(name, strlen(name), &u, NULL);
    }
    ok(n > 20 && good == n, "all %d names of the table are read", n);
    vv_ctx_free(c);
    return done_testing();
}
