/* Random mechanisms as model text: trees of frames, bodies, rolling, constraints, speeds, families.
 *
 * The text is a function of the seed. Every model is legal by construction: one that the engine
 * refuses is a fault of the engine or of this generator, and fails the test. */
#ifndef VV_TESTS_PROPERTY_RANDOM_MODEL_H
#define VV_TESTS_PROPERTY_RANDOM_MODEL_H

#include <stdint.h>

/* Text of the model; the caller frees it. *kind says what it is built around ("tree", "rolling",
 * ...), *freedom is its number of degrees of freedom by construction. */
char *random_model(uint64_t seed, const char **kind, int *freedom);

#endif
