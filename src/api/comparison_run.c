#include "api/comparison_run.h"

#include <string.h>

/* The first error of a context, or else its status. */
static const char *first_error(vv_ctx *c, vv_status status) {
    for (int i = 0; i < vv_diag_count(c); i++)
        if (vv_diag_at(c, i)->severity == VV_ERROR) return vv_diag_at(c, i)->message;
    return vv_status_text(status);
}

/* g = 3, l = 2: the settings given for this motion are the last ones. */
static const char *values(vv_ctx *c, const vv_beside *b) {
    const char *text = NULL;
    for (int i = b->nfirst; i < b->nsettings; i++) {
        const vv_setting *k = &b->setting[i];
        text = text ? vv_format(c, "%s, %s = %s", text, k->name, k->value)
                    : vv_format(c, "%s = %s", k->name, k->value);
    }
    return text ? text : "the same";
}

/* Titles of the models, or their files if the titles are the same; values as given. */
static void name(vv_ctx *leader, const vv_command_mechanism *first,
                 const vv_command_mechanism *second, const vv_beside *b, vv_comparison_run *out) {
    const char *mine = first->model.title, *other = second->model.title;
    bool differ = mine && other && strcmp(mine, other);
    out->title[0] = b->text ? differ ? mine : "this model" : "as stated";
    out->title[1] = !b->text ? values(leader, b) : differ ? other : b->file;
    for (int i = 0; i < 2; i++) out->title[i] = vv_strdup(leader, out->title[i]);
}

void vv_comparison_run_begin(vv_ctx *leader, const vv_command_mechanism *first, const char *text,
                             size_t length, const vv_beside *b, const vv_run_options *o, int rows,
                             vv_comparison_run *out) {
    vv_command_mechanism *m;
    *out = (vv_comparison_run){.c = vv_ctx_new(NULL), .why = "not enough memory"};
    if (!out->c) return;
    vv_ctx_follow_cancel(out->c, leader);
    const char *own = b->text ? b->text : text;
    vv_status status = vv_command_load(out->c, b->file, own, b->text ? b->length : length,
                                       b->nsettings, b->setting, &m);
    if (status == VV_OK) {
        name(leader, first, m, b, out);
        status = vv_command_build_scene(out->c, m, o, rows, &out->scene);
    }
    bool moves = vv_ctx_ok(out->c) && out->scene.run.rows > 0;
    out->why = moves ? NULL : vv_strdup(leader, first_error(out->c, status));
    if (vv_ctx_is_cancelled(leader)) vv_ctx_tick(leader);
}

void vv_comparison_run_end(vv_comparison_run *k) { vv_ctx_free(k->c); }
