#include "lang/units.h"

#include <stdio.h>
#include <string.h>

#include "base/base.h"

enum {
    EXPONENT_MOST = 99, /* of any base; a larger one is a typing error */
    NEST_MOST = 16      /* nested brackets in a unit */
};

/* clang-format off */
/* name, scale as powers of 2 3 5 pi, dimension kg m s */
static const struct { const char *name; vv_unit u; } table[] = {
    {"kg",  {0, 0, 0, 0,    1, 0, 0}},
    {"g",   {-3, 0, -3, 0,  1, 0, 0}},
    {"mg",  {-6, 0, -6, 0,  1, 0, 0}},
    {"m",   {0, 0, 0, 0,    0, 1, 0}},
    {"km",  {3, 0, 3, 0,    0, 1, 0}},
    {"dm",  {-1, 0, -1, 0,  0, 1, 0}},
    {"cm",  {-2, 0, -2, 0,  0, 1, 0}},
    {"mm",  {-3, 0, -3, 0,  0, 1, 0}},
    {"μm",  {-6, 0, -6, 0,  0, 1, 0}},
    {"um",  {-6, 0, -6, 0,  0, 1, 0}},
    {"s",   {0, 0, 0, 0,    0, 0, 1}},
    {"ms",  {-3, 0, -3, 0,  0, 0, 1}},
    {"μs",  {-6, 0, -6, 0,  0, 0, 1}},
    {"us",  {-6, 0, -6, 0,  0, 0, 1}},
    {"min", {2, 1, 1, 0,    0, 0, 1}},
    {"h",   {4, 2, 2, 0,    0, 0, 1}},
    {"day", {7, 3, 2, 0,    0, 0, 1}},
    {"rad", {0, 0, 0, 0,    0, 0, 0}},
    {"mrad",{-3, 0, -3, 0,  0, 0, 0}},
    {"deg", {-2, -2, -1, 1, 0, 0, 0}},     /* pi/180 */
    {"rev", {1, 0, 0, 1,    0, 0, 0}},     /* 2 pi */
    {"rpm", {-1, -1, -1, 1, 0, 0, -1}},    /* 2 pi/60 */
    {"Hz",  {0, 0, 0, 0,    0, 0, -1}},    /* 1/s; one revolution per second is rev/s */
    {"N",   {0, 0, 0, 0,    1, 1, -2}},
    {"kN",  {3, 0, 3, 0,    1, 1, -2}},
    {"MN",  {6, 0, 6, 0,    1, 1, -2}},
    {"mN",  {-3, 0, -3, 0,  1, 1, -2}},
    {"J",   {0, 0, 0, 0,    1, 2, -2}},
    {"kJ",  {3, 0, 3, 0,    1, 2, -2}},
    {"MJ",  {6, 0, 6, 0,    1, 2, -2}},
    {"W",   {0, 0, 0, 0,    1, 2, -3}},
    {"kW",  {3, 0, 3, 0,    1, 2, -3}},
    {"MW",  {6, 0, 6, 0,    1, 2, -3}},
    {"Pa",  {0, 0, 0, 0,    1, -1, -2}},
    {"kPa", {3, 0, 3, 0,    1, -1, -2}},
    {"MPa", {6, 0, 6, 0,    1, -1, -2}},
    {"GPa", {9, 0, 9, 0,    1, -1, -2}},
    {"bar", {5, 0, 5, 0,    1, -1, -2}},
};
/* clang-format on */
enum { UNITS = sizeof table / sizeof *table };

const char *vv_unit_name(int i) { return i >= 0 && i < UNITS ? table[i].name : NULL; }

const char *vv_unit_abbreviation(const char *name) {
    /* clang-format off */
    static const char *const words[][2] = {
        {"metre", "m"}, {"meter", "m"}, {"second", "s"}, {"sec", "s"}, {"minute", "min"},
        {"hour", "h"}, {"hr", "h"}, {"gram", "g"}, {"kilogram", "kg"}, {"kilo", "kg"},
        {"degree", "deg"}, {"radian", "rad"}, {"newton", "N"}, {"joule", "J"}, {"watt", "W"},
        {"pascal", "Pa"}, {"hertz", "Hz"}, {"Newton", "N"}, {"Joule", "J"}, {"Watt", "W"},
        {"KG", "kg"}, {"Kg", "kg"}, {"Nm", "N*m"}, {"turn", "rev"},
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i][0]);
        bool plural = strncmp(name, words[i][0], n) == 0 && strcmp(name + n, "s") == 0;
        if (plural || strcmp(name, words[i][0]) == 0) return words[i][1];
    }
    return NULL;
}

typedef struct reader {
    const char *text;
    size_t length, at;
    int depth;
    vv_unit_error *fault;
} reader;

static bool refuse(reader *r, size_t begin, size_t end, const char *text) {
    if (r->fault) *r->fault = (vv_unit_error){.begin = begin, .end = end, .text = text};
    return false;
}

static uint32_t peek(reader *r, size_t *k) {
    uint32_t u = 0;
    while (r->at < r->length && (r->text[r->at] == ' ' || r->text[r->at] == '\t')) r->at++;
    *k = r->at < r->length ? vv_utf8_decode(r->text + r->at, r->length - r->at, &u) : 0;
    return *k ? u : 0;
}

static bool take(reader *r, uint32_t sign) {
    size_t k;
    if (peek(r, &k) != sign || !k) return false;
    r->at += k;
    return true;
}

static bool is_letter(uint32_t u) {
    return (u < 0x80 && (((u | 32) >= 'a' && (u | 32) <= 'z') || u == '_')) || u == 0xb5 ||
           (u >= 0x370 && u < 0x400);
}

static bool read_name(reader *r, vv_unit *out) {
    size_t k, begin = r->at;
    for (uint32_t u = 0; r->at < r->length; r->at += k) {
        k = vv_utf8_decode(r->text + r->at, r->length - r->at, &u);
        if (!k || !is_letter(u)) break;
    }
    size_t n = r->at - begin;
    const char *name = r->text + begin;
    /* the micro sign and the letter mu are equivalent */
    char folded[8] = "";
    if (n >= 2 && n < sizeof folded && memcmp(name, "µ", 2) == 0) {
        snprintf(folded, sizeof folded, "μ%.*s", (int)(n - 2), name + 2);
        name = folded;
    }
    for (int i = 0; i < UNITS; i++)
        if (strlen(table[i].name) == n && memcmp(table[i].name, name, n) == 0) {
            *out = table[i].u;
            return true;
        }
    refuse(r, begin, r->at, "unknown unit");
    if (r->fault) r->fault->unknown = true;
    return false;
}

static int raised(uint32_t u) {
    if (u == 0xb9) return 1;
    if (u == 0xb2 || u == 0xb3) return (int)(u - 0xb0);
    if (u == 0x2070 || (u >= 0x2074 && u <= 0x2079)) return (int)(u - 0x2070);
    return -1;
}

/* [ "^" [ "-" ] digits ], or superscript digits */
static bool read_exponent(reader *r, int *exponent) {
    size_t k, begin;
    int value = 0, digits = 0, sign = 1, d;
    *exponent = 1;
    uint32_t u = peek(r, &k);
    begin = r->at;
    if (raised(u) >= 0) {
        for (; (d = raised(peek(r, &k))) >= 0 && value <= EXPONENT_MOST; r->at += k)
            value = 10 * value + d;
        digits = 1;
    } else if (!take(r, '^'))
        return true;
    else {
        if (take(r, '-') || take(r, 0x2212)) sign = -1;
        for (; (u = peek(r, &k)) >= '0' && u <= '9' && value <= EXPONENT_MOST; r->at += k, digits++)
            value = 10 * value + (int)(u - '0');
    }
    if (!digits) return refuse(r, begin, r->at, "the exponent of a unit is a whole number");
    if (value > EXPONENT_MOST)
        return refuse(r, begin, r->at, "the exponent of a unit is too large");
    *exponent = sign * value;
    return true;
}

static bool combine(reader *r, vv_unit *to, const vv_unit *by, int power) {
    const int b[7] = {by->two, by->three, by->five, by->pi, by->kg, by->m, by->s};
    int *a[7] = {&to->two, &to->three, &to->five, &to->pi, &to->kg, &to->m, &to->s};
    for (int i = 0; i < 7; i++) {
        *a[i] += power * b[i];
        if (*a[i] > 9 * EXPONENT_MOST || *a[i] < -9 * EXPONENT_MOST)
            return refuse(r, 0, r->length, "the exponent of a unit is too large");
    }
    return true;
}

static bool read_unit(reader *r, vv_unit *out);

static bool read_factor(reader *r, vv_unit *out) {
    size_t k;
    uint32_t u = peek(r, &k);
    size_t begin = r->at;
    vv_unit base = {0};
    int exponent;
    if (u == '(') {
        if (++r->depth > NEST_MOST)
            return refuse(r, begin, begin + 1, "a unit is nested too deeply");
        r->at += k;
        if (!read_unit(r, &base)) return false;
        if (!take(r, ')')) return refuse(r, begin, begin + 1, "this bracket is not closed");
        r->depth--;
    } else if (u == '1')
        r->at += k;
    else if (is_letter(u)) {
        if (!read_name(r, &base)) return false;
    } else
        return refuse(r, begin, begin + k, "a unit is expected here");
    if (!read_exponent(r, &exponent)) return false;
    *out = (vv_unit){0};
    return combine(r, out, &base, exponent);
}

static bool read_unit(reader *r, vv_unit *out) {
    vv_unit next;
    if (!read_factor(r, out)) return false;
    for (;;) {
        int power = take(r, '*') || take(r, 0xb7) || take(r, 0x22c5) ? 1 : take(r, '/') ? -1 : 0;
        if (!power) return true;
        if (!read_factor(r, &next) || !combine(r, out, &next, power)) return false;
    }
}

bool vv_unit_parse(const char *text, size_t length, vv_unit *out, vv_unit_error *fault) {
    reader r = {.text = text, .length = length, .fault = fault};
    *out = (vv_unit){0};
    if (!read_unit(&r, out)) return false;
    size_t k;
    peek(&r, &k);
    if (r.at < length)
        return refuse(&r, r.at, r.at + (k ? k : 1), "write a product of units with *");
    return true;
}

/* ---- scale as text --------------------------------------------------------------------------- */

/* Multiplies a little-endian decimal number by a digit. */
static int times(char *digits, int n, int by) {
    int carry = 0;
    for (int i = 0; i < n; i++) {
        int v = digits[i] * by + carry;
        digits[i] = (char)(v % 10);
        carry = v / 10;
    }
    if (carry) digits[n++] = (char)carry;
    return n;
}

/* 2^a 3^b 5^c in decimal, for nonnegative exponents; less than one digit per power. */
static const char *product(vv_ctx *c, int a, int b, int five) {
    char *digits = vv_alloc(c, (size_t)(a + b + five) + 2);
    if (!digits) return NULL;
    int n = 1;
    digits[0] = 1;
    for (int i = 0; i < a; i++) n = times(digits, n, 2);
    for (int i = 0; i < b; i++) n = times(digits, n, 3);
    for (int i = 0; i < five; i++) n = times(digits, n, 5);
    for (int i = 0; i < n; i++) digits[i] = (char)(digits[i] + '0');
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        char swap = digits[i];
        digits[i] = digits[j];
        digits[j] = swap;
    }
    digits[n] = '\0';
    return digits;
}

static int over(int x) { return x > 0 ? x : 0; }

bool vv_unit_scale(vv_ctx *c, const vv_unit *u, const char **numerator, const char **denominator) {
    *numerator = product(c, over(u->two), over(u->three), over(u->five));
    *denominator = product(c, over(-u->two), over(-u->three), over(-u->five));
    return *numerator && *denominator;
}

char *vv_unit_dimension_text(vv_ctx *c, int kg, int m, int s) {
    vv_buffer b = VV_BUFFER(c);
    const struct {
        const char *name;
        int power;
    } part[] = {{"kg", kg}, {"m", m}, {"s", s}};
    for (int sign = 1; sign >= -1; sign -= 2)
        for (int i = 0; i < 3; i++) {
            int p = sign * part[i].power;
            if (p <= 0) continue;
            if (sign < 0)
                vv_buffer_add(&b, b.length ? "/" : "1/");
            else if (b.length)
                vv_buffer_char(&b, '*');
            vv_buffer_add(&b, part[i].name);
            if (p > 1) vv_buffer_printf(&b, "^%d", p);
        }
    if (!b.length) vv_buffer_char(&b, '1');
    char *text = vv_ctx_ok(c) ? vv_strdup(c, vv_buffer_text(&b)) : NULL;
    vv_buffer_free(&b);
    return text;
}
