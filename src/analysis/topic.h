/* A topic of study: a question about a mechanism, answered in a document. Each is a file and a
 * row of topics.def; topics do not call each other. */
#ifndef VV_ANALYSIS_TOPIC_H
#define VV_ANALYSIS_TOPIC_H

#include "document/document.h"
#include "equations/equations.h"
#include "kinematics/kinematics.h"

/* Input of a topic. */
typedef struct vv_study {
    const vv_system *s;
    const vv_equations *eq; /* equations of motion in the system's own speeds; NULL unless needed */
    const vv_system
        *servo; /* if `s` is the closed-loop system: the system with servos; else NULL */
    const vv_equations *servo_eq; /* and its equations */
    const vv_equations *other;    /* those of the closed-loop system, derived another way */
    const vv_prove_options *how;
    int nclaims;           /* candidate first integrals: the last claims of the model */
    const vv_claim *about; /* a stated motion: each symbol minus its value, in `at`; or NULL */
    /* The same mechanism with free frames restated by angles (model/model.h), by the first chart or
     * the other; NULL if there is none. `of` is its argument. */
    const struct vv_study *(*by_angles)(vv_ctx *c, const struct vv_study *study, bool other);
    const void *of;
    const double *start;  /* initial q, q' of a run, if needed and available (2 nq) */
    const char *no_start; /* why they are not available, or NULL */
    struct vv_equilibria_cache
        *rest; /* equilibria already found for another topic (equilibrium_solver.h), or NULL */
} vv_study;

/* Hypotheses checked before a topic runs; one sentence reports the one that fails. */
typedef enum vv_topic_need {
    VV_NEEDS_NOTHING = 0,
    VV_NEEDS_ENERGY = 1,  /* a kinetic energy, stated or from bodies and masses */
    VV_NEEDS_FREEDOM = 2, /* at least one degree of freedom */
    VV_NEEDS_LINEAR =
        4, /* constraints linear in the velocities, as many speeds as degrees of freedom */
    VV_NEEDS_CONSTRAINTS = 8,    /* at least one active constraint, norms of free frames aside */
    VV_NEEDS_MOTION = 16,        /* eq: equations of motion */
    VV_NEEDS_BODIES = 32,        /* bodies or masses, not merely a stated energy */
    VV_NEEDS_INPUTS = 64,        /* inputs kept; otherwise they are 0 */
    VV_TAKES_SERVOS = 256,       /* servos are allowed */
    VV_NEEDS_PERTURBATION = 128, /* at least one perturbation */
    VV_TAKES_START = 512,        /* initial conditions, completed by the holonomic constraints */
    VV_TAKES_SERVO_MOTION =
        1024, /* with servos: works on the closed-loop system, from its equations alone */
    VV_ON_REQUEST = 2048, /* studied only if it is named */
} vv_topic_need;

typedef struct vv_topic {
    const char *name;  /* visviva study FILE NAME */
    const char *title; /* section heading */
    const char *text;  /* one line for the help */
    unsigned needs;    /* bits of vv_topic_need */
    /* Fills the open section. VV_OK: everything decided; VV_E_BEYOND: something undecided;
     * VV_E_NO: a candidate claim is refuted; otherwise the failure of the context. */
    vv_status (*fill)(vv_ctx *c, const vv_study *study, vv_document *d);
} vv_topic;

int vv_topic_count(void);
const vv_topic *vv_topic_at(int i);
const vv_topic *vv_topic_find(const char *name); /* NULL if there is none */
/* NULL when these of vv_topic_need hold, else one sentence that says which does not. */
const char *vv_study_refusal(const vv_system *s, unsigned needs);
/* NULL when the topic applies, else one sentence that says why it does not. */
const char *vv_topic_refusal(vv_ctx *c, const vv_topic *topic, const vv_system *s);
/* Adds the topic's section to the document. */
vv_status vv_topic_run(vv_ctx *c, const vv_topic *topic, const vv_study *study, vv_document *d);

/* For topics: proved, refuted or undecided, with a copy of the proof and a remark or NULL.
 * Returns VV_E_BEYOND if undecided. */
vv_status vv_topic_verdict(vv_document *d, const char *key, const char *what, const vv_proof *p,
                           const char *remark);

#endif
