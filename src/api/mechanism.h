/* A mechanism and its stages: text, tree, model, system. */
#ifndef VV_API_MECHANISM_H
#define VV_API_MECHANISM_H

#include "api/command.h"
#include "kinematics/kinematics.h"
#include "report/render/render.h"
#include "report/report.h"

enum { VV_D_ANOTHER_PROBLEM = 906 };

/* Shared by the functions of visviva.h. The status to return: never a failure without a reason. */
vv_status vv_final_status(vv_ctx *c);
bool vv_command_format(const vv_command_options *o, vv_report_format *out);
vv_status vv_report_render(vv_document *d, vv_report_format format, const char **text);

/* Writes a document that was made with this answer; the answer alone if there is none. */
vv_status vv_report_deliver(vv_document *d, vv_status answer, vv_report_format format,
                            const char **text);
/* The equations of the methods that o asks for, or of the one that suits, and the system that they
 * describe; n of them, room for all methods. Those that do not apply are among them. */
vv_status vv_command_equations(vv_ctx *c, const vv_command_mechanism *m,
                               const vv_command_options *o, vv_system *s, int *n,
                               vv_method_result *out);
/* Refuses methods of another problem than the motion; VV_E_USAGE: one is unknown. */
vv_status vv_command_by_motion(vv_ctx *c, const vv_command_options *o);
/* What derive, prove and study find, as a document; NULL after a failure without one. The status is
 * that of vv_command_derive, vv_command_prove and vv_command_study. */
vv_status vv_command_derive_document(vv_ctx *c, const vv_command_mechanism *m,
                                     const vv_command_options *o, vv_document **out);
vv_status vv_command_prove_document(vv_ctx *c, const vv_command_mechanism *m,
                                    const vv_command_options *o, vv_document **out);
vv_status vv_command_study_document(vv_ctx *c, const vv_command_mechanism *m,
                                    const vv_command_options *o, vv_document **out);

/* Writes the certificate of a document, if the options ask for one. */
void vv_command_certify(vv_document *d, const vv_command_mechanism *m, const vv_command_options *o);

/* Adds these topics to an open document as sections, as far as they apply. */
void vv_study_topics(vv_document *d, const vv_command_mechanism *m, const vv_command_options *o,
                     int n, const char *const *name);

struct vv_scene;
/* Runs the mechanism and builds a scene; refused if it does not move or has no dynamics. */
vv_status vv_command_build_scene(vv_ctx *c, const vv_command_mechanism *m, const vv_run_options *o,
                                 int rows, struct vv_scene *out);

/* Refuses a picture that cannot be drawn, and says what can. */
vv_status vv_command_refuse_picture(vv_ctx *c, const char *what, const char *hint);

/* The same mechanism with its stated values in place of the parameters, elaborated at the first
 * call. NULL: it is not defined there, see *why, or no values are stated (*why is NULL). */
const vv_command_mechanism *vv_command_at_values(vv_ctx *c, const vv_command_mechanism *m,
                                                 const char **why);
/* Its system, if something decided for general values is certain to be otherwise there; else NULL.
 */
const vv_system *vv_command_exceptional_system(vv_ctx *c, const vv_command_mechanism *m);
/* For the verdicts of prove; the methods are those that o asks for. */
vv_at_values vv_command_values(vv_ctx *c, const vv_command_mechanism *m,
                               const vv_command_options *o);

/* Built at most once per mechanism. */
typedef struct vv_command_special {
    bool asked;
    const vv_command_mechanism *m;
    const char *why;
} vv_command_special;

struct vv_command_mechanism {
    int nsettings;
    const vv_setting *setting;
    bool at_values; /* the values are put in from the start */
    vv_command_special *special;
    int nrequests;
    const vv_request *request; /* as the tree has them */
    vv_tree tree;
    vv_model model;
    vv_system system;
};

/* The system that a run follows: with a singular mass matrix, the one whose equations of lower
 * order are constraints. */
static inline const vv_system *vv_command_in_motion(const vv_command_mechanism *m) {
    return m->system.determined ? m->system.determined : &m->system;
}

#endif
