/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The jobs of `errdiff-bench --matrix`. */
#ifndef CLI_BENCH_MATRIX_H
#define CLI_BENCH_MATRIX_H

#include "bench_job.h"

enum { BENCH_MATRIX_PALETTES = 4 };

struct bench_matrix {
    struct bench_job *jobs;
    int count;
};

/* Makes the palettes of the jobs. */
void bench_matrix_make_palettes(errdiff_palette palettes[BENCH_MATRIX_PALETTES]);

/*
 * Makes the jobs, for images of width × height pixels:
 *
 *   - every kernel, in gray and in RGB, with 2, 4, 16 and 256 levels;
 *   - for four kernels, in gray with 2 levels and in RGB with 4 levels, one option at a time;
 *   - for these kernels, in RGB, palettes of several sizes, compared by RGB and by OKLab, with 16
 *     bits, and in linear light; and two ways to map colors out of gamut.
 *
 * palettes  from bench_matrix_make_palettes; the jobs point to them
 * part      if it is not NULL, there are only the jobs whose name contains it
 *
 * Free the matrix with bench_matrix_free. Returns false if there is not enough memory.
 */
bool bench_matrix_make(struct bench_matrix *matrix, int width, int height, bool is_pinned,
                       const errdiff_palette palettes[BENCH_MATRIX_PALETTES], const char *part);
void bench_matrix_free(struct bench_matrix *matrix);

#endif
