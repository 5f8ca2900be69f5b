/* Answers as data: what a study or a proof finds, as a tree of named nodes with formulas, numbers
 * and verdicts.
 *
 *     vv_answer *a;
 *     if (vv_mechanism_study(m, "linearize", NULL, &a) == VV_OK) {
 *         int rows, columns, node = vv_answer_find(a, 0, "linearize.position[0].A");
 *         const double *A, *radius;
 *         vv_answer_matrix(a, node, &rows, &columns, &A, &radius);
 *     }
 *
 * No and unknown are data: a refuted claim or an undecided question is a verdict in the tree, and
 * the call returns VV_OK. An answer is immutable and may be shared by threads. */
#ifndef VISVIVA_ANSWER_H
#define VISVIVA_ANSWER_H

#include <visviva/base.h>
#include <visviva/mechanism.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum vv_answer_type {
    VV_ANSWER_OBJECT,  /* children by name                                              */
    VV_ANSWER_ARRAY,   /* children by number                                            */
    VV_ANSWER_TEXT,    /* a sentence: vv_answer_text "text"                             */
    VV_ANSWER_NUMBER,  /* a number or matrix, perhaps also in symbols                   */
    VV_ANSWER_FORMULA, /* an equation, a definition, a list of expressions              */
    VV_ANSWER_VERDICT  /* a question and its answer: vv_answer_verdict, vv_answer_text  */
} vv_answer_type;

typedef struct vv_answer vv_answer;

/* Studies a topic (vv_word "topics"); NULL: all that apply. Options: about, claims, exact, seed,
 * certificate. */
VV_API vv_status vv_mechanism_study(const vv_mechanism *m, const char *topic, const vv_options *o,
                                    vv_answer **out);
/* Whether the methods agree, and the claims of the model. Options: by, exact, seed, relative_to,
 * certificate. */
VV_API vv_status vv_mechanism_prove(const vv_mechanism *m, const vv_options *o, vv_answer **out);
VV_API void vv_answer_free(vv_answer *a); /* NULL is allowed */

/* Over all verdicts: VV_PROVED if each is, VV_REFUTED if one is, else VV_UNDECIDED. */
VV_API vv_verdict vv_answer_whole(const vv_answer *a);

/* ---- the tree: node 0 is the whole ---- */

/* The node at a path from another, such as "modes.position[0].mass"; -1: none. */
VV_API int vv_answer_find(const vv_answer *a, int node, const char *path);
VV_API vv_answer_type vv_answer_type_of(const vv_answer *a, int node);
VV_API int vv_answer_count(const vv_answer *a, int node);        /* of children */
VV_API int vv_answer_child(const vv_answer *a, int node, int i); /* -1: none */
/* The name in the parent; that of an element is its array's. */
VV_API const char *vv_answer_key(const vv_answer *a, int node);
/* One of "title", "text", "remark", "name" (what a definition defines), and of a verdict "what"
 * (the question), "word" (proved, proved at the stated values, ...), "proof" (how); NULL: none. */
VV_API const char *vv_answer_text(const vv_answer *a, int node, const char *field);

/* ---- numbers, formulas, verdicts ---- */

/* Row by row, at the parameters' values; NaN where there is none. radius: what each is proved to be
 * within, NaN where it is rounded only. They live as long as the answer. Any pointer may be NULL.
 */
VV_API vv_status vv_answer_matrix(const vv_answer *a, int node, int *rows, int *columns,
                                  const double **x, const double **radius);
/* Entries that vv_answer_write knows: 0 for a node without formulas. */
VV_API int vv_answer_entries(const vv_answer *a, int node);
/* An entry of a matrix or list, or an equation, in a syntax. Release *out. */
VV_API vv_status vv_answer_write(const vv_answer *a, int node, int entry, vv_syntax syntax,
                                 char **out);
/* means: "exact", "modular", "ball", "theorem", or NULL; may be NULL. */
VV_API vv_verdict vv_answer_verdict(const vv_answer *a, int node, const char **means);

/* The whole as `visviva study` or `visviva prove` prints it: "text", "latex", "html", "json".
 * Release *out. */
VV_API vv_status vv_answer_report(const vv_answer *a, const char *format, char **out);

/* ---- certificates ---- */

/* The verdicts of a node and what is below it with the questions behind them: 0 all of them, a
 * verdict itself alone. Asked for by the option certificate = 1. VV_E_USAGE: there is none. */
VV_API vv_status vv_answer_certificate(const vv_answer *a, int node, char **json);
/* Checks a certificate by a kernel that shares no code with the prover. VV_PROVED: every verdict is
 * verified; VV_REFUTED: one does not check; VV_UNDECIDED: nothing is wrong, but not everything
 * could be checked. m: the mechanism it must be of, or NULL. report (may be NULL) is to be
 * released. */
VV_API vv_status vv_certificate_check(const vv_mechanism *m, const char *json, size_t length,
                                      vv_verdict *out, char **report);

#ifdef __cplusplus
}
#endif

#endif
