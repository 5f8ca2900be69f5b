/* Hand-written right-hand sides, the yardstick for the JIT-compiled code. p: parameters of the
 * model in order; x: coordinates, then speeds; out: their time derivatives. */
#ifndef VV_BENCH_HAND_H
#define VV_BENCH_HAND_H

typedef void hand_written(const double *p, double t, const double *x, double *out);
/* Looks up by the name of the model file; NULL if there is none. */
hand_written *hand_find(const char *model);

#endif
