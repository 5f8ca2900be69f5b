/* Probability that a nonzero program vanishes at a random point modulo a random prime.
 *
 * Every slot is a polynomial P(x, u) with integer coefficients in the random values x and in
 * reciprocals u_j = 1/N_j, one for each divisor N_j that occurs (u_0 is 1/B, B the common
 * denominator of all rationals). For each slot we keep the degree in x, log2 of the sum of the
 * absolute values of the coefficients, and the degree δ_j in each u_j. Multiplication by prod
 * N_j^δ_j clears the reciprocals, so the cleared numerator has degree at most deg + sum δ_j deg
 * N_j and height H + sum δ_j H(N_j). Keeping δ per divisor, and not only its sum, keeps sums
 * over a common denominator small: the bound stays useful for recursions of many steps.
 * Then by Schwartz and Zippel [Schwartz1980; Zippel1979]
 * P(accidental zero) <= degree / p + (height / 61) / (number of primes to choose from),
 * because a nonzero integer of h bits has fewer than h/61 prime factors above 2^61. Square roots
 * enter by their conjugates: the norm doubles degree and height for each. */
#include "prove/modular_prover.h"

#include <math.h>

/* δ is stored as float: degrees may be huge, and this factor at the end covers rounding. */
static const double rounding_slack = 1.01;
enum { MOST_DIVISORS = 1024, MOST_CELLS = 1 << 24 };

typedef struct size {
    double degree, height;
} size;

typedef struct bound {
    const vv_prover_program *p;
    int ndivisors; /* length of a δ row; the last entry is shared by all divisors that do not fit */
    int used;
    size *divisor; /* cleared degree and height of N_j (ndivisors) */
    size *slot;
    float *delta; /* nslots rows */
    size *factor; /* per FACTOR, by instruction index: cleared degree and height of a cofactor */
    int *factor_divisor;
    double conjugates; /* log2 */
} bound;

static float *row(const bound *b, uint32_t slot) {
    return b->delta + (size_t)slot * (size_t)b->ndivisors;
}

static int new_divisor(bound *b, size s) {
    int j = b->used < b->ndivisors - 1 ? b->used++ : b->ndivisors - 1;
    if (s.degree > b->divisor[j].degree) b->divisor[j].degree = s.degree;
    if (s.height > b->divisor[j].height) b->divisor[j].height = s.height;
    return j;
}

/* What clearing the reciprocals δ adds. */
static size clearing(const bound *b, const float *delta) {
    size s = {0, 0};
    for (int j = 0; j < b->ndivisors; j++) {
        if (delta[j] == 0) continue;
        s.degree += (double)delta[j] * b->divisor[j].degree;
        s.height += (double)delta[j] * b->divisor[j].height;
    }
    return s;
}

static size cleared(const bound *b, uint32_t slot) {
    size s = clearing(b, row(b, slot));
    return (size){s.degree + b->slot[slot].degree, s.height + b->slot[slot].height};
}

/* δ of a sum: the entrywise maximum; the shared last entries must be added. */
static void join(const bound *b, float *to, const float *from) {
    int last = b->ndivisors - 1;
    for (int j = 0; j < last; j++) to[j] = to[j] > from[j] ? to[j] : from[j];
    to[last] += from[last];
}

static void accumulate(const bound *b, float *to, const float *from, double times) {
    float k = (float)times;
    for (int j = 0; j < b->ndivisors; j++) to[j] += k * from[j];
}

static double log2_magnitude(vv_rat r) {
    double h = vv_rat_height(r);
    return h > 0 ? h : 0;
}

/* ---- per instruction ------------------------------------------------------------------------ */

static void bound_sum(bound *b, const vv_prover_instruction *in) {
    const uint32_t *w = b->p->word + in->first;
    size s = {0, 0};
    float *out = row(b, in->dst), deepest = 0;
    for (uint32_t i = 0; i < in->n; i++, w += 2) {
        vv_rat k = b->p->rat[w[1]];
        bool fraction = !vv_rat_is_int(k);
        size x = b->slot[w[0]];
        double h = x.height + log2_magnitude(k) + (fraction ? b->divisor[0].height : 0);
        s.degree = fmax(s.degree, x.degree);
        s.height = fmax(s.height, h);
        join(b, out, row(b, w[0]));
        float d = row(b, w[0])[0] + (fraction ? 1.0f : 0.0f);
        if (d > deepest) deepest = d;
    }
    out[0] = deepest;
    /* coefficients are brought to the same power of B */
    s.height +=
        log2((double)in->n + 1) + (deepest > 0 ? (double)deepest * b->divisor[0].height : 0);
    b->slot[in->dst] = s;
}

static void bound_product(bound *b, const vv_prover_instruction *in) {
    const uint32_t *w = b->p->word + in->first;
    size s = {0, 0};
    for (uint32_t i = 0; i < in->n; i++, w += 2) {
        double k = (double)w[1];
        s.degree += k * b->slot[w[0]].degree;
        s.height += k * b->slot[w[0]].height;
        accumulate(b, row(b, in->dst), row(b, w[0]), k);
    }
    b->slot[in->dst] = s;
}

static void bound_inverse(bound *b, const vv_prover_instruction *in, uint32_t of) {
    int j = new_divisor(b, cleared(b, of));
    b->slot[in->dst] = clearing(b, row(b, of));
    row(b, in->dst)[j] += 1;
}

/* b^(num/den): at most |num| + 1 times the cleared radicand, over the same divisors once more. */
static void bound_root(bound *b, const vv_prover_instruction *in, uint32_t of, double num,
                       double den) {
    size s = cleared(b, of);
    float *out = row(b, in->dst);
    double times = ceil(fabs(num) / den);
    for (int j = 0; j < b->ndivisors; j++) out[j] = ceilf((float)times * row(b, of)[j]);
    size more = clearing(b, out);
    b->slot[in->dst] = (size){times * s.degree + more.degree, times * s.height + more.height};
    if (num < 0) out[new_divisor(b, s)] += (float)times;
    b->conjugates += log2(den);
}

static void bound_pair(bound *b, const vv_prover_instruction *in, size divisor, size first,
                       size second, bool both) {
    int j = new_divisor(b, divisor);
    b->slot[in->dst] = first;
    b->slot[in->dst + 1] = second;
    if (both) row(b, in->dst)[j] = 1;
    row(b, in->dst + 1)[j] = 1;
}

static void bound_powers(bound *b, const vv_prover_instruction *in) {
    for (uint32_t side = 0; side < 2; side++) {
        size s = {0, 0};
        for (uint32_t i = 0; i < in->n; i++) {
            const vv_prover_term *t = &b->p->term[in->first + i];
            double k = fabs((double)t->k);
            size x = b->slot[t->value], y = b->slot[t->partner];
            s.degree += k * fmax(x.degree, y.degree);
            s.height += k * (fmax(x.height, y.height) + 1);
            bool turn = in->op == VV_P_TURN, swap = (side == 1) != (t->k < 0);
            if (turn || !swap) accumulate(b, row(b, in->dst + side), row(b, t->value), k);
            if (t->given && turn) accumulate(b, row(b, in->dst + side), row(b, t->partner), k);
            if (!turn && swap) accumulate(b, row(b, in->dst + side), row(b, t->partner), k);
        }
        if (in->aux) s.height += 8; /* sqrt 2, sqrt 3 and a quarter */
        b->slot[in->dst + side] = s;
    }
}

static void bound_largest(bound *b, const vv_prover_instruction *in, uint32_t from, uint32_t by) {
    const uint32_t *w = b->p->word + in->first;
    for (uint32_t i = from; i < in->n; i += by) {
        size x = b->slot[w[i]], *s = &b->slot[in->dst];
        s->degree = fmax(s->degree, x.degree);
        s->height = fmax(s->height, x.height + 2);
        join(b, row(b, in->dst), row(b, w[i]));
    }
}

/* Cramer's rule for the matrix cleared as a whole. */
static void bound_factor(bound *b, const vv_prover_instruction *in, float *scratch) {
    const uint32_t *w = b->p->word + in->first;
    double n = in->aux;
    size s = {0, 0};
    for (int j = 0; j < b->ndivisors; j++) scratch[j] = 0;
    for (uint32_t i = 0; i < in->n; i++) {
        s.degree = fmax(s.degree, b->slot[w[i]].degree);
        s.height = fmax(s.height, b->slot[w[i]].height);
        join(b, scratch, row(b, w[i]));
    }
    size clear = clearing(b, scratch);
    s.degree += clear.degree;
    s.height += clear.height + log2(n + 1);
    b->factor_divisor[in - b->p->ins] = new_divisor(b, (size){n * s.degree, n * s.height});
    b->factor[in - b->p->ins] =
        (size){(n - 1) * s.degree + clear.degree, (n - 1) * s.height + clear.height};
}

static void bound_solve(bound *b, const vv_prover_instruction *in) {
    const uint32_t *w = b->p->word + in->first;
    float *out = row(b, in->dst);
    size s = {0, 0};
    for (uint32_t i = 0; i < in->n; i++) {
        s.degree = fmax(s.degree, b->slot[w[i]].degree);
        s.height = fmax(s.height, b->slot[w[i]].height);
        join(b, out, row(b, w[i]));
    }
    out[b->factor_divisor[in->aux]] += 1;
    s.degree += b->factor[in->aux].degree;
    s.height += b->factor[in->aux].height + log2((double)in->n + 1);
    for (uint32_t i = 0; i < in->n; i++) {
        b->slot[in->dst + i] = s;
        if (i) accumulate(b, row(b, in->dst + i), out, 1);
    }
}

static void bound_instruction(bound *b, const vv_prover_instruction *in, float *scratch) {
    const uint32_t *w = b->p->word + in->first;
    const size one = {1, 0}, two = {2, 0}, circle = {2, 1};
    switch ((vv_prover_op)in->op) {
    case VV_P_CONST: {
        vv_rat r = b->p->rat[in->aux];
        bool fraction = !vv_rat_is_int(r);
        b->slot[in->dst].height = log2_magnitude(r) + (fraction ? b->divisor[0].height : 0);
        row(b, in->dst)[0] = fraction ? 1 : 0;
        break;
    }
    case VV_P_SYMBOL:
    case VV_P_PI: b->slot[in->dst] = two; break;
    case VV_P_ADD: bound_sum(b, in); break;
    case VV_P_MUL: bound_product(b, in); break;
    case VV_P_INV: bound_inverse(b, in, w[0]); break;
    case VV_P_SQRT: bound_root(b, in, w[0], 1, 2); break;
    case VV_P_ROOT: bound_root(b, in, w[0], (double)(int32_t)w[1], (double)w[2]); break;
    case VV_P_CIRCLE: bound_pair(b, in, circle, circle, circle, true); break;
    case VV_P_GROWTH:
    case VV_P_POWER: bound_pair(b, in, two, two, (size){0, 0}, false); break;
    case VV_P_TURN:
    case VV_P_STRETCH: bound_powers(b, in); break;
    case VV_P_LOGABS:
    case VV_P_ODD:
    case VV_P_ATAN2:
    case VV_P_FUNC: b->slot[in->dst] = one; break;
    case VV_P_SINH:
    case VV_P_COSH:
        bound_largest(b, in, 0, 1);
        row(b, in->dst)[0] += 1; /* a half */
        break;
    case VV_P_TANH: {
        bound_largest(b, in, 0, 1);
        size x = b->slot[in->dst], clear = clearing(b, row(b, in->dst));
        int j = new_divisor(b, (size){x.degree + clear.degree, x.height + clear.height});
        b->slot[in->dst] = (size){x.degree + clear.degree, x.height + clear.height};
        row(b, in->dst)[j] += 1;
        break;
    }
    case VV_P_ABS:
    case VV_P_MIN:
    case VV_P_MAX: bound_largest(b, in, 0, 1); break;
    case VV_P_PIECEWISE:
        bound_largest(b, in, 1, 2);
        bound_largest(b, in, in->n - 1, 1);
        break;
    case VV_P_FACTOR: bound_factor(b, in, scratch); break;
    case VV_P_SOLVE: bound_solve(b, in); break;
    case VV_P_SIGN:
    case VV_P_LESS:
    case VV_P_LESSEQ:
    case VV_P_COUNT: break;
    }
}

/* ---- the whole ------------------------------------------------------------------------------ */

static int count_divisors(const vv_prover_program *p) {
    int n = 2; /* u_0 and the shared one */
    for (int i = 0; i < p->nins; i++) switch ((int)p->ins[i].op) {
        case VV_P_INV:
        case VV_P_ROOT:
        case VV_P_CIRCLE:
        case VV_P_GROWTH:
        case VV_P_POWER:
        case VV_P_TANH:
        case VV_P_FACTOR: n++; break;
        default: break;
        }
    int64_t room = MOST_CELLS / (p->nslots + 1);
    if (n > MOST_DIVISORS) n = MOST_DIVISORS;
    return n <= room ? n : room < 2 ? 2 : (int)room;
}

/* log2 of a bound for the product of all distinct denominators. */
static double denominators(const vv_prover_program *p) {
    double h = 1;
    for (int i = 0; i < p->nrats; i++)
        if (!vv_rat_is_int(p->rat[i])) h += vv_rat_height(p->rat[i]);
    return h;
}

static bool allocate(vv_ctx *c, bound *b) {
    const vv_prover_program *p = b->p;
    b->divisor = VV_ARRAY(c, size, b->ndivisors);
    b->slot = VV_ARRAY(c, size, p->nslots + 1);
    b->delta = vv_alloc_array(c, (size_t)(p->nslots + 1) * (size_t)b->ndivisors, sizeof *b->delta);
    b->factor = VV_ARRAY(c, size, p->nins + 1);
    b->factor_divisor = VV_ARRAY(c, int, p->nins + 1);
    return b->divisor && b->slot && b->delta && b->factor && b->factor_divisor;
}

double vv_modular_error_bound(vv_ctx *c, const vv_prover_program *p, int minors) {
    vv_mark m = vv_arena_mark(c);
    bound b = {.p = p, .ndivisors = count_divisors(p), .used = 1};
    float *scratch = VV_ARRAY(c, float, b.ndivisors);
    double error = 0;
    if (scratch && allocate(c, &b)) {
        b.divisor[0].height = denominators(p);
        for (int i = 0; i < p->nins; i++) bound_instruction(&b, &p->ins[i], scratch);
        size worst = {1, 1};
        for (int i = 0; i < p->nroots; i++) {
            size s = cleared(&b, p->root[i]);
            worst.degree = fmax(worst.degree, s.degree);
            worst.height = fmax(worst.height, s.height);
        }
        double k = minors, pairs = 0.5 * p->nhashed * p->nhashed + 1;
        double degree = worst.degree * k, height = k * (worst.height + log2(k + 1));
        /* conjugates count twice: for the norm, and because points without roots are skipped;
         * each fact halves the points, too */
        double log2_more = 2 * b.conjugates + p->npositive + log2(pairs) + log2(rounding_slack);
        double log2_one = log2(degree * exp2(-61) + height / 61 * exp2(-VV_LOG2_PRIMES));
        error = log2_one + log2_more;
        if (!(error < 0)) error = 0;
    }
    vv_arena_release(c, m);
    return error;
}
