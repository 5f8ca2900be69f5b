/* Expressions as beginners and users of other programs write them: hints that say what to write
 * here, and cures that do it. */
#include <string.h>

#include "lang/lang.h"
#include "model/elaborate.h"

static const char *text_of(const elaborator *el, vv_span s) {
    size_t left, n = s.end - s.begin;
    const char *text = vv_source_at(el, s.begin, &left);
    const char *copy = vv_strndup(el->c, text, n < left ? n : left);
    return copy ? copy : "";
}

static void cure(elaborator *el, vv_diag *d, vv_span span, const char *says, const char *text) {
    if (!text) return;
    vv_diag_hint(el->c, d, "%s%s", says, text);
    vv_diag_set_cure(el->c, d, span, "%s", text);
}

/* ---- rates ----------------------------------------------------------------------------------- */

static bool is_bare(const char *s, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (!((s[i] | 32) >= 'a' && (s[i] | 32) <= 'z') && !(s[i] & 0x80) && s[i] != '_' &&
            !(s[i] >= '0' && s[i] <= '9'))
            return false;
    return n > 0;
}

static const char *primed(elaborator *el, const char *s, size_t n, int primes) {
    static const char *const marks[] = {"", "'", "''", "'''"};
    if (n > 1 && s[0] == '(' && s[n - 1] == ')' && is_bare(s + 1, n - 2)) s++, n -= 2;
    bool open = !is_bare(s, n) && !(s[0] == '(' && s[n - 1] == ')');
    return vv_format(el->c, open ? "(%.*s)%s" : "%.*s%s", (int)n, s, marks[primes]);
}

/* The power after d and dt: none, ^2, ²; its bytes in *k. */
static int power(const char *s, size_t n, size_t *k) {
    static const struct {
        const char *text;
        int order;
    } powers[] = {{"^2", 2}, {"²", 2}, {"^3", 3}, {"³", 3}};
    *k = 0;
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
        size_t m = strlen(powers[i].text);
        if (n >= m && !memcmp(s, powers[i].text, m)) return *k = m, powers[i].order;
    }
    return 1;
}

/* Length of (...) or of a name at s; 0 if there is neither. */
static size_t operand(const char *s, size_t n) {
    int depth = 0;
    for (size_t i = 0; i < n && s[i] != '\n'; i++) {
        depth += (s[i] == '(') - (s[i] == ')');
        if (s[0] != '(' && !is_bare(s, i + 1)) return i;
        if (s[0] == '(' && !depth) return i + 1;
    }
    return s[0] != '(' && is_bare(s, n) ? n : 0;
}

/* d/dt(x*y), d^2/dt^2 (θ): at the d */
bool vv_hint_derivative(elaborator *el, vv_diag *d, const char *key, vv_span span) {
    enum { FORMULA_MOST = 400 }; /* bytes */
    size_t left, k, again, at;
    const char *s = vv_source_at(el, span.end, &left);
    if (strcmp(key, "d")) return false;
    if (left > FORMULA_MOST) left = FORMULA_MOST;
    int order = power(s, left, &k);
    if (left < k + 3 || memcmp(s + k, "/dt", 3)) return false;
    power(s + k + 3, left - k - 3, &again);
    at = k + 3 + again;
    while (at < left && (s[at] == ' ' || s[at] == '*')) at++;
    size_t m = operand(s + at, left - at);
    if (!m) return false;
    vv_span whole = {span.begin, span.end + (uint32_t)(at + m)};
    cure(el, d, whole, "the time derivative is a prime: ", primed(el, s + at, m, order));
    return true;
}

void vv_hint_derivative_call(elaborator *el, vv_diag *d, const vv_node *n, int order) {
    const char *x = text_of(el, n->kid[0]->span);
    cure(el, d, n->span, "the time derivative is a prime: ", primed(el, x, strlen(x), order));
}

/* ---- vectors --------------------------------------------------------------------------------- */

/* Does the tree use this axis of the world? */
static bool mentions_axis(const vv_node *n, const char *axis) {
    bool any = n && n->kind == VV_N_MEMBER && !strcmp(n->name, axis) &&
               n->kid[0]->kind == VV_N_NAME && !strcmp(n->kid[0]->name, "world");
    for (int i = 0; n && !any && i < n->n; i++) any = mentions_axis(n->kid[i], axis);
    return any;
}

/* Plane models have their vertical along y or z: as in `gravity`, or as in the rest of the text. */
static const char *vertical(const elaborator *el) {
    bool y = false, z = false;
    for (int pass = 0; pass < 2 && !y && !z; pass++)
        for (int i = 0; i < el->tree->n; i++) {
            const vv_node *n = el->tree->statement[i];
            if (pass == 0 && n->kind != VV_N_GRAVITY) continue;
            y |= mentions_axis(n, "y");
            z |= mentions_axis(n, "z");
        }
    return y && !z ? "y" : "z";
}

static bool is_gravity(const elaborator *el, const vv_node *n) {
    for (int i = 0; i < el->tree->n; i++)
        if (el->tree->statement[i]->kind == VV_N_GRAVITY && el->tree->statement[i]->kid[0] == n)
            return true;
    return false;
}

static bool is_axis_name(const char *s) { return s[0] >= 'x' && s[0] <= 'z' && !s[1]; }

/* A factor x, y or z; NULL if there is none. */
static const vv_node *axis_factor(const vv_node *n) {
    const vv_node *found = n->kind == VV_N_NAME && is_axis_name(n->name) ? n : NULL;
    bool product = n->kind == VV_N_MULTIPLY || n->kind == VV_N_NEGATE;
    for (int i = 0; product && !found && i < n->n; i++) found = axis_factor(n->kid[i]);
    return found;
}

void vv_hint_scalar_for_vector(elaborator *el, vv_diag *d, const vv_node *n) {
    const vv_node *axis = n->kind == VV_N_NAME ? NULL : axis_factor(n);
    const char *text = text_of(el, n->span);
    vv_diag_hint(el->c, d, "multiply by a direction, as in g*world.z");
    if (axis)
        cure(el, d, axis->span,
             "an axis belongs to a frame: ", vv_format(el->c, "world.%s", axis->name));
    else if (is_gravity(el, n))
        cure(el, d, n->span, "gravity is a vector, and points down: ",
             vv_format(el->c,
                       n->kind == VV_N_NEGATE ? "%s*world.%s"
                       : n->kind == VV_N_ADD  ? "-(%s)*world.%s"
                                              : "-%s*world.%s",
                       text, vertical(el)));
}

/* (a, b), (a, b, c) without axes */
void vv_hint_tuple(elaborator *el, vv_diag *d, const vv_node *n) {
    const char *text = text_of(el, n->span);
    vv_diag_hint(el->c, d, "a vector is written (a, b, c) in R");
    if (!el->wants_vector || n->kind != VV_N_TUPLE || n->n < 2 || n->n > 3) return;
    if (n->n == 2) {
        const char *a = text_of(el, n->kid[0]->span), *b = text_of(el, n->kid[1]->span);
        text = *vertical(el) == 'z' ? vv_format(el->c, "(%s, 0, %s)", a, b)
                                    : vv_format(el->c, "(%s, %s, 0)", a, b);
    }
    cure(el, d, n->span, "a vector has three components, along the axes of a frame: ",
         vv_format(el->c, "%s in world", text));
}

/* An undeclared x, y or z where a vector is expected. */
bool vv_hint_axis(elaborator *el, vv_diag *d, const char *key, vv_span span) {
    if (!el->wants_vector || !is_axis_name(key)) return false;
    const char *axis = vv_format(el->c, "world.%s", key);
    vv_diag_hint(el->c, d, "an axis belongs to a frame: %s; or declare it: coordinate %s", axis,
                 key);
    vv_diag_set_cure(el->c, d, span, "%s", axis);
    return true;
}
