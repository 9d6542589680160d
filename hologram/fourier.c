/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes Fourier transforms with FFTW. */
#include "fourier.h"

#include "fftw_memory.h"

#include <fftw3.h>
#include <math.h>
#include <pthread.h>

/* FFTW's planner is not thread-safe; its transforms are. */
static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;

int errdiff_fourier_side(double min)
{
    for (int side = (int)ceil(min / 2) * 2;; side += 2) {
        int rest = side;
        for (int factor = 2; factor <= 5; factor++)
            while (rest % factor == 0)
                rest /= factor;
        if (rest == 1)
            return side;
    }
}

static bool transform_field(errdiff_field *field, bool is_inverse)
{
    fftwf_complex *values = (fftwf_complex *)field->values;
    pthread_mutex_lock(&planner);
    fftwf_plan plan = fftwf_plan_dft_2d(field->height, field->width, values, values,
                                        is_inverse ? FFTW_BACKWARD : FFTW_FORWARD, FFTW_ESTIMATE);
    pthread_mutex_unlock(&planner);
    if (!plan)
        return false;
    fftwf_execute(plan);
    pthread_mutex_lock(&planner);
    fftwf_destroy_plan(plan);
    pthread_mutex_unlock(&planner);
    return true;
}

bool errdiff_fourier(errdiff_field *field, bool is_inverse)
{
    int length = field->width > field->height ? field->width : field->height;
    bool is_done = errdiff_fftw_memory_reserve(length) && transform_field(field, is_inverse);
    errdiff_fftw_memory_release();
    return is_done;
}

bool errdiff_line_make(struct errdiff_line *line, int length)
{
    fftwf_complex *values = fftwf_malloc((size_t)length * sizeof *values);
    *line = (struct errdiff_line){0};
    if (values && errdiff_fftw_memory_reserve(length)) {
        pthread_mutex_lock(&planner);
        line->forward = fftwf_plan_dft_1d(length, values, values, FFTW_FORWARD, FFTW_ESTIMATE);
        line->inverse = fftwf_plan_dft_1d(length, values, values, FFTW_BACKWARD, FFTW_ESTIMATE);
        pthread_mutex_unlock(&planner);
    }
    errdiff_fftw_memory_release();
    fftwf_free(values);
    return line->forward && line->inverse;
}

void errdiff_line_release(struct errdiff_line *line)
{
    pthread_mutex_lock(&planner);
    if (line->forward)
        fftwf_destroy_plan(line->forward);
    if (line->inverse)
        fftwf_destroy_plan(line->inverse);
    pthread_mutex_unlock(&planner);
}

void errdiff_line_transform(const struct errdiff_line *line, errdiff_complex *values,
                            bool is_inverse)
{
    fftwf_complex *numbers = (fftwf_complex *)values;
    fftwf_execute_dft(is_inverse ? line->inverse : line->forward, numbers, numbers);
}
