/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the instruction set that converts floating-point samples. */
#include "base/instruction_set.h"
#include "errdiff.h"
#include "float_rows.h"

#include <stddef.h>
#include <string.h>

static const struct errdiff_float_rows *const sets[ERRDIFF_INSTRUCTION_SETS] = {
#ifdef ERRDIFF_X86
    [ERRDIFF_AVX512] = &errdiff_float_rows_avx512,
    [ERRDIFF_AVX2] = &errdiff_float_rows_avx2,
    [ERRDIFF_SSE41] = &errdiff_float_rows_sse41,
#elif defined(ERRDIFF_ARM64)
    [ERRDIFF_NEON] = &errdiff_float_rows_neon,
#endif
    [ERRDIFF_PLAIN_C] = &errdiff_float_rows_c,
};

const struct errdiff_float_rows *errdiff_float_rows_pick(void)
{
    enum errdiff_instruction_set set;
    return sets[errdiff_instruction_set_pick(&set, NULL) ? set : ERRDIFF_PLAIN_C];
}

void errdiff_float_rows_copy(const struct errdiff_float_rows *rows, const void *in, int bits,
                             int count, void *out)
{
    if (bits == ERRDIFF_FLOAT)
        rows->from_float(in, count, out);
    else if (bits == ERRDIFF_HALF)
        rows->from_half(in, count, out);
    else
        memcpy(out, in, (size_t)count * (size_t)(bits / 8));
}
