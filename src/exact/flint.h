/* FLINT and Arb, loaded when the first guard is entered (exact/flint_guard.h). Files of exact/
 * include them through this header only, because the list must precede all FLINT declarations.
 * Arb depends on FLINT, so one library name serves both. */
#ifndef VV_EXACT_FLINT_H
#define VV_EXACT_FLINT_H

#include "platform/platform.h"

/* clang-format off */
#define VV_FLINT_FUNCTIONS(X) \
    X(__flint_set_memory_functions) X(_fmpz_clear_mpz) X(_fmpz_promote) X(_fmpz_vec_max_bits) X(flint_cleanup) X(flint_free) \
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
#if VV_LAZY
#ifndef VV_FLINT_SLOTS
VV_FLINT_FUNCTIONS(VV_LIBRARY_ELSEWHERE)
#endif
/* NOLINTBEGIN(bugprone-reserved-identifier): the names are FLINT's */
#define __flint_set_memory_functions VV_SLOT(__flint_set_memory_functions)
#define _fmpz_clear_mpz VV_SLOT(_fmpz_clear_mpz)
#define _fmpz_promote VV_SLOT(_fmpz_promote)
#define _fmpz_vec_max_bits VV_SLOT(_fmpz_vec_max_bits)
#define flint_cleanup VV_SLOT(flint_cleanup)
#define flint_free VV_SLOT(flint_free)
#define flint_realloc VV_SLOT(flint_realloc)
#define flint_set_abort VV_SLOT(flint_set_abort)
#define fmpq_mpoly_add VV_SLOT(fmpq_mpoly_add)
#define fmpq_mpoly_divides VV_SLOT(fmpq_mpoly_divides)
#define fmpq_mpoly_factor VV_SLOT(fmpq_mpoly_factor)
#define fmpq_mpoly_factor_clear VV_SLOT(fmpq_mpoly_factor_clear)
#define fmpq_mpoly_factor_init VV_SLOT(fmpq_mpoly_factor_init)
#define fmpq_mpoly_factor_make_integral VV_SLOT(fmpq_mpoly_factor_make_integral)
#define fmpq_mpoly_factor_sort VV_SLOT(fmpq_mpoly_factor_sort)
#define fmpq_mpoly_gcd VV_SLOT(fmpq_mpoly_gcd)
#define fmpq_mpoly_get_term_coeff_fmpq VV_SLOT(fmpq_mpoly_get_term_coeff_fmpq)
#define fmpq_mpoly_get_term_exp_ui VV_SLOT(fmpq_mpoly_get_term_exp_ui)
#define fmpq_mpoly_mul VV_SLOT(fmpq_mpoly_mul)
#define fmpq_mpoly_pow_ui VV_SLOT(fmpq_mpoly_pow_ui)
#define fmpq_mpoly_push_term_fmpq_ui VV_SLOT(fmpq_mpoly_push_term_fmpq_ui)
#define fmpq_mpoly_reduce VV_SLOT(fmpq_mpoly_reduce)
#define fmpq_mpoly_resultant VV_SLOT(fmpq_mpoly_resultant)
#define fmpq_mpoly_scalar_mul_fmpq VV_SLOT(fmpq_mpoly_scalar_mul_fmpq)
#define fmpq_mpoly_set_fmpq VV_SLOT(fmpq_mpoly_set_fmpq)
#define fmpq_mpoly_sub VV_SLOT(fmpq_mpoly_sub)
#define fmpz_bits VV_SLOT(fmpz_bits)
#define fmpz_equal VV_SLOT(fmpz_equal)
#define fmpz_get_mpz VV_SLOT(fmpz_get_mpz)
#define fmpz_get_si VV_SLOT(fmpz_get_si)
#define fmpz_is_square VV_SLOT(fmpz_is_square)
#define fmpz_mpoly_clear VV_SLOT(fmpz_mpoly_clear)
#define fmpz_mpoly_ctx_clear VV_SLOT(fmpz_mpoly_ctx_clear)
#define fmpz_mpoly_ctx_init VV_SLOT(fmpz_mpoly_ctx_init)
#define fmpz_mpoly_equal VV_SLOT(fmpz_mpoly_equal)
#define fmpz_mpoly_fit_length_reset_bits VV_SLOT(fmpz_mpoly_fit_length_reset_bits)
#define fmpz_mpoly_gen VV_SLOT(fmpz_mpoly_gen)
#define fmpz_mpoly_init VV_SLOT(fmpz_mpoly_init)
#define fmpz_mpoly_is_fmpz VV_SLOT(fmpz_mpoly_is_fmpz)
#define fmpz_mpoly_sqrt_heap VV_SLOT(fmpz_mpoly_sqrt_heap)
#define fmpz_set VV_SLOT(fmpz_set)
#define fmpz_set_mpz VV_SLOT(fmpz_set_mpz)
#define fmpz_sqrt VV_SLOT(fmpz_sqrt)
#define mpoly_degree_si VV_SLOT(mpoly_degree_si)
#define mpoly_degrees_si VV_SLOT(mpoly_degrees_si)
#define mpoly_gen_offset_shift_sp VV_SLOT(mpoly_gen_offset_shift_sp)
#define _acb_vec_clear VV_SLOT(_acb_vec_clear)
#define _acb_vec_init VV_SLOT(_acb_vec_init)
#define _arf_demote VV_SLOT(_arf_demote)
#define _arf_promote VV_SLOT(_arf_promote)
#define acb_clear VV_SLOT(acb_clear)
#define acb_hypgeom_2f1 VV_SLOT(acb_hypgeom_2f1)
#define acb_mul VV_SLOT(acb_mul)
#define acb_poly_clear VV_SLOT(acb_poly_clear)
#define acb_poly_find_roots VV_SLOT(acb_poly_find_roots)
#define acb_poly_init VV_SLOT(acb_poly_init)
#define acb_poly_set_coeff_acb VV_SLOT(acb_poly_set_coeff_acb)
#define acb_poly_validate_real_roots VV_SLOT(acb_poly_validate_real_roots)
#define acb_sqrt VV_SLOT(acb_sqrt)
#define arb_abs VV_SLOT(arb_abs)
#define arb_acos VV_SLOT(arb_acos)
#define arb_add VV_SLOT(arb_add)
#define arb_addmul VV_SLOT(arb_addmul)
#define arb_asin VV_SLOT(arb_asin)
#define arb_atan VV_SLOT(arb_atan)
#define arb_atan2 VV_SLOT(arb_atan2)
#define arb_clear VV_SLOT(arb_clear)
#define arb_const_pi VV_SLOT(arb_const_pi)
#define arb_contains_zero VV_SLOT(arb_contains_zero)
#define arb_cos VV_SLOT(arb_cos)
#define arb_cosh VV_SLOT(arb_cosh)
#define arb_div VV_SLOT(arb_div)
#define arb_eq VV_SLOT(arb_eq)
#define arb_exp VV_SLOT(arb_exp)
#define arb_fmpz_div_fmpz VV_SLOT(arb_fmpz_div_fmpz)
#define arb_get_interval_arf VV_SLOT(arb_get_interval_arf)
#define arb_get_str VV_SLOT(arb_get_str)
#define arb_gt VV_SLOT(arb_gt)
#define arb_indeterminate VV_SLOT(arb_indeterminate)
#define arb_is_finite VV_SLOT(arb_is_finite)
#define arb_is_negative VV_SLOT(arb_is_negative)
#define arb_is_positive VV_SLOT(arb_is_positive)
#define arb_log VV_SLOT(arb_log)
#define arb_lt VV_SLOT(arb_lt)
#define arb_max VV_SLOT(arb_max)
#define arb_min VV_SLOT(arb_min)
#define arb_mul VV_SLOT(arb_mul)
#define arb_mul_2exp_si VV_SLOT(arb_mul_2exp_si)
#define arb_neg VV_SLOT(arb_neg)
#define arb_overlaps VV_SLOT(arb_overlaps)
#define arb_pow VV_SLOT(arb_pow)
#define arb_pow_ui VV_SLOT(arb_pow_ui)
#define arb_rel_error_bits VV_SLOT(arb_rel_error_bits)
#define arb_set VV_SLOT(arb_set)
#define arb_set_interval_arf VV_SLOT(arb_set_interval_arf)
#define arb_sgn VV_SLOT(arb_sgn)
#define arb_sin VV_SLOT(arb_sin)
#define arb_sinh VV_SLOT(arb_sinh)
#define arb_sqrt VV_SLOT(arb_sqrt)
#define arb_sub VV_SLOT(arb_sub)
#define arb_submul_ui VV_SLOT(arb_submul_ui)
#define arb_tan VV_SLOT(arb_tan)
#define arb_tanh VV_SLOT(arb_tanh)
#define arb_ui_div VV_SLOT(arb_ui_div)
#define arb_union VV_SLOT(arb_union)
#define arb_zero VV_SLOT(arb_zero)
#define arf_clear VV_SLOT(arf_clear)
#define arf_cmp VV_SLOT(arf_cmp)
#define arf_get_d VV_SLOT(arf_get_d)
#define arf_get_fmpq VV_SLOT(arf_get_fmpq)
#define arf_set_d VV_SLOT(arf_set_d)
#define mag_add VV_SLOT(mag_add)
#define mag_clear VV_SLOT(mag_clear)
#define mag_get_d VV_SLOT(mag_get_d)
#define mag_set_d VV_SLOT(mag_set_d)
/* NOLINTEND(bugprone-reserved-identifier) */
#endif

#include <acb_hypgeom.h>
#include <acb_poly.h>
#include <arb.h>
#include <flint/flint.h>
#include <flint/fmpq.h>
#include <flint/fmpq_mpoly.h>
#include <flint/fmpq_mpoly_factor.h>

#endif
