/* A topic of study: a question about a mechanism, answered in a document. Each is a file and a row
 * of topics.def; none calls another. */
#ifndef VV_ANALYSIS_TOPIC_H
#define VV_ANALYSIS_TOPIC_H

#include "document/document.h"
#include "equations/equations.h"
#include "kinematics/system.h"

/* What a topic starts from. */
typedef struct vv_study {
    const vv_system *s;
    const vv_equations *eq; /* of the motion, in the system's own speeds; NULL unless needed */
    const vv_system *servo; /* where `s` is the motion that servos keep: with them; else NULL */
    const vv_equations *servo_eq; /* and their equations                                      */
    const vv_equations *other; /* those of the motion that they keep, found another way          */
    const vv_prove_options *how;
    int nclaims;           /* integrals offered: the last claims of the model */
    const vv_claim *about; /* a motion given: what each symbol is, minus it, in `at`; or NULL */
    const double *start;   /* q, q' as a run would begin, if asked for and there is one (2 nq) */
    const char *no_start;  /* why there is none, or NULL                                       */
    struct vv_equilibria_cache
        *rest; /* positions found for another topic (equilibrium_solver.h), or NULL       */
} vv_study;

/* Hypotheses checked before a topic is asked; one sentence says which does not hold. */
typedef enum vv_topic_need {
    VV_NEEDS_NOTHING = 0,
    VV_NEEDS_ENERGY = 1,         /* a kinetic energy, bodies or masses                        */
    VV_NEEDS_FREEDOM = 2,        /* something can move                                        */
    VV_NEEDS_LINEAR = 4,         /* relations linear in the velocities, speeds as many as d.o.f. */
    VV_NEEDS_CONSTRAINTS = 8,    /* there are relations that act                              */
    VV_NEEDS_MOTION = 16,        /* eq: equations of motion                                   */
    VV_NEEDS_BODIES = 32,        /* bodies or masses, not an energy alone                     */
    VV_NEEDS_INPUTS = 64,        /* inputs as they are; without this they are 0               */
    VV_TAKES_SERVOS = 256,       /* servos are no hindrance                                */
    VV_NEEDS_PERTURBATION = 128, /* something perturbs it                                  */
    VV_TAKES_START = 512,        /* the start, where finite constraints complete it         */
    VV_TAKES_SERVO_MOTION =
        1024, /* with servos: the motion that they keep, by its equations alone */
} vv_topic_need;

typedef struct vv_topic {
    const char *name;  /* visviva study FILE NAME                    */
    const char *title; /* heading of its section                     */
    const char *text;  /* one line for the help                      */
    unsigned needs;    /* of vv_topic_need                                 */
    /* Fill the open section. VV_OK: all was decided; VV_E_BEYOND: something was not; VV_E_NO: a
     * claim offered is refuted; else the failure of the context. */
    vv_status (*fill)(vv_ctx *c, const vv_study *study, vv_document *d);
} vv_topic;

int vv_topic_count(void);
const vv_topic *vv_topic_at(int i);
const vv_topic *vv_topic_find(const char *name); /* NULL if there is none */
/* NULL when these of vv_topic_need hold, else one sentence that says which does not. */
const char *vv_study_refusal(const vv_system *s, unsigned needs);
/* NULL when the topic applies, else one sentence that says why it does not. */
const char *vv_topic_refusal(vv_ctx *c, const vv_topic *topic, const vv_system *s);
/* The topic's section, added to the document. */
vv_status vv_topic_run(vv_ctx *c, const vv_topic *topic, const vv_study *study, vv_document *d);

/* For the topics: proved, refuted or not decided, with a copy of the proof and a remark or NULL.
 * Returns VV_E_BEYOND when it is not decided. */
vv_status vv_topic_verdict(vv_document *d, const char *key, const char *what, const vv_proof *p,
                           const char *remark);

#endif
