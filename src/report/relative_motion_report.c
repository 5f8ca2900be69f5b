/* Report on the reference frame of relative motion. */
#include "kinematics/kinematics.h"
#include "report/simplify/simplify.h"
#include "report/system_report.h"

static void put_vector(vv_document *d, const vv_system *s, const char *key, const char *const *name,
                       const vv_expr x[3], const char *text) {
    vv_simplify_options how = {.facts = &s->facts};
    for (int i = 0; i < 3; i++) {
        vv_expr value = x[i];
        vv_simplify(d->c, &how, x[i], &value);
        vv_document_definition(d, key, vv_symbol_new(d->c, name[i], VV_SYM_OTHER), value,
                               i ? NULL : text);
    }
}

static bool rests(vv_ctx *c, const vv_system *s, const vv_expr x[3]) {
    for (int i = 0; i < 3; i++)
        if (!vv_vanishes(c, &s->facts, x[i])) return false;
    return true;
}

void vv_report_relative_frame(vv_document *d, const vv_system *s) {
    static const char *const spin[] = {"p", "q", "r"}, *const acceleration[] = {"J_x", "J_y",
                                                                                "J_z"};
    const vv_relative_motion *r = s->relative;
    if (!r) return;
    const char *name = vv_frame_name(s->m, r->frame),
               *title = vv_format(d->c, "The motion of frame %s", name);
    vv_document_begin(d, "relative_to", false, title ? title : name);
    vv_document_fact(d, "frame", "Frame", name);
    put_vector(d, s, "spin", spin, r->spin, "its angular velocity, in its own axes");
    if (rests(d->c, s, r->acceleration))
        vv_document_paragraph(d, "origin", "%s", "its origin has no acceleration");
    else
        put_vector(d, s, "acceleration", acceleration, r->acceleration,
                   "acceleration of its origin, in its own axes");
    vv_document_end(d);
}
