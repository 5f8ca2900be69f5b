/* Reports: the blocks in every back end, the equations record, named subexpressions of large
 * systems. */
#include "report/named_subexpressions.h"
#include "report/render/format_expression.h"
#include "report/report.h"
#include "tap.h"

static vv_ctx *c;

static vv_expr mul(vv_expr a, vv_expr b) { return vv_mul(c, a, b); }
static vv_expr add(vv_expr a, vv_expr b) { return vv_add(c, a, b); }

static const char *render(const vv_document *d, vv_report_format f) {
    vv_buffer b = VV_BUFFER(c);
    return vv_document_render(d, f, &b) == VV_OK ? vv_strdup(c, vv_buffer_text(&b)) : "failed";
}

static vv_document *sample(void) {
    vv_expr x = vv_symbol_new(c, "θ", VV_SYM_COORDINATE),
            k = vv_symbol_new(c, "k", VV_SYM_PARAMETER);
    static const char *const cells[] = {"method", "nodes", "lagrange", "12", "appell", "7"};
    vv_document *d = vv_document_new(c, "check", "A bar & a string, 50 %");
    vv_document_paragraph(d, "notes", "%s",
                          "The motion of θ_1 costs $3 in {every} case; one more sentence "
                          "makes this paragraph longer than a line.");
    vv_document_begin(d, "parts", true, "First");
    vv_document_number(d, "degrees_of_freedom", "Degrees of freedom", 2);
    vv_document_list(d, "coordinates", "Coordinates", 1, &x);
    vv_document_fact(d, "method", "Method", "lagrange");
    vv_document_begin(d, NULL, false, "Motion");
    vv_document_equation(d, "equations", "1", vv_symbol_rate(c, x), mul(k, x), VV_POISON,
                         "a remark");
    vv_document_definition(d, "definitions", k, add(x, VV_ONE), NULL);
    vv_document_definition(d, "definitions", k, VV_POISON, "a force");
    vv_document_end(d);
    vv_document_table(d, "table", "Sizes", 2, 2, cells);
    vv_document_end(d);
    static const vv_proof proof = {
        .verdict = VV_PROVED, .means = VV_MEANS_EXACT, .which = -1, .seed = 7};
    vv_document_verdict(d, "claims", "claim integral k", "proved", NULL, &proof);
    return d;
}

static const char sample_text[] =
    "A bar & a string, 50 %\n======================\n"
    "The motion of θ_1 costs $3 in {every} case; one more sentence makes this\n"
    "paragraph longer than a line.\n"
    "\nFirst\n-----\nDegrees of freedom: 2\nCoordinates: θ\nMethod: lagrange\n"
    "\nMotion\n  (1)  θ' = k*θ\n      a remark\n  k = θ + 1\n  k: a force\n"
    "Sizes\n  method    nodes\n  --------  -----\n  lagrange  12\n  appell    7\n"
    "  proved: claim integral k\n      proved exactly\n";

static const char sample_json[] = "{\n"
                                  "  \"schema\": 1,\n"
                                  "  \"report\": \"check\",\n"
                                  "  \"title\": \"A bar & a string, 50 %\",\n"
                                  "  \"notes\": [\"The motion of θ_1 costs $3 in {every} case; one "
                                  "more sentence makes this paragraph longer "
                                  "than a line.\"],\n"
                                  "  \"parts\": [{\n"
                                  "    \"title\": \"First\",\n"
                                  "    \"degrees_of_freedom\": 2,\n"
                                  "    \"coordinates\": [\"θ\"],\n"
                                  "    \"method\": \"lagrange\",\n"
                                  "    \"equations\": [{\n"
                                  "      \"label\": \"1\",\n"
                                  "      \"text\": \"θ' = k*θ\",\n"
                                  "      \"latex\": \"\\\\dot{\\\\theta} = k \\\\theta\",\n"
                                  "      \"residual\": \"θ' - k*θ\",\n"
                                  "      \"remark\": \"a remark\"\n"
                                  "    }],\n"
                                  "    \"definitions\": [{\n"
                                  "      \"name\": \"k\",\n"
                                  "      \"text\": \"θ + 1\",\n"
                                  "      \"latex\": \"\\\\theta + 1\"\n"
                                  "    }, {\n"
                                  "      \"name\": \"k\",\n"
                                  "      \"meaning\": \"a force\"\n"
                                  "    }],\n"
                                  "    \"table\": [{\n"
                                  "      \"method\": \"lagrange\",\n"
                                  "      \"nodes\": \"12\"\n"
                                  "    }, {\n"
                                  "      \"method\": \"appell\",\n"
                                  "      \"nodes\": \"7\"\n"
                                  "    }]\n"
                                  "  }],\n"
                                  "  \"claims\": [{\n"
                                  "    \"what\": \"claim integral k\",\n"
                                  "    \"verdict\": \"proved\",\n"
                                  "    \"means\": \"exact\",\n"
                                  "    \"seed\": \"0x7\",\n"
                                  "    \"proof\": \"proved exactly\"\n"
                                  "  }]\n"
                                  "}\n";

static void test_blocks(void) {
    vv_document *d = sample();
    is_text(render(d, VV_REPORT_TEXT), sample_text, "all blocks as text");
    is_text(render(d, VV_REPORT_JSON), sample_json, "all blocks as JSON");
    const char *tex = render(d, VV_REPORT_LATEX);
    ok(strstr(tex, "A bar \\& a string, 50 \\%"), "LaTeX escapes its special characters");
    ok(strstr(tex, "$\\theta$\\_1 costs \\$3 in \\{every\\}"),
       "Greek letters in words become mathematics");
    ok(strstr(tex, "\\dot{\\theta} &= k \\theta \\tag{1}"), "an equation with its label");
    is_int(strncmp(tex, "\\documentclass{article}", 23), 0, "it is a whole document");
    ok(strstr(tex, "\\end{document}\n"), "to its end");
    /* every begin has its end */
    int open = 0;
    for (const char *p = tex; (p = strchr(p, '\\')); p++)
        open += strncmp(p, "\\begin{", 7) == 0 ? 1 : strncmp(p, "\\end{", 5) == 0 ? -1 : 0;
    is_int(open, 0, "environments are closed");
    const char *page = render(d, VV_REPORT_HTML);
    ok(strstr(page, "<h1>A bar &amp; a string, 50 %</h1>"), "HTML escapes its special characters");
    ok(strstr(page, "<math displaystyle=\"true\"><mover accent=\"true\"><mrow><mi>θ</mi></mrow>"
                    "<mo stretchy=\"false\">˙</mo></mover><mo form=\"infix\">=</mo><mi>k</mi>"),
       "an equation as MathML");
    ok(strstr(page, "<span class=\"label\">(1)</span>"), "with its label");
    ok(strstr(page, "</html>\n"), "the page has an end");
    ok(!strstr(page, "http://") && !strstr(page, "https://"), "and names no other place");
    for (int i = 0; i < VV_REPORT_FORMATS; i++) {
        vv_report_format f;
        bool known = vv_report_format_by_name(vv_report_format_name((vv_report_format)i), &f);
        ok(known && (int)f == i, "form %s is found by its name",
           vv_report_format_name((vv_report_format)i));
    }
    vv_report_format f;
    ok(!vv_report_format_by_name("pdf", &f), "another is not");
}

/* A point on a circle with a multiplier: x x' + y y' = 0. */
static void fill(vv_equations *e) {
    static vv_expr q[2], qd[2], qdd[2], residual[2], lambda[1];
    static vv_constraint_row row, *rows[1];
    vv_expr m = vv_symbol_new(c, "m", VV_SYM_PARAMETER),
            g = vv_symbol_new(c, "g", VV_SYM_PARAMETER);
    vv_symbol_set_sign(c, m, VV_POSITIVE);
    lambda[0] = vv_symbol_new(c, "λ", VV_SYM_MULTIPLIER);
    for (int i = 0; i < 2; i++) {
        q[i] = vv_symbol_new(c, i ? "y" : "x", VV_SYM_COORDINATE);
        qd[i] = vv_symbol_rate(c, q[i]);
        qdd[i] = vv_symbol_rate(c, qd[i]);
        residual[i] = vv_sub(c, mul(m, qdd[i]), mul(lambda[0], q[i]));
    }
    residual[1] = add(residual[1], mul(m, g));
    row = (vv_constraint_row){.kind = VV_ROW_LINEAR,
                              .velocity = add(mul(q[0], qd[0]), mul(q[1], qd[1])),
                              .label = "x*x' + y*y' = 0"};
    rows[0] = &row;
    *e = (vv_equations){.method = "multipliers",
                        .title = "Lagrange's equations with multipliers",
                        .source = "Appell, no. 463",
                        .nq = 2,
                        .q = q,
                        .qd = qd,
                        .qdd = qdd,
                        .n = 2,
                        .w = qd,
                        .wd = qdd,
                        .rate = qd,
                        .speed = qd,
                        .nequations = 2,
                        .residual = residual,
                        .nmultipliers = 1,
                        .lambda = lambda,
                        .row_of_lambda = rows,
                        .nrows = 1,
                        .row = rows};
}

static void test_derive(void) {
    vv_equations e;
    fill(&e);
    const vv_equations *list[1] = {&e};
    vv_report_options o = {.title = "A point on a circle"};
    vv_buffer b = VV_BUFFER(c), again = VV_BUFFER(c);
    is_int(vv_report_derive(c, list, 1, VV_REPORT_TEXT, &o, &b), VV_OK, "a report of equations");
    is_text(vv_buffer_text(&b),
            "A point on a circle\n===================\n\n"
            "Lagrange's equations with multipliers (Appell, no. 463)\n"
            "-------------------------------------------------------\n"
            "Method: multipliers\nCoordinates: x, y\nDegrees of freedom: 1\n\n"
            "Equations of motion\n"
            "  (1)  m*x'' = x*λ\n"
            "  (2)  m*y'' = y*λ - m*g\n\n"
            "Constraints\n"
            "  (3)  x*x' + y*y' = 0\n"
            "      x*x' + y*y' = 0; linear in the velocities\n\n"
            "Multipliers\n"
            "  λ: force of the constraint \"x*x' + y*y' = 0\": +λ times its coefficients, on\n"
            "      the side of the applied forces\n",
            "its text");
    vv_report_derive(c, list, 1, VV_REPORT_TEXT, &o, &again);
    is_text(vv_buffer_text(&again), vv_buffer_text(&b), "the same again");
    vv_expr u = add(add(e.q[0], e.q[1]), mul(e.q[0], e.lambda[0]));
    e.residual[0] = add(e.residual[0], mul(vv_sin(c, u), vv_call(c, VV_EXP, 1, &u)));
    e.residual[1] = add(e.residual[1], mul(vv_pow_int(c, u, 3), vv_cos(c, u)));
    o.most_tokens = 3;
    vv_buffer_clear(&b);
    vv_report_derive(c, list, 1, VV_REPORT_JSON, &o, &b);
    ok(strstr(vv_buffer_text(&b), "subexpressions are named"),
       "named parts when an equation is too long");
}

/* Expanding the definitions restores the original; they are few and short. */
static void test_define(void) {
    vv_expr x = vv_symbol_new(c, "x", VV_SYM_COORDINATE), u = add(x, vv_sin(c, x)), in[2], out[2],
            back[2];
    vv_symbol_new(c, "z7", VV_SYM_PARAMETER); /* taken */
    /* 2^30 tokens if expanded */
    for (int i = 0; i < 30; i++) u = add(mul(u, add(u, VV_ONE)), vv_scale(c, vv_rat_int(i + 2), x));
    in[0] = u;
    in[1] = vv_cos(c, mul(u, x));
    vv_definition *z;
    int n, longest = 0;
    is_int(vv_name_subexpressions(c, 2, in, out, &n, &z), VV_OK, "parts are named");
    ok(n >= 15 && n < 33, "%d of them", n);
    bool fresh = true;
    for (int i = 0; i < n; i++) {
        int cost = vv_format_cost(c, z[i].value, 1000);
        longest = cost > longest ? cost : longest;
        fresh = fresh && strncmp(vv_symbol_get(c, z[i].symbol)->name, "zz", 2) == 0;
    }
    ok(longest < 60, "the longest has %d tokens", longest);
    ok(fresh, "their names clash with none of the model's");
    for (int k = 0; k < 2; k++) {
        back[k] = out[k];
        for (int i = n - 1; i >= 0; i--) back[k] = vv_subst1(c, back[k], z[i].symbol, z[i].value);
        ok(vv_same(back[k], in[k]), "undone they give expression %d", k + 1);
    }
}

/* Solutions of a linear system are given by its equations, which hold for them; a component that is
 * not used has a name all the same. */
static void test_linear_system(void) {
    vv_expr M[4], b[2], x[2], in, out;
    for (int i = 0; i < 4; i++)
        M[i] = vv_symbol_new(c, vv_format(c, "m%d", i + 1), VV_SYM_PARAMETER);
    for (int i = 0; i < 2; i++)
        b[i] = vv_symbol_new(c, vv_format(c, "b%d", i + 1), VV_SYM_PARAMETER);
    vv_solve(c, 2, vv_factor(c, 2, M), b, x);
    in = add(vv_sin(c, x[1]), M[0]);
    vv_definition *part;
    vv_part_line *line;
    int n;
    vv_name_subexpressions(c, 1, &in, &out, &n, &part);
    is_int(n, 1, "the component that is used has a name");
    is_int(vv_part_lines(c, n, part, &line), 2, "two equations give it");
    const char *name = vv_symbol_get(c, part[0].symbol)->name, *other = vv_format(c, "%s_1", name),
               *text[2];
    for (int i = 0; i < 2; i++) {
        text[i] = vv_format_string(c, vv_sub(c, line[i].left, line[i].right), VV_STYLE_TEXT);
        is_text(text[i],
                vv_format(c, "m%d*%s + m%d*%s - b%d", 2 * i + 1, other, 2 * i + 2, name, i + 1),
                "row %d", i + 1);
        ok(line[i].system, "as an equation");
    }
}

/* Every refused allocation is reported and none crashes. */
static void test_refusals(void) {
    long reported = 0, step = 1;
    for (long at = 1;; at += step) {
        vv_limits limits = {.refuse_at = at};
        c = vv_ctx_new(&limits);
        if (!c) continue;
        vv_equations e;
        fill(&e);
        const vv_equations *list[1] = {&e};
        vv_buffer b = VV_BUFFER(c);
        vv_status s = VV_E_NOMEM;
        if (vv_ctx_ok(c)) s = vv_report_derive(c, list, 1, VV_REPORT_LATEX, NULL, &b);
        vv_ctx_free(c);
        if (s == VV_OK) break;
        reported += s == VV_E_NOMEM;
        if (at > 200000) break;
        if (s != VV_E_NOMEM) {
            fail("refusal %ld gave %s", at, vv_status_text(s));
            return;
        }
    }
    ok(reported > 20, "%ld refused allocations were all reported", reported);
}

int main(void) {
    c = vv_ctx_new(NULL);
    test_blocks();
    test_derive();
    test_define();
    test_linear_system();
    vv_ctx_free(c);
    test_refusals();
    return done_testing();
}
