/* Statements as beginners and users of other programs write them: what to write here. Each rule
 * reads the tokens of a statement that was refused, so a wrong rule costs a hint, never an error.
 */
#include <string.h>

#include "lang/parser.h"

void vv_p_cure(vv_parser *p, vv_diag *d, vv_span span, const char *text) {
    if (!text) return;
    vv_diag_set_cure(p->ctx, d, span, "%s", text);
}

/* ---- tokens of the statement ------------------------------------------------------------------
 */

/* Tokens first .. last - 1. */
typedef struct phrase {
    int first, last;
} phrase;

static bool is_at(const vv_parser *p, int i, const char *word) {
    size_t n;
    if (i < 0 || i >= p->tokens || p->token[i].kind != VV_T_NAME) return false;
    const char *s = vv_p_token_text(p, p->token[i], &n);
    return strlen(word) == n && !memcmp(word, s, n);
}

static bool is_kind(const vv_parser *p, int i, vv_token_kind k) {
    return i >= 0 && i < p->tokens && p->token[i].kind == k;
}

static int end_of(const vv_parser *p) { return p->tokens - 1; }

static bool is_empty(phrase f) { return f.first >= f.last; }

static const char *text_of(vv_parser *p, phrase f) {
    if (is_empty(f)) return "";
    vv_span s = {p->token[f.first].span.begin, p->token[f.last - 1].span.end};
    const char *text =
        vv_strndup(p->ctx, vv_lexer_text(&p->lexer, s.begin), (size_t)(s.end - s.begin));
    return text ? text : "";
}

/* From token i to the next comma outside brackets, or to one of the words. */
static phrase up_to(const vv_parser *p, int i, const char *word, const char *other) {
    phrase f = {i, i};
    for (int depth = 0; f.last < end_of(p); f.last++) {
        vv_token_kind k = p->token[f.last].kind;
        depth +=
            (k == VV_T_LPAREN || k == VV_T_LBRACKET) - (k == VV_T_RPAREN || k == VV_T_RBRACKET);
        if (depth) continue;
        if (k == VV_T_COMMA || is_at(p, f.last, word) || is_at(p, f.last, other)) break;
    }
    return f;
}

/* What follows the first of these words, with or without `=`; empty if none is there. */
static phrase clause(const vv_parser *p, int from, const char *const *word) {
    for (int i = from; i < end_of(p); i++)
        for (int k = 0; word[k]; k++)
            if (is_at(p, i, word[k]))
                return up_to(p, is_kind(p, i + 1, VV_T_EQ) ? i + 2 : i + 1, "at", "on");
    return (phrase){0, 0};
}

static bool has_prime(const vv_parser *p, phrase f) {
    for (int i = f.first; i < f.last; i++)
        if (is_kind(p, i, VV_T_PRIME)) return true;
    return false;
}

static bool is_sum(const vv_parser *p, phrase f) {
    int depth = 0;
    for (int i = f.first; i < f.last; i++) {
        vv_token_kind k = p->token[i].kind;
        depth += (k == VV_T_LPAREN) - (k == VV_T_RPAREN);
        if (!depth && i > f.first && (k == VV_T_PLUS || k == VV_T_MINUS)) return true;
    }
    return false;
}

/* ---- rules: the statement in its own words, or NULL -------------------------------------------
 */

static const char *const MASS[] = {"mass", NULL};
static const char *const PLACE[] = {"at", "position", "centre", "center", NULL};
static const char *const LENGTH[] = {"length", NULL};
static const char *const STIFFNESS[] = {"stiffness", "constant", "coefficient",
                                        "damping",   "k",        NULL};

/* particle m at A; particle A: mass m; particle: mass m, position A */
static const char *particle(vv_parser *p) {
    phrase mass = clause(p, 1, MASS), place = clause(p, 1, PLACE);
    bool named =
        is_kind(p, 1, VV_T_NAME) && (is_kind(p, 2, VV_T_COLON) || is_kind(p, 2, VV_T_COMMA));
    if (is_empty(mass) && !is_kind(p, 2, VV_T_COLON)) mass = up_to(p, 1, "at", "at");
    if (is_empty(place) && named) place = (phrase){1, 2};
    if (is_empty(mass) || is_empty(place)) return NULL;
    return vv_format(p->ctx, "mass %s at %s", text_of(p, mass), text_of(p, place));
}

/* rod AB: mass m, length l */
static const char *rod(vv_parser *p) {
    phrase mass = clause(p, 1, MASS), length = clause(p, 1, LENGTH);
    const char *m = is_empty(mass) ? "m" : text_of(p, mass),
               *l = is_empty(length) ? "l" : text_of(p, length),
               *name = is_kind(p, 1, VV_T_NAME) ? text_of(p, (phrase){1, 2}) : "rod";
    const char *i = vv_format(p->ctx, is_sum(p, length) ? "%s*(%s)^2/12" : "%s*%s^2/12", m, l);
    return vv_format(p->ctx, "body %s: mass %s, centre G, frame R, inertia (0, %s, %s)", name, m, i,
                     i);
}

/* Lagrangian m/2*x'^2 - k/2*x^2, or L = ... */
static const char *lagrangian(vv_parser *p) {
    phrase whole = {is_kind(p, 1, VV_T_EQ) ? 2 : 1, end_of(p)};
    return is_empty(whole) ? NULL : vv_format(p->ctx, "lagrangian %s", text_of(p, whole));
}

/* H = p^2/(2*m), of which the momenta are not known. */
static const char *hamiltonian(vv_parser *p) {
    phrase whole = {is_kind(p, 1, VV_T_EQ) ? 2 : 1, end_of(p)};
    return is_empty(whole) ? NULL
                           : vv_format(p->ctx, "hamiltonian %s, momenta p", text_of(p, whole));
}

/* A resistance that is stated as a force, c*θ', works against the motion. */
static const char *resistance(vv_parser *p, phrase force, const char *on) {
    bool minus = is_kind(p, force.first, VV_T_MINUS), sum = is_sum(p, force);
    if (minus && !sum) force.first++;
    const char *open = !sum ? "-" : minus ? "(" : "-(";
    return vv_format(p->ctx, "work %s%s%s*δ(%s)", open, text_of(p, force), sum ? ")" : "", on);
}

/* damping c on θ; friction c*θ' on θ; damping c*θ' */
static const char *damping(vv_parser *p) {
    phrase force = up_to(p, 1, "on", "between");
    bool on = is_at(p, force.last, "on") && force.last + 1 < end_of(p),
         between = is_at(p, force.last, "between");
    if (is_empty(force)) return NULL;
    if (between || (on && !has_prime(p, force)))
        return vv_format(p->ctx, "damper %s", text_of(p, (phrase){1, end_of(p)}));
    if (on) return resistance(p, force, text_of(p, (phrase){force.last + 1, end_of(p)}));
    int rates = 0, of = 0;
    for (int i = force.first + 1; i < force.last; i++)
        if (is_kind(p, i, VV_T_PRIME) && is_kind(p, i - 1, VV_T_NAME)) rates++, of = i - 1;
    if (rates != 1 || force.last < end_of(p)) return NULL;
    return resistance(p, force, text_of(p, (phrase){of, of + 1}));
}

/* force F = V at A */
static const char *named_force(vv_parser *p) {
    if (!is_kind(p, 1, VV_T_NAME) || !is_kind(p, 2, VV_T_EQ) || end_of(p) < 4) return NULL;
    return vv_format(p->ctx, "%s %s", text_of(p, (phrase){0, 1}),
                     text_of(p, (phrase){3, end_of(p)}));
}

/* body rod, mass m, at B */
static const char *body(vv_parser *p) {
    vv_buffer out = VV_BUFFER(p->ctx);
    bool changed = false;
    for (int i = 0; i < end_of(p); i++) {
        const char *word = text_of(p, (phrase){i, i + 1});
        bool comma = i == 2 && is_kind(p, i, VV_T_COMMA),
             opens = is_kind(p, i - 1, VV_T_COMMA) || is_kind(p, i - 1, VV_T_COLON);
        bool at = opens && (is_at(p, i, "at") || is_at(p, i, "position") || is_at(p, i, "pos"));
        if (i && p->token[i].spaced && !comma) vv_buffer_char(&out, ' ');
        vv_buffer_add(&out, comma ? ":" : at ? "centre" : word);
        changed |= comma || at;
    }
    return changed ? vv_strdup(p->ctx, vv_buffer_text(&out)) : NULL;
}

/* spring between A and B, stiffness k, length l */
static const char *spring(vv_parser *p) {
    bool between = is_at(p, 1, "between");
    phrase points = up_to(p, 1, "stiffness", "damping"), k = clause(p, points.last, STIFFNESS),
           length = clause(p, points.last, LENGTH);
    if (!between && !is_at(p, 1, "on")) return NULL;
    if (is_empty(k)) return NULL;
    bool rest = !is_empty(length) && is_at(p, 0, "spring");
    return vv_format(p->ctx, "%s %s %s%s%s", text_of(p, (phrase){0, 1}), text_of(p, k),
                     text_of(p, points), rest ? ", length " : "", rest ? text_of(p, length) : "");
}

/* ---- the table --------------------------------------------------------------------------------
 */

typedef struct rule {
    const char *word; /* the first of the statement */
    const char *(*text)(vv_parser *p);
    const char *says;      /* before the text */
    const char *otherwise; /* if the rule knows none; NULL: the parser's own hint remains */
} rule;

/* clang-format off */
static const rule rules[] = {
    {"particle", particle, "a particle is a mass at a point", "a particle is a mass at a point: mass m at A"},
    {"rod", rod, "a rod is a body, here along R.x", NULL}, {"bar", rod, "a bar is a body, here along R.x", NULL},
    {"Lagrangian", lagrangian, "L as a whole", NULL}, {"L", lagrangian, "L as a whole", NULL},
    {"Hamiltonian", hamiltonian, "the momenta are named, one for each coordinate", NULL},
    {"H", hamiltonian, "the momenta are named, one for each coordinate", NULL},
    {"damping", damping, "a damper resists a rate", "a damper resists a rate: damper c on θ, or damper c between A and B"},
    {"friction", damping, "a damper resists a rate", NULL},
    {"dashpot", damping, "a damper resists a rate", "a damper resists a rate: damper c on θ, or damper c between A and B"},
    {"force", named_force, "a force has no name", NULL}, {"torque", named_force, "a torque has no name", NULL},
    {"body", body, "clauses of a body follow a colon; its place is `centre`", NULL},
    {"spring", spring, "the stiffness comes first", NULL}, {"damper", spring, "the coefficient comes first", NULL},
};
/* clang-format on */

/* A text of two lines is shown in one. */
static void show(vv_parser *p, vv_diag *d, const rule *r, const char *text) {
    const char *line = strchr(text, '\n');
    if (line)
        vv_diag_hint(p->ctx, d, "%s: `%.*s` and, on a line of its own, `%s`", r->says,
                     (int)(line - text), text, line + 1);
    else
        vv_diag_hint(p->ctx, d, "%s: %s", r->says, text);
}

void vv_p_hint_statement(vv_parser *p, vv_diag *d) {
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const rule *r = &rules[i];
        if (!is_at(p, 0, r->word)) continue;
        const char *text = r->text(p);
        if (!text && r->otherwise) vv_diag_hint(p->ctx, d, "%s", r->otherwise);
        if (!text) return;
        show(p, d, r, text);
        vv_p_cure(p, d, (vv_span){p->token[0].span.begin, p->token[end_of(p) - 1].span.end}, text);
        return;
    }
}
