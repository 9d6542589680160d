/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies a hologram, finds its scale from its moduli and multiplies it by that, and measures it. */
#include "scale.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static const double largest_part = 65536;

int64_t errdiff_field_copy(errdiff_field *to, const errdiff_field *from)
{
    int64_t not_finite = 0;
    for (size_t i = 0; i < errdiff_field_pixels(from); i++) {
        errdiff_complex value = from->values[i];
        if (!isfinite(value.re) || !isfinite(value.im)) {
            value = (errdiff_complex){0};
            not_finite++;
        }
        to->values[i] = value;
    }
    return not_finite;
}

double errdiff_field_rms(const errdiff_field *field)
{
    double sum = 0;
    for (size_t i = 0; i < errdiff_field_pixels(field); i++) {
        double re = field->values[i].re, im = field->values[i].im;
        sum += isfinite(re) && isfinite(im) ? re * re + im * im : 0;
    }
    return sqrt(sum / (double)errdiff_field_pixels(field));
}

double complex errdiff_field_product(const errdiff_field *a, const errdiff_field *b)
{
    double re = 0, im = 0;
    for (size_t i = 0; i < errdiff_field_pixels(a); i++) {
        double a_re = a->values[i].re, a_im = a->values[i].im;
        double b_re = b->values[i].re, b_im = b->values[i].im;
        re += a_re * b_re + a_im * b_im;
        im += a_re * b_im - a_im * b_re;
    }
    return re + I * im;
}

bool errdiff_field_is_dark(const errdiff_field *field)
{
    for (size_t i = 0; i < errdiff_field_pixels(field); i++)
        if (field->values[i].re != 0 || field->values[i].im != 0)
            return false;
    return true;
}

bool errdiff_field_is_phase_only(const errdiff_field *field)
{
    static const double most = 1.002 * 1.002;
    double least = INFINITY, largest = 0; /* of the squares of moduli */
    for (size_t i = 0; i < errdiff_field_pixels(field) && !(largest > most * least); i++) {
        double re = field->values[i].re, im = field->values[i].im, square = re * re + im * im;
        if (!(square > 0) || !isfinite(square))
            continue;
        least = fmin(least, square);
        largest = fmax(largest, square);
    }
    return largest > 0 && largest <= most * least;
}

int64_t errdiff_field_beyond(const errdiff_field *field, bool is_real)
{
    /* Rounding may put moduli of 1 a little above it. */
    static const float most = 1.0001f;
    int64_t count = 0;
    for (size_t i = 0; i < errdiff_field_pixels(field); i++) {
        float re = field->values[i].re, im = is_real ? 0 : field->values[i].im;
        count += re * re + im * im > most;
    }
    return count;
}

static void swap(float *a, float *b)
{
    float kept = *a;
    *a = *b;
    *b = kept;
}

/* Hoare's selection algorithm: values[nth] gets the value it would have after sorting, with no
 * larger value before it and no smaller one after it. */
static void select_nth(float *values, size_t count, size_t nth)
{
    ptrdiff_t low = 0, high = (ptrdiff_t)count - 1, wanted = (ptrdiff_t)nth;
    while (low < high) {
        float pivot = values[low + (high - low) / 2];
        ptrdiff_t i = low, j = high;
        while (i <= j) {
            while (values[i] < pivot)
                i++;
            while (values[j] > pivot)
                j--;
            if (i <= j)
                swap(&values[i++], &values[j--]);
        }
        if (wanted <= j)
            high = j;
        else if (wanted >= i)
            low = i;
        else
            return;
    }
}

bool errdiff_field_percentile(const errdiff_field *field, double share, double *value)
{
    size_t count = errdiff_field_pixels(field);
    float *moduli = calloc(count, sizeof *moduli);
    if (!moduli)
        return false;
    for (size_t i = 0; i < count; i++)
        moduli[i] = fminf(hypotf(field->values[i].re, field->values[i].im), FLT_MAX);
    double place = share * (double)(count - 1);
    size_t nth = (size_t)place;
    select_nth(moduli, count, nth);
    float next = nth + 1 < count ? moduli[nth + 1] : moduli[nth];
    for (size_t i = nth + 1; i < count; i++)
        next = moduli[i] < next ? moduli[i] : next;
    *value = moduli[nth] + (place - (double)nth) * ((double)next - moduli[nth]);
    free(moduli);
    return true;
}

bool errdiff_field_scale(const errdiff_field *field, double *scale)
{
    double size;
    if (!errdiff_field_percentile(field, 0.99, &size) ||
        (size == 0 && !errdiff_field_percentile(field, 1, &size)))
        return false;
    *scale = size > 0 ? 0.85 / size : 1;
    return true;
}

/* Multiplies and clamps one part of a value; neither argument is NaN. fmin and fmax would be
 * function calls, which would take most of the time. */
static float part(double value, double scale)
{
    double product = value * scale;
    product = product > -largest_part ? product : -largest_part;
    return (float)(product < largest_part ? product : largest_part);
}

void errdiff_field_multiply(errdiff_field *field, double scale)
{
    for (size_t i = 0; i < errdiff_field_pixels(field); i++) {
        errdiff_complex *value = &field->values[i];
        *value = (errdiff_complex){.re = part(value->re, scale), .im = part(value->im, scale)};
    }
}
