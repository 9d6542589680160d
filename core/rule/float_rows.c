/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts floating-point samples to 16 bits. The compiler makes vectors of the loop of floats. */
/* Compiled once for each instruction set. */
#include "float_rows.h"

#include "base/vector.h"
#include "float_sample.h"

static void from_float(const float *restrict in, int count, uint16_t *restrict out)
{
    for (int i = 0; i < count; i++)
        out[i] = (uint16_t)errdiff_sample_of_float(in[i]);
}

/* Returns how many samples it has converted. */
static int from_half_by_instructions(const uint16_t *restrict in, int count, uint16_t *restrict out)
{
    int done = 0;
#if defined(__F16C__)
    enum { AT_ONCE = 64 };
    float floats[AT_ONCE];
    for (; done + AT_ONCE <= count; done += AT_ONCE) {
        for (int i = 0; i < AT_ONCE; i += 8)
            _mm256_storeu_ps(floats + i,
                             _mm256_cvtph_ps(_mm_loadu_si128((const void *)(in + done + i))));
        from_float(floats, AT_ONCE, out + done);
    }
#else
    (void)in, (void)count, (void)out;
#endif
    return done;
}

static void from_half(const uint16_t *restrict in, int count, uint16_t *restrict out)
{
    for (int i = from_half_by_instructions(in, count, out); i < count; i++)
        out[i] = (uint16_t)errdiff_sample_of_half(in[i]);
}

const struct errdiff_float_rows ERRDIFF_ISA(errdiff_float_rows) = {
    .from_float = from_float,
    .from_half = from_half,
};
