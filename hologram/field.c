/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Allocates fields of complex values, converts them from amplitudes and phases, and finds the
 * modulus that is drawn as white. */
#include "scale.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

errdiff_status errdiff_field_make(errdiff_field *field, int width, int height)
{
    *field = (errdiff_field){.width = width, .height = height};
    if ((uint64_t)width * (uint64_t)height <= PTRDIFF_MAX / sizeof *field->values)
        field->values = calloc((size_t)width * (size_t)height, sizeof *field->values);
    return field->values ? ERRDIFF_OK : ERRDIFF_NO_MEMORY;
}

void errdiff_field_free(errdiff_field *field)
{
    free(field->values);
    field->values = NULL;
}

void errdiff_field_from_polar(errdiff_field *field)
{
    for (size_t i = 0; i < errdiff_field_pixels(field); i++) {
        errdiff_complex polar = field->values[i];
        field->values[i] = (errdiff_complex){.re = (float)(polar.re * cos(polar.im)),
                                             .im = (float)(polar.re * sin(polar.im))};
    }
}

enum { HISTOGRAM = 65536 };

static float modulus(errdiff_complex value)
{
    return hypotf(value.re, value.im);
}

double errdiff_field_white(const errdiff_field *field)
{
    size_t counts[HISTOGRAM] = {0}, above = 0;
    float largest = 0;
    for (size_t i = 0; i < errdiff_field_pixels(field); i++)
        largest = fmaxf(largest, modulus(field->values[i]));
    if (!(largest > 0))
        return 1;
    for (size_t i = 0; i < errdiff_field_pixels(field); i++)
        counts[(int)(modulus(field->values[i]) / largest * (HISTOGRAM - 1))]++;
    int place = HISTOGRAM - 1;
    while (place > 0 && (above += counts[place]) <= errdiff_field_pixels(field) / 1000)
        place--;
    return largest * (float)(place + 1) / HISTOGRAM;
}
