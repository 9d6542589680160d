/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The texts of kernels. */
#include "fuzz.h"

#include <stdlib.h>

static bool is_before(const errdiff_tap *a, const errdiff_tap *b)
{
    return a->dy < b->dy || (a->dy == b->dy && a->dx < b->dx);
}

/* What errdiff.h promises of a kernel. */
static void require_sound_kernel(const errdiff_kernel *kernel)
{
    int weights = 0;
    REQUIRE(kernel->divisor >= 1 && kernel->divisor <= ERRDIFF_MAX_DIVISOR);
    REQUIRE(kernel->tap_count >= 1 && kernel->tap_count <= ERRDIFF_MAX_TAPS);
    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];
        REQUIRE(abs(tap->dx) <= ERRDIFF_MAX_REACH);
        REQUIRE(tap->dy >= 0 && tap->dy <= ERRDIFF_MAX_REACH);
        REQUIRE(tap->dy > 0 || tap->dx > 0);
        REQUIRE(tap->weight != 0);
        REQUIRE(i == 0 || is_before(&kernel->taps[i - 1], tap));
        weights += abs(tap->weight);
    }
    /* Weights by tone have a sum of their own. */
    REQUIRE(kernel->tone_keys || weights <= ERRDIFF_MAX_WEIGHT);
    REQUIRE(errdiff_kernel_slope(kernel) >= 0 &&
            errdiff_kernel_slope(kernel) <= ERRDIFF_MAX_REACH + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    errdiff_kernel kernel = {.tap_count = -1};
    errdiff_message message = {""};
    errdiff_status status = errdiff_kernel_parse(text, &kernel, &message);
    require_sound_message(status, &message);
    if (status == ERRDIFF_OK)
        require_sound_kernel(&kernel);
    else
        REQUIRE(kernel.tap_count == -1);
    free(text);
    return 0;
}
