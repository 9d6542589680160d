/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spectrum.h"

#include <complex.h>
#include <math.h>

enum { SIDE = SPECTRUM_SIDE, BITS = 9, MAX_COLUMNS = SIDE / 4 };

static const double pi = 3.14159265358979323846;

static int reversed(int index)
{
    int result = 0;

    for (int bit = 0; bit < BITS; bit++)
        result |= (index >> bit & 1) << (BITS - 1 - bit);
    return result;
}

/* The discrete Fourier transform of 512 values, in place (Cooley and Tukey 1965, radix 2). */
static void transform(double complex *values)
{
    static double complex roots[SIDE / 2];

    if (roots[0] == 0) {
        for (int i = 0; i < SIDE / 2; i++)
            roots[i] = cos(2 * pi * i / SIDE) - I * sin(2 * pi * i / SIDE);
    }
    for (int i = 0; i < SIDE; i++) {
        int other = reversed(i);
        if (other > i) {
            double complex value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }
    for (int half = 1; half < SIDE; half *= 2) {
        for (int start = 0; start < SIDE; start += 2 * half) {
            for (int i = 0; i < half; i++) {
                double complex *a = &values[start + i];
                double complex *b = &values[start + i + half];
                double complex turned = *b * roots[i * (SIDE / 2 / half)];
                *b = *a - turned;
                *a += turned;
            }
        }
    }
}

/* Computes columns 0..MAX_COLUMNS of the transforms of all rows; one complex transform does two
 * real rows. */
static void transform_rows(const uint8_t *image, double mean,
                           double complex columns[MAX_COLUMNS + 1][SIDE])
{
    for (int y = 0; y < SIDE; y += 2) {
        double complex row[SIDE];
        for (int x = 0; x < SIDE; x++)
            row[x] = image[y * SIDE + x] - mean + I * (image[(y + 1) * SIDE + x] - mean);
        transform(row);
        for (int k = 0; k <= MAX_COLUMNS; k++) {
            double complex one = row[k], other = conj(row[(SIDE - k) % SIDE]);
            columns[k][y] = (one + other) / 2;
            columns[k][y + 1] = (one - other) / (2 * I);
        }
    }
}

double spectrum_low_share(const uint8_t *image, double limit)
{
    static double complex columns[MAX_COLUMNS + 1][SIDE];
    double mean = 0, power = 0, low = 0;

    for (int i = 0; i < SIDE * SIDE; i++)
        mean += image[i];
    mean /= SIDE * SIDE;
    for (int i = 0; i < SIDE * SIDE; i++)
        power += (image[i] - mean) * (image[i] - mean);
    if (power == 0)
        return 0;
    transform_rows(image, mean, columns);
    for (int x = 0; x < limit * SIDE; x++) {
        transform(columns[x]);
        for (int k = 0; k < SIDE; k++) {
            int y = k < SIDE / 2 ? k : k - SIDE;
            if (x * x + y * y >= limit * limit * SIDE * SIDE)
                continue;
            double size = cabs(columns[x][k]);
            /* A real image has the same power at the opposite frequency. */
            low += (x > 0 ? 2 : 1) * size * size;
        }
    }
    /* Parseval: the power of all frequencies is the image's power times its number of pixels. */
    return 100 * low / (power * SIDE * SIDE);
}
