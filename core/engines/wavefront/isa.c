/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "isa.h"

#include "base/instruction_set.h"
#include "narrow_plan.h"
#include "wide_plan.h"

static const struct errdiff_isa sets[ERRDIFF_INSTRUCTION_SETS] = {
#ifdef ERRDIFF_X86
    [ERRDIFF_AVX512] = {"avx512", &errdiff_narrow_avx512, &errdiff_wide_avx512},
    [ERRDIFF_AVX2] = {"avx2", &errdiff_narrow_avx2, &errdiff_wide_avx2},
    [ERRDIFF_SSE41] = {"sse4.1", &errdiff_narrow_sse41, &errdiff_wide_sse41},
#endif
    [ERRDIFF_PLAIN_C] = {"c", &errdiff_narrow_c, &errdiff_wide_c},
};

const struct errdiff_isa *errdiff_isa_pick(errdiff_message *message)
{
    enum errdiff_instruction_set set;
    return errdiff_instruction_set_pick(&set, message) ? &sets[set] : NULL;
}
