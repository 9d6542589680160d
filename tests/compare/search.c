/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Direct binary search (Analoui and Allebach 1992) with the colors of any palette: one pass over an
 * image, for search.py.
 */
#include <stddef.h>

enum { CHANNELS = 3 };

/*
 * What a pass works on.
 *
 * error: for each channel, a plane of width × height numbers: the difference between the result and
 * the original, blurred by the autocorrelation of the eye's filter. filter: that autocorrelation,
 * (2 × radius + 1)² numbers for each channel. colors: count × CHANNELS numbers. index: the color of
 * each pixel.
 */
struct search {
    int width, height, count, radius;
    const float *colors, *filter;
    float *error;
    unsigned short *index;
};

/* The change of one pixel to another color, or, with `other`, its exchange with another pixel. */
struct change {
    double cost;
    int color;
    ptrdiff_t other;
};

static double difference(const struct search *search, int to, int from, int channel)
{
    return search->colors[CHANNELS * to + channel] - search->colors[CHANNELS * from + channel];
}

static double filter_at(const struct search *search, int channel, int dx, int dy)
{
    int side = 2 * search->radius + 1;
    return search->filter[(channel * side + search->radius + dy) * side + search->radius + dx];
}

static double error_at(const struct search *search, int channel, ptrdiff_t pixel)
{
    return search->error[(ptrdiff_t)channel * search->width * search->height + pixel];
}

/* Takes the color that lowers the squared error most, if it lowers it more than `best`. */
static void try_colors(const struct search *search, ptrdiff_t pixel, struct change *best)
{
    double error[CHANNELS], middle[CHANNELS];
    for (int channel = 0; channel < CHANNELS; channel++) {
        error[channel] = error_at(search, channel, pixel);
        middle[channel] = filter_at(search, channel, 0, 0);
    }
    int from = search->index[pixel];
    for (int to = 0; to < search->count; to++) {
        double cost = 0;
        for (int channel = 0; channel < CHANNELS; channel++) {
            double step = difference(search, to, from, channel);
            cost += step * (step * middle[channel] + 2 * error[channel]);
        }
        if (cost < best->cost)
            *best = (struct change){cost, to, -1};
    }
}

/* Takes the exchange with one of the eight neighbors that lowers the squared error most. */
static void try_exchanges(const struct search *search, int x, int y, struct change *best)
{
    ptrdiff_t pixel = (ptrdiff_t)y * search->width + x;
    int from = search->index[pixel];
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            if (x + dx < 0 || x + dx >= search->width || y + dy < 0 || y + dy >= search->height)
                continue;
            ptrdiff_t other = pixel + (ptrdiff_t)dy * search->width + dx;
            int to = search->index[other];
            if (to == from)
                continue;
            double cost = 0;
            for (int channel = 0; channel < CHANNELS; channel++) {
                double step = difference(search, to, from, channel);
                double spread =
                    filter_at(search, channel, 0, 0) - filter_at(search, channel, dx, dy);
                cost += 2 * step *
                        (step * spread + error_at(search, channel, pixel) -
                         error_at(search, channel, other));
            }
            if (cost < best->cost)
                *best = (struct change){cost, to, other};
        }
}

static int clamped(int value, int least, int greatest)
{
    return value < least ? least : value > greatest ? greatest : value;
}

/* Gives a pixel another color, and brings the error around it up to date. */
static void recolor(struct search *search, ptrdiff_t pixel, int to)
{
    int x = (int)(pixel % search->width), y = (int)(pixel / search->width), radius = search->radius;
    int left = clamped(x - radius, 0, x), right = clamped(x + radius, x, search->width - 1);
    int top = clamped(y - radius, 0, y), bottom = clamped(y + radius, y, search->height - 1);
    int side = 2 * radius + 1;
    for (int channel = 0; channel < CHANNELS; channel++) {
        float step = (float)difference(search, to, search->index[pixel], channel);
        for (int v = top; v <= bottom; v++) {
            float *error =
                search->error + ((ptrdiff_t)channel * search->height + v) * search->width;
            const float *filter =
                search->filter + (channel * side + v - y + radius) * side + radius - x;
            for (int u = left; u <= right; u++)
                error[u] += step * filter[u];
        }
    }
    search->index[pixel] = (unsigned short)to;
}

/*
 * Gives each pixel, row by row, the change that lowers the squared error most: another color, or
 * the exchange with a neighbor. Returns how many pixels were changed.
 */
long search_pass(struct search *search)
{
    long changed = 0;
    for (int y = 0; y < search->height; y++)
        for (int x = 0; x < search->width; x++) {
            ptrdiff_t pixel = (ptrdiff_t)y * search->width + x;
            struct change best = {-1e-7, search->index[pixel], -1};
            try_colors(search, pixel, &best);
            try_exchanges(search, x, y, &best);
            if (best.color == search->index[pixel])
                continue;
            if (best.other >= 0)
                recolor(search, best.other, search->index[pixel]);
            recolor(search, pixel, best.color);
            changed++;
        }
    return changed;
}
