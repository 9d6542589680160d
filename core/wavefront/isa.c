/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "isa.h"

#include "../message.h"
#include "narrow.h"
#include "wide.h"

#include <stdlib.h>
#include <string.h>

enum isa {
#ifdef ERRDIFF_X86
    AVX512,
    AVX2,
    SSE41,
#endif
    PLAIN_C,
    ISA_COUNT
};

/* The best first. */
static const struct errdiff_isa sets[] = {
#ifdef ERRDIFF_X86
    [AVX512] = {"avx512", &errdiff_narrow_avx512, &errdiff_wide_avx512},
    [AVX2] = {"avx2", &errdiff_narrow_avx2, &errdiff_wide_avx2},
    [SSE41] = {"sse4.1", &errdiff_narrow_sse41, &errdiff_wide_sse41},
#endif
    [PLAIN_C] = {"c", &errdiff_narrow_c, &errdiff_wide_c},
};

static bool is_here(enum isa isa)
{
    switch (isa) {
#ifdef ERRDIFF_X86
    case AVX512:
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
               __builtin_cpu_supports("avx512dq");
    case AVX2:
        return __builtin_cpu_supports("avx2");
    case SSE41:
        return __builtin_cpu_supports("sse4.1");
#endif
    default:
        return true;
    }
}

const struct errdiff_isa *errdiff_isa_pick(errdiff_message *message)
{
    const char *name = getenv("ERRDIFF_ISA");
    bool is_named = name && *name;
    for (int i = 0; i < ISA_COUNT; i++) {
        if (is_named ? strcmp(name, sets[i].name) != 0 : !is_here((enum isa)i))
            continue;
        if (is_here((enum isa)i))
            return &sets[i];
        errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                     "this processor has no %s, which ERRDIFF_ISA names", name);
        return NULL;
    }
    errdiff_fail(message, ERRDIFF_CANNOT_RUN, "ERRDIFF_ISA: \"%.60s\" is not one; possible are",
                 name);
    for (int i = 0; i < ISA_COUNT; i++)
        errdiff_append(message, "%s %s", i == 0 ? "" : ",", sets[i].name);
    return NULL;
}
