/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instruction sets that vector code is compiled for, and the choice among them. */
#ifndef ERRDIFF_INSTRUCTION_SET_H
#define ERRDIFF_INSTRUCTION_SET_H

#include "errdiff.h"

#include <stdbool.h>

/* From best to worst. The last is C without special instructions, which every processor runs. */
enum errdiff_instruction_set {
    ERRDIFF_AVX512, /* with BW, VL and DQ */
    ERRDIFF_AVX2,
    ERRDIFF_SSE41,
    ERRDIFF_NEON,
    ERRDIFF_PLAIN_C,
    ERRDIFF_INSTRUCTION_SETS
};

/* The name in reports and in the environment variable ERRDIFF_ISA: "avx512", "avx2", "sse4.1",
 * "neon" or "c"; static. */
ERRDIFF_API const char *errdiff_instruction_set_name(enum errdiff_instruction_set set);

/*
 * Sets *set to the instruction set that the environment variable ERRDIFF_ISA names or, if that is
 * not set, to the best one that this processor has. Returns false, with the reason in *message
 * (which may be NULL), if the variable names an unknown one, or one that this processor lacks.
 */
ERRDIFF_API bool errdiff_instruction_set_pick(enum errdiff_instruction_set *set,
                                              errdiff_message *message);

#endif
