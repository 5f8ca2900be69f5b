#include "api/study_matrices.h"

#include <string.h>

#include "output/output.h"

enum { LONGEST_NAME = 63 };

typedef struct gathering {
    vv_ctx *c;
    int n, room;
    vv_output_array *array;
    const char *topic; /* prefix of the names, or NULL */
    int number;        /* of the position, 0: the only one */
} gathering;

/* ---- how many there are --------------------------------------------------------------------- */

static bool has_matrices(const vv_block *s) {
    bool any = s->data != NULL;
    for (const vv_block *b = s->first; b && !any; b = b->next)
        any = b->kind == VV_BLOCK_SECTION && has_matrices(b);
    return any;
}

/* Sections of a topic that stand in a list, such as its positions. */
static int count_positions(const vv_block *s) {
    int n = 0;
    for (const vv_block *b = s->first; b; b = b->next)
        if (b->kind == VV_BLOCK_SECTION && has_matrices(b)) n += b->many ? 1 : count_positions(b);
    return n;
}

/* ---- gathering ------------------------------------------------------------------------------ */

static vv_output_array *push(gathering *g, const char *key) {
    static vv_output_array discarded;
    if (g->n == g->room) {
        int room = g->room ? 2 * g->room : 32;
        vv_output_array *grown = VV_ARRAY(g->c, vv_output_array, room);
        if (!grown) return &discarded;
        if (g->n) memcpy(grown, g->array, (size_t)g->n * sizeof *grown);
        g->array = grown, g->room = room;
    }
    const char *name = g->topic ? vv_format(g->c, "%s_%s", g->topic, key) : key;
    if (g->number && name) name = vv_format(g->c, "%s_%d", name, g->number);
    vv_output_array *a = &g->array[g->n++];
    *a = (vv_output_array){.name = name ? vv_name_ascii(g->c, name, LONGEST_NAME) : ""};
    return a;
}

static void put_fact(gathering *g, const vv_block *b) {
    int n = b->list ? b->n : b->text ? 1 : 0;
    const char **text = VV_ARRAY(g->c, const char *, n + 1);
    for (int i = 0; text && i < n; i++) {
        text[i] = b->list ? vv_format_string(g->c, b->list[i], VV_STYLE_TEXT) : b->text;
        if (!text[i]) text[i] = "";
    }
    if (!text || !n) return;
    vv_output_array *a = push(g, b->key);
    a->text = text, a->rows = n, a->columns = 1;
}

static void put_matrices(gathering *g, const vv_matrix_data *m) {
    if (!m) return;
    put_matrices(g, m->next); /* the latest is first */
    vv_output_array *a = push(g, m->key);
    a->value = m->value, a->rows = m->rows, a->columns = m->columns;
}

static void put_section(gathering *g, const vv_block *s, int *position, bool several) {
    int outer = g->number;
    if (s->many && several) g->number = ++*position;
    for (const vv_block *b = s->first; b; b = b->next)
        if (b->kind == VV_BLOCK_FACT && b->key && !b->is_number) put_fact(g, b);
    put_matrices(g, s->data);
    for (const vv_block *b = s->first; b; b = b->next)
        if (b->kind == VV_BLOCK_SECTION && has_matrices(b)) put_section(g, b, position, several);
    g->number = outer;
}

static void gather(gathering *g, const vv_document *d) {
    int topics = 0;
    for (const vv_block *b = d->root->first; b; b = b->next)
        topics += b->kind == VV_BLOCK_SECTION && has_matrices(b);
    for (const vv_block *b = d->root->first; b; b = b->next) {
        int position = 0;
        if (b->kind != VV_BLOCK_SECTION || !has_matrices(b)) continue;
        g->topic = topics > 1 ? b->key : NULL;
        put_section(g, b, &position, count_positions(b) > 1);
    }
}

vv_status vv_study_matrices(vv_document *d, vv_status answer, const vv_command_options *o,
                            const char **bytes) {
    vv_ctx *c = d->c;
    vv_buffer b = VV_BUFFER(c);
    gathering g = {.c = c};
    const vv_output_format *form = vv_output_format_find(o->arrays);
    if (!form || !form->write_arrays || !o->length) return VV_E_USAGE;
    gather(&g, d);
    if (!vv_ctx_ok(c)) return vv_final_status(c);
    if (!g.n) {
        vv_diag_hint(c,
                     vv_diag_add(c, VV_ERROR, VV_D_NO_MATRIX, (vv_span){0},
                                 "this study has no matrices to write as %s", form->ending),
                     "the topics linearize and modes have them where parameters have values; write "
                     "the report: -o study.json");
        vv_ctx_fail(c, VV_E_BEYOND);
        return vv_final_status(c);
    }
    if (!vv_output_arrays(c, form, g.n, g.array, &b)) return vv_ctx_fail(c, VV_E_IO);
    *bytes = vv_buffer_text(&b);
    *o->length = b.length;
    return vv_ctx_ok(c) ? answer : vv_final_status(c);
}
