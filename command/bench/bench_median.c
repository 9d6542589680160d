/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calculates medians of times, and of the ratios of times. */
#include "bench_median.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Sorts the values and returns their median. */
static double sort(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

double bench_median(const double *values, int count, double *scratch)
{
    memcpy(scratch, values, (size_t)count * sizeof *scratch);
    return sort(scratch, count);
}

double bench_median_ratio(const struct bench_row *slow, const struct bench_row *fast,
                          double *scratch)
{
    int count = slow->rounds < fast->rounds ? slow->rounds : fast->rounds;
    for (int i = 0; i < count; i++)
        scratch[i] = slow->ms[i] / fast->ms[i];
    return sort(scratch, count);
}

int bench_most_rounds(const struct bench_row *rows, int count)
{
    int most = 0;
    for (int i = 0; i < count; i++)
        most = rows[i].rounds > most ? rows[i].rounds : most;
    return most;
}
