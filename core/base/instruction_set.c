/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chooses the instruction set for vector code: the best one that the processor supports, or the one
 * that the environment variable ERRDIFF_ISA names. */
#include "instruction_set.h"

#include "message.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[ERRDIFF_INSTRUCTION_SETS] = {
    [ERRDIFF_AVX512] = "avx512", [ERRDIFF_AVX2] = "avx2", [ERRDIFF_SSE41] = "sse4.1",
    [ERRDIFF_NEON] = "neon",     [ERRDIFF_PLAIN_C] = "c",
};

const char *errdiff_instruction_set_name(enum errdiff_instruction_set set)
{
    return names[set];
}

static bool is_supported(enum errdiff_instruction_set set)
{
    switch (set) {
#ifdef ERRDIFF_X86
    case ERRDIFF_AVX512:
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq");
    case ERRDIFF_AVX2: /* and FMA, which nearly all such processors have, and F16C, which all do */
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case ERRDIFF_SSE41:
        return __builtin_cpu_supports("sse4.1");
#elif defined(ERRDIFF_ARM64)
    case ERRDIFF_NEON:
        return true;
#endif
    case ERRDIFF_PLAIN_C:
        return true;
    default:
        return false;
    }
}

bool errdiff_instruction_set_pick(enum errdiff_instruction_set *set, errdiff_message *message)
{
    const char *name = getenv("ERRDIFF_ISA");
    bool is_named = name && *name;
    for (int i = 0; i < ERRDIFF_INSTRUCTION_SETS; i++) {
        *set = (enum errdiff_instruction_set)i;
        if (is_named ? strcmp(name, names[i]) != 0 : !is_supported(*set))
            continue;
        if (is_supported(*set))
            return true;
        errdiff_fail(message, ERRDIFF_CANNOT_RUN, "ERRDIFF_ISA: this processor does not support %s",
                     name);
        return false;
    }
    errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                 "ERRDIFF_ISA: \"%.60s\" is not an instruction set; choose from", name);
    for (int i = 0; i < ERRDIFF_INSTRUCTION_SETS; i++)
        errdiff_append(message, "%s %s", i == 0 ? "" : ",", names[i]);
    return false;
}
