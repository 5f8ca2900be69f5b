/* A report as a small tree of blocks; the back ends in report/ decide how it looks. Blocks are
 * added to the innermost open section. Every block has a key, its name in the JSON form: blocks
 * of one section with the same key form an array, except facts and single sections. Texts are
 * copied; expressions are kept and formatted by the back end. Everything lives in the arena; if
 * memory is refused, blocks are dropped and the context records the failure. */
#ifndef VV_DOCUMENT_DOCUMENT_H
#define VV_DOCUMENT_DOCUMENT_H

#include "expr/expr.h"
#include "prove/prove.h"

typedef enum vv_block_kind {
    VV_BLOCK_SECTION,    /* title, children */
    VV_BLOCK_FACT,       /* title: text, number or list of expressions */
    VV_BLOCK_PARAGRAPH,  /* text */
    VV_BLOCK_EQUATION,   /* title (a label such as "1"): left = right; text: remark; an
                          * inequality if `relation` is set */
    VV_BLOCK_DEFINITION, /* left = right, or left: text */
    VV_BLOCK_TABLE,      /* title; columns and rows of text */
    VV_BLOCK_VERDICT,    /* title: text, with its proof */
    VV_BLOCK_CODE,       /* text of a model or of messages, line by line */
    VV_BLOCK_FIGURE,     /* title: caption; a drawing */
    VV_BLOCK_ANIMATION,  /* text: scenes as JSON, or other data; in HTML pages only */
} vv_block_kind;

/* Numbers of a section for programs, beside what readers see of them; no back end prints it. */
typedef struct vv_matrix_data {
    const char *key;
    int rows, columns;
    const vv_expr *entry; /* in symbols; NULL: none are known       (rows * columns) */
    const double
        *value; /* at the values of the parameters, NaN: it has none there (rows * columns) */
    const double
        *radius; /* what the value is proved to be within; NULL: rounded  (rows * columns) */
    const struct vv_matrix_data *next;
} vv_matrix_data;

typedef struct vv_block {
    vv_block_kind kind;
    const char *key, *title, *text; /* title and text may be NULL */
    bool many;                      /* element of an array, even if it is the only one */
    bool data_only;                 /* for programs only: text and LaTeX skip it */
    bool folded;                    /* a section of which a page shows the title only until asked */
    bool up_to_factor;              /* a constraint on velocities, determined up to a factor */
    bool is_number;                 /* a fact whose value is `number` */
    long long number;
    vv_expr left, right, residual;      /* poison if absent */
    const char *relation;               /* of an inequality: ">", "<"; NULL: "=" */
    const char *left_text, *left_latex; /* a left side that is not an expression, or NULL */
    int n;                              /* number of expressions, or of cells */
    vv_expr *list;
    int columns;
    const char **cell;                /* header first, then row by row (n) */
    const char *word;                 /* verdict: proved, refuted, undecided, ... */
    const vv_proof *proof;            /* or NULL */
    struct vv_proof_record *argument; /* for certificates; or NULL */
    const struct vv_drawing *drawing;
    const vv_matrix_data *data; /* of a section, latest first */
    struct vv_block *first, *last, *next, *parent;
} vv_block;

typedef struct vv_document {
    vv_ctx *c;
    const char *kind; /* "derive", "check", "prove"; printed in JSON */
    vv_block *root, *open;
    const vv_facts *facts; /* on which its formulas rest; or NULL */
    bool full;             /* long formulas are written out, without named parts */
} vv_document;

vv_document *vv_document_new(vv_ctx *c, const char *kind, const char *title);
/* Sections; `many` if the key may occur several times at this level. A section without a key is
 * only a heading: in JSON its blocks are fields of the enclosing object. */
void vv_document_begin(vv_document *d, const char *key, bool many, const char *title);
void vv_document_end(vv_document *d);
void vv_document_fact(vv_document *d, const char *key, const char *title, const char *text);
void vv_document_number(vv_document *d, const char *key, const char *title, long long number);
void vv_document_list(vv_document *d, const char *key, const char *title, int n, const vv_expr *e);
void vv_document_paragraph(vv_document *d, const char *key, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* remark may be NULL; residual is the derived expression, poison if it equals left - right. */
void vv_document_equation(vv_document *d, const char *key, const char *label, vv_expr left,
                          vv_expr right, vv_expr residual, const char *remark);
/* left > right or left < right; remark may be NULL. */
void vv_document_inequality(vv_document *d, const char *key, vv_expr left, const char *relation,
                            vv_expr right, const char *remark);
void vv_document_greater(vv_document *d, const char *key, vv_expr left, vv_expr right,
                         const char *remark);
/* left = right (right may be poison); text describes it, or is NULL. */
void vv_document_definition(vv_document *d, const char *key, vv_expr left, vv_expr right,
                            const char *text);
/* The same with a left side that is not an expression, such as a derivative. */
void vv_document_named(vv_document *d, const char *key, const char *left_text,
                       const char *left_latex, vv_expr right);
/* cells: (rows + 1) * columns, the header first. */
void vv_document_table(vv_document *d, const char *key, const char *title, int columns, int rows,
                       const char *const *cells);
/* The question, the verdict, a remark or NULL, the proof or NULL. */
void vv_document_verdict(vv_document *d, const char *key, const char *what, const char *word,
                         const char *remark, const vv_proof *proof);

void vv_document_code(vv_document *d, const char *key, const char *text);
/* Adds nothing if drawing is NULL. */
void vv_document_figure(vv_document *d, const char *key, const char *caption,
                        const struct vv_drawing *drawing);
/* [{"title": ..., "scene": ...}, ...] (scene/scene.h), without the character <. */
void vv_document_animation(vv_document *d, const char *key, const char *scenes);
/* JSON for programs that open an HTML page again, without the character <. Marked data_only. */
void vv_document_page_data(vv_document *d, const char *key, const char *json);

/* What a theorem was applied to for the verdict added last; NULL: nothing is kept of it. */
void vv_document_argue(vv_document *d, struct vv_proof_record *argument);
/* Numbers of the innermost open section. All arrays are copied; entry and radius may be NULL. */
void vv_document_matrix(vv_document *d, const char *key, int rows, int columns,
                        const vv_expr *entry, const double *value, const double *radius);

/* A section of the page that a list of contents names; does the page have such a list? */
bool vv_document_is_chapter(const vv_block *b);
bool vv_document_has_contents(const vv_block *root);

/* Longer formulas are written with named parts. */
int vv_document_most_tokens(const vv_document *d);

/* Marks the constraint added last as determined up to a factor free of velocities. */
void vv_document_up_to_factor(vv_document *d);
/* Marks the block added last as data for programs; readers see it in another form, such as a
 * table. */
void vv_document_data_only(vv_document *d);

#endif
