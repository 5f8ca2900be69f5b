#include "analysis/topic.h"

#include <string.h>

#define X(name, room) extern const vv_topic vv_topic_##name;
#include "analysis/topics.def"
#undef X

static const vv_topic *const TABLE[] = {
#define X(name, room) &vv_topic_##name,
#include "analysis/topics.def"
#undef X
};

int vv_topic_count(void) { return (int)(sizeof TABLE / sizeof *TABLE); }
const vv_topic *vv_topic_at(int i) { return TABLE[i]; }

const vv_topic *vv_topic_find(const char *name) {
    for (int i = 0; i < vv_topic_count(); i++)
        if (!strcmp(TABLE[i]->name, name)) return TABLE[i];
    return NULL;
}

const char *vv_study_refusal(const vv_system *s, unsigned n) {
    if ((n & (VV_NEEDS_ENERGY | VV_NEEDS_MOTION)) && !s->has_T)
        return "the model states no energies or bodies, only constraints";
    if ((n & (VV_NEEDS_ENERGY | VV_NEEDS_MOTION | VV_NEEDS_BODIES)) && s->napplied)
        return "a force depends on the reaction of a constraint";
    if ((n & (VV_NEEDS_FREEDOM | VV_NEEDS_MOTION)) && s->freedom <= 0) return "nothing can move";
    if ((n & VV_NEEDS_BODIES) && s->m->nbodies == 0) return "the model states no bodies or masses";
    if ((n & VV_NEEDS_PERTURBATION) && s->m->nperturbations == 0)
        return "the model states no perturbation";
    if ((n & VV_NEEDS_CONSTRAINTS) && s->nrows <= s->m->nfree) return "no constraint acts";
    if ((n & VV_TAKES_SERVOS) && s->nservos) return NULL;
    if ((n & VV_NEEDS_LINEAR) && s->nservos)
        return "the model has servo constraints, whose forces may do work";
    if ((n & VV_NEEDS_LINEAR) && !s->speeds_ok)
        return "a constraint is not linear in the velocities";
    return NULL;
}

const char *vv_topic_refusal(vv_ctx *c, const vv_topic *topic, const vv_system *s) {
    (void)c;
    return vv_study_refusal(s, topic->needs);
}

vv_status vv_topic_run(vv_ctx *c, const vv_topic *topic, const vv_study *study, vv_document *d) {
    vv_document_begin(d, topic->name, false, topic->title);
    vv_status status = topic->fill(c, study, d);
    vv_document_end(d);
    return vv_ctx_ok(c) ? status : vv_ctx_status(c);
}

vv_status vv_topic_verdict(vv_document *d, const char *key, const char *what, const vv_proof *p,
                           const char *remark) {
    vv_proof *own = VV_NEW(d->c, vv_proof);
    if (!own) return vv_ctx_status(d->c);
    *own = *p;
    const char *word = p->verdict == VV_PROVED    ? "proved"
                       : p->verdict == VV_REFUTED ? "refuted"
                                                  : "not decided";
    vv_document_verdict(d, key, what, word, remark, own);
    return p->verdict == VV_UNDECIDED ? VV_E_BEYOND : VV_OK;
}
