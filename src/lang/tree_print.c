/* Brackets are printed where precedence requires them. */
#include "lang/tree_print.h"

#include <string.h>

/* Precedence levels; a child that binds less tightly than its context requires is bracketed. */
typedef enum level { SUM, TERM, FACTOR, POSTFIX } level;

static void put(vv_buffer *b, const vv_node *n, level place);

static level binds(const vv_node *n) {
    if (n->kind == VV_N_ADD || n->kind == VV_N_NEGATE) return SUM;
    if (n->kind == VV_N_MULTIPLY) return TERM;
    if (n->kind == VV_N_POWER || n->kind == VV_N_VECTOR_IN) return FACTOR;
    return POSTFIX;
}

static void list(vv_buffer *b, const vv_node *n, int from) {
    for (int i = from; i < n->n; i++) {
        if (i > from) vv_buffer_add(b, ", ");
        put(b, n->kid[i], SUM);
    }
}

static void bracketed(vv_buffer *b, const char *open, const vv_node *n, const char *close) {
    vv_buffer_add(b, open);
    list(b, n, 0);
    vv_buffer_add(b, close);
}

static void primes(vv_buffer *b, int n) {
    while (n-- > 0) vv_buffer_char(b, '\'');
}

static void unit(vv_buffer *b, const vv_node *n) {
    if (n) vv_buffer_printf(b, " [%s]", n->name);
}

static void add(vv_buffer *b, const vv_node *n) {
    for (int i = 0; i < n->n; i++) {
        const vv_node *k = n->kid[i];
        bool minus = k->kind == VV_N_NEGATE;
        if (i)
            vv_buffer_add(b, minus ? " - " : " + ");
        else if (minus)
            vv_buffer_char(b, '-');
        put(b, minus ? k->kid[0] : k, TERM);
    }
}

static void multiply(vv_buffer *b, const vv_node *n) {
    for (int i = 0; i < n->n; i++) {
        const vv_node *k = n->kid[i];
        if (i) vv_buffer_char(b, k->kind == VV_N_OVER ? '/' : '*');
        const vv_node *f = k->kind == VV_N_OVER ? k->kid[0] : k;
        /* 1/(3 [m]): the bracket shows what the unit belongs to */
        bool scoped = k->kind == VV_N_OVER && f->kind == VV_N_NUMBER && f->n;
        if (scoped) vv_buffer_char(b, '(');
        put(b, f, FACTOR);
        if (scoped) vv_buffer_char(b, ')');
    }
}

static void power(vv_buffer *b, const vv_node *n) {
    const vv_node *e = n->kid[1];
    bool scoped = e->kind == VV_N_NUMBER && e->n;
    put(b, n->kid[0], POSTFIX);
    vv_buffer_add(b, scoped ? "^(" : "^");
    put(b, e, POSTFIX);
    if (scoped) vv_buffer_char(b, ')');
}

static void member(vv_buffer *b, const vv_node *n) {
    put(b, n->kid[0], POSTFIX);
    vv_buffer_printf(b, ".%s", n->name);
}

/* A postfix operator applies to the whole bracket: (2 [m]).x, ((a, b) in R)' */
static void operand_of_postfix(vv_buffer *b, const vv_node *n) {
    bool plain = n->kind == VV_N_NAME || n->kind == VV_N_INDEX || n->kind == VV_N_MEMBER ||
                 n->kind == VV_N_CALL || n->kind == VV_N_DELTA || n->kind == VV_N_PARTIAL ||
                 n->kind == VV_N_SUMMATION || n->kind == VV_N_PIECEWISE || n->kind == VV_N_TUPLE;
    if (!plain) vv_buffer_char(b, '(');
    put(b, n, plain ? POSTFIX : SUM);
    if (!plain) vv_buffer_char(b, ')');
}

static void quantity(vv_buffer *b, const vv_node *n) {
    const vv_node *v = n->kid[0];
    if (v->kind == VV_N_TUPLE)
        put(b, v, SUM);
    else {
        vv_buffer_char(b, '(');
        put(b, v, SUM);
        vv_buffer_char(b, ')');
    }
    unit(b, n->kid[1]);
}

static void range(vv_buffer *b, const vv_node *n) {
    put(b, n->kid[0], SUM);
    vv_buffer_add(b, "..");
    put(b, n->kid[1], SUM);
}

static void summation(vv_buffer *b, const vv_node *n) {
    vv_buffer_add(b, "sum(");
    put(b, n->kid[0], SUM);
    vv_buffer_printf(b, " for %s in ", n->name);
    range(b, n->kid[1]);
    vv_buffer_char(b, ')');
}

static void compare(vv_buffer *b, const vv_node *n) {
    put(b, n->kid[0], SUM);
    vv_buffer_printf(b, " %s ", n->name);
    put(b, n->kid[1], SUM);
}

static void call(vv_buffer *b, const vv_node *n) {
    vv_buffer_add(b, n->name);
    primes(b, n->primes);
    bracketed(b, "(", n, ")");
}

static void number(vv_buffer *b, const vv_node *n) {
    vv_buffer_add(b, n->number);
    unit(b, n->n ? n->kid[0] : NULL);
}

static void name(vv_buffer *b, const vv_node *n) { vv_buffer_add(b, n->name); }

static void negate(vv_buffer *b, const vv_node *n) {
    vv_buffer_char(b, '-');
    put(b, n->kid[0], TERM);
}

static void prime(vv_buffer *b, const vv_node *n) {
    operand_of_postfix(b, n->kid[0]);
    primes(b, n->primes);
}

static void vector_in(vv_buffer *b, const vv_node *n) {
    put(b, n->kid[0], SUM);
    vv_buffer_add(b, " in ");
    put(b, n->kid[1], SUM);
}

static void index_list(vv_buffer *b, const vv_node *n) {
    if (n->name) vv_buffer_add(b, n->name);
    bracketed(b, "[", n, "]");
}

static void tuple(vv_buffer *b, const vv_node *n) { bracketed(b, "(", n, ")"); }
static void delta(vv_buffer *b, const vv_node *n) { bracketed(b, "δ(", n, ")"); }
static void partial(vv_buffer *b, const vv_node *n) { bracketed(b, "D(", n, ")"); }
static void piecewise(vv_buffer *b, const vv_node *n) { bracketed(b, "piecewise(", n, ")"); }
static void items(vv_buffer *b, const vv_node *n) { list(b, n, 0); }

typedef void printer(vv_buffer *b, const vv_node *n);

/* clang-format off */
static printer *const expressions[VV_N_COUNT] = {
    [VV_N_NUMBER] = number,       [VV_N_QUANTITY] = quantity,   [VV_N_NAME] = name,
    [VV_N_INDEX] = index_list,    [VV_N_INDICES] = index_list,  [VV_N_PRIME] = prime,
    [VV_N_ADD] = add,             [VV_N_NEGATE] = negate,       [VV_N_MULTIPLY] = multiply,
    [VV_N_POWER] = power,         [VV_N_CALL] = call,           [VV_N_MEMBER] = member,
    [VV_N_TUPLE] = tuple,         [VV_N_VECTOR_IN] = vector_in, [VV_N_SUMMATION] = summation,
    [VV_N_DELTA] = delta,         [VV_N_PARTIAL] = partial,     [VV_N_PIECEWISE] = piecewise,
    [VV_N_COMPARE] = compare,     [VV_N_RANGE] = range,         [VV_N_LIST] = items,
    [VV_N_UNIT] = name,
};

/* clang-format on */

static void expression(vv_buffer *b, const vv_node *n) {
    if (expressions[n->kind]) expressions[n->kind](b, n);
}

static void put(vv_buffer *b, const vv_node *n, level place) {
    bool bracket = binds(n) < place;
    if (bracket) vv_buffer_char(b, '(');
    expression(b, n);
    if (bracket) vv_buffer_char(b, ')');
}

/* ---- statements ------------------------------------------------------------------------------ */

/* " word child", if there is a child */
static void clause(vv_buffer *b, const char *word, const vv_node *n) {
    if (!n) return;
    vv_buffer_add(b, word);
    put(b, n, SUM);
}

/* the name with its indices */
static void head(vv_buffer *b, const vv_node *n, const vv_node *indices) {
    vv_buffer_printf(b, " %s", n->name);
    if (indices) put(b, indices, SUM);
}

static void turns(vv_buffer *b, const vv_node *n, int from) {
    for (int i = from; i < n->n; i++) {
        clause(b, i == from ? " turned " : ", ", n->kid[i]->kid[0]);
        clause(b, " about ", n->kid[i]->kid[1]);
    }
}

static void frame(vv_buffer *b, const vv_node *n) {
    head(b, n, n->kid[0]);
    clause(b, " = ", n->kid[1]);
    clause(b, " at ", n->kid[2]);
    clause(b, " turning ", n->kid[3]);
    clause(b, " free ", n->kid[4]);
    clause(b, " along ", n->kid[5]);
    turns(b, n, 6);
}

static void body(vv_buffer *b, const vv_node *n) {
    static const char *const words[] = {"", "mass ", "centre ", "frame ", "inertia "};
    const char *comma = ": ";
    head(b, n, n->kid[0]);
    for (int i = 1; i < 5; i++) {
        const vv_node *k = n->kid[i];
        if (!k) continue;
        vv_buffer_add(b, comma);
        comma = ", ";
        clause(b, words[i], i == 4 ? k->kid[0] : k);
        if (i < 4) continue;
        clause(b, " about ", k->kid[1]);
        clause(b, " along ", k->kid[2]);
        clause(b, " at ", k->kid[3]);
    }
}

static void rolling(vv_buffer *b, const vv_node *n) {
    clause(b, " ", n->kid[VV_ROLLING_BODY]);
    clause(b, " by ", n->kid[VV_ROLLING_BY]);
    if (n->kid[VV_ROLLING_BY_NAMES]) bracketed(b, "(", n->kid[VV_ROLLING_BY_NAMES], ")");
    clause(b, " on ", n->kid[VV_ROLLING_ON]);
    if (n->kid[VV_ROLLING_ON_NAMES]) bracketed(b, "(", n->kid[VV_ROLLING_ON_NAMES], ")");
    clause(b, " at ", n->kid[VV_ROLLING_AT]);
    if (n->kid[VV_ROLLING_ANGLE]) bracketed(b, ", angle (", n->kid[VV_ROLLING_ANGLE], ")");
    if (n->flag) vv_buffer_add(b, " without pivoting");
    clause(b, ", normal ", n->kid[VV_ROLLING_NORMAL]);
    clause(b, ", friction ", n->kid[VV_ROLLING_FRICTION]);
    clause(b, " static ", n->kid[VV_ROLLING_STATIC]);
    clause(b, ", resistance ", n->kid[VV_ROLLING_RESISTANCE]);
    clause(b, ", pivoting ", n->kid[VV_ROLLING_PIVOTING]);
    clause(b, ", restitution ", n->kid[VV_ROLLING_RESTITUTION]);
}

static void between(vv_buffer *b, const vv_node *n) {
    clause(b, " ", n->kid[0]);
    clause(b, n->kid[2] ? " between " : " on ", n->kid[1]);
    clause(b, " and ", n->kid[2]);
    if (n->n > 3) clause(b, ", length ", n->kid[3]);
}

static void box(vv_buffer *b, const vv_node *n) {
    clause(b, " ", n->kid[0]);
    clause(b, " in (", n->kid[1]);
    clause(b, ", ", n->kid[2]);
    vv_buffer_char(b, ')');
}

static void surface(vv_buffer *b, const vv_node *n) {
    int limits = n->kind == VV_N_CURVE ? 3 : 7;
    vv_buffer_printf(b, " %s", n->name);
    if (n->kid[1]) bracketed(b, "(", n->kid[1], ")");
    clause(b, " on ", n->kid[0]);
    if (n->kind == VV_N_CURVE) {
        clause(b, " = ", n->kid[2]);
    } else {
        const vv_node *shape = n->kid[6];
        clause(b, ": ", n->kid[2]);
        clause(b, " = ", n->kid[3]);
        clause(b, " of revolution, support ", n->kid[4]);
        clause(b, " of revolution, profile ", n->kid[5]);
        if (shape) vv_buffer_printf(b, ": %s", shape->name);
        for (int i = 0; shape && i < shape->n; i++) clause(b, i ? ", " : " ", shape->kid[i]);
        if (shape && shape->flag) vv_buffer_add(b, " inside");
    }
    for (int i = limits; i < n->n; i++) {
        vv_buffer_add(b, ",");
        box(b, n->kid[i]);
    }
}

static void visual(vv_buffer *b, const vv_node *n) {
    const vv_visual_kind *k = &vv_visual_kinds[n->flag];
    head(b, n, n->kid[VV_VISUAL_INDICES]);
    vv_buffer_printf(b, ": %s", k->name);
    for (int i = 0; i < k->nsizes; i++) {
        vv_buffer_printf(b, "%s %s", i ? "," : "", k->size[i]);
        clause(b, " = ", n->kid[VV_VISUAL_SIZES + i]);
    }
    clause(b, " between ", n->kid[VV_VISUAL_FROM]);
    clause(b, " and ", n->kid[VV_VISUAL_TO]);
    clause(b, " on ", n->kid[VV_VISUAL_ON]);
    clause(b, " at ", n->kid[VV_VISUAL_AT]);
    clause(b, " along ", n->kid[VV_VISUAL_ALONG]);
}

static void when(vv_buffer *b, const vv_node *n) {
    clause(b, " ", n->kid[0]);
    for (int i = 1; i < n->n; i++) {
        const vv_node *k = n->kid[i];
        vv_buffer_add(b, i == 1 ? " then " : ", ");
        if (k->kind == VV_N_ACTION)
            vv_buffer_add(b, k->name);
        else
            clause(b, "", k->kid[0]), clause(b, " = ", k->kid[1]);
    }
}

static void claim(vv_buffer *b, const vv_node *n) {
    vv_buffer_printf(b, " %s%s", n->flag ? "not " : "", n->name);
    clause(b, " ", n->kid[0]);
    clause(b, " when ", n->kid[1]);
    clause(b, " neglecting ", n->kid[2]);
    clause(b, " if ", n->kid[3]);
    clause(b, " at ", n->kid[4]);
}

static void servo(vv_buffer *b, const vv_node *n) {
    clause(b, " ", n->kid[0]);
    for (int i = 1; i < n->n; i++) clause(b, i == 1 ? " through " : ", ", n->kid[i]);
}

static void direction(vv_buffer *b, const vv_node *n) {
    clause(b, " ", n->kid[0]);
    clause(b, " = ", n->kid[1]);
    clause(b, " in ", n->kid[2]);
}

static void hamiltonian(vv_buffer *b, const vv_node *n) {
    clause(b, " ", n->kid[0]);
    bracketed(b, ", momenta ", n->kid[1], "");
}

static void start_frame(vv_buffer *b, const vv_node *n) {
    clause(b, " ", n->kid[0]);
    clause(b, " = ", n->kid[1]);
    turns(b, n, 2);
}

/* name = value, with a unit or the word `dependent` if the kind has them */
static void declaration(vv_buffer *b, const vv_node *n) {
    head(b, n, n->kid[0]);
    if (n->kind == VV_N_AUXILIARY) primes(b, n->primes);
    if (n->kind == VV_N_COORDINATE || n->kind == VV_N_INPUT) {
        if (n->flag) vv_buffer_add(b, " dependent");
        unit(b, n->kid[1]);
        return;
    }
    clause(b, " = ", n->kid[1]);
    if (n->kind == VV_N_PARAMETER) unit(b, n->kid[2]);
}

static void function(vv_buffer *b, const vv_node *n) {
    vv_buffer_printf(b, " %s", n->name);
    bracketed(b, "(", n->kid[0], ")");
    clause(b, " = ", n->kid[1]);
}

static void title(vv_buffer *b, const vv_node *n) { vv_buffer_printf(b, " \"%s\"", n->name); }

/* clang-format off */
static printer *const statements[VV_N_COUNT] = {
    [VV_N_SYSTEM] = title,          [VV_N_PARAMETER] = declaration, [VV_N_COORDINATE] = declaration,
    [VV_N_POINT] = declaration,     [VV_N_SPEED] = declaration,     [VV_N_LET] = declaration,
    [VV_N_GIVEN] = declaration,     [VV_N_AUXILIARY] = declaration, [VV_N_INPUT] = declaration,
    [VV_N_OUTPUT] = declaration,    [VV_N_FRAME] = frame,           [VV_N_BODY] = body,
    [VV_N_ROLLING] = rolling,       [VV_N_START_FRAME] = start_frame, [VV_N_SERVO] = servo,
    [VV_N_FUNCTION] = function,     [VV_N_DIRECTION] = direction,   [VV_N_SPRING] = between,
    [VV_N_DAMPER] = between,        [VV_N_SURFACE] = surface,       [VV_N_CURVE] = surface,
    [VV_N_VISUAL] = visual,         [VV_N_HAMILTONIAN] = hamiltonian,
    [VV_N_WHEN] = when,             [VV_N_BOX] = box,               [VV_N_CLAIM] = claim,
};

/* The word between the two children of the simple statements. */
static const char *const middle[VV_N_COUNT] = {
    [VV_N_MASS] = " at ",   [VV_N_FORCE] = " at ",        [VV_N_TORQUE] = " on ",
    [VV_N_START] = " = ",   [VV_N_PERTURBATION] = " on ", [VV_N_APPARENT_GRAVITY] = " in ",
};

/* clang-format on */

static void statement(vv_buffer *b, const vv_node *n) {
    vv_buffer_add(b, n->kind == VV_N_START_FRAME ? "start" : vv_node_kind_name(n->kind));
    if (statements[n->kind]) {
        statements[n->kind](b, n);
        return;
    }
    clause(b, " ", n->kid[0]);
    if (n->n > 1) clause(b, middle[n->kind], n->kid[1]);
    if (n->kind == VV_N_FORCE && n->kid[2]) clause(b, " on ", n->kid[2]);
}

/* The height of a tree is bounded, and so is the nesting of `for`. */
static void suffixes(vv_buffer *b, const vv_node *n) {
    const char *comma = " for ";
    for (; n->kind == VV_N_FOR; n = n->kid[1], comma = ", ") {
        vv_buffer_printf(b, "%s%s in ", comma, n->name);
        range(b, n->kid[0]);
    }
}

vv_status vv_node_print(vv_ctx *c, const vv_node *n, vv_buffer *out) {
    const vv_node *s = n;
    while (s->kind == VV_N_FOR) s = s->kid[1];
    if (s->kind < VV_N_FOR)
        expression(out, s);
    else {
        statement(out, s);
        suffixes(out, n);
    }
    return vv_ctx_status(c);
}

vv_status vv_tree_print(vv_ctx *c, const vv_tree *t, vv_buffer *out) {
    for (int i = 0; i < t->n && vv_ctx_ok(c); i++) {
        vv_node_print(c, t->statement[i], out);
        vv_buffer_char(out, '\n');
    }
    return vv_ctx_status(c);
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool vv_node_equal(const vv_node *a, const vv_node *b) {
    if (a == b) return true;
    if (!a || !b) return false;
    if (a->kind != b->kind || a->n != b->n || a->primes != b->primes || a->flag != b->flag)
        return false;
    if (!same_text(a->name, b->name) || !same_text(a->number, b->number)) return false;
    for (int i = 0; i < a->n; i++)
        if (!vv_node_equal(a->kid[i], b->kid[i])) return false;
    return true;
}
