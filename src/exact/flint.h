/* FLINT and Arb, loaded when the first guard is entered (exact/flint_guard.h). Files of exact/
 * include them through this header only, because the list must precede all FLINT declarations.
 * Arb depends on FLINT, so one library name serves both. */
#ifndef VV_EXACT_FLINT_H
#define VV_EXACT_FLINT_H

#include "platform/platform.h"

/* clang-format off */
#define VV_FLINT_FUNCTIONS(X) \
    X(_fmpz_clear_mpz) X(_fmpz_promote) X(_fmpz_vec_max_bits) X(flint_cleanup) X(flint_free) \
    X(flint_realloc) X(flint_set_abort) X(fmpq_mpoly_add) \
    X(fmpq_mpoly_divides) X(fmpq_mpoly_factor) X(fmpq_mpoly_factor_clear) \
    X(fmpq_mpoly_factor_init) X(fmpq_mpoly_factor_make_integral) X(fmpq_mpoly_factor_sort) \
    X(fmpq_mpoly_gcd) X(fmpq_mpoly_get_term_coeff_fmpq) X(fmpq_mpoly_get_term_exp_ui) \
    X(fmpq_mpoly_mul) X(fmpq_mpoly_pow_ui) X(fmpq_mpoly_push_term_fmpq_ui) X(fmpq_mpoly_reduce) \
    X(fmpq_mpoly_resultant) X(fmpq_mpoly_scalar_mul_fmpq) X(fmpq_mpoly_set_fmpq) \
    X(fmpq_mpoly_sub) X(fmpz_bits) X(fmpz_equal) X(fmpz_get_mpz) X(fmpz_get_si) \
    X(fmpz_is_square) X(fmpz_mpoly_clear) X(fmpz_mpoly_ctx_clear) X(fmpz_mpoly_ctx_init) \
    X(fmpz_mpoly_equal) X(fmpz_mpoly_fit_length_reset_bits) X(fmpz_mpoly_gen) \
    X(fmpz_mpoly_init) X(fmpz_mpoly_is_fmpz) X(fmpz_mpoly_sqrt_heap) X(fmpz_set) \
    X(fmpz_set_mpz) X(fmpz_sqrt) X(mpoly_degree_si) X(mpoly_degrees_si) \
    X(mpoly_gen_offset_shift_sp) \
    X(_acb_vec_clear) X(_acb_vec_init) X(_arf_demote) X(_arf_promote) X(acb_clear) \
    X(acb_hypgeom_2f1) X(acb_mul) X(acb_poly_clear) X(acb_poly_find_roots) X(acb_poly_init) \
    X(acb_poly_set_coeff_acb) X(acb_poly_validate_real_roots) X(acb_sqrt) X(arb_abs) \
    X(arb_acos) X(arb_add) X(arb_addmul) X(arb_asin) X(arb_atan) X(arb_atan2) X(arb_clear) \
    X(arb_const_pi) X(arb_contains_zero) X(arb_cos) X(arb_cosh) X(arb_div) X(arb_eq) X(arb_exp) \
    X(arb_fmpz_div_fmpz) X(arb_get_interval_arf) X(arb_get_str) X(arb_gt) X(arb_indeterminate) \
    X(arb_is_finite) X(arb_is_negative) X(arb_is_positive) X(arb_log) X(arb_lt) X(arb_max) \
    X(arb_min) X(arb_mul) X(arb_mul_2exp_si) X(arb_neg) X(arb_overlaps) X(arb_pow) \
    X(arb_pow_ui) X(arb_rel_error_bits) X(arb_set) X(arb_set_interval_arf) X(arb_sgn) \
    X(arb_sin) X(arb_sinh) X(arb_sqrt) X(arb_sub) X(arb_submul_ui) X(arb_tan) X(arb_tanh) \
    X(arb_ui_div) X(arb_union) X(arb_zero) X(arf_clear) X(arf_cmp) X(arf_get_d) X(arf_get_fmpq) \
    X(arf_set_d) X(mag_add) X(mag_clear) X(mag_get_d) X(mag_set_d)
/* clang-format on */
VV_LIBRARY_CALLS(VV_FLINT_FUNCTIONS)

#include <acb_hypgeom.h>
#include <acb_poly.h>
#include <arb.h>
#include <flint/flint.h>
#include <flint/fmpq.h>
#include <flint/fmpq_mpoly.h>
#include <flint/fmpq_mpoly_factor.h>

#endif
