/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocates an image of floats, after it has checked the size and the memory. */
#include "field_array.h"

#include "errdiff_hologram.h"
#include "fail.h"
#include "memory_limit.h"

#include <stdlib.h>

int field_array_make(struct field_array *array, long long width, long long height, int channels,
                     uint64_t held, const char *name)
{
    *array = (struct field_array){.channels = channels};
    if (width < 1 || width > ERRDIFF_HOLOGRAM_MAX_SIDE || height < 1 ||
        height > ERRDIFF_HOLOGRAM_MAX_SIDE)
        return fail(EXIT_FAILED,
                    "%s: %lld × %lld pixels are not possible; each side must be 1 to %d", name,
                    width, height, ERRDIFF_HOLOGRAM_MAX_SIDE);
    uint64_t pixels = (uint64_t)width * (uint64_t)height;
    uint64_t pixel_bytes = (uint64_t)channels * sizeof(float) + sizeof(errdiff_complex);
    if (memory_limit_check(held + pixels * pixel_bytes, name) != 0)
        return EXIT_FAILED;
    array->width = (int)width;
    array->height = (int)height;
    array->values =
        malloc((size_t)width * (size_t)height * (size_t)channels * sizeof *array->values);
    if (array->values)
        return 0;
    return fail(EXIT_FAILED, "%s: not enough memory for %lld × %lld pixels", name, width, height);
}
