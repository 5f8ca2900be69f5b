/* Four numbers at once, from any place in an array. */
#ifndef VV_EVALUATE_FOUR_H
#define VV_EVALUATE_FOUR_H

typedef double four __attribute__((vector_size(32), aligned(8), may_alias));

#endif
