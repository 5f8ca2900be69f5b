/* Lists of sums and products rewritten with fewer products: the same values, on random lists and
 * on those for which the rewriting was designed. */
#include "evaluate/jet/factoring.h"

#include <math.h>

#include "evaluate/jet/staging.h"
#include "tap.h"

enum { INPUTS = 5, ONE = INPUTS, GIVEN, MOST = 24, RESULTS = 3 };

typedef struct sheet {
    vv_jet j;
    vv_jet_instruction list[MOST];
    uint32_t out[RESULTS];
    bool late[GIVEN + 2 * MOST];
} sheet;

static uint32_t put(sheet *s, vv_jet_op op, double ka, uint32_t a, uint32_t b, double kb,
                    uint32_t c) {
    uint32_t out = (uint32_t)s->j.nvariables++;
    s->list[s->j.ninstructions++] = (vv_jet_instruction){
        .op = op, .out = out, .second = out, .a = a, .b = b, .c = c, .ka = ka, .kb = kb};
    s->late[out] = s->late[a] || s->late[b] || s->late[c];
    return out;
}

static uint32_t times(sheet *s, uint32_t a, uint32_t b) {
    return put(s, VV_JET_MUL, 0, a, b, 0, a);
}
static uint32_t plus(sheet *s, double ka, uint32_t a, double kb, uint32_t b) {
    return put(s, VV_JET_LINEAR, ka, a, b, kb, a);
}

static sheet begin(void) {
    static const double one = 1;
    sheet s = {.j = {.nin = INPUTS,
                     .nconstants = 1,
                     .constant = &one,
                     .nvariables = GIVEN,
                     .nout = RESULTS}};
    s.late[INPUTS - 1] = true;
    return s;
}

/* Values of the results and the largest intermediate; and whether lateness is that of the inputs
 * on which they depend. */
static bool evaluate(const sheet *s, double *out, double *most) {
    *most = 1;
    double x[GIVEN + 2 * MOST] = {2, -3, 0.5, 7, 1.25, 1};
    bool late[GIVEN + 2 * MOST] = {[INPUTS - 1] = true}, good = true;
    for (int k = 0; k < s->j.ninstructions; k++) {
        const vv_jet_instruction *i = &s->list[k];
        double a = x[i->a], b = x[i->b], c = x[i->c];
        x[i->out] = i->op == VV_JET_LINEAR ? i->ka * a + i->kb * b
                    : i->op == VV_JET_MUL  ? a * b
                    : i->op == VV_JET_DIV  ? a / b
                    : i->op == VV_JET_MADD ? i->ka * a * b + i->kb * c
                                           : a / (1 + fabs(a)); /* does not amplify errors */
        *most = fmax(*most, fabs(x[i->out]));
        late[i->out] = late[i->a] || late[i->b] || late[i->c];
        good &= late[i->out] == s->late[i->out];
    }
    for (int i = 0; i < RESULTS; i++) out[i] = x[s->out[i]];
    return good;
}

static int products(const sheet *s) {
    int n = 0;
    for (int k = 0; k < s->j.ninstructions; k++)
        n += s->list[k].op == VV_JET_MUL || s->list[k].op == VV_JET_MADD ||
             s->list[k].op == VV_JET_DIV;
    return n;
}

/* The largest error of a result, relative to the largest intermediate; the list does not get
 * longer. */
static double rewrite(sheet *s) {
    vv_ctx *c = vv_ctx_new(NULL);
    double before[RESULTS], after[RESULTS], most, worst = 0;
    int n = s->j.ninstructions;
    evaluate(s, before, &most);
    bool done =
        vv_jet_factor_products(c, &s->j, s->list, s->out, s->late) && s->j.ninstructions <= n;
    vv_ctx_free(c);
    double first = most;
    if (!done || !evaluate(s, after, &most)) return (double)INFINITY;
    for (int i = 0; i < RESULTS; i++)
        worst = fmax(worst, fabs(after[i] - before[i]) / fmax(first, most));
    return worst;
}

static void expect(sheet s, int want, const char *what) {
    double error = rewrite(&s);
    is_int(products(&s), want, "%s", what);
    ok(error < 1e-14, "and its value stays: %.1e", error);
}

/* 2 x a + x b - (3 x c): one product. */
static void common_factor(void) {
    sheet s = begin();
    uint32_t sum = plus(&s, 2, times(&s, 0, 1), 1, times(&s, 2, 0));
    s.out[0] = s.out[1] = s.out[2] = put(&s, VV_JET_MADD, -3, 0, 3, 1, sum);
    expect(s, 1, "a common factor stands once");
}

/* - (q / 2 + 3)'' / 2 + w', with q' = w: one instruction. */
static void multiples(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    sheet s = begin();
    uint8_t lead[GIVEN + 2 * MOST] = {0}, twice = 2;
    vv_jet_dae closure = {.nq = 1, .n = 1, .nrates = 1, .times = &twice};
    uint32_t of = plus(&s, 0.5, 0, 3, ONE), rate = (uint32_t)s.j.nvariables++;
    s.list[s.j.ninstructions++] = (vv_jet_instruction){.op = VV_JET_RATE,
                                                       .out = rate,
                                                       .second = rate,
                                                       .a = of,
                                                       .b = of,
                                                       .c = of,
                                                       .ka = 1,
                                                       .times = 2};
    s.out[0] = s.out[2] = 1;
    s.out[1] = plus(&s, -0.5, rate, 1, 2);
    ok(vv_jet_stage(c, &s.j, s.list, s.out, &closure, s.late, lead), "a multiple's derivative");
    const vv_jet_instruction *i = &s.list[0];
    ok(s.j.ninstructions == 1 && i->op == VV_JET_RATE && i->a == 0 && i->b == 2 && i->ka == -0.25 &&
           i->kb == 1,
       "is a multiple of the derivative, and of the sum: %d instructions", s.j.ninstructions);
    vv_ctx_free(c);
}

/* x a and x (y y) where x y is used too, y y nowhere else. */
static void known_product(void) {
    sheet s = begin();
    s.out[0] = times(&s, 0, 1);
    s.out[1] = s.out[2] = times(&s, 0, times(&s, 1, 1));
    expect(s, 2, "a known product is used");
    s = begin();
    s.out[0] = times(&s, 0, times(&s, 1, 0));
    s.out[1] = s.out[2] = 2;
    expect(s, 2, "but not by itself");
}

/* x a used twice by one sum, and once by another. */
static void several_uses(void) {
    sheet s = begin();
    uint32_t p = times(&s, 0, 1), first = plus(&s, 1, p, 1, 2);
    s.out[0] = s.out[1] = s.out[2] = put(&s, VV_JET_MADD, 1, 0, 3, 1, plus(&s, 5, first, -2, p));
    expect(s, 1, "a product that one sum wants twice is opened");
    s.out[1] = s.out[2] = p;
    s.out[0] = plus(&s, 4, p, 1, times(&s, 0, 3));
    expect(s, 2, "one that is wanted elsewhere stays");
    s = begin();
    p = times(&s, 0, 1);
    s.out[0] = s.out[1] = s.out[2] = plus(&s, 1, plus(&s, 1, p, 1, 2), -1, plus(&s, 1, 2, 1, p));
    expect(s, 0, "what cancels is not computed");
}

/* x (1 / b), and x c (1 / b) with x (1 / b) known. */
static void quotient(void) {
    sheet s = begin();
    s.out[0] = s.out[1] = s.out[2] = times(&s, put(&s, VV_JET_DIV, 0, ONE, 2, 0, ONE), 4);
    expect(s, 1, "a product by an inverse is a quotient");
    s = begin();
    uint32_t inverse = put(&s, VV_JET_DIV, 0, ONE, 2, 0, ONE);
    s.out[0] = times(&s, 4, inverse);
    s.out[1] = s.out[2] = times(&s, 4, times(&s, 3, inverse));
    expect(s, 2, "and serves in other products");
    s = begin();
    s.out[0] = inverse = put(&s, VV_JET_DIV, 0, ONE, 2, 0, ONE);
    s.out[1] = s.out[2] = times(&s, 4, inverse);
    expect(s, 2, "an inverse that is wanted stays");
}

static uint32_t number(uint64_t *seed) { /* [Knuth, MMIX] */
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*seed >> 33);
}

static sheet at_random(uint64_t *seed) {
    static const double weight[] = {1, -1, 2, 0.5, -3};
    static const vv_jet_op ops[] = {VV_JET_LINEAR, VV_JET_MUL, VV_JET_MADD, VV_JET_MADD,
                                    VV_JET_SQRT};
    sheet s = begin();
    int n = 4 + (int)(number(seed) % 20);
    for (int k = 0; k < n; k++) {
        vv_jet_op op = ops[number(seed) % 5];
        uint32_t from = (uint32_t)s.j.nvariables, back = from < 8 ? from : 8, x[3];
        for (int i = 0; i < 3; i++) x[i] = from - 1 - number(seed) % back;
        if (op == VV_JET_SQRT && number(seed) % 3) op = VV_JET_LINEAR; /* few of the other kinds */
        double ka = weight[number(seed) % 5], kb = weight[number(seed) % 5];
        put(&s, op, ka, x[0], op == VV_JET_SQRT ? x[0] : x[1], kb, op == VV_JET_MADD ? x[2] : x[0]);
    }
    for (int i = 0; i < RESULTS; i++) s.out[i] = (uint32_t)s.j.nvariables - 1 - number(seed) % 3;
    return s;
}

static void random_lists(void) {
    enum { LISTS = 3000 };
    uint64_t seed = 1;
    int bad = 0, fewer = 0, more = 0;
    for (int k = 0; k < LISTS; k++) {
        sheet s = at_random(&seed);
        int n = products(&s);
        bad += !(rewrite(&s) < 1e-12);
        fewer += products(&s)<n, more += products(&s)> n;
    }
    is_int(bad, 0, "%d lists at random keep their values", LISTS);
    ok(fewer > LISTS / 4 && !more, "%d of them have fewer products, none has more", fewer);
}

int main(void) {
    common_factor();
    multiples();
    known_product();
    several_uses();
    quotient();
    random_lists();
    return done_testing();
}
