/* A run sampled for pictures: what is asked for is put among the columns of the model's table, the
 * motion is run once, and each answer is a column of numbers. */
#ifndef VV_SCENE_SAMPLE_H
#define VV_SCENE_SAMPLE_H

#include "kinematics/system.h"
#include "plot/csv_table.h"

typedef struct vv_sampler {
    vv_ctx *c;
    const vv_system *s;
    int n, capacity;
    vv_show *show;
} vv_sampler;

/* Each gives a number under which the answer is found, -1 when it cannot be written in the world's
 * axes or memory is refused. */
int vv_sampler_scalar(vv_sampler *k, vv_expr e);
int vv_sampler_vector(vv_sampler *k, vv_vec v);
int vv_sampler_reaction(vv_sampler *k, vv_vec at);

typedef struct vv_samples {
    vv_csv_table table;
    int rows;
    const double *time;
    const char *account; /* of the run, in lines                                             */
    vv_status status;    /* VV_E_BEYOND: only a part of the time could be followed           */
} vv_samples;

/* As vv_simulation_run. o->every is chosen when it is 0: about `rows` rows. */
vv_status vv_sampler_run(const vv_sampler *k, const vv_run_options *o, int rows, vv_samples *out);
/* The column of an answer, and of a vector's component 0 .. 2; NULL: there is none. */
const double *vv_samples_scalar(vv_ctx *c, const vv_samples *r, int number);
const double *vv_samples_vector(vv_ctx *c, const vv_samples *r, int number, int component);

/* How long the motion lasts by the options or the model; negative when neither says it. */
double vv_run_duration(vv_ctx *c, const vv_model *m, const vv_run_options *o);
/* The value of an expression of parameters alone; NaN when one has none. */
double vv_parameter_value(vv_ctx *c, const vv_model *m, vv_expr e);

#endif
