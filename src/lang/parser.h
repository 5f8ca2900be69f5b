/* Shared by the files of the parser; not for use outside src/lang. The parser reads the tokens
 * of one statement at a time. A function that fails has reported the reason, sets `failed` and
 * returns NULL or false; the rest of the statement is then skipped silently, so the parser
 * reports at most one diagnostic per statement. */
#ifndef VV_LANG_PARSE_H
#define VV_LANG_PARSE_H

#include "lang/ast.h"
#include "lang/diagnostic_codes.h"
#include "lang/lexer.h"

enum { VV_TRIED_WORDS_MAX = 12 };

typedef struct vv_parser {
    vv_ctx *ctx;
    vv_lexer lexer;
    vv_token ahead; /* first token of the next statement */

    vv_token *token; /* tokens of this statement, END last (tokens) */
    int tokens, token_room, at;
    int depth;        /* brackets and signs we are inside   */
    int ended;        /* where the last expression ended    */
    bool failed, bad; /* reported; holds a BAD token        */
    bool request;     /* the keyword of the statement is understood, not written */

    vv_node **stack; /* children being collected  (top) */
    int top, stack_room;

    vv_node **statement; /* statements parsed so far (n) */
    int n, statement_room;

    /* words accepted at token tried_at, for "expected ..." and "did you mean" */
    const char *tried[VV_TRIED_WORDS_MAX];
    int tried_n, tried_at;
    vv_diag unread; /* receives later diagnostics of a failed statement */
} vv_parser;

/* ---- tokens (parser.c) ---- */
vv_token vv_p_current(const vv_parser *p);
vv_token vv_p_next_token(const vv_parser *p); /* the token after vv_p_current */
const char *vv_p_token_text(const vv_parser *p, vv_token t, size_t *n);
void vv_p_advance(vv_parser *p);
bool vv_p_is(const vv_parser *p, vv_token_kind k);
bool vv_p_accept(vv_parser *p, vv_token_kind k);
bool vv_p_expect(vv_parser *p, vv_token_kind k);
/* Words are compared as written; a word that does not match is remembered. */
bool vv_p_is_word(vv_parser *p, const char *word);
bool vv_p_accept_word(vv_parser *p, const char *word);
bool vv_p_expect_word(vv_parser *p, const char *word);
/* Expects the bracket that closes `open`; otherwise reports where it was opened. */
bool vv_p_expect_closing(vv_parser *p, vv_token open);

/* ---- diagnostics (parser.c) ---- */
vv_diag *vv_p_report(vv_parser *p, int code, vv_span span, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
/* Reports an unexpected token; the words tried so far and `expected` (may be NULL) would have
 * fitted. */
vv_node *vv_p_unexpected(vv_parser *p, const char *expected);
/* The word probably meant by the current name, among the words tried; or NULL. */
const char *vv_p_suggestion(vv_parser *p);
vv_span vv_p_here(const vv_parser *p); /* this token, or the last one at the end */

/* ---- hints (hints.c) ---- */
/* Hint for a token that does not fit: what other languages or handwritten notation mean by it;
 * or NULL. */
const char *vv_p_hint(vv_parser *p);
/* d^2/dt^2 before the current operand: hint and cure. */
bool vv_p_hint_derivative(vv_parser *p, vv_diag *d);
/* A hint for the target of an assignment; or NULL. */
const char *vv_p_target_hint(vv_parser *p, const vv_node *n);

/* ---- statement_hints.c ---- */
/* The statement was refused with diagnostic `d`: if it says in other words what the language can
 * say, the hint becomes what to write. */
void vv_p_hint_statement(vv_parser *p, vv_diag *d);
/* A hint that a text, which becomes the cure, is to stand for the span. */
void vv_p_cure(vv_parser *p, vv_diag *d, vv_span span, const char *text);

/* ---- nodes (ast.c) ---- */
/* A node from `begin` to the last token read, with copies of n children; NULL on refusal or if
 * it would be too high (reported). */
vv_node *vv_p_node(vv_parser *p, vv_node_kind k, uint32_t begin, int n, vv_node *const *kid);
/* The same with the children pushed since `base`, which are popped. */
vv_node *vv_p_node_from_stack(vv_parser *p, vv_node_kind k, uint32_t begin, int base);
bool vv_p_push(vv_parser *p, vv_node *n); /* false if n is NULL */
bool vv_p_add_statement(vv_parser *p,
                        vv_node *n); /* adds a statement to the tree; false if n is NULL */
const char *vv_p_canonical(vv_parser *p, vv_token t);

/* ---- expressions (parse_expression.c) ---- */
vv_node *vv_p_expression(vv_parser *p);
vv_node *vv_p_comparison(vv_parser *p); /* any comparison, a < b */
vv_node *vv_p_comparison_from(vv_parser *p, vv_node *left, uint32_t begin); /* left may be NULL */
vv_node *vv_p_equation(vv_parser *p);                                       /* a = b */
vv_node *vv_p_range(vv_parser *p);                                          /* a..b */
vv_node *vv_p_reference(vv_parser *p);                                      /* NAME or INDEX */
vv_node *vv_p_unit(vv_parser *p);                                           /* at '[' */
bool vv_p_at_unit(const vv_parser *p); /* '[' set off by a space */
bool vv_p_at_comparison(const vv_parser *p);
int vv_p_primes(vv_parser *p, int before);      /* at primes: their number including `before`; 0 on
                                                 * error */
vv_node *vv_p_name_list(vv_parser *p);          /* (a, b[1], ...) as a LIST */
vv_node *vv_p_target(vv_parser *p, vv_node *n); /* n if it is assignable, otherwise an
                                                 * error */
vv_node *vv_p_interval(vv_parser *p, uint32_t begin); /* θ in (a, b) as a BOX (parse_claim.c) */

/* A declared name, with the indices of a family if there are any. */
typedef struct vv_declarator {
    const char *name;
    vv_span span;
    vv_node *indices;
} vv_declarator;
typedef enum vv_declarator_kind {
    VV_DECLARATOR_SINGLE = 0,
    VV_DECLARATOR_FAMILY = 1,
    VV_DECLARATOR_PLACE = 2
} vv_declarator_kind;
/* VV_DECLARATOR_FAMILY: indices may follow. VV_DECLARATOR_PLACE: a point, frame or body, which
 * may also be named D. */
bool vv_p_declarator(vv_parser *p, vv_declarator *out, int what);

/* ---- statements: each begins after its keyword and adds its nodes ---- */
typedef bool vv_statement_parser(vv_parser *p, uint32_t begin);
vv_statement_parser vv_p_frame, vv_p_body, vv_p_mass, vv_p_gravity, vv_p_apparent_gravity,
    vv_p_rolling;
vv_statement_parser vv_p_force, vv_p_torque, vv_p_spring, vv_p_damper, vv_p_perturbation;
vv_statement_parser vv_p_direction, vv_p_surface, vv_p_curve, vv_p_shape, vv_p_start;
vv_statement_parser vv_p_claim, vv_p_when, vv_p_box, vv_p_servo;
vv_statement_parser vv_p_claim_integral, vv_p_claim_equilibrium; /* after the name of the kind */

/* Parses one statement whose tokens have been collected (parse_statement.c). */
void vv_p_statement(vv_parser *p);
/* The same for a request: what follows the keyword of its statement. */
bool vv_p_request(vv_parser *p, vv_request_kind kind);
bool vv_p_is_statement_word(const char *s, size_t n);

#endif
