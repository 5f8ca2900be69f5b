#include "prove/program.h"
#include "prove/rules.h"
bool vv_exact_zero(vv_ctx *c, const struct vv_program *p, size_t terms) { (void)c, (void)p, (void)terms; return false; }
