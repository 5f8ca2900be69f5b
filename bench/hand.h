/* Right-hand sides as a person writes them, against which machine code is measured. p: parameters
 * of the model in order; x: coordinates, then speeds; out: their rates. */
#ifndef VV_BENCH_HAND_H
#define VV_BENCH_HAND_H

typedef void hand_written(const double *p, double t, const double *x, double *out);
/* By the name of the model's file, NULL if there is none. */
hand_written *hand_find(const char *model);

#endif
