/* The types of one width for a template that simd_widths.h or a file of its own includes: L lanes
 * (1, 4, 8), NAME(x) a name of this width. L = 1 are plain numbers. Who includes this undefines
 * `vector`, `mask` and `whole`; the macros below are the same for all widths above 1.
 *
 * Macros, not functions: a vector that the target does not have is not passed by value. */
#undef SIZE_OF
#undef PICK
#undef LARGER
#if L == 1
typedef double NAME(vector);
typedef int64_t NAME(mask);
typedef int32_t NAME(whole);
#define SIZE_OF(x) fabs(x)
#define PICK(which, yes, no) ((which) ? (yes) : (no))
#else
typedef double NAME(vector) __attribute__((vector_size(8 * L), aligned(8), may_alias));
typedef int64_t NAME(mask) __attribute__((vector_size(8 * L), aligned(8), may_alias));
typedef int32_t NAME(whole) __attribute__((vector_size(4 * L)));
#define SIZE_OF(x) ((vector)((mask)(x)&INT64_MAX))
#define PICK(which, yes, no) ((vector)(((mask)(yes) & (which)) | ((mask)(no) & ~(which))))
#endif
#define LARGER(a, b) PICK((a) > (b), a, b) /* neither is NaN */
#define vector NAME(vector)
#define mask NAME(mask)
#define whole NAME(whole)
