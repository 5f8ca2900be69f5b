/* --trace=modes: contact modes at the start and after each transition. */
#include "base/base.h"
#include "simulate/contact/contact_modes.h"

static const char *const MODE[] = {[VV_CONTACT_STICKING] = "sticking",
                                   [VV_CONTACT_SLIDING] = "sliding",
                                   [VV_CONTACT_SLIDING_DIRECTED] = "sliding, directed",
                                   [VV_CONTACT_SEPARATED] = "separated"};
static const char *const FAULT[] = {[VV_MODE_OK] = "consistent",
                                    [VV_MODE_NAN] = "not a number",
                                    [VV_MODE_INCONSISTENT] = "no consistent combination",
                                    [VV_MODE_CANNOT_SEPARATE] = "a contact cannot separate",
                                    [VV_MODE_IMPACT] = "an impact",
                                    [VV_MODE_JAMMING] = "jamming",
                                    [VV_MODE_CHATTER] = "chatter"};

void vv_contact_modes_trace(const vv_contact_modes *m, const vv_stepper *s, vv_mode_fault found) {
    const vv_coulomb *w = m->f->coulomb;
    vv_buffer b = VV_BUFFER(m->f->c);
    vv_buffer_printf(&b, "t = %.15g, transitions %ld: %s\n", s->t, m->changes, FAULT[found]);
    for (int l = 0; l < w->n; l++)
        vv_buffer_printf(&b, "law %d, %s: %s\n", l, w->law[l].name ? w->law[l].name : "",
                         MODE[w->law[l].mode]);
    for (int i = 0; i < w->nnormals; i++)
        vv_buffer_printf(&b, "contact %d, %s: %s, normal velocity %.6g, gap %.6g\n", i,
                         w->normal[i].point ? w->normal[i].point : "",
                         w->normal[i].separated ? "separated" : "closed", w->normal[i].velocity,
                         w->normal[i].height);
    vv_trace_lines(VV_TRACE_MODES, &b);
}
