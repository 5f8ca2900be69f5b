/* Text to tree: shapes, the examples of the reference, errors with their locations, limits,
 * refused memory. */
#include "lang/ast.h"

#include "lang/diagnostic_codes.h"
#include "lang/units.h"
#include "lang/keywords.h"
#include "tap.h"
#include "lang/tree_print.h"

/* ---- shapes ---------------------------------------------------------------------------------- */

/* The tree fully bracketed: (sum a (minus b)); "-" for an absent part. */
static void show(vv_buffer *b, const vv_node *n) {
    if (!n) {
        vv_buffer_char(b, '-');
        return;
    }
    if (n->kind == VV_N_NAME || n->kind == VV_N_NUMBER || n->kind == VV_N_UNIT) {
        vv_buffer_add(b, n->number ? n->number : n->name);
        if (n->n) vv_buffer_printf(b, "[%s]", n->kid[0]->name);
        return;
    }
    vv_buffer_printf(b, "(%s", vv_node_kind_name(n->kind));
    if (n->name) vv_buffer_printf(b, " %s", n->name);
    if (n->primes) vv_buffer_printf(b, " '%d", n->primes);
    if (n->flag) vv_buffer_printf(b, " !");
    for (int i = 0; i < n->n; i++) {
        vv_buffer_char(b, ' ');
        show(b, n->kid[i]);
    }
    vv_buffer_char(b, ')');
}

static void expression_is(const char *text, const char *expected) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_node *n = vv_parse_expression(c, "e", text, strlen(text));
    vv_buffer b = VV_BUFFER(c);
    if (n) show(&b, n);
    is_text(vv_buffer_text(&b), expected, "%s", text);
    vv_ctx_free(c);
}

static void statement_is(const char *text, const char *expected) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_tree t;
    vv_buffer b = VV_BUFFER(c);
    vv_parse(c, "s", text, strlen(text), &t);
    for (int i = 0; i < t.n; i++) {
        if (i) vv_buffer_char(&b, ' ');
        show(&b, t.statement[i]);
    }
    if (vv_diag_count(c)) diag("%s", vv_diag_at(c, 0)->message);
    is_text(vv_buffer_text(&b), expected, "%s", text);
    vv_ctx_free(c);
}

static void expressions(void) {
    expression_is("a - b*c/d", "(sum a (minus (product b c (over d))))");
    expression_is("a + b - c", "(sum a b (minus c))");
    expression_is("(a + b) - c", "(sum (sum a b) (minus c))");
    expression_is("-a^2", "(minus (power a 2))");
    expression_is("-a*b", "(minus (product a b))");
    expression_is("a*-b", "(product a (minus b))");
    expression_is("a/b*c", "(product a (over b) c)");
    expression_is("a^b^-c", "(power a (power b (minus c)))");
    expression_is("x²·y − z", "(sum (product (power x 2) y) (minus z))");
    expression_is("θ''^2", "(power (prime '2 θ) 2)");
    expression_is("x″ + y‴", "(sum (prime '2 x) (prime '3 y))");
    expression_is("(x')'", "(prime '2 x)");
    expression_is("theta1 + varphi", "(sum θ1 φ)");
    expression_is("π + pi", "(sum pi pi)");
    expression_is("f'(x) + f(x)'", "(sum (call f '1 x) (prime '1 (call f x)))");
    expression_is("θ[i-1]'", "(prime '1 (index θ (sum i (minus 1))))");
    expression_is("A[i, j].x", "(member x (index A i j))");
    expression_is("75 [deg]", "75[deg]");
    expression_is("2 [ kg · m² ]", "2[kg*m^2]");
    expression_is("(1/3) [m]", "(quantity (product 1 (over 3)) m)");
    expression_is("1/(3 [m])", "(product 1 (over 3[m]))");
    expression_is("((a, b), c)", "(tuple (tuple a b) c)");
    expression_is("(a, b, c) in R + d", "(sum (vector in (tuple a b c) R) d)");
    expression_is("delta(x)", "(δ x)");
    expression_is("D(ξ, u, v)", "(D ξ u v)");
    expression_is("sum(x[i] for i in 1..n)", "(sum for i (index x i) (range 1 n))");
    expression_is("sum(i*j for i in 1..n, j in 1..i)",
                  "(sum for i (sum for j (product i j) (range 1 i)) (range 1 n))");
    expression_is("piecewise(x < 0, -x, x)", "(piecewise (comparison < x 0) (minus x) x)");
    expression_is("1E5 + 2.50", "(sum 1e5 2.50)");
    expression_is("sin (x)", "(call sin x)");
    expression_is("mass*work", "(product mass work)");
}

static void statements(void) {
    statement_is("parameter a, b [m], c = 2 [kg], d, e = 2*pi [rad/s]",
                 "(parameter a - - m) (parameter b - - m) (parameter c - 2[kg] -) "
                 "(parameter d - - -) (parameter e - (product 2 pi) rad/s)");
    statement_is("coordinate x, y [m], α dependent, θ[1..n] [rad] dependent",
                 "(coordinate x - m) (coordinate y - m) (coordinate α ! - rad) "
                 "(coordinate θ ! (indices (range 1 n)) rad)");
    statement_is("assume 0 < k <= l, x in (a, b)",
                 "(assume (comparison < 0 k)) (assume (comparison <= k l)) "
                 "(assume (comparison < a x)) (assume (comparison < x b))");
    statement_is("frame R = world turned ψ about z, θ about x",
                 "(frame R - world - - - - (turn ψ z) (turn θ x))");
    statement_is("frame F = R at P turned a about z, at Q", "");
    statement_is("frame F = R turned a about z, b about x at P",
                 "(frame F - R P - - - (turn a z) (turn b x))");
    statement_is("frame F = world free (p, q, r) along world",
                 "(frame F - world - - (tuple p q r) world)");
    statement_is("frame F = world turning v", "(frame F - world - v - -)");
    statement_is("body b: inertia I about z, mass 0, center G",
                 "(body b - 0 G - (inertia I z - -))");
    statement_is("rolling h on world at P, normal n, friction 0.4 static 0.5",
                 "(rolling h world - P n 0.4 0.5 - - - - - -)");
    statement_is("rolling h on world at P, pivoting c, resistance k, friction 0.4",
                 "(rolling h world - P - 0.4 - - - - k c -)");
    statement_is("rolling e by s on t without pivoting", "(rolling ! e t s - - - - - - - - - -)");
    statement_is("rolling h on world at P, friction 0.4, restitution e",
                 "(rolling h world - P - 0.4 - - - - - - e)");
    statement_is("start B = world turned a about x, b about z, x' = 1",
                 "(start frame B world (turn a x) (turn b z)) (start (prime '1 x) 1)");
    statement_is("spring k between A and B, length l0", "(spring k A B l0)");
    statement_is("spring k on θ", "(spring k θ - -)");
    statement_is("damper c on θ", "(damper c θ -)");
    statement_is("servo s = v*t through δ(u) - 2*δ(v) = 0, w",
                 "(servo (comparison = s (product v t)) (comparison = (sum (δ u) "
                 "(minus (product 2 (δ v)))) 0) w)");
    statement_is("auxiliary λ'' = θ'", "(auxiliary λ '2 - (prime '1 θ))");
    statement_is("function f(θ), g(u, v) = u", "(function f (list θ) -) (function g (list u v) u)");
    statement_is("mass m at P[i] for i in 1..n, j in 1..i",
                 "(for i (range 1 n) (for j (range 1 i) (mass m (index P i))))");
    statement_is(
        "when y = 0 then y' = -e*y', record",
        "(when (comparison = y 0) (assignment (prime '1 y) (minus (product e (prime '1 y)))) "
        "(action record))");
    statement_is(
        "claim not equation a = b when c = d, e = f neglecting w^2",
        "(claim equation ! (comparison = a b) (list (comparison = c d) (comparison = e f)) "
        "(list (power w 2)) - -)");
    statement_is("claim stable at x = 0 if a > 0, b > 0",
                 "(claim stable - - - (list (comparison > a 0) (comparison > b 0)) "
                 "(list (comparison = x 0)))");
    statement_is("point D = C + D1, E = D", "(point D - (sum C D1)) (point E - D)");
    statement_is("body D: mass m, centre D, frame D", "(body D - m D D -)");
    statement_is("direction (α, β, γ) = -world.z in B",
                 "(direction (tuple α β γ) (minus (member z world)) B)");
    statement_is("surface s(u, v) on B = (u, v, 0)",
                 "(surface s B (list u v) - (tuple u v 0) - - -)");
    statement_is("shape s: ring w = b, r = a on B along u", "(shape s ! - B - - - u a b)");
    statement_is("shape s[i]: rod r = a between P and Q on B for i in 1..2",
                 "(for i (range 1 2) (shape s ! (indices i) B P Q - - a))");
    statement_is("shape s: rope between P and Q", "(shape s ! - - P Q - -)");
    statement_is("surface s on top of revolution, support f", "(surface s ! top - - - f - -)");
    statement_is("surface s on B: torus R, 2*b inside, u in (0, 1)",
                 "(surface s B - - - - - (shape torus ! R (product 2 b)) (box u 0 1))");
    statement_is("surface s(u, v) on B of revolution, profile (u, 0)",
                 "(surface s ! B (list u v) - - - (tuple u 0) -)");
    statement_is("surface s on B: plane = 0", "(surface s B - (comparison = plane 0) - - - -)");
    statement_is("curve c(l) on B = (l, 0, 0), l in (0, 1)",
                 "(curve c B (list l) (tuple l 0 0) (box l 0 1))");
    statement_is("rolling B by s(a, b) on r(c, d), angle φ without pivoting",
                 "(rolling ! B r s - - - - (list a b) (list c d) (list φ) - - -)");
    statement_is("potential energy (x)", "(potential x)");
    statement_is("potential energy - x", "(potential (sum energy (minus x)))");
    statement_is("let a = (1 +\n 2)\nlet b = 3 +\n# remark\n 4",
                 "(let a - (sum 1 2)) (let b - (sum 3 4))");
    statement_is("body b: mass m,\n  frame F", "(body b - m - F -)");
}

/* ---- spans ----------------------------------------------------------------------------------- */

static void spans(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    const char *text = "# θ\ncoordinate θ\nlet q = (θ + 1)*sin(θ)\n";
    vv_tree t;
    vv_parse(c, "s", text, strlen(text), &t);
    vv_node *let = t.statement[1], *product = let->kid[1], *sine = product->kid[1];
    ok(let->name_span.begin == 23 && let->name_span.end == 24, "span of a declared name");
    is_int(product->span.begin, 27, "a product begins with its bracket");
    is_int(product->span.end, 43, "and ends with its last factor");
    ok(sine->name_span.begin == 36 && sine->name_span.end == 39, "span of a function's name");
    ok(let->span.begin == 19 && let->span.end == 43, "span of the statement");
    is_int(let->height, 4, "height of the statement");
    vv_ctx_free(c);
}

static void equality(void) {
    static const char *const other[] = {
        "coordinate x", "coordinate y dependent",    "coordinate x dependent [m]",
        "parameter x",  "coordinate x[1] dependent", "input x",
    };
    vv_ctx *c = vv_ctx_new(NULL);
    vv_tree a, b;
    vv_parse(c, "a", "coordinate x dependent", 22, &a);
    vv_parse(c, "b", "coordinate  x  dependent", 24, &b);
    ok(vv_node_equal(a.statement[0], b.statement[0]), "places do not count");
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        vv_parse(c, "b", other[i], strlen(other[i]), &b);
        ok(!vv_node_equal(a.statement[0], b.statement[0]), "%s is another statement", other[i]);
    }
    vv_parse(c, "a", "let a = x' + 2", 14, &a);
    vv_parse(c, "b", "let a = x'' + 2", 15, &b);
    ok(!vv_node_equal(a.statement[0], b.statement[0]), "the number of primes counts");
    vv_parse(c, "b", "let a = x' + 3", 14, &b);
    ok(!vv_node_equal(a.statement[0], b.statement[0]), "numbers count");
    ok(!vv_node_equal(a.statement[0], NULL) && vv_node_equal(NULL, NULL), "nothing equals nothing");
    vv_ctx_free(c);
}

/* ---- the reference --------------------------------------------------------------------------- */

static char *read_file(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    fseek(f, 0, SEEK_END);
    *n = (size_t)ftell(f);
    rewind(f);
    char *s = malloc(*n + 1);
    *n = fread(s, 1, *n, f);
    s[*n] = '\0';
    fclose(f);
    return s;
}

/* Parses without diagnostics, prints, parses again to the same tree. */
static void example(const char *text, size_t n, int number) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_tree t, again;
    vv_buffer b = VV_BUFFER(c);
    bool good = vv_parse(c, "example", text, n, &t) == VV_OK && t.n > 0;
    vv_tree_print(c, &t, &b);
    good = good && vv_parse(c, "printed", b.text, b.length, &again) == VV_OK && t.n == again.n;
    for (int i = 0; good && i < t.n; i++) good = vv_node_equal(t.statement[i], again.statement[i]);
    if (!ok(good, "example %d of the reference, %d statements", number, t.n) && vv_diag_count(c)) {
        vv_buffer_clear(&b);
        vv_diag_render(c, vv_diag_at(c, 0), false, &b);
        diag("%s", b.text);
    }
    vv_ctx_free(c);
}

static bool mentions(const char *document, const char *word) {
    char quoted[64];
    snprintf(quoted, sizeof quoted, "`%s`", word);
    return strstr(document, quoted) != NULL;
}

static void reference(void) {
    size_t n;
    char *document = read_file("doc/language.md", &n);
    if (!ok(document != NULL, "doc/language.md is there")) return;
    int examples = 0;
    for (char *p = document; (p = strstr(p, "\n```vv\n"));) {
        p += 7;
        char *end = strstr(p, "\n```");
        example(p, (size_t)(end + 1 - p), ++examples);
        p = end;
    }
    ok(examples >= 12, "%d examples", examples);
    for (int i = 0; vv_keyword_connective(i); i++)
        ok(mentions(document, vv_keyword_connective(i)), "the reference lists %s",
           vv_keyword_connective(i));
    for (int i = 0; vv_keyword_reserved(i); i++)
        ok(mentions(document, vv_keyword_reserved(i)), "the reference lists %s",
           vv_keyword_reserved(i));
    for (int i = 0; vv_unit_name(i); i++)
        ok(mentions(document, vv_unit_name(i)), "the reference lists the unit %s", vv_unit_name(i));
    free(document);
}

/* Every diagnostic code of the language is explained. */
static void explained(void) {
    size_t n;
    char *document = read_file("doc/diagnostics.md", &n), row[24];
    if (!ok(document != NULL, "doc/diagnostics.md is there")) return;
    for (int code = VV_C_UTF8; code <= VV_C_INDEX; code++) {
        if (code > VV_C_LARGE_FILE && code < VV_C_STATEMENT) continue;
        snprintf(row, sizeof row, "| VV%04d |", code);
        ok(strstr(document, row) != NULL, "VV%04d is explained", code);
    }
    free(document);
}

/* ---- faults ---------------------------------------------------------------------------------- */

/* Exactly one error, with this code at this line and column; the hint contains some text (or
 * NULL). */
typedef struct fault {
    const char *text;
    int code, line, column;
    const char *hint;
} fault;

/* clang-format off */
static const fault fault_list[] = {
    {"kinetik energy 1",                  VV_C_STATEMENT, 1, 1, "'kinetic energy'"},
    {"cordinate x",                       VV_C_STATEMENT, 1, 1, "'coordinate'"},
    {"x = 2",                             VV_C_STATEMENT, 1, 1, "let x"},
    {"42",                                VV_C_STATEMENT, 1, 1, NULL},
    {"(a)",                               VV_C_STATEMENT, 1, 1, NULL},
    {"kinetic enrgy 3",                   VV_C_CLAUSE, 1, 9, "'energy'"},
    {"force functoin 3",                  VV_C_CLAUSE, 1, 7, "'function'"},
    {"force F A",                         VV_C_PRODUCT, 1, 7, "'at'"},
    {"kinetic 3",                         VV_C_EXPECTED, 1, 9, NULL},
    {"system hoop",                       VV_C_EXPECTED, 1, 8, NULL},
    {"coordinate x y",                    VV_C_EXPECTED, 1, 14, NULL},
    {"coordinate x, , y",                 VV_C_EXPECTED, 1, 15, NULL},
    {"coordinate x,",                     VV_C_EXPECTED, 1, 13, NULL},
    {"coordinate x = 2",                  VV_C_TRAILING, 1, 14, "start"},
    {"coordinate x depndent",             VV_C_CLAUSE, 1, 14, "'dependent'"},
    {"coordinate θ[1..n",                 VV_C_UNCLOSED, 1, 17, NULL},
    {"coordinate at",                     VV_C_RESERVED, 1, 12, NULL},
    {"parameter sin",                     VV_C_RESERVED, 1, 11, NULL},
    {"parameter D",                       VV_C_RESERVED, 1, 11, NULL},
    {"parameter delta",                   VV_C_RESERVED, 1, 11, NULL},
    {"parameter m = 2 x",                 VV_C_PRODUCT, 1, 15, "2*x"},
    {"parameter m = 2x",                  VV_C_PRODUCT, 1, 15, "2*x"},
    {"let a = (b + c)(d)",                VV_C_PRODUCT, 1, 15, "*"},
    {"let a = x' (y)",                    VV_C_PRODUCT, 1, 9, "*"},
    {"let a = 1 + * 2",                   VV_C_OPERAND, 1, 13, NULL},
    {"let a = b +",                       VV_C_OPERAND, 1, 11, NULL},
    {"let a = ()",                        VV_C_OPERAND, 1, 10, NULL},
    {"let a = f()",                       VV_C_OPERAND, 1, 11, NULL},
    {"let a = ",                          VV_C_OPERAND, 1, 7, NULL},
    {"let a = (1, 2",                     VV_C_UNCLOSED, 1, 13, NULL},
    {"let a = (1, 2]",                    VV_C_CLOSING, 1, 14, NULL},
    {"let a = 1)",                        VV_C_CLOSING, 1, 10, NULL},
    {"let a = x '",                       VV_C_PRIME, 1, 11, NULL},
    {"let a = 2'",                        VV_C_PRIME, 1, 10, NULL},
    {"let a = θ'[3]",                     VV_C_PRIME, 1, 10, "index"},
    {"let a = x''''''''''",               VV_C_PRIME, 1, 10, NULL},
    {"let a = f''''''''''(x)",            VV_C_PRIME, 1, 10, NULL},
    {"let a = ((x''''')''''')",       VV_C_PRIME, 1, 18, NULL},
    {"auxiliary a'''''''''' = x",         VV_C_PRIME, 1, 12, NULL},
    {"let a = δ'(x)",                     VV_C_PRIME, 1, 9, NULL},
    {"let a = θ [3]",                     VV_C_UNIT_PLACE, 1, 11, "θ[3]"},
    {"let a = 75[deg]",                   VV_C_UNIT_PLACE, 1, 11, "space"},
    {"let a = 75 [degrees]",              VV_C_UNIT, 1, 13, "'deg'"},
    {"let a = 75 [kgm]",                  VV_C_UNIT, 1, 13, NULL},
    {"let a = 75 []",                     VV_C_UNIT, 1, 13, NULL},
    {"let a = 75 [m",                     VV_C_UNCLOSED, 1, 13, NULL},
    {"let a = 1/3 [m]",                   VV_C_UNIT_SCOPE, 1, 11, "(1/3) [m]"},
    {"let a = 2^3 [m]",                   VV_C_UNIT_SCOPE, 1, 11, NULL},
    {"let a = θ[1..3]",                   VV_C_INDEX, 1, 12, NULL},
    {"function f[1..3](x)",               VV_C_INDEX, 1, 11, NULL},
    {"let a = δ",                         VV_C_RESERVED, 1, 9, "variation"},
    {"let a = δ(x, y)",                   VV_C_COMPONENTS, 1, 9, NULL},
    {"let a = D(x)",                      VV_C_COMPONENTS, 1, 9, NULL},
    {"let a = sum(x)",                    VV_C_CLAUSE, 1, 14, "for i in"},
    {"let a = sum(x for i)",              VV_C_EXPECTED, 1, 20, NULL},
    {"let a = piecewise(x, y)",           VV_C_COMPONENTS, 1, 20, "piecewise"},
    {"let a = 5.",                        VV_C_NUMBER, 1, 10, "5.0"},
    {"let a = R.",                        VV_C_EXPECTED, 1, 10, NULL},
    {"let a' = 3",                        VV_C_TARGET, 1, 6, NULL},
    {"let a",                             VV_C_EXPECTED, 1, 5, NULL},
    {"constraint x + y",                  VV_C_COMPARISON, 1, 16, NULL},
    {"constraint x = y = z",              VV_C_COMPARISON, 1, 18, "comma"},
    {"relation x < y",                    VV_C_COMPARISON, 1, 12, NULL},
    {"assume x",                          VV_C_COMPARISON, 1, 8, NULL},
    {"frame R = world turnd ψ about z",   VV_C_CLAUSE, 1, 17, "'turned'"},
    {"frame R = world turned ψ abut z",   VV_C_CLAUSE, 1, 26, "'about'"},
    {"frame R = world turned ψ",          VV_C_EXPECTED, 1, 24, NULL},
    {"frame R = turned ψ about z",        VV_C_EXPECTED, 1, 11, NULL},
    {"frame R = world at P at Q",         VV_C_CLAUSE, 1, 22, NULL},
    {"frame R = world free (p, q)",       VV_C_COMPONENTS, 1, 22, NULL},
    {"body hoop mass m",                  VV_C_EXPECTED, 1, 11, NULL},
    {"body hoop: mas m",                  VV_C_CLAUSE, 1, 12, "'mass'"},
    {"body hoop: mass m, mass n",         VV_C_CLAUSE, 1, 20, NULL},
    {"body b: mass m, inertia I",         VV_C_COMPONENTS, 1, 25, "about z"},
    {"body b: mass m, inertia (A, B)",    VV_C_COMPONENTS, 1, 25, NULL},
    {"body b: mass m, inertia ((A, B, C), (A, B, C), D1)", VV_C_COMPONENTS, 1, 25, NULL},
    {"body b: mass m, inertia (A, B, C) about z", VV_C_COMPONENTS, 1, 25, NULL},
    {"rolling hoop onto world at P",      VV_C_EXPECTED, 1, 14, NULL},
    {"rolling hoop on world",             VV_C_CLAUSE, 1, 17, "at P"},
    {"rolling hoop on world at P, norml n", VV_C_CLAUSE, 1, 29, "'normal'"},
    {"start 2*x = 3",                     VV_C_TARGET, 1, 7, NULL},
    {"start x",                           VV_C_EXPECTED, 1, 7, NULL},
    {"spring k between A und B",          VV_C_CLAUSE, 1, 20, "'and'"},
    {"spring k A B",                      VV_C_PRODUCT, 1, 8, "'between'"},
    {"damper c",                          VV_C_EXPECTED, 1, 8, NULL},
    {"servo a = b",                       VV_C_EXPECTED, 1, 11, NULL},
    {"claim equaton x = y",               VV_C_CLAUSE, 1, 7, "'equation'"},
    {"claim x",                           VV_C_EXPECTED, 1, 7, NULL},
    {"claim equation x = y when a = b when c = d", VV_C_CLAUSE, 1, 33, "commas"},
    {"when x = 0 record",                 VV_C_PRODUCT, 1, 10, "'then'"},
    {"when x = 0 then recrd",             VV_C_CLAUSE, 1, 17, "'record'"},
    {"box θ in 3",                        VV_C_EXPECTED, 1, 10, NULL},
    {"auxiliary λ = 2",                   VV_C_PRIME, 1, 11, "auxiliary λ'"},
    {"direction (a, b) = V in B",         VV_C_COMPONENTS, 1, 11, NULL},
    {"direction (a, b, c) = (0, 0, 1) in B", VV_C_CLAUSE, 1, 36, "in R in R"},
    {"function f",                        VV_C_EXPECTED, 1, 10, NULL},
    {"function f()",                      VV_C_EXPECTED, 1, 12, NULL},
    {"surface s(u) on B = (1, 2, 3)",     VV_C_COMPONENTS, 1, 10, NULL},
    {"surface s on B of rotation, support f", VV_C_EXPECTED, 1, 19, NULL},
    {"curve c(u, v) on B = (1, 2, 3)",    VV_C_COMPONENTS, 1, 8, NULL},
    {"mass m at P[i] for i in n",         VV_C_EXPECTED, 1, 25, NULL},
    {"mass m at P[i] fr i in 1..n",       VV_C_CLAUSE, 1, 16, "'for'"},
    {"mass m at P,",                      VV_C_TRAILING, 1, 12, NULL},
    {"run 20 [s] 30",                     VV_C_PRODUCT, 1, 10, NULL},
    {"kinetic energy (a + b\ncoordinate x", VV_C_UNCLOSED, 1, 21, NULL},
    {"kinetic energy (a +\ncoordinate x",  VV_C_OPERAND, 1, 19, NULL},
    {"kinetic energy a +\nforce function b", VV_C_OPERAND, 1, 18, NULL},
    {"let a = \"b\"",                     VV_C_OPERAND, 1, 9, NULL},
};
/* clang-format on */

static void check_fault(const fault *f) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_tree t;
    int line = 0, column = 0;
    vv_status s = vv_parse(c, "model.vv", f->text, strlen(f->text), &t);
    const vv_diag *d = vv_diag_at(c, 0);
    if (d) vv_diag_place(c, d->span.begin, &line, &column);
    bool right = s == VV_E_MODEL && vv_diag_errors(c) == 1 && d->code == f->code &&
                 d->span.begin < d->span.end && line == f->line && column == f->column;
    right = right && (!f->hint || (d->hint && strstr(d->hint, f->hint)));
    if (!ok(right, "VV%04d in %s", f->code, f->text) && d) {
        vv_buffer b = VV_BUFFER(c);
        vv_diag_render(c, d, false, &b);
        diag("%d errors\n%s", vv_diag_errors(c), b.text);
    }
    vv_ctx_free(c);
}

static void rendered(void) {
    static const char text[] =
        "coordinate θ\nkinetic energy (m*θ'^2\n  /2\nforce functin 3\nlet a = 2 b\n";
    static const char expected[] =
        "model.vv:3:4: error VV0203: ')' is missing\n"
        "    3 |   /2\n"
        "      |    ^\n"
        "model.vv:2:16: note: opened here\n"
        "    2 | kinetic energy (m*θ'^2\n"
        "      |                ^\n"
        "model.vv:4:7: error VV0214: 'functin' is unexpected here\n"
        "    4 | force functin 3\n"
        "      |       ^~~~~~~\n"
        "      = hint: did you mean 'function'?\n"
        "model.vv:5:9: error VV0206: an operator is missing between '2' and 'b'\n"
        "    5 | let a = 2 b\n"
        "      |         ^~~\n"
        "      = hint: write a product with *: 2*b\n";
    vv_ctx *c = vv_ctx_new(NULL);
    vv_tree t;
    vv_buffer b = VV_BUFFER(c);
    vv_parse(c, "model.vv", text, strlen(text), &t);
    for (int i = 0; i < vv_diag_count(c); i++) vv_diag_render(c, vv_diag_at(c, i), false, &b);
    is_text(vv_buffer_text(&b), expected, "three faults in one run, as the user sees them");
    is_int(t.n, 1, "what was understood is kept");
    vv_ctx_free(c);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* head, n times piece, tail */
static char *repeated(const char *head, const char *piece, size_t n, const char *tail) {
    size_t h = strlen(head), k = strlen(piece), l = strlen(tail);
    char *s = malloc(h + n * k + l + 1);
    memcpy(s, head, h);
    if (k == 1)
        memset(s + h, piece[0], n);
    else
        for (size_t i = 0; i < n; i++) memcpy(s + h + i * k, piece, k);
    memcpy(s + h + n * k, tail, l + 1);
    return s;
}

static void limit(char *text, int code, const char *name) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_tree t;
    vv_parse(c, "m", text, strlen(text), &t);
    const vv_diag *d = vv_diag_at(c, 0);
    bool right =
        code ? vv_diag_errors(c) == 1 && d->code == code : vv_diag_errors(c) == 0 && t.n == 1;
    if (!ok(right, "%s", name) && d)
        diag("%d errors, VV%04d %s", vv_diag_errors(c), d->code, d->message);
    vv_ctx_free(c);
    free(text);
}

static void limits(void) {
    limit(repeated("let a = ", "(", 200000, "x"), VV_C_NESTED, "200,000 open brackets");
    limit(repeated("let a = ", "f(", 200000, "x"), VV_C_NESTED, "200,000 nested calls");
    limit(repeated("let a = ", "x[", 200000, "1"), VV_C_NESTED, "200,000 nested indices");
    limit(repeated("let a = ", "-", 200000, "x"), VV_C_NESTED, "200,000 signs");
    limit(repeated("let a = ", "x^", 200000, "x"), VV_C_NESTED, "200,000 exponents");
    limit(repeated("let a = x", ".x", 200000, ""), VV_C_NESTED, "200,000 members");
    limit(repeated("let a = 2 [", "(", 200000, "m]"), VV_C_UNIT, "200,000 brackets in a unit");
    limit(repeated("mass m at P for i in 1..n", ", i in 1..n", 100000, ""), VV_C_NESTED,
          "100,000 indices of a family");
    limit(repeated("let a = ", "(", 900, "x"), VV_C_UNCLOSED, "900 open brackets are read");
    limit(repeated("let a = ", "-", 900, "x"), 0, "900 signs are legal");
    limit(repeated("let a = x", " + x*y", 100000, ""), 0, "a sum of 100,000 terms is legal");
    /* what is opened is closed again: depth does not accumulate along a line */
    limit(repeated("let a = x", " + (x*y[1] - f(-x^-2, sum(i for i in 1..2)))*-z", 2000, ""), 0,
          "2,000 brackets side by side are legal");
    limit(repeated("let a = x", "*y/z", 100000, ""), 0, "a product of 200,000 factors is legal");
    limit(repeated("let ", "x", 2000000, " = 3"), VV_C_LONG_NAME, "a name of two megabytes");
    limit(repeated("", "x", (16 << 20) + 1, ""), VV_C_LARGE_FILE, "a file of more than 16 MiB");
}

/* The height bound is what allows later stages to recurse. */
static int true_height(const vv_node *n) {
    int most = 0;
    for (int i = 0; n && i < n->n; i++) {
        int h = true_height(n->kid[i]);
        if (h > most) most = h;
    }
    return n ? most + 1 : 0;
}

static void heights(void) {
    vv_ctx *c = vv_ctx_new(NULL);
    vv_tree t;
    char *text = repeated("let a = ", "-(1 + ", 300, "x");
    char *closed = repeated(text, ")", 300, "\nparameter p, q [kg], r[1..n] [m]\n");
    vv_parse(c, "m", closed, strlen(closed), &t);
    is_int(t.n, 4, "all statements are read");
    for (int i = 0; i < t.n; i++)
        is_int(t.statement[i]->height, true_height(t.statement[i]), "height of statement %d", i);
    ok(t.n && t.statement[0]->height > 600, "the first is high");
    vv_ctx_free(c);
    free(text);
    free(closed);
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Refuses the 1st, 2nd, 3rd ... allocation until the run succeeds: each refusal is reported. */
static void refusals(void) {
    static const char text[] =
        "coordinate θ[1..n] [rad], x\nframe R = world turned x about z, 2 about y\n"
        "body b: mass 2 [kg], centre G, inertia ((1, 0, 0), (0, 1, 0), (0, 0, 1)) along R\n"
        "let a = sum(θ[i]² for i in 1..n) + piecewise(x < 0, f'(x), D(f, x)) + (1, 2) in R\n"
        "claim equation a = b when c = d for i in 1..n\nlet b = 2 c\nlet d = (3 [deg\n";
    long refused = 0, wrong = 0;
    for (long at = 1; at < 5000; at++) {
        vv_limits limits = {.refuse_at = at};
        vv_ctx *c = vv_ctx_new(&limits);
        if (!c) continue;
        vv_tree t;
        vv_status s = vv_parse(c, "m", text, strlen(text), &t);
        bool hit = vv_ctx_status(c) == VV_E_NOMEM;
        refused += hit;
        wrong += hit && s != VV_E_NOMEM;
        bool complete = !hit && s == VV_E_MODEL && vv_diag_errors(c) == 2 && t.n == 6;
        vv_ctx_free(c);
        if (!hit) {
            ok(complete, "with enough memory the parse is whole");
            break;
        }
    }
    ok(refused > 5, "%ld allocations were refused", refused);
    is_int(wrong, 0, "each refusal was reported");
}

int main(void) {
    expressions();
    statements();
    spans();
    equality();
    reference();
    explained();
    for (size_t i = 0; i < sizeof fault_list / sizeof *fault_list; i++) check_fault(&fault_list[i]);
    rendered();
    limits();
    heights();
    refusals();
    return done_testing();
}
