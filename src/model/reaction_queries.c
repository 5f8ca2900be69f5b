/* Constraint forces in expressions: reaction(P), N(P), F(P), multipliers, effort(q). The motion
 * determines them; until then symbols represent them. */
#include <string.h>

#include "model/elaborate.h"

static vv_value bad(void) { return (vv_value){.kind = VALUE_BAD}; }
static vv_value scalar(vv_expr e) {
    return (vv_value){.kind = e.id ? VALUE_SCALAR : VALUE_BAD, .s = e};
}

/* A symbol for a value that the motion determines, and symbols for its rates. */
static vv_expr stand_in(elaborator *el, const char *name) {
    vv_expr first = vv_symbol_new(el->c, name ? name : "force", VV_SYM_OTHER), e = first;
    for (int i = 0; i < 2; i++, e = vv_symbol_rate(el->c, e))
        vv_rate_map_add(el, e, vv_symbol_rate(el->c, e));
    return first;
}

/* ---- contacts ------------------------------------------------------------------------------- */

int vv_model_contact_at(vv_ctx *c, const vv_model *m, vv_vec at) {
    for (int i = 0; i < m->nrollings; i++) {
        vv_expr d[3];
        vv_vec apart = vv_vec_sub(c, m->rolling[i].at, at);
        if (!vv_vec_components(c, &m->frames, apart, vv_vec_cheapest_frame(&m->frames, at), d))
            continue;
        bool same = true;
        for (int k = 0; k < 3 && same; k++)
            same = vv_is_zero(d[k]) || vv_vanishes(c, &m->facts, d[k]);
        if (same) return i;
    }
    return -1;
}

const char *vv_model_contact_name(vv_ctx *c, const vv_rolling *r) {
    const char *at = r->label ? strstr(r->label, " at ") : NULL,
               *by = r->label ? strstr(r->label, " by ") : NULL,
               *on = by ? strstr(by, " on ") : NULL;
    if (at) return at + 4;
    const char *name = on ? vv_format(c, "%.*s", (int)(on - by - 4), by + 4) : NULL;
    return name ? name : "P";
}

static bool no_contacts(elaborator *el, const vv_node *n) {
    if (el->m->nrollings) return false;
    vv_diag_hint(el->c,
                 vv_model_error(el, VV_D_KIND, n->span, "no body rolls: there is no reaction"),
                 "state the contact: rolling B on world at P");
    return true;
}

/* The contact that a column or query names so: by the rolling surface, or by the body if it has
 * one only; -1 if none. */
static int contact_named(elaborator *el, const vv_node *ref, const vv_env *env) {
    if (ref->kind != VV_N_NAME && ref->kind != VV_N_INDEX) return -1;
    const char *key = vv_def_key(el, ref, env);
    const vv_def *body = key ? vv_def_find(el, SPACE_BODY, key) : NULL;
    int found = -1, count = 0;
    if (!key || vv_def_find(el, SPACE_POINT, key)) return -1;
    for (int i = 0; i < el->m->nrollings; i++) {
        const vv_rolling *r = &el->m->rolling[i];
        if (!strcmp(vv_model_contact_name(el->c, r), key)) return i;
        if (body && r->body == body->index) found = i, count++;
    }
    return count == 1 ? found : -1;
}

static vv_value unknown_contact(elaborator *el, const vv_node *n) {
    const vv_model *m = el->m;
    size_t left;
    const vv_node *x = n->kid[0];
    const char **known = VV_ARRAY(el->c, const char *, m->nrollings + 1),
               *given = vv_format(el->c, "%.*s", (int)(x->span.end - x->span.begin),
                                  vv_source_at(el, x->span.begin, &left));
    if (!known || !given) return bad();
    for (int i = 0; i < m->nrollings; i++) known[i] = vv_model_contact_name(el->c, &m->rolling[i]);
    const char *near = vv_nearest_name(el->c, given, m->nrollings, known);
    vv_diag_hint(el->c, vv_model_error(el, VV_D_CONTACT, n->span, "no body rolls at %s", given),
                 near ? "did you mean %s(%s)?" : "name the point of a contact: %s(%s)", n->name,
                 near ? near : known[0]);
    return bad();
}

static vv_reaction *new_reaction(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_reaction *r = VV_PUSH(el, el->m->reaction, el->m->nreactions, el->recap);
    if (!r) return NULL;
    *r = (vv_reaction){.rolling = -1, .span = n->span};
    const char *text = vv_source_text(el, n, env);
    r->text = text ? text : "";
    return r;
}

static void take_one_symbol(elaborator *el, vv_reaction *r) {
    for (int i = 0; i < 3; i++) r->component[i] = i ? r->component[0] : stand_in(el, r->text);
}

/* reaction(P): the force of the support at a contact, in the world's axes. */
vv_value vv_eval_reaction(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_vec at;
    if (!vv_require_constraints(el, n)) return bad();
    if (!vv_check_arity(el, n, 1, 1) || !vv_eval_vector(el, n->kid[0], env, &at)) return bad();
    vv_reaction *r = no_contacts(el, n) ? NULL : new_reaction(el, n, env);
    if (!r) return bad();
    r->at = at;
    r->rolling = vv_model_contact_at(el->c, el->m, at);
    for (int i = 0; i < 3; i++)
        r->component[i] = stand_in(el, vv_format(el->c, "%s.%c", r->text, 'x' + i));
    const vv_expr *x = r->component;
    return (vv_value){.kind = VALUE_VECTOR, .v = vv_vec_make(el->c, 0, x[0], x[1], x[2])};
}

/* N(P), F(P): the normal reaction of a contact, and the magnitude of the tangential one. */
vv_value vv_eval_contact_force(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_vec at = vv_vec_zero();
    if (!vv_require_constraints(el, n) || !vv_check_arity(el, n, 1, 1) || no_contacts(el, n))
        return bad();
    int k = contact_named(el, n->kid[0], env);
    if (k < 0 && !vv_eval_vector(el, n->kid[0], env, &at)) return bad();
    if (k < 0) k = vv_model_contact_at(el->c, el->m, at);
    if (k < 0) return unknown_contact(el, n);
    if (!el->m->rolling[k].normal.n) {
        vv_diag_hint(
            el->c,
            vv_model_error(el, VV_D_NORMAL, n->span, "the normal of this contact is unknown"),
            "add normal world.z to the rolling statement");
        return bad();
    }
    vv_reaction *r = new_reaction(el, n, env);
    if (!r) return bad();
    r->kind = n->name[0] == 'N' ? VV_REACTION_NORMAL : VV_REACTION_TANGENTIAL;
    r->rolling = k;
    r->at = el->m->rolling[k].at;
    take_one_symbol(el, r);
    return scalar(r->component[0]);
}

/* ---- multipliers ---------------------------------------------------------------------------- */

/* The number in λ3, 0 in λ; -1 if the name is not that of a multiplier. */
static int multiplier_number(elaborator *el, const char *name) {
    const char *letter = vv_model_multiplier_letter(el->c, el->m);
    size_t n = strlen(letter),
           digits = strspn(name + (strncmp(name, letter, n) ? 0 : n), "0123456789");
    enum { MOST_DIGITS = 6 };
    if (strncmp(name, letter, n) || name[n + digits] || digits > MOST_DIGITS) return -1;
    int number = 0;
    for (size_t i = 0; i < digits; i++) number = 10 * number + (name[n + i] - '0');
    return digits && !number ? -1 : number;
}

vv_value vv_eval_multiplier(elaborator *el, const vv_node *n, const vv_env *env, bool *found) {
    int number = multiplier_number(el, n->name);
    *found = number >= 0 && (!el->energies_known || el->m->nconstraints);
    if (!*found || !vv_require_constraints(el, n)) return bad();
    for (int i = 0; i < el->m->nreactions; i++) {
        const vv_reaction *r = &el->m->reaction[i];
        if (r->kind == VV_REACTION_MULTIPLIER && !strcmp(r->text, n->name))
            return scalar(r->component[0]);
    }
    vv_reaction *r = new_reaction(el, n, env);
    if (!r) return bad();
    r->kind = VV_REACTION_MULTIPLIER;
    r->number = number;
    r->text = n->name;
    take_one_symbol(el, r);
    return scalar(r->component[0]);
}

/* ---- servos --------------------------------------------------------------------------------- */

/* effort(q): the generalized force of all servos on a coordinate. */
vv_value vv_eval_effort(elaborator *el, const vv_node *n, const vv_env *env) {
    vv_model *m = el->m;
    if (!vv_check_arity(el, n, 1, 1)) return bad();
    vv_expr q = vv_eval_scalar(el, n->kid[0], env);
    int a = 0;
    while (q.id && a < m->nq && !vv_same(m->coordinate[a].q, q)) a++;
    if (!q.id) return bad();
    if (a == m->nq || m->coordinate[a].internal) {
        vv_diag_hint(el->c,
                     vv_model_error(el, VV_D_SERVO, n->kid[0]->span,
                                    "effort(...) is the servo force on a coordinate"),
                     "write effort(α), α a coordinate");
        return bad();
    }
    if (!vv_require_whole_model(el, n)) return bad();
    if (!vv_model_has_servo(m)) {
        vv_model_error(el, VV_D_SERVO, n->span, "the model has no servo with this effort");
        return bad();
    }
    if (!m->effort) m->effort = VV_ARRAY(el->c, vv_expr, m->nq + 1);
    if (!m->effort) return bad();
    if (!m->effort[a].id) {
        m->effort[a] = stand_in(el, vv_format(el->c, "effort_%s", vv_symbol_get(el->c, q)->name));
    }
    return scalar(m->effort[a]);
}
