/* Printing followed by parsing is the identity, over random trees of every kind of node. */
#include "lang/tree_print.h"

#include "tap.h"

static vv_ctx *c;

static vv_node *node(vv_node_kind k, int n) {
    vv_node *x = VV_NEW(c, vv_node);
    *x = (vv_node){.kind = k, .n = n, .kid = VV_ARRAY(c, vv_node *, n ? n : 1)};
    return x;
}

static vv_node *node_1(vv_node_kind k, vv_node *a) {
    vv_node *x = node(k, 1);
    x->kid[0] = a;
    return x;
}

static vv_node *node_2(vv_node_kind k, vv_node *a, vv_node *b) {
    vv_node *x = node(k, 2);
    x->kid[0] = a;
    x->kid[1] = b;
    return x;
}

static bool chance(int percent) { return random_below(100) < percent; }

static const char *some_name(void) {
    static const char *const names[] = {"x",    "y",     "θ",      "ψ1",     "T",     "energy",
                                        "mass", "frame", "record", "R",      "hoop",  "l0",
                                        "é",    "λ",     "I_2",    "static", "normal"};
    return names[random_below(sizeof names / sizeof *names)];
}

static vv_node *name(void) {
    vv_node *n = node(VV_N_NAME, 0);
    n->name = some_name();
    return n;
}

static vv_node *unit(void) {
    static const char *const units[] = {"m", "kg*m^2", "m/s^2", "deg", "N*m", "1/s", "J/(kg*m)"};
    vv_node *n = node(VV_N_UNIT, 0);
    n->name = units[random_below(7)];
    return n;
}

static vv_node *expression(int depth);

static vv_node *list(vv_node_kind k, int least, int most, int depth, vv_node *make(int)) {
    int n = least + (int)random_below(most - least + 1);
    vv_node *x = node(k, n);
    for (int i = 0; i < n; i++) x->kid[i] = make(depth);
    return x;
}

static vv_node *index_node(int depth) {
    vv_node *n = list(VV_N_INDEX, 1, 2, depth, expression);
    n->name = some_name();
    return n;
}

static vv_node *reference(int depth) {
    return depth > 0 && chance(30) ? index_node(depth - 1) : name();
}

static vv_node *number(bool with_unit) {
    static const char *const numbers[] = {"0", "1", "2.50", "0.1", "1e5", "12e-3", "3.0e+7", "007"};
    vv_node *u = with_unit && chance(30) ? unit() : NULL;
    vv_node *n = u ? node_1(VV_N_NUMBER, u) : node(VV_N_NUMBER, 0);
    n->number = numbers[random_below(8)];
    return n;
}

static vv_node *range(int depth) {
    return node_2(VV_N_RANGE, expression(depth), expression(depth));
}

static vv_node *comparison(int depth) {
    static const char *const sign[] = {"=", "!=", "<", ">", "<=", ">="};
    vv_node *n = node_2(VV_N_COMPARE, expression(depth), expression(depth));
    n->name = sign[random_below(6)];
    return n;
}

static vv_node *equation(int depth) {
    vv_node *n = comparison(depth);
    n->name = "=";
    return n;
}

static vv_node *product(int depth) {
    vv_node *n = list(VV_N_MULTIPLY, 2, 4, depth, expression);
    for (int i = 1; i < n->n; i++)
        if (chance(40)) n->kid[i] = node_1(VV_N_OVER, n->kid[i]);
    return n;
}

static vv_node *primed(int depth) {
    vv_node *x = expression(depth);
    if (x->kind == VV_N_PRIME) x = x->kid[0];
    if (x->kind == VV_N_NUMBER) x = name();
    vv_node *n = node_1(VV_N_PRIME, x);
    n->primes = 1 + (int)random_below(3);
    return n;
}

static vv_node *call(int depth) {
    static const char *const names[] = {"sin", "f", "dot", "velocity", "θ"};
    vv_node *n = list(VV_N_CALL, 1, 3, depth, expression);
    n->name = names[random_below(5)];
    n->primes = chance(20) ? 1 + (int)random_below(2) : 0;
    return n;
}

static vv_node *member(int depth) {
    vv_node *x = expression(depth);
    vv_node *n = node_1(VV_N_MEMBER, x->kind == VV_N_NUMBER ? name() : x);
    n->name = chance(50) ? "x" : "origin";
    return n;
}

static vv_node *tuple(int depth) { return list(VV_N_TUPLE, 2, 4, depth, expression); }

static vv_node *vector_in(int depth) {
    vv_node *t = tuple(depth);
    return node_2(VV_N_VECTOR_IN, chance(20) ? node_2(VV_N_QUANTITY, t, unit()) : t,
                  reference(depth));
}

static vv_node *summation(int depth) {
    vv_node *n = node_2(VV_N_SUMMATION, expression(depth), range(depth));
    n->name = some_name();
    return n;
}

static vv_node *piecewise(int depth) {
    int pairs = 1 + (int)random_below(2);
    vv_node *n = node(VV_N_PIECEWISE, 2 * pairs + 1);
    for (int i = 0; i < 2 * pairs + 1; i++)
        n->kid[i] = i % 2 == 0 && i < 2 * pairs ? comparison(depth) : expression(depth);
    return n;
}

static vv_node *expression(int depth) {
    if (depth <= 0) return chance(50) ? name() : number(true);
    depth -= 1 + (int)random_below(2);
    switch (random_below(16)) {
    case 0: return number(true);
    case 1: return node_2(VV_N_QUANTITY, expression(depth), unit());
    case 2: return index_node(depth);
    case 3: return primed(depth);
    case 4:
    case 5: return list(VV_N_ADD, 2, 4, depth, expression);
    case 6: return node_1(VV_N_NEGATE, expression(depth));
    case 7:
    case 8: return product(depth);
    case 9: return node_2(VV_N_POWER, expression(depth), expression(depth));
    case 10: return call(depth);
    case 11: return member(depth);
    case 12: return chance(50) ? tuple(depth) : vector_in(depth);
    case 13: return summation(depth);
    case 14:
        if (chance(50)) return node_1(VV_N_DELTA, expression(depth));
        return list(VV_N_PARTIAL, 2, 3, depth, expression);
    default: return piecewise(depth);
    }
}

/* ---- statements ---- */

static vv_node *maybe(vv_node *make(int), int depth) { return chance(50) ? make(depth) : NULL; }

static vv_node *index_or_range(int depth) { return chance(50) ? range(depth) : expression(depth); }
static vv_node *indices(int depth) { return list(VV_N_INDICES, 1, 2, depth, index_or_range); }
static vv_node *some_unit(int depth) { return (void)depth, unit(); }
static vv_node *target(int depth) {
    vv_node *n = reference(depth);
    if (chance(50)) return n;
    n = node_1(VV_N_PRIME, n);
    n->primes = 1 + (int)random_below(2);
    return n;
}

static vv_node *turn(int depth) { return node_2(VV_N_TURN, expression(depth), expression(depth)); }

static vv_node *names(vv_node_kind k, int n) {
    vv_node *x = node(k, n);
    for (int i = 0; i < n; i++) x->kid[i] = reference(1);
    return x;
}

static vv_node *frame(int depth) {
    int turns = (int)random_below(4);
    vv_node *n = node(VV_N_FRAME, 6 + turns);
    n->name = some_name();
    n->kid[0] = maybe(indices, depth);
    n->kid[1] = reference(depth);
    n->kid[2] = maybe(expression, depth);
    n->kid[3] = maybe(expression, depth);
    n->kid[4] = chance(30) ? names(VV_N_TUPLE, 3) : NULL;
    n->kid[5] = n->kid[4] ? maybe(reference, depth) : NULL;
    for (int i = 0; i < turns; i++) n->kid[6 + i] = turn(depth);
    return n;
}

static vv_node *inertia(int depth) {
    vv_node *n = node(VV_N_INERTIA, 4);
    if (chance(30)) {
        n->kid[0] = name();
        n->kid[1] = expression(depth);
    } else {
        n->kid[0] = node(VV_N_TUPLE, 3);
        bool rows = chance(50);
        for (int i = 0; i < 3; i++)
            n->kid[0]->kid[i] = rows ? list(VV_N_TUPLE, 3, 3, depth, expression) : name();
    }
    n->kid[2] = maybe(reference, depth);
    n->kid[3] = maybe(expression, depth);
    return n;
}

static vv_node *body(int depth) {
    vv_node *n = node(VV_N_BODY, 5);
    n->name = some_name();
    n->kid[0] = maybe(indices, depth);
    n->kid[1] = expression(depth); /* at least one clause */
    n->kid[2] = maybe(expression, depth);
    n->kid[3] = maybe(reference, depth);
    n->kid[4] = maybe(inertia, depth);
    return n;
}

static vv_node *rolling(int depth) {
    vv_node *n = node(VV_N_ROLLING, VV_ROLLING_SLOTS);
    n->kid[0] = reference(depth);
    n->kid[1] = reference(depth);
    n->kid[2] = maybe(reference, depth);
    n->kid[3] = n->kid[2] ? maybe(expression, depth) : expression(depth);
    n->kid[4] = maybe(expression, depth);
    n->kid[5] = maybe(expression, depth);
    n->kid[6] = n->kid[5] ? maybe(expression, depth) : NULL;
    if (n->kid[2] && chance(50)) n->kid[7] = names(VV_N_LIST, 2);
    if (chance(30)) n->kid[8] = names(VV_N_LIST, 2);
    if (chance(30)) n->kid[9] = names(VV_N_LIST, 1 + (int)random_below(2));
    n->kid[10] = maybe(expression, depth);
    n->kid[11] = maybe(expression, depth);
    n->kid[12] = maybe(expression, depth);
    n->flag = chance(30);
    return n;
}

static vv_node *claim(int depth) {
    static const char *const what[] = {"equation", "integral",    "equilibrium", "frequency",
                                       "stable",   "combination", "identity"};
    vv_node *n = node(VV_N_CLAIM, 5);
    int k = (int)random_below(7);
    n->name = what[k];
    n->flag = chance(30);
    n->kid[0] = k == 1 || k == 3 ? expression(depth)
                : k == 2         ? list(VV_N_LIST, 1, 3, depth, equation)
                : k == 4         ? NULL
                                 : equation(depth);
    if (chance(30)) n->kid[1] = list(VV_N_LIST, 1, 2, depth, equation);
    if (chance(30)) n->kid[2] = list(VV_N_LIST, 1, 2, depth, expression);
    if (chance(30)) n->kid[3] = list(VV_N_LIST, 1, 2, depth, comparison);
    if (chance(30)) n->kid[4] = list(VV_N_LIST, 1, 2, depth, equation);
    return n;
}

static vv_node *when(int depth) {
    vv_node *n = node(VV_N_WHEN, 2 + (int)random_below(2));
    n->kid[0] = comparison(depth);
    for (int i = 1; i < n->n; i++)
        if (chance(50))
            n->kid[i] = node_2(VV_N_ASSIGN, target(depth), expression(depth));
        else {
            n->kid[i] = node(VV_N_ACTION, 0);
            n->kid[i]->name = chance(50) ? "record" : "stop";
        }
    return n;
}

/* name; [idx], expression */
static vv_node *definition(vv_node_kind k, int depth) {
    vv_node *n = node_2(k, maybe(indices, depth), expression(depth));
    n->name = some_name();
    if (k == VV_N_AUXILIARY) n->primes = 1 + (int)random_below(2);
    return n;
}

static vv_node *declaration(vv_node_kind k, int depth) {
    vv_node *n = k == VV_N_PARAMETER ? node(k, 3) : node(k, 2);
    n->name = some_name();
    n->kid[0] = maybe(indices, depth);
    n->kid[n->n - 1] = maybe(some_unit, depth);
    if (k == VV_N_COORDINATE) n->flag = chance(30);
    /* after a number or a bracket the unit would belong to them */
    if (k == VV_N_PARAMETER && chance(50)) {
        n->kid[1] = expression(depth);
        n->kid[2] = NULL;
    }
    return n;
}

static vv_node *limits(int depth) {
    vv_node *n = node(VV_N_BOX, 3);
    n->kid[0] = target(depth);
    n->kid[1] = expression(depth);
    n->kid[2] = expression(depth);
    return n;
}

static vv_node *named_shape(int depth) {
    vv_node *n = node(VV_N_SHAPE, 2);
    n->name = "torus";
    n->kid[0] = reference(depth);
    n->kid[1] = expression(depth);
    n->flag = chance(50);
    return n;
}

static vv_node *shape(int depth) {
    bool curve = chance(30), bounded = chance(30);
    int slots = curve ? 3 : 7;
    vv_node *n = node(curve ? VV_N_CURVE : VV_N_SURFACE, slots + bounded);
    n->name = some_name();
    n->kid[0] = reference(depth);
    if (bounded) n->kid[slots] = limits(depth);
    if (curve) {
        n->kid[1] = names(VV_N_LIST, 1);
        n->kid[2] = expression(depth);
        return n;
    }
    long k = random_below(5);
    if (k == 0) n->kid[2] = equation(depth);
    if (k == 1) n->kid[1] = names(VV_N_LIST, 2), n->kid[3] = expression(depth);
    if (k == 2) n->kid[4] = expression(depth), n->flag = 1;
    if (k == 3) {
        n->kid[1] = names(VV_N_LIST, 2);
        n->kid[5] = node(VV_N_TUPLE, 2);
        n->kid[5]->kid[0] = expression(depth);
        n->kid[5]->kid[1] = expression(depth);
        n->flag = 1;
    }
    if (k == 4) n->kid[6] = named_shape(depth);
    return n;
}

static vv_node *visual(int depth) {
    int which = (int)random_below(7);
    const vv_visual_kind *k = &vv_visual_kinds[which];
    vv_node *n = node(VV_N_VISUAL, VV_VISUAL_SIZES + k->nsizes);
    n->name = some_name();
    n->flag = which;
    n->kid[VV_VISUAL_INDICES] = maybe(indices, depth);
    n->kid[VV_VISUAL_ON] = k->ends ? maybe(reference, depth) : reference(depth);
    if (k->ends) n->kid[VV_VISUAL_FROM] = expression(depth);
    if (k->ends) n->kid[VV_VISUAL_TO] = expression(depth);
    if (!k->ends) n->kid[VV_VISUAL_AT] = maybe(expression, depth);
    if (k->axis) n->kid[VV_VISUAL_ALONG] = maybe(expression, depth);
    for (int i = 0; i < k->nsizes; i++) n->kid[VV_VISUAL_SIZES + i] = expression(depth);
    return n;
}

static vv_node *spring(int depth) {
    vv_node *n = node(VV_N_SPRING, 4);
    n->kid[0] = expression(depth);
    n->kid[1] = expression(depth);
    n->kid[2] = maybe(expression, depth);
    n->kid[3] = maybe(expression, depth);
    if (chance(50)) return n;
    n->kind = VV_N_DAMPER;
    n->n = 3;
    return n;
}

static vv_node *through(int depth) { return chance(50) ? reference(depth) : equation(depth); }

static vv_node *servo(int depth) {
    vv_node *n = list(VV_N_SERVO, 2, 3, depth, through);
    n->kid[0] = equation(depth);
    return n;
}

static vv_node *start_frame(int depth) {
    vv_node *n = list(VV_N_START_FRAME, 3, 5, depth, turn);
    n->kid[0] = reference(depth);
    n->kid[1] = reference(depth);
    return n;
}

static vv_node *three(vv_node_kind k, vv_node *a, vv_node *b, vv_node *d) {
    vv_node *n = node(k, 3);
    n->kid[0] = a;
    n->kid[1] = b;
    n->kid[2] = d;
    return n;
}

static vv_node *function(int depth) {
    vv_node *n =
        node_2(VV_N_FUNCTION, names(VV_N_LIST, 1 + (int)random_below(3)), maybe(expression, depth));
    n->name = some_name();
    return n;
}

static vv_node *title(void) {
    vv_node *n = node(VV_N_SYSTEM, 0);
    n->name = chance(50) ? "A hoop # rolls" : "";
    return n;
}

/* Before the statement's own `in`: a bare tuple would take it as its own. */
static vv_node *vector(int d) { return chance(50) ? vector_in(d) : chance(50) ? call(d) : name(); }

static vv_node *statement(vv_node_kind k, int d) {
    switch ((int)k) {
    case VV_N_SYSTEM: return title();
    case VV_N_PARAMETER:
    case VV_N_COORDINATE:
    case VV_N_INPUT: return declaration(k, d);
    case VV_N_POINT:
    case VV_N_SPEED:
    case VV_N_LET:
    case VV_N_GIVEN:
    case VV_N_OUTPUT:
    case VV_N_AUXILIARY: return definition(k, d);
    case VV_N_FRAME: return frame(d);
    case VV_N_BODY: return body(d);
    case VV_N_ROLLING: return rolling(d);
    case VV_N_START: return node_2(k, target(d), expression(d));
    case VV_N_START_FRAME: return start_frame(d);
    case VV_N_SERVO: return servo(d);
    case VV_N_FUNCTION: return function(d);
    case VV_N_HAMILTONIAN:
        return node_2(k, expression(d), names(VV_N_LIST, 1 + (int)random_below(3)));
    case VV_N_DIRECTION: return three(k, names(VV_N_TUPLE, 3), vector(d), reference(d));
    case VV_N_SPRING:
    case VV_N_DAMPER: return spring(d);
    case VV_N_SURFACE:
    case VV_N_CURVE: return shape(d);
    case VV_N_VISUAL: return visual(d);
    case VV_N_WHEN: return when(d);
    case VV_N_BOX: return three(k, target(d), expression(d), expression(d));
    case VV_N_CLAIM: return claim(d);
    case VV_N_MASS:
    case VV_N_PERTURBATION: return node_2(k, expression(d), expression(d));
    case VV_N_FORCE: return three(k, expression(d), expression(d), maybe(reference, d));
    case VV_N_TORQUE: return node_2(k, expression(d), reference(d));
    case VV_N_APPARENT_GRAVITY: return node_2(k, vector(d), reference(d));
    case VV_N_ASSUME:
    case VV_N_CONSTRAINT: return node_1(k, comparison(d));
    case VV_N_RELATION: return node_1(k, equation(d));
    default: return node_1(k, expression(d)); /* one expression */
    }
}

static vv_node *repeated(vv_node *s, int depth) {
    for (int i = (int)random_below(3); i > 0; i--) {
        s = node_2(VV_N_FOR, range(depth), s);
        s->name = some_name();
    }
    return s;
}

/* Parses what is printed and compares; on failure the text and the first error. */
static bool survives(vv_node *s) {
    vv_buffer b = VV_BUFFER(c);
    vv_tree t;
    vv_node_print(c, s, &b);
    vv_parse(c, "printed", b.text, b.length, &t);
    if (t.n == 1 && vv_node_equal(t.statement[0], s)) return true;
    const vv_diag *d = vv_diag_at(c, 0);
    diag("%s\n%s", b.text, d ? d->message : "another tree");
    vv_buffer again = VV_BUFFER(c);
    if (t.n) vv_node_print(c, t.statement[0], &again);
    diag("%s", vv_buffer_text(&again));
    return false;
}

int main(void) {
    seed_random(0x5eed);
    for (vv_node_kind k = VV_N_SYSTEM; k <= VV_N_CLAIM; k++) {
        long rounds = effort(60), good = 0;
        for (long i = 0; i < rounds && good == i; i++) {
            c = vv_ctx_new(NULL);
            int depth = (int)random_below(6);
            good += survives(repeated(statement(k, depth), depth / 2));
            vv_ctx_free(c);
        }
        is_int(good, rounds, "%s: print, then parse", vv_node_kind_name(k));
    }
    return done_testing();
}
