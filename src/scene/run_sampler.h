/* Samples a run for drawing: the requested quantities are added to the columns of the model's
 * table, the motion is run once, and each quantity is a column of numbers. */
#ifndef VV_SCENE_RUN_SAMPLER_H
#define VV_SCENE_RUN_SAMPLER_H

#include "kinematics/kinematics.h"
#include "plot/plot.h"
#include "simulate/run_options.h"

typedef struct vv_sampler {
    vv_ctx *c;
    const vv_system *s;
    int n, capacity;
    vv_show *show;
} vv_sampler;

/* Each returns an index for retrieving the column, or -1 if the quantity cannot be expressed in
 * world axes or memory is exhausted. */
int vv_sampler_scalar(vv_sampler *k, vv_expr e);
int vv_sampler_vector(vv_sampler *k, vv_vec v);
int vv_sampler_reaction(vv_sampler *k, vv_vec at);

typedef struct vv_samples {
    vv_csv_table table;
    int rows;
    const double *time;
    const char *account; /* of the run, in lines */
    vv_status status;    /* VV_E_BEYOND: the run ended early */
} vv_samples;

/* As vv_simulation_run. If o->every is 0 it is chosen to give about `rows` rows. A recorded motion
 * is read instead. */
vv_status vv_sampler_run(const vv_sampler *k, const vv_run_options *o, int rows, vv_samples *out);
/* Of a recorded motion: the quantities that its states determine. */
vv_status vv_sampler_read_recorded(const vv_sampler *k, const vv_run_options *o, vv_samples *out);
/* The column of a scalar, or of component 0 .. 2 of a vector; NULL if there is none. */
const double *vv_samples_scalar(vv_ctx *c, const vv_samples *r, int number);
const double *vv_samples_vector(vv_ctx *c, const vv_samples *r, int number, int component);

/* Duration of the motion from the options or the model; negative if neither gives it. */
double vv_run_duration(vv_ctx *c, const vv_model *m, const vv_run_options *o);
/* Value of an expression in parameters alone; NaN if one has none. */
double vv_parameter_value(vv_ctx *c, const vv_model *m, vv_expr e);

#endif
