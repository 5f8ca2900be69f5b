/* A report as a small tree of blocks; how it looks is the business of the back ends in report/.
 *
 * Blocks are added to the section opened last. Every block has a key, the name under which the JSON
 * form lists it: blocks of one section with the same key become an array, except facts and single
 * sections. Texts are copied; expressions are kept and formatted by the back end. Everything lives
 * in the arena; on refusal blocks are dropped and the context knows. */
#ifndef VV_DOCUMENT_DOCUMENT_H
#define VV_DOCUMENT_DOCUMENT_H

#include "expr/expr.h"
#include "prove/prove.h"

typedef enum vv_block_kind {
    VV_BLOCK_SECTION,    /* title, children                                           */
    VV_BLOCK_FACT,       /* title: text, number or list of expressions                */
    VV_BLOCK_PARAGRAPH,  /* text                                                      */
    VV_BLOCK_EQUATION,   /* title (a label such as "1"): left = right; text: remark;
                            an inequality where `relation` is not NULL                */
    VV_BLOCK_DEFINITION, /* left = right, or left: text                               */
    VV_BLOCK_TABLE,      /* title; columns and rows of text                           */
    VV_BLOCK_VERDICT,    /* title: text, with its proof                               */
    VV_BLOCK_CODE,       /* text: of a model or of messages, line by line             */
    VV_BLOCK_FIGURE,     /* title: what it shows; a drawing                           */
    VV_BLOCK_ANIMATION,  /* text: scenes as JSON; only pages show it                  */
} vv_block_kind;

typedef struct vv_block {
    vv_block_kind kind;
    const char *key, *title, *text; /* title and text may be NULL */
    bool many;                      /* one of an array, even if alone */
    bool data_only;                 /* for programs: text and LaTeX pass it over */
    bool up_to_factor;              /* a relation between velocities, whatever its factor */
    bool is_number;                 /* a fact that is `number` */
    long long number;
    vv_expr left, right, residual;      /* poison where absent    */
    const char *relation;               /* of an inequality: ">", "<"; NULL: "="          */
    const char *left_text, *left_latex; /* a left side that is no expression, or NULL */
    int n;                              /* expressions, or cells  */
    const vv_expr *list;
    int columns;
    const char **cell;     /* header first, row by row (n) */
    const char *word;      /* verdict: proved, refuted, undecided, ... */
    const vv_proof *proof; /* or NULL */
    const struct vv_drawing *drawing;
    struct vv_block *first, *last, *next, *parent;
} vv_block;

typedef struct vv_document {
    vv_ctx *c;
    const char *kind; /* "derive", "check", "prove": told in JSON */
    vv_block *root, *open;
} vv_document;

vv_document *vv_document_new(vv_ctx *c, const char *kind, const char *title);
/* Sections: `many` when the key may occur several times at this level. A section without a key is a
 * heading only: in JSON its blocks are fields of what is around it. */
void vv_document_begin(vv_document *d, const char *key, bool many, const char *title);
void vv_document_end(vv_document *d);
void vv_document_fact(vv_document *d, const char *key, const char *title, const char *text);
void vv_document_number(vv_document *d, const char *key, const char *title, long long number);
void vv_document_list(vv_document *d, const char *key, const char *title, int n, const vv_expr *e);
void vv_document_paragraph(vv_document *d, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* remark may be NULL; residual is what was derived, poison when it is left - right. */
void vv_document_equation(vv_document *d, const char *key, const char *label, vv_expr left,
                          vv_expr right, vv_expr residual, const char *remark);
/* left > right or left < right; remark may be NULL. */
void vv_document_inequality(vv_document *d, const char *key, vv_expr left, const char *relation,
                            vv_expr right, const char *remark);
void vv_document_greater(vv_document *d, const char *key, vv_expr left, vv_expr right,
                         const char *remark);
/* left = right (right may be poison); text, or NULL, says what it is. */
void vv_document_definition(vv_document *d, const char *key, vv_expr left, vv_expr right,
                            const char *text);
/* The same with a left side that is no expression, such as a derivative. */
void vv_document_named(vv_document *d, const char *key, const char *left_text,
                       const char *left_latex, vv_expr right);
/* cells: (rows + 1) * columns, the header first. */
void vv_document_table(vv_document *d, const char *key, const char *title, int columns, int rows,
                       const char *const *cells);
/* what was asked, the word for the answer, a remark or NULL, its proof or NULL. */
void vv_document_verdict(vv_document *d, const char *key, const char *what, const char *word,
                         const char *remark, const vv_proof *proof);

void vv_document_code(vv_document *d, const char *key, const char *text);
/* drawing NULL: nothing is added. */
void vv_document_figure(vv_document *d, const char *key, const char *caption,
                        const struct vv_drawing *drawing);
/* [{"title": ..., "scene": ...}, ...] (scene/scene.h), without the character <. */
void vv_document_animation(vv_document *d, const char *key, const char *scenes);

/* The relation added last says the same with any factor free of velocities. */
void vv_document_up_to_factor(vv_document *d);
/* The block added last is for programs only: readers see it in another form, a table say. */
void vv_document_data_only(vv_document *d);

#endif
