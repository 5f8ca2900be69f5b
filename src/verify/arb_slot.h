/* Arb, loaded when the first interval is asked for; apart from the slots of exact/, so that nothing
 * is shared with it. Files of verify/ include Arb through this header only. */
#ifndef VV_VERIFY_ARB_SLOT_H
#define VV_VERIFY_ARB_SLOT_H

#include "base/base.h"

/* clang-format off */
#define VV_KERNEL_FUNCTIONS(X) \
    X(_arf_demote) X(_arf_promote) X(_fmpz_clear_mpz) X(_fmpz_promote) X(arb_abs) X(arb_acos) \
    X(arb_add) X(arb_add_error) X(arb_asin) X(arb_atan) X(arb_atan2) X(arb_clear) X(arb_const_pi) X(arb_contains_zero) \
    X(arb_cos) X(arb_cosh) X(arb_div) X(arb_exp) X(arb_fmpz_div_fmpz) X(arb_indeterminate) \
    X(arb_is_finite) X(arb_is_negative) X(arb_is_positive) X(arb_is_nonnegative) X(arb_le) X(arb_log) X(arb_lt) X(arb_max) X(arb_min) \
    X(arb_mul) X(arb_neg) X(arb_overlaps) X(arb_pow) X(arb_pow_ui) X(arb_set) X(arb_set_si) \
    X(arb_sgn) X(arb_sin) X(arb_sinh) X(arb_sqrt) X(arb_sub) X(arb_tan) X(arb_tanh) X(arb_ui_div) \
    X(arb_zero) X(arf_get_d) X(fmpz_set_mpz)
/* clang-format on */
#if VV_LAZY
#define VV_KERNEL_SLOT(f) (*vv_kernel_slot_##f)
#ifndef VV_KERNEL_SLOTS
#define VV_KERNEL_ELSEWHERE(f) _Pragma(VV_LIBRARY_TEXT(weak vv_kernel_slot_##f))
VV_KERNEL_FUNCTIONS(VV_KERNEL_ELSEWHERE)
#endif
/* NOLINTBEGIN(bugprone-reserved-identifier): the names are FLINT's */
#define _arf_demote VV_KERNEL_SLOT(_arf_demote)
#define _arf_promote VV_KERNEL_SLOT(_arf_promote)
#define _fmpz_clear_mpz VV_KERNEL_SLOT(_fmpz_clear_mpz)
#define _fmpz_promote VV_KERNEL_SLOT(_fmpz_promote)
/* NOLINTEND(bugprone-reserved-identifier) */
#define arb_abs VV_KERNEL_SLOT(arb_abs)
#define arb_acos VV_KERNEL_SLOT(arb_acos)
#define arb_add VV_KERNEL_SLOT(arb_add)
#define arb_add_error VV_KERNEL_SLOT(arb_add_error)
#define arb_asin VV_KERNEL_SLOT(arb_asin)
#define arb_atan VV_KERNEL_SLOT(arb_atan)
#define arb_atan2 VV_KERNEL_SLOT(arb_atan2)
#define arb_clear VV_KERNEL_SLOT(arb_clear)
#define arb_const_pi VV_KERNEL_SLOT(arb_const_pi)
#define arb_contains_zero VV_KERNEL_SLOT(arb_contains_zero)
#define arb_cos VV_KERNEL_SLOT(arb_cos)
#define arb_cosh VV_KERNEL_SLOT(arb_cosh)
#define arb_div VV_KERNEL_SLOT(arb_div)
#define arb_exp VV_KERNEL_SLOT(arb_exp)
#define arb_fmpz_div_fmpz VV_KERNEL_SLOT(arb_fmpz_div_fmpz)
#define arb_indeterminate VV_KERNEL_SLOT(arb_indeterminate)
#define arb_is_finite VV_KERNEL_SLOT(arb_is_finite)
#define arb_is_negative VV_KERNEL_SLOT(arb_is_negative)
#define arb_is_nonnegative VV_KERNEL_SLOT(arb_is_nonnegative)
#define arb_is_positive VV_KERNEL_SLOT(arb_is_positive)
#define arb_le VV_KERNEL_SLOT(arb_le)
#define arb_log VV_KERNEL_SLOT(arb_log)
#define arb_lt VV_KERNEL_SLOT(arb_lt)
#define arb_max VV_KERNEL_SLOT(arb_max)
#define arb_min VV_KERNEL_SLOT(arb_min)
#define arb_mul VV_KERNEL_SLOT(arb_mul)
#define arb_neg VV_KERNEL_SLOT(arb_neg)
#define arb_overlaps VV_KERNEL_SLOT(arb_overlaps)
#define arb_pow VV_KERNEL_SLOT(arb_pow)
#define arb_pow_ui VV_KERNEL_SLOT(arb_pow_ui)
#define arb_set VV_KERNEL_SLOT(arb_set)
#define arb_set_si VV_KERNEL_SLOT(arb_set_si)
#define arb_sgn VV_KERNEL_SLOT(arb_sgn)
#define arb_sin VV_KERNEL_SLOT(arb_sin)
#define arb_sinh VV_KERNEL_SLOT(arb_sinh)
#define arb_sqrt VV_KERNEL_SLOT(arb_sqrt)
#define arb_sub VV_KERNEL_SLOT(arb_sub)
#define arb_tan VV_KERNEL_SLOT(arb_tan)
#define arb_tanh VV_KERNEL_SLOT(arb_tanh)
#define arb_ui_div VV_KERNEL_SLOT(arb_ui_div)
#define arb_zero VV_KERNEL_SLOT(arb_zero)
#define arf_get_d VV_KERNEL_SLOT(arf_get_d)
#define fmpz_set_mpz VV_KERNEL_SLOT(fmpz_set_mpz)
#endif

#include <arb.h>

#endif
