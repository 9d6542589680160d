/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "band.h"

#include <string.h>

enum {
    ROWS = ERRDIFF_HOLOGRAM_BAND_ROWS,
    BLOCK = ERRDIFF_HOLOGRAM_BLOCK,
    LANES = BLOCK / 2,
};

typedef float lanes __attribute__((vector_size(LANES * sizeof(float))));

/* A row's share of a step. */
struct share {
    const struct errdiff_hologram_error_rows *errors;
    const struct errdiff_hologram_weights *weights; /* of the hogel at the left end of its row */
    const errdiff_complex *hologram;                /* of its row */
    uint16_t *levels;
    int x0, x1;
    float re[BLOCK], im[BLOCK]; /* what its pixels collected from the rows above */
};

/* How many of the weights are of rows above; they come first. */
static int count_above(const struct errdiff_hologram_weights *weights)
{
    int count = weights->support.count;
    while (count > 0 && weights->support.dy[count - 1] == 0)
        count--;
    return count;
}

/* A whole block, of which pixels from `from` on are kept. Behind the row's end there are zeros to
 * read. Two vectors of each part, since a sum waits for the one before it. */
static void collect_above(struct share *share, const struct errdiff_hologram_weights *weights,
                          int from)
{
    lanes re0 = {0}, re1 = {0}, im0 = {0}, im1 = {0};
    int count = count_above(weights);
    for (int i = 0; i < count; i++) {
        int dy = weights->support.dy[i], x = share->x0 - weights->support.dx[i];
        const float *error_re = share->errors->re[dy] + x, *error_im = share->errors->im[dy] + x;
        errdiff_complex weight = weights->weights[i];
        lanes left_re, right_re, left_im, right_im;
        memcpy(&left_re, error_re, sizeof left_re);
        memcpy(&right_re, error_re + LANES, sizeof right_re);
        memcpy(&left_im, error_im, sizeof left_im);
        memcpy(&right_im, error_im + LANES, sizeof right_im);
        re0 = ERRDIFF_HOLOGRAM_ADD_RE(re0, weight, left_re, left_im);
        im0 = ERRDIFF_HOLOGRAM_ADD_IM(im0, weight, left_re, left_im);
        re1 = ERRDIFF_HOLOGRAM_ADD_RE(re1, weight, right_re, right_im);
        im1 = ERRDIFF_HOLOGRAM_ADD_IM(im1, weight, right_re, right_im);
    }
    lanes re[] = {re0, re1}, im[] = {im0, im1};
    size_t kept = (size_t)(BLOCK - from) * sizeof(float);
    memcpy(share->re + from, (const float *)re + from, kept);
    memcpy(share->im + from, (const float *)im + from, kept);
}

static void begin(struct share *share, struct errdiff_hologram_band *band, int row, int x0)
{
    const struct errdiff_hologram_job *job = band->job;
    int width = job->hologram.width, y = band->first_row + row;
    share->errors = &band->errors[row];
    share->weights = job->weights + (size_t)(y / job->hogel) * (size_t)job->hogel_columns;
    share->hologram = job->hologram.values + (size_t)y * (size_t)width;
    share->levels = band->levels + (size_t)y * (size_t)width;
    share->x0 = x0;
    share->x1 = width - x0 < BLOCK ? width : x0 + BLOCK;
    for (int column = x0 / job->hogel; column <= (share->x1 - 1) / job->hogel; column++) {
        int left = column * job->hogel;
        collect_above(share, &share->weights[column], left > x0 ? left - x0 : 0);
    }
}

/* The pixel at x0 + i: what its own row left, then the decision. */
static inline void finish_pixel(const struct errdiff_hologram_job *job, struct share *share,
                                const struct errdiff_hologram_weights *weights, int above, int i,
                                int64_t *clipped)
{
    errdiff_complex sum = {share->re[i], share->im[i]}, error;
    int x = share->x0 + i;
    float *row_re = share->errors->re[0], *row_im = share->errors->im[0];
    for (int j = above; j < weights->support.count; j++) {
        int from = x - weights->support.dx[j];
        sum = errdiff_hologram_add(sum, weights->weights[j],
                                   (errdiff_complex){row_re[from], row_im[from]});
    }
    int is_clipped;
    share->levels[x] = (uint16_t)errdiff_hologram_decide(&job->quantiser, share->hologram[x], sum,
                                                         &error, &is_clipped);
    *clipped += is_clipped;
    row_re[x] = error.re;
    row_im[x] = error.im;
}

static void finish_any(const struct errdiff_hologram_job *job, struct share *shares, int count,
                       int64_t *clipped)
{
    for (int row = 0; row < count; row++)
        for (int x = shares[row].x0; x < shares[row].x1; x++) {
            const struct errdiff_hologram_weights *weights = &shares[row].weights[x / job->hogel];
            finish_pixel(job, &shares[row], weights, count_above(weights), x - shares[row].x0,
                         clipped);
        }
}

/* Whether each share is a whole block in one hogel. */
static bool are_whole(const struct errdiff_hologram_job *job, const struct share *shares, int count)
{
    bool whole = count == ROWS;
    for (int row = 0; row < count; row++)
        whole = whole && shares[row].x1 - shares[row].x0 == BLOCK &&
                shares[row].x0 / job->hogel == (shares[row].x1 - 1) / job->hogel;
    return whole;
}

static void finish_whole(const struct errdiff_hologram_job *job, struct share shares[ROWS],
                         int64_t *clipped)
{
    const struct errdiff_hologram_weights *weights[ROWS];
    int above[ROWS];
    for (int row = 0; row < ROWS; row++) {
        weights[row] = &shares[row].weights[shares[row].x0 / job->hogel];
        above[row] = count_above(weights[row]);
    }
    for (int i = 0; i < BLOCK; i++)
        for (int row = 0; row < ROWS; row++)
            finish_pixel(job, &shares[row], weights[row], above[row], i, clipped);
}

void ERRDIFF_HOLOGRAM_BAND_STEP(struct errdiff_hologram_band *band, int b)
{
    struct share shares[ROWS];
    int count = 0;
    for (int row = 0; row < band->row_count; row++) {
        int x0 = b * BLOCK - row * ERRDIFF_HOLOGRAM_LAG;
        if (x0 >= 0 && x0 < band->job->hologram.width)
            begin(&shares[count++], band, row, x0);
    }
    int64_t clipped = 0;
    if (are_whole(band->job, shares, count))
        finish_whole(band->job, shares, &clipped);
    else
        finish_any(band->job, shares, count, &clipped);
    band->clipped += clipped;
}
