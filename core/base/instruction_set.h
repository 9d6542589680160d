/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instruction sets that code with vectors is compiled for, and which of them runs. */
#ifndef ERRDIFF_INSTRUCTION_SET_H
#define ERRDIFF_INSTRUCTION_SET_H

#include "errdiff.h"

#include <stdbool.h>

/* The best first. The last one is C without extensions, which every processor has. */
enum errdiff_instruction_set {
    ERRDIFF_AVX512, /* with BW, VL and DQ */
    ERRDIFF_AVX2,
    ERRDIFF_SSE41,
    ERRDIFF_PLAIN_C,
    ERRDIFF_INSTRUCTION_SETS
};

/* As ERRDIFF_ISA in the environment and reports spell it: "avx512", "avx2", "sse4.1", "c". */
const char *errdiff_instruction_set_name(enum errdiff_instruction_set set);

/*
 * Sets *set to the best one that this processor has, or to the one that the environment variable
 * ERRDIFF_ISA names. FALSE, with the reason in *message (which may be NULL), where that variable
 * names none, or one that this processor lacks.
 */
bool errdiff_instruction_set_pick(enum errdiff_instruction_set *set, errdiff_message *message);

#endif
