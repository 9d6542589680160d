/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reference.h"

#include "reference_gamut.h"
#include "reference_light.h"
#include "reference_search.h"
#include "reference_start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWING_ROWS = 4, DRAWING_COLUMNS = 7 };

struct drawing {
    const char *name;
    int divisor;
    int weights[DRAWING_ROWS][DRAWING_COLUMNS];
};

/* The current pixel is the fourth of its row in every drawing. */
#define X 0
#define o 0

/* clang-format off */
static const struct drawing drawings[] = {
    {"simple", 2,
     {{o, o, o, X, 1},
      {o, o, o, 1}}},

    {"false-floyd-steinberg", 8,
     {{o, o, o, X, 3},
      {o, o, o, 3, 2}}},

    /* Floyd and Steinberg 1976 */
    {"floyd-steinberg", 16,
     {{o, o, o, X, 7},
      {o, o, 3, 5, 1}}},

    {"sierra-lite", 4,
     {{o, o, o, X, 2},
      {o, o, 1, 1}}},

    {"atkinson", 8,
     {{o, o, o, X, 1, 1},
      {o, o, 1, 1, 1},
      {o, o, o, 1}}},

    /* Jarvis, Judice and Ninke 1976 */
    {"jarvis-judice-ninke", 48,
     {{o, o, o, X, 7, 5},
      {o, 3, 5, 7, 5, 3},
      {o, 1, 3, 5, 3, 1}}},

    /* Stucki 1981 */
    {"stucki", 42,
     {{o, o, o, X, 8, 4},
      {o, 2, 4, 8, 4, 2},
      {o, 1, 2, 4, 2, 1}}},

    /* Burkes 1988 */
    {"burkes", 32,
     {{o, o, o, X, 8, 4},
      {o, 2, 4, 8, 4, 2}}},

    {"sierra-3", 32,
     {{o, o, o, X, 5, 3},
      {o, 2, 4, 5, 4, 2},
      {o, o, 2, 3, 2, o}}},

    {"sierra-2", 16,
     {{o, o, o, X, 4, 3},
      {o, 1, 2, 3, 2, 1}}},

    /* Fan 1992 */
    {"fan", 16,
     {{o, o, o, X, 7},
      {o, 1, 3, 5}}},

    /* Shiau and Fan 1996 */
    {"shiau-fan-1", 8,
     {{o, o, o, X, 4},
      {o, 1, 1, 2}}},

    {"shiau-fan-2", 16,
     {{o, o, o, X, 8},
      {1, 1, 2, 4}}},

    /* Stevenson and Arce 1985 */
    {"stevenson-arce", 200,
     {{ o,  o,  o,  X,  o, 32,  o},
      {12,  o, 26,  o, 30,  o, 16},
      { o, 12,  o, 26,  o, 12,  o},
      { 5,  o, 12,  o, 12,  o,  5}}},

    /* this project, 2026 */
    {"errdiff-12", 256,
     {{o,   o,   o,  X, 143,  -9},
      {o,  24,  57, 87,  22, -33},
      {o, -10, -22,  1,  -7,   3}}},

    {"errdiff-5", 16,
     {{o, o, o, X, 8},
      {o, 1, 3, 5, o, -1}}},
};
/* clang-format on */

#undef X
#undef o

enum { DRAWINGS = sizeof(drawings) / sizeof(drawings[0]) };

/* ---- Weights by tone ----------------------------------------------------------------------- */

struct tone_key {
    int tone;
    int64_t right, below_left, below;
};

struct modulation_key {
    int tone;
    int64_t percent;
};

/* Ostromoukhov 2001, appendix I. */
static const struct tone_key ostromoukhov[] = {
    {0, 13, 0, 5}, {1, 13, 0, 5}, {2, 21, 0, 10},   {3, 7, 0, 4},    {4, 8, 0, 5},
    {10, 7, 3, 3}, {22, 3, 2, 1}, {32, 20, 10, 19}, {64, 11, 10, 0}, {72, 5, 7, 1},
    {77, 4, 1, 1}, {85, 4, 1, 1}, {95, 5, 3, 2},    {107, 5, 3, 2},  {127, 4, 1, 1},
};

/* Zhou and Fang 2003. */
static const struct tone_key zhou_fang[] = {
    {0, 13, 0, 5},
    {1, 1300249, 0, 499250},
    {2, 213113, 287, 99357},
    {3, 351854, 0, 199965},
    {4, 801100, 0, 490999},
    {10, 704075, 297466, 303694},
    {22, 46613, 31917, 21469},
    {32, 47482, 30617, 21900},
    {44, 43024, 42131, 14826},
    {64, 36411, 43219, 20369},
    {72, 38477, 53843, 7678},
    {77, 40503, 51547, 7948},
    {85, 35865, 34108, 30026},
    {95, 34117, 36899, 28983},
    {102, 35464, 35049, 29485},
    {107, 16477, 18810, 14712},
    {112, 33360, 37954, 28685},
    {127, 35269, 36066, 28664},
};

static const struct modulation_key zhou_fang_modulation[] = {
    {0, 0}, {44, 34}, {64, 50}, {85, 100}, {95, 17}, {102, 50}, {107, 70}, {112, 79}, {127, 100},
};

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* round(65536 · (part_a/sum_a · (b − t) + part_b/sum_b · (t − a)) / (b − a)), halves up. */
static int64_t share(int64_t t, int64_t a, int64_t b, int64_t part_a, int64_t sum_a, int64_t part_b,
                     int64_t sum_b)
{
    int64_t above = 65536 * (part_a * sum_b * (b - t) + part_b * sum_a * (t - a));
    int64_t below = sum_a * sum_b * (b - a);

    return (2 * above + below) / (2 * below);
}

static void make_tones(struct reference_kernel *kernel, const struct tone_key *keys, int key_count,
                       const struct modulation_key *modulation, int modulation_count)
{
    kernel->by_tone = 1;
    kernel->divisor = 65536;
    for (int i = 0; i < REFERENCE_TONES; i++) {
        struct reference_tone *tone = &kernel->tones[i];
        int t = i > 127 ? 255 - i : i;

        for (int k = 0; k + 1 < key_count; k++) {
            const struct tone_key *a = &keys[k];
            const struct tone_key *b = &keys[k + 1];
            int64_t sum_a = a->right + a->below_left + a->below;
            int64_t sum_b = b->right + b->below_left + b->below;
            if (t < a->tone || t > b->tone)
                continue;
            tone->right = share(t, a->tone, b->tone, a->right, sum_a, b->right, sum_b);
            tone->below_left =
                share(t, a->tone, b->tone, a->below_left, sum_a, b->below_left, sum_b);
            tone->below = 65536 - tone->right - tone->below_left;
        }
        tone->modulation = 0;
        for (int k = 0; k + 1 < modulation_count; k++) {
            const struct modulation_key *a = &modulation[k];
            const struct modulation_key *b = &modulation[k + 1];
            if (t >= a->tone && t <= b->tone)
                tone->modulation =
                    (a->percent * (b->tone - t) + b->percent * (t - a->tone)) / (b->tone - a->tone);
        }
    }
}

/* ---- Kernels by name ----------------------------------------------------------------------- */

const char *reference_kernel_name(int index)
{
    if (index == DRAWINGS)
        return "ostromoukhov";
    if (index == DRAWINGS + 1)
        return "zhou-fang";
    return index >= 0 && index < DRAWINGS ? drawings[index].name : NULL;
}

int reference_kernel_find(const char *name, struct reference_kernel *kernel)
{
    memset(kernel, 0, sizeof(*kernel));
    if (strcmp(name, "ostromoukhov") == 0) {
        make_tones(kernel, ostromoukhov, COUNT(ostromoukhov), NULL, 0);
        return 0;
    }
    if (strcmp(name, "zhou-fang") == 0) {
        make_tones(kernel, zhou_fang, COUNT(zhou_fang), zhou_fang_modulation,
                   COUNT(zhou_fang_modulation));
        return 0;
    }
    for (int k = 0; k < DRAWINGS; k++) {
        if (strcmp(drawings[k].name, name) != 0)
            continue;
        kernel->divisor = drawings[k].divisor;
        kernel->tap_count = 0;
        for (int row = 0; row < DRAWING_ROWS; row++) {
            for (int column = 0; column < DRAWING_COLUMNS; column++) {
                int weight = drawings[k].weights[row][column];
                if (weight != 0)
                    kernel->taps[kernel->tap_count++] = (struct reference_tap){
                        .dx = column - DRAWING_COLUMNS / 2, .dy = row, .weight = weight};
            }
        }
        return 0;
    }
    return -1;
}

/* ---- Arithmetic ---------------------------------------------------------------------------- */

/* C rounds quotients toward 0; the rule rounds them down. */
static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

static int64_t clamp(int64_t value, int64_t low, int64_t high)
{
    return value < low ? low : value > high ? high : value;
}

int64_t reference_level_value(int64_t i, int64_t L, int64_t W)
{
    return floor_div(2 * i * W + L - 1, 2 * (L - 1));
}

static int64_t light_of(int64_t sample, int64_t max)
{
    return (int64_t)floor(65535 * reference_srgb_decode((double)sample / (double)max) + 0.5);
}

/* Wellons 2018, lowbias32. */
static uint32_t mix(uint32_t h)
{
    h ^= h >> 16;
    h *= UINT32_C(0x7feb352d);
    h ^= h >> 15;
    h *= UINT32_C(0x846ca68b);
    h ^= h >> 16;
    return h;
}

static int64_t noise_at(uint32_t seed, int x, int y, int64_t A)
{
    uint32_t hash = mix(mix(mix(seed) + (uint32_t)x) + (uint32_t)y);

    return (int64_t)(((uint64_t)hash * (2 * (uint64_t)A + 1)) >> 32) - A;
}

/* ---- Samples ------------------------------------------------------------------------------- */

static int becomes_gray(const struct reference_job *job)
{
    return job->gray && job->channels == 3;
}

int reference_out_channels(const struct reference_job *job)
{
    if (job->indexed)
        return 1;
    if (job->quantizer.color_count > 0)
        return 3;
    return becomes_gray(job) ? job->gray : job->channels;
}

/* The levels of a channel. */
static int level_count(const struct reference_job *job, int channel)
{
    return job->quantizer.levels[becomes_gray(job) ? 0 : channel];
}

static int64_t sample_get(const struct reference_job *job, int x, int y, int channel)
{
    const uint8_t *row = (const uint8_t *)job->in + y * job->in_stride;
    ptrdiff_t at = (ptrdiff_t)x * job->channels + (job->channels == 3 ? channel : 0);

    return job->bits == 8 ? row[at] : ((const uint16_t *)(const void *)row)[at];
}

static void sample_set(const struct reference_job *job, int x, int y, int channel, int64_t value)
{
    uint8_t *row = (uint8_t *)job->out + y * job->out_stride;
    ptrdiff_t at = (ptrdiff_t)x * reference_out_channels(job) + channel;

    if (job->indexed || job->out_bits == 8)
        row[at] = (uint8_t)value;
    else
        ((uint16_t *)(void *)row)[at] = (uint16_t)value;
}

/* ---- The rule ------------------------------------------------------------------------------ */

struct state {
    struct reference_job *job;
    const void *in_as_given; /* the input before it became gray; its stride is job->in_stride */
    int channels;            /* the number that are dithered */
    int64_t W;
    int64_t max_in, max_out;         /* the largest samples */
    int64_t o[3][4096];              /* values of levels */
    int64_t written[3][4096];        /* their samples */
    int64_t p[256][3];               /* values of colors */
    int64_t p_place[256][3];         /* their places in OKLab */
    int64_t p_before[256][3];        /* values of colors, before luminance counts more */
    int darkest, lightest;           /* colors */
    int64_t *e;                      /* the error of each pixel and channel */
    int64_t *number;                 /* of the color or levels of each pixel; −1: it stays */
    int64_t *still;                  /* how far each pixel is drawn to the frame before, 0..256 */
    struct reference_gamut *gamut;   /* NULL: colors are not mapped */
    struct reference_tile screen[3]; /* of each channel */
    int64_t unit;                    /* of offsets besides noise */
    int64_t half_distance;           /* half the mean distance of neighboring colors */
};

/* Whether no part of an error is lost. */
static int keeps_errors(const struct reference_kernel *kernel)
{
    int64_t sum = 0;

    for (int i = 0; i < kernel->tap_count; i++)
        sum += kernel->taps[i].weight;
    return kernel->by_tone || sum == kernel->divisor;
}

static int64_t *error_at(const struct state *state, int x, int y)
{
    return &state->e[((int64_t)y * state->job->width + x) * 3];
}

/* A display sample as a value of the rule, without any change of tone: light if the job is in
 * linear light. */
static int64_t value_of(const struct state *state, int64_t display)
{
    return state->job->linear ? light_of(display, state->max_in)
                              : display * (state->W / state->max_in);
}

/* Whether colors are compared where luminance counts more. */
static int counts_lightness(const struct reference_job *job)
{
    return job->quantizer.color_count > 0 && job->quantizer.lightness;
}

/* Brings red 50 %, green 10.2 % and blue 19.9 % closer to luminance. */
static void map_lightness(int64_t v[3])
{
    int64_t Y = floor_div(13938 * v[0] + 46869 * v[1] + 4729 * v[2] + 32768, 65536);

    v[0] = floor_div(128 * v[0] + 128 * Y + 128, 256);
    v[1] = floor_div(230 * v[1] + 26 * Y + 128, 256);
    v[2] = floor_div(205 * v[2] + 51 * Y + 128, 256);
}

/* The display values of a pixel after the change of tone, 0..W. */
static void display_values_at(const struct state *state, int x, int y, int64_t display[3])
{
    for (int c = 0; c < state->channels; c++)
        display[c] = sample_get(state->job, x, y, c);
    reference_tone_apply(&state->job->tone, state->channels, state->max_in, display);
    for (int c = 0; c < state->channels && state->W == 255; c++)
        display[c] = floor_div(display[c] + 128, 257);
}

/* The number of the first color with the greatest luminance, or of that with the least one. */
static int outermost_color(const struct reference_quantizer *quantizer, int64_t sign)
{
    int64_t best = INT64_MIN;
    int found = 0;

    for (int i = 0; i < quantizer->color_count; i++) {
        const uint8_t *color = quantizer->colors[i];
        int64_t Y = sign * (13933 * light_of(color[0], 255) + 46871 * light_of(color[1], 255) +
                            4732 * light_of(color[2], 255));
        found = Y > best ? i : found;
        best = Y > best ? Y : best;
    }
    return found;
}

/* black + v · (white − black), in light. */
static void make_relative(const struct state *state, int64_t v[3])
{
    const int64_t *white = state->p_before[state->lightest];
    const int64_t *black = state->p_before[state->darkest];
    double W = (double)state->W;

    for (int c = 0; c < 3; c++) {
        if (state->job->linear) {
            v[c] =
                floor_div(2 * (65535 * black[c] + v[c] * (white[c] - black[c])) + 65535, 2 * 65535);
            continue;
        }
        double b = reference_srgb_decode((double)black[c] / W);
        double w = reference_srgb_decode((double)white[c] / W);
        double light = b + (w - b) * reference_srgb_decode((double)v[c] / W);
        v[c] = (int64_t)floor(W * reference_srgb_encode(light) + 0.5);
    }
}

/* The values of a pixel after the change of tone. */
static void toned_values_at(const struct state *state, int x, int y, int64_t v[3])
{
    display_values_at(state, x, y, v);
    for (int c = 0; c < state->channels && state->job->linear; c++)
        v[c] = light_of(v[c], 65535);
    if (state->job->relative && state->job->quantizer.color_count > 0)
        make_relative(state, v);
}

/* The value of channel c of level or color i, as the steps before the rule have it. */
static int64_t paper_or_ink(const struct state *state, int c, int i)
{
    return state->job->quantizer.color_count > 0 ? state->p_before[i][c] : state->o[c][i];
}

/* Takes the gain of dots out of v: of the nearest values around it, the darker one is the ink. */
static int64_t without_gain(const struct state *state, int c, int64_t v)
{
    const struct reference_job *job = state->job;
    int colors = job->quantizer.color_count;
    int count = colors > 0 ? colors : level_count(job, c), i = 0;
    int64_t ink = -1, paper = INT64_MAX;

    for (int k = 0; k < count; k++) {
        int64_t value = paper_or_ink(state, c, k);
        if (value == v)
            return v;
        if (value < v && value > ink)
            ink = value;
        if (value > v && value < paper)
            paper = value;
    }
    if (ink < 0 || paper == INT64_MAX)
        return v;
    int64_t wanted = 100000 * (paper - v), all = paper - ink;
    while (wanted > job->gain_points[i + 1][1] * all)
        i++;
    int64_t across = job->gain_points[i + 1][0] - job->gain_points[i][0];
    int64_t up = job->gain_points[i + 1][1] - job->gain_points[i][1];
    int64_t above =
        job->gain_points[i][0] * up * all + across * (wanted - job->gain_points[i][1] * all);
    return paper - floor_div(2 * above + 100000 * up, 2 * 100000 * up);
}

/* The values v of a pixel. */
static void values_at(const struct state *state, int x, int y, int64_t v[3])
{
    toned_values_at(state, x, y, v);
    if (state->gamut)
        reference_gamut_map(state->gamut, v);
    for (int c = 0; c < state->channels && state->job->gain_count > 0; c++)
        v[c] = without_gain(state, c, v[c]);
    if (counts_lightness(state->job))
        map_lightness(v);
}

/* The place of a color in OKLab; u has 4 fractional bits. */
static void place_of(const struct state *state, const int64_t u[3], int64_t place[3])
{
    int64_t light[3];

    for (int c = 0; c < 3; c++) {
        int64_t inside = clamp(u[c], 0, 16 * state->W);
        light[c] = state->job->linear ? 131074 * inside : reference_fine_light(inside, state->W);
    }
    reference_place(light, place);
}

static void make_tables(struct state *state)
{
    struct reference_job *job = state->job;
    const struct reference_quantizer *quantizer = &job->quantizer;
    int64_t scale = state->max_in / state->max_out; /* 257 for 16 bits to 8 */

    for (int c = 0; c < 3; c++) {
        int64_t L = level_count(job, c);
        for (int64_t i = 0; i < L && quantizer->color_count == 0; i++) {
            state->written[c][i] = reference_level_value(i, L, state->max_out);
            state->o[c][i] = value_of(state, scale * state->written[c][i]);
        }
    }
    for (int i = 0; i < quantizer->color_count; i++) {
        int64_t u[3];
        for (int c = 0; c < 3; c++) {
            int64_t color = quantizer->colors[i][c];
            state->p[i][c] = value_of(state, job->bits == 8 ? color : 257 * color);
            u[c] = 16 * state->p[i][c];
        }
        if (quantizer->oklab)
            place_of(state, u, state->p_place[i]);
    }
    memcpy(state->p_before, state->p, sizeof(state->p));
    state->darkest = outermost_color(quantizer, -1);
    state->lightest = outermost_color(quantizer, 1);
}

static int nearest_color(const struct state *state, const int64_t u[3])
{
    int is_oklab = state->job->quantizer.oklab, nearest = 0;
    int64_t place[3], least = INT64_MAX;

    if (is_oklab)
        place_of(state, u, place);
    for (int i = 0; i < state->job->quantizer.color_count; i++) {
        int64_t distance = 0;
        for (int c = 0; c < 3; c++) {
            int64_t d = is_oklab ? place[c] - state->p_place[i][c] : u[c] - 16 * state->p[i][c];
            distance += d * d;
        }
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

/* The number of i in 0..L-2 with 2s > 16(o(i) + o(i + 1)). */
static int64_t quantize(int64_t s, const int64_t *o, int64_t L)
{
    int64_t q = 0;

    for (int64_t i = 0; i <= L - 2; i++)
        q += 2 * s > 16 * (o[i] + o[i + 1]);
    return q;
}

static int64_t tone_of(const struct state *state, int64_t v)
{
    return floor_div(2 * 255 * v + state->W, 2 * state->W);
}

/* Half the distance between the levels above and below s, in 16ths. */
static int64_t half_step(const struct state *state, int channel, int64_t s)
{
    int64_t L = level_count(state->job, channel);
    const int64_t *o = state->o[channel];
    int64_t i = 0;

    for (int64_t k = 0; k <= L - 2; k++) {
        if (16 * o[k] <= s)
            i = k;
    }
    return 8 * (o[i + 1] - o[i]);
}

static int64_t noise_of(const struct state *state, int x, int y, int channel, int64_t v, int64_t s)
{
    const struct reference_job *job = state->job;
    int64_t half_percents = 2 * job->noise;
    int64_t H = job->quantizer.color_count > 0 ? state->W : half_step(state, channel, s);

    if (job->kernel.by_tone)
        half_percents += job->kernel.tones[tone_of(state, v)].modulation;
    return noise_at(job->seed, x, y, floor_div(H * half_percents, 200));
}

static int is_in(const struct reference_job *job, int x, int y)
{
    return !job->mask || job->mask[y * job->mask_stride + x] != 0;
}

/* Whether a pixel keeps its color because it is exactly one of the palette, or that of a level in
 * each channel. Sets q[] to their numbers. */
static int find_exact(const struct state *state, int x, int y, int q[3])
{
    const struct reference_job *job = state->job;
    int64_t display[3], v[3];

    if (!job->keep_exact)
        return 0;
    display_values_at(state, x, y, display);
    toned_values_at(state, x, y, v);
    q[0] = q[1] = q[2] = -1;
    for (int c = 0; c < state->channels && job->quantizer.color_count == 0; c++) {
        for (int i = 0; i < level_count(job, c); i++)
            q[c] = state->W / state->max_out * state->written[c][i] == display[c] ? i : q[c];
        if (q[c] < 0)
            return 0;
    }
    for (int i = job->quantizer.color_count - 1; i >= 0; i--) {
        const uint8_t *color = job->quantizer.colors[i];
        int64_t unit = state->W / 255;
        int is_color = 1;
        for (int c = 0; c < 3; c++)
            is_color &=
                job->relative ? v[c] == state->p_before[i][c] : display[c] == unit * color[c];
        q[0] = is_color ? i : q[0];
    }
    return q[0] >= 0;
}

/* How far the input stands out from the 3 × 3 pixels around it. */
static int64_t detail_of(const struct state *state, int x, int y, int channel)
{
    const struct reference_job *job = state->job;
    int64_t v[3], other[3], sum = 0, unit = state->W == 255 ? 1 : 256;
    int q[3];

    if (job->detail == 0)
        return 0;
    values_at(state, x, y, v);
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int from_x = (int)clamp(x + dx, 0, job->width - 1);
            int from_y = (int)clamp(y + dy, 0, job->height - 1);
            if (!is_in(job, from_x, from_y) || find_exact(state, from_x, from_y, q))
                continue;
            values_at(state, from_x, from_y, other);
            sum += v[channel] - other[channel];
        }
    }
    return unit * floor_div(2 * job->detail * sum + 25 * unit, 50 * unit);
}

/* A sample of the input or, with is_before, of that of the frame before; 0 where it is masked. */
static int64_t unmasked_sample(const struct state *state, int is_before, int x, int y, int c)
{
    const struct reference_job *job = state->job;
    struct reference_job frame = *job;

    frame.in = state->in_as_given;
    if (is_before) {
        frame.in = job->before.in;
        frame.in_stride = job->before.in_stride;
        frame.mask = job->before.mask;
        frame.mask_stride = job->before.mask_stride;
    }
    return is_in(&frame, x, y) ? sample_get(&frame, x, y, c) : 0;
}

/* How far the input is as it was, 0..256; −1: it is or was left out. */
static int64_t stillness_of(const struct state *state, int x, int y)
{
    const struct reference_job *job = state->job;
    static const int64_t weights[5] = {1, 4, 6, 4, 1};
    int64_t most = 0;
    int was_in = !job->before.mask || job->before.mask[y * job->before.mask_stride + x] != 0;

    if (!is_in(job, x, y) || !was_in)
        return -1;
    for (int c = 0; c < job->channels; c++) {
        int64_t sum = 0;
        for (int dy = -2; dy <= 2; dy++) {
            for (int dx = -2; dx <= 2; dx++) {
                int from_x = (int)clamp(x + dx, 0, job->width - 1);
                int from_y = (int)clamp(y + dy, 0, job->height - 1);
                sum += weights[dx + 2] * weights[dy + 2] *
                       (unmasked_sample(state, 0, from_x, from_y, c) -
                        unmasked_sample(state, 1, from_x, from_y, c));
            }
        }
        int64_t change = (sum < 0 ? -sum : sum) / (job->bits == 8 ? 1 : 257);
        most = change > most ? change : most;
    }
    return clamp(448 - most / 2, 0, 256);
}

/* Where much of the image moves, nothing is drawn. Returns 0, or -1 if there is not enough
 * memory. */
static int find_still_pixels(struct state *state)
{
    const struct reference_job *job = state->job;
    int64_t pixels = (int64_t)job->width * job->height, moving = 0, all = 0;

    if (job->before.percent == 0)
        return 0;
    state->still = malloc((size_t)pixels * sizeof(*state->still));
    if (!state->still)
        return -1;
    for (int64_t i = 0; i < pixels; i++) {
        int64_t g = stillness_of(state, (int)(i % job->width), (int)(i / job->width));
        moving += g == 0;
        all += g >= 0;
        state->still[i] = g < 0 ? 0 : g;
    }
    int64_t share = all > 0 ? clamp(512 - 1280 * moving / all, 0, 256) : 256;
    for (int64_t i = 0; i < pixels; i++)
        state->still[i] = state->still[i] * share / 256;
    return 0;
}

/* In millionths. */
static int64_t stable_strength(int64_t percent)
{
    return 1000000 - (100 - percent) * (100 - percent) * (100 - percent);
}

/* How far the choice is drawn towards what was chosen in the frame before, from where the screen
 * has put it. */
static int64_t stable_of(const struct state *state, int x, int y, int channel, int64_t screen)
{
    const struct reference_job *job = state->job;
    const struct reference_before *before = &job->before;
    int64_t unit = state->W == 255 ? 1 : 256, pixel = (int64_t)y * job->width + x;

    if (before->percent == 0 || before->error_channels != state->channels ||
        before->error_W != state->W)
        return 0;
    int64_t a = floor_div(stable_strength(before->percent) * state->still[pixel] + 500000, 1000000);
    int64_t e = before->errors[pixel * state->channels + channel];
    return -unit * floor_div(a * (e + screen) + 128 * unit, 256 * unit);
}

/* ---- Screens ------------------------------------------------------------------------------- */

/* Half the mean distance of a color from the nearest other one. Colors that are listed twice count
 * once. */
static int64_t half_distance(const struct state *state)
{
    int64_t sum = 0;
    int count = 0;

    for (int i = 0; i < state->job->quantizer.color_count; i++) {
        int64_t nearest = INT64_MAX;
        int is_first = 1;
        for (int j = 0; j < state->job->quantizer.color_count; j++) {
            int64_t distance = 0;
            for (int c = 0; c < 3; c++) {
                int64_t difference = llabs(state->p[i][c] - state->p[j][c]);
                distance = difference > distance ? difference : distance;
            }
            if (distance == 0 && j < i)
                is_first = 0;
            if (distance > 0)
                nearest = distance < nearest ? distance : nearest;
        }
        if (is_first && nearest < INT64_MAX)
            sum += 16 * nearest;
        count += is_first;
    }
    return sum / (2 * count);
}

static int has_equal_steps(const struct state *state, int channel)
{
    const int64_t *o = state->o[channel];

    for (int i = 1; i < level_count(state->job, channel); i++)
        if (o[i] - o[i - 1] != o[1] - o[0])
            return 0;
    return 1;
}

static int64_t largest_half_step(const struct state *state, int channel)
{
    const int64_t *o = state->o[channel];
    int64_t largest = 0;

    if (state->job->quantizer.color_count > 0)
        return state->half_distance;
    for (int i = 1; i < level_count(state->job, channel); i++)
        largest = o[i] - o[i - 1] > largest ? o[i] - o[i - 1] : largest;
    return 8 * largest;
}

/* Sets the unit of offsets: the sum of all must fit into 16 bits. */
static void choose_unit(struct state *state)
{
    const struct reference_job *job = state->job;
    int64_t sum = 0, largest = 0;

    if (job->detail > 0)
        sum += 32 * state->W * job->detail / 100 + (state->W == 255 ? 1 : 256);
    if (job->before.percent > 0)
        sum += 16 * state->W *
                   floor_div(stable_strength(job->before.percent) * 256 + 500000, 1000000) / 256 +
               (state->W == 255 ? 1 : 256);
    for (int c = 0; c < state->channels && job->screen.kind != REFERENCE_NO_SCREEN; c++) {
        int64_t h = largest_half_step(state, c);
        largest = h > largest ? h : largest;
    }
    largest = largest * job->screen.amount / 100;
    sum += state->W == 255 ? largest : largest / 16 * 16;
    state->unit = state->W == 255 ? 1 : 16;
    while (sum > 32767 * state->unit)
        state->unit *= 2;
}

static int is_gray_palette(const struct reference_quantizer *quantizer)
{
    int is_gray = quantizer->color_count > 0;

    for (int i = 0; i < quantizer->color_count; i++)
        is_gray &= quantizer->colors[i][0] == quantizer->colors[i][1] &&
                   quantizer->colors[i][0] == quantizer->colors[i][2];
    return is_gray;
}

/* Returns 0, or -1 if there is not enough memory. */
static int make_screens(struct state *state)
{
    const struct reference_job *job = state->job;
    int is_gray = job->channels == 1 || job->gray || is_gray_palette(&job->quantizer);

    if (job->quantizer.color_count > 0)
        state->half_distance = half_distance(state);
    choose_unit(state);
    for (int c = 0; c < state->channels && job->screen.kind != REFERENCE_NO_SCREEN; c++)
        if (reference_tile_make(&state->screen[c], &job->screen, is_gray ? 3 : c) < 0)
            return -1;
    return 0;
}

static int64_t ceil_div(int64_t a, int64_t b)
{
    return -floor_div(-a, b);
}

static int64_t screen_of(const struct state *state, int x, int y, int channel)
{
    const struct reference_job *job = state->job;
    const int64_t *o = state->o[channel];
    int64_t v[3], a = job->screen.amount, k = state->unit;
    int L = level_count(job, channel), i = 0;

    if (job->screen.kind == REFERENCE_NO_SCREEN)
        return 0;
    values_at(state, x, y, v);
    while (job->quantizer.color_count == 0 && i < L - 2 && o[i + 1] <= v[channel])
        i++;
    int64_t h = job->quantizer.color_count > 0 ? state->half_distance : 8 * (o[i + 1] - o[i]);
    int64_t T = reference_tile_at(&state->screen[channel], x, y);
    int64_t n = ceil_div(h * (32768 - T), 32768);
    if (job->quantizer.color_count == 0 && !has_equal_steps(state, channel))
        n = clamp(n, 16 * (o[i] - v[channel]), 16 * (o[i + 1] - v[channel]));
    int64_t most = h * a / (100 * k), units = ceil_div(n * a, 100 * k);
    return k * (units < most ? units : most);
}

static int64_t offset_of(const struct state *state, int x, int y, int channel, int64_t v, int64_t s)
{
    int64_t screen = screen_of(state, x, y, channel);

    return noise_of(state, x, y, channel, v, s) + detail_of(state, x, y, channel) + screen +
           stable_of(state, x, y, channel, screen);
}

/* ---- The start ----------------------------------------------------------------------------- */

/* Sets *step to o' - o with levels. Returns r in 65536ths, or 0 if v stays. */
static int64_t level_share(const struct state *state, int c, int64_t v, int64_t *step)
{
    const int64_t *o = state->o[c];
    int64_t q = quantize(16 * v, o, level_count(state->job, c));

    if (v == o[q])
        return 0;
    *step = o[q + (v > o[q] ? 1 : -1)] - o[q];
    return (v - o[q]) * 65536 / *step;
}

/* Whether a third color is nearer than o before the middle of the step from o. */
static int is_crossed(const struct state *state, const int64_t o[3], const int64_t step[3])
{
    for (int i = 0; i < state->job->quantizer.color_count; i++) {
        int64_t along = 0, length = 0;
        for (int c = 0; c < 3; c++) {
            along += step[c] * (state->p[i][c] - o[c]);
            length += (state->p[i][c] - o[c]) * (state->p[i][c] - o[c]);
        }
        if (along > length)
            return 1;
    }
    return 0;
}

/* level_share with colors. */
static int64_t color_share(const struct state *state, const int64_t v[3], int64_t step[3])
{
    int64_t u[3] = {16 * v[0], 16 * v[1], 16 * v[2]}, share = 0;
    const int64_t *o = state->p[nearest_color(state, u)];
    double square = 0, most_along = 0, its_length = 1;

    for (int c = 0; c < 3; c++)
        square += (double)((v[c] - o[c]) * (v[c] - o[c]));
    for (int i = 0; i < state->job->quantizer.color_count; i++) {
        double along = 0, length = 0;
        for (int c = 0; c < 3; c++) {
            along += (double)((v[c] - o[c]) * (state->p[i][c] - o[c]));
            length += (double)((state->p[i][c] - o[c]) * (state->p[i][c] - o[c]));
        }
        if (along <= 0 || 10 * along * along < 9 * square * length ||
            along * its_length <= most_along * length)
            continue;
        most_along = along;
        its_length = length;
        share = 2 * along > length ? 32768 : (int64_t)floor(along * 65536 / length);
        for (int c = 0; c < 3; c++)
            step[c] = state->p[i][c] - o[c];
    }
    return share > 0 && is_crossed(state, o, step) ? 0 : share;
}

static int64_t nearest_light(const struct state *state, int64_t v)
{
    int64_t sample = 0;

    while (sample < state->max_in &&
           light_of(sample + 1, state->max_in) - v < v - light_of(sample, state->max_in))
        sample++;
    return light_of(sample, state->max_in);
}

/* The values that are dithered. */
static void started_values_at(const struct state *state, int x, int y, int64_t v[3])
{
    const struct reference_job *job = state->job;
    int64_t step[3] = {0}, r = 0, changed[3];
    int is_changed = 0;

    values_at(state, x, y, v);
    if (!job->starts || job->strength != 100 || !keeps_errors(&job->kernel) ||
        !reference_start_has_row(&job->kernel, y))
        return;
    if (job->quantizer.color_count > 0)
        r = color_share(state, v, step);
    for (int c = 0; c < state->channels; c++) {
        changed[c] = v[c];
        if (job->quantizer.color_count == 0)
            r = level_share(state, c, v[c], &step[c]);
        if (r == 0)
            continue;
        int64_t tone = tone_of(state, v[c]);
        int64_t half_percents = job->quantizer.color_count > 0 ? 0
                                : job->kernel.by_tone
                                    ? 2 * job->noise + job->kernel.tones[tone].modulation
                                    : 2 * job->noise;
        int64_t amount = reference_start_amount(&job->kernel, r, tone, half_percents, x, y);
        changed[c] = clamp(v[c] + floor_div(step[c] * amount, 65536), 0, state->W);
    }
    if (job->quantizer.color_count > 0 && v[0] == v[1] && v[1] == v[2])
        changed[0] = changed[1] = changed[2] = (changed[0] + changed[1] + changed[2]) / 3;
    for (int c = 0; c < state->channels; c++)
        is_changed |= changed[c] != v[c];
    for (int c = 0; c < state->channels && is_changed; c++)
        v[c] = job->linear ? nearest_light(state, changed[c]) : changed[c];
}

/* ---- Errors -------------------------------------------------------------------------------- */

static int direction_of(const struct reference_job *job, int y)
{
    return job->serpentine && y % 2 == 1 ? -1 : 1;
}

/* The parts of its error that the pixel at (from_x, from_y) passes on, by the weights of its
 * tone. */
static void parts_of(const struct state *state, int from_x, int from_y, int channel, int64_t *right,
                     int64_t *below_left, int64_t *below)
{
    const struct reference_job *job = state->job;
    int64_t v[3];
    started_values_at(state, from_x, from_y, v);
    const struct reference_tone *tone = &job->kernel.tones[tone_of(state, v[channel])];
    int64_t e = error_at(state, from_x, from_y)[channel];
    int64_t scaled = floor_div(2 * job->strength * e + 100, 200);

    *right = floor_div(2 * scaled * tone->right + 65536, 2 * 65536);
    *below_left = floor_div(2 * scaled * tone->below_left + 65536, 2 * 65536);
    *below = scaled - *right - *below_left;
}

static int64_t collect_by_tone(const struct state *state, int x, int y, int channel)
{
    const struct reference_job *job = state->job;
    int64_t sum = 0, right, below_left, below;

    for (int from_y = y - 1; from_y <= y; from_y++) {
        for (int from_x = x - 1; from_x <= x + 1; from_x++) {
            if (from_y < 0 || from_x < 0 || from_x >= job->width)
                continue;
            int ahead = direction_of(job, from_y);
            int is_right = from_y == y && x == from_x + ahead;
            int is_below_left = from_y == y - 1 && x == from_x - ahead;
            int is_below = from_y == y - 1 && x == from_x;
            if (!is_right && !is_below_left && !is_below)
                continue;
            parts_of(state, from_x, from_y, channel, &right, &below_left, &below);
            sum += is_right ? right : is_below_left ? below_left : below;
        }
    }
    return sum;
}

static int64_t collect(const struct state *state, int x, int y, int channel)
{
    const struct reference_job *job = state->job;
    const struct reference_kernel *kernel = &job->kernel;
    int64_t D = kernel->divisor;
    int64_t t = job->strength;
    int64_t S = 0;

    if (kernel->by_tone)
        return collect_by_tone(state, x, y, channel);
    for (int k = 0; k < kernel->tap_count; k++) {
        int from_y = y - kernel->taps[k].dy;
        if (from_y < 0)
            continue;
        int from_x = x - direction_of(job, from_y) * kernel->taps[k].dx;
        if (from_x >= 0 && from_x < job->width)
            S += kernel->taps[k].weight * error_at(state, from_x, from_y)[channel];
    }
    return floor_div(2 * t * S + 100 * D, 200 * D);
}

static void keep_pixel(const struct state *state, int x, int y)
{
    const struct reference_job *job = state->job;

    if (job->indexed) {
        int64_t u[3];
        for (int c = 0; c < 3; c++)
            u[c] = value_of(state, sample_get(job, x, y, c));
        if (counts_lightness(job))
            map_lightness(u);
        for (int c = 0; c < 3; c++)
            u[c] *= 16;
        sample_set(job, x, y, 0, nearest_color(state, u));
        return;
    }
    for (int c = 0; c < reference_out_channels(job); c++) {
        int64_t sample = sample_get(job, x, y, c);
        /* Rounds to the nearest 8-bit value; these are 257 apart in 16 bits. */
        if (job->bits == 16 && job->out_bits == 8)
            sample = floor_div(2 * sample + 257, 2 * 257);
        sample_set(job, x, y, c, sample);
    }
}

static int64_t written_color(const struct reference_job *job, int q, int channel)
{
    const struct reference_quantizer *quantizer = &job->quantizer;
    const uint8_t *color = quantizer->has_sent ? quantizer->sent[q] : quantizer->colors[q];

    return color[channel] * (job->out_bits == 8 ? 1 : 257);
}

/* The channels whose levels may differ in a search. */
static int differing_channels(const struct state *state)
{
    const struct reference_job *job = state->job;
    int is_gray = becomes_gray(job) && job->quantizer.color_count == 0 && job->passes > 0;

    return is_gray ? 1 : state->channels;
}

/* Of the color, or of the combination of levels. */
static void write_number(struct state *state, int x, int y, int64_t number)
{
    struct reference_job *job = state->job;

    state->number[(int64_t)y * job->width + x] = number;
    for (int c = state->channels - 1; c >= 0; c--) {
        int levels = level_count(job, c);
        if (job->quantizer.color_count == 0)
            sample_set(job, x, y, c, state->written[c][number % levels]);
        else if (!job->indexed)
            sample_set(job, x, y, c, written_color(job, (int)number, c));
        if (job->quantizer.color_count == 0 && differing_channels(state) > 1)
            number /= levels;
    }
    if (job->indexed)
        sample_set(job, x, y, 0, number);
}

static void dither_levels(struct state *state, int x, int y, const int64_t v[3], const int64_t s[3])
{
    const struct reference_job *job = state->job;

    int64_t number = 0;

    for (int c = 0; c < state->channels; c++) {
        int64_t offset = offset_of(state, x, y, c, v[c], s[c]);
        int64_t q = quantize(s[c] + offset, state->o[c], level_count(job, c));
        int64_t e = s[c] - 16 * state->o[c][q];

        error_at(state, x, y)[c] = clamp(e, -16 * state->W, +16 * state->W);
        number = c < differing_channels(state) ? number * level_count(job, c) + q : number;
    }
    write_number(state, x, y, number);
}

static void dither_color(struct state *state, int x, int y, const int64_t v[3], const int64_t s[3])
{
    struct reference_job *job = state->job;
    int64_t top = 16 * state->W;
    int64_t u[3];
    int is_lost = 0; /* a part of s */

    for (int c = 0; c < 3; c++)
        u[c] = clamp(s[c] + offset_of(state, x, y, c, v[c], s[c]), -top, 2 * top);
    int q = nearest_color(state, u);
    for (int c = 0; c < 3; c++) {
        int64_t left = s[c] - 16 * state->p[q][c];
        int64_t e = clamp(left, -top, top);
        is_lost |= e != left;
        error_at(state, x, y)[c] = e;
    }
    job->clamped += is_lost;
    write_number(state, x, y, q);
}

/* Writes a pixel that keeps its exact color. Returns 0 if it has none. */
static int keep_exact(const struct state *state, int x, int y)
{
    const struct reference_job *job = state->job;
    int q[3];

    if (!find_exact(state, x, y, q))
        return 0;
    for (int c = 0; c < reference_out_channels(job); c++)
        sample_set(job, x, y, c,
                   job->indexed                     ? q[0]
                   : job->quantizer.color_count > 0 ? written_color(job, q[0], c)
                                                    : state->written[c][q[c]]);
    return 1;
}

static void dither_pixel(struct state *state, int x, int y)
{
    struct reference_job *job = state->job;
    int64_t v[3], s[3];

    state->number[(int64_t)y * job->width + x] = -1;
    if (!is_in(job, x, y)) {
        for (int c = 0; c < 3; c++)
            error_at(state, x, y)[c] = 0;
        keep_pixel(state, x, y);
        return;
    }
    job->pixels++;
    if (keep_exact(state, x, y)) {
        for (int c = 0; c < 3; c++)
            error_at(state, x, y)[c] = 0;
        return;
    }
    started_values_at(state, x, y, v);
    for (int c = 0; c < state->channels; c++)
        s[c] = 16 * v[c] + collect(state, x, y, c);
    if (job->quantizer.color_count > 0)
        dither_color(state, x, y, v, s);
    else
        dither_levels(state, x, y, v, s);
}

/* Copies the input: the tones of earlier pixels are read from it, even if the output overwrites
 * it. */
static void *copy_input(struct reference_job *job)
{
    size_t row = (size_t)job->width * (size_t)job->channels * (size_t)job->bits / 8;
    uint8_t *copy = malloc(row * (size_t)job->height);

    for (int y = 0; copy && y < job->height; y++)
        memcpy(copy + row * (size_t)y, (const uint8_t *)job->in + y * job->in_stride, row);
    job->in = copy;
    job->in_stride = (ptrdiff_t)row;
    return copy;
}

/* The display value of the luminance. */
static int64_t gray_at(const struct reference_job *job, int x, int y)
{
    static const int64_t weights[3] = {13933, 46871, 4732};
    double max = job->bits == 8 ? 255 : 65535;
    int64_t Y = 0;

    for (int c = 0; c < 3; c++) {
        double light = reference_srgb_decode((double)sample_get(job, x, y, c) / max);
        Y += weights[c] * (int64_t)floor(16777216 * light + 0.5);
    }
    return (int64_t)floor(max * reference_srgb_encode((double)Y / 65536 / 16777216) + 0.5);
}

/* Grays in place of all three samples. Pixels that are left out stay
 * if the result has their color. */
static void make_gray(struct reference_job *job, void *copy)
{
    for (int y = 0; y < job->height; y++) {
        for (int x = 0; x < job->width; x++) {
            int64_t at = 3 * ((int64_t)y * job->width + x);
            if (!is_in(job, x, y) && reference_out_channels(job) == 3)
                continue;
            int64_t sample = gray_at(job, x, y);
            for (int c = 0; c < 3; c++) {
                if (job->bits == 8)
                    ((uint8_t *)copy)[at + c] = (uint8_t)sample;
                else
                    ((uint16_t *)copy)[at + c] = (uint16_t)sample;
            }
        }
    }
}

/* Finds the darkest and the lightest samples of the image. */
static int find_points(struct reference_job *job)
{
    int64_t *counts = calloc(65536, sizeof(*counts));

    if (!counts)
        return -1;
    for (int y = 0; y < job->height; y++) {
        for (int x = 0; x < job->width; x++) {
            for (int c = 0; c < (becomes_gray(job) ? 1 : job->channels) && is_in(job, x, y); c++)
                counts[sample_get(job, x, y, c)]++;
        }
    }
    reference_tone_points(&job->tone, counts, job->bits == 8 ? 255 : 65535);
    memset(counts, 0, 65536 * sizeof(*counts));
    for (int y = 0; y < job->height && job->tone.automatic; y++) {
        for (int x = 0; x < job->width; x++)
            counts[gray_at(job, x, y)] += is_in(job, x, y);
    }
    reference_tone_choose(&job->tone, counts, job->bits == 8 ? 255 : 65535);
    free(counts);
    return 0;
}

/* ---- The search ---------------------------------------------------------------------------- */

/* The first color that is written like color q. */
static int first_written_like(const struct reference_job *job, int q)
{
    for (int i = 0; i < q && !job->indexed; i++) {
        int is_equal = 1;
        for (int c = 0; c < 3; c++)
            is_equal &= written_color(job, i, c) == written_color(job, q, c);
        if (is_equal)
            return i;
    }
    return q;
}

static void describe_colors(const struct state *state, struct reference_search *search)
{
    const struct reference_job *job = state->job;
    int64_t unit = 65535 / state->W;

    search->color_count = job->quantizer.color_count;
    for (int c = 0; c < state->channels; c++) {
        search->level_count[c] = level_count(job, c);
        for (int i = 0; i < search->color_count; i++)
            search->colors[i][c] = unit * state->p[i][c];
        for (int i = 0; i < search->level_count[c]; i++)
            search->level_value[c][i] = unit * state->o[c][i];
    }
}

/* A still pixel that is dithered as in the frame before starts with what was found there, and
 * stays. */
static void keep_still_color(struct state *state, size_t pixel, char *stays)
{
    struct reference_before *before = &state->job->before;
    int64_t number = state->number[pixel];

    if (!before->dithered)
        return;
    *stays = before->has_colors && state->still[pixel] >= 128 && number == before->dithered[pixel];
    before->dithered[pixel] = number < 0 ? 0 : (int32_t)number;
    if (*stays)
        state->number[pixel] = before->searched[pixel];
}

/* Returns 0, or -1 if there is not enough memory. */
static int search_image(struct state *state)
{
    struct reference_job *job = state->job;
    size_t pixels = (size_t)job->width * (size_t)job->height;
    int64_t *values = malloc(3 * pixels * sizeof(*values));
    char *stays = calloc(pixels, 1);
    struct reference_search search = {.width = job->width,
                                      .height = job->height,
                                      .channels = differing_channels(state),
                                      .mapped = counts_lightness(job),
                                      .passes = job->passes,
                                      .viewing = job->viewing,
                                      .values = values,
                                      .number = state->number,
                                      .stays = stays};

    describe_colors(state, &search);
    for (size_t i = 0; values && stays && i < pixels; i++) {
        int64_t v[3];
        values_at(state, (int)(i % (size_t)job->width), (int)(i / (size_t)job->width), v);
        for (int c = 0; c < search.channels; c++)
            values[i * (size_t)search.channels + (size_t)c] = 65535 / state->W * v[c];
        if (search.color_count > 0 && state->number[i] >= 0)
            state->number[i] = first_written_like(job, (int)state->number[i]);
        keep_still_color(state, i, &stays[i]);
    }
    int result = values && stays ? reference_search(&search) : -1;
    for (size_t i = 0; result == 0 && i < pixels; i++)
        if (state->number[i] >= 0)
            write_number(state, (int)(i % (size_t)job->width), (int)(i / (size_t)job->width),
                         state->number[i]);
    for (size_t i = 0; result == 0 && job->before.searched && i < pixels; i++)
        job->before.searched[i] = state->number[i] < 0 ? 0 : (int32_t)state->number[i];
    free(values);
    free(stays);
    return result;
}

static void keep_errors(const struct state *state)
{
    const struct reference_job *job = state->job;
    int64_t pixels = (int64_t)job->width * job->height;

    for (int64_t i = 0; i < pixels; i++)
        for (int c = 0; c < state->channels; c++)
            job->before.kept[i * state->channels + c] = (int32_t)state->e[3 * i + c];
}

int reference_dither(struct reference_job *job)
{
    struct state *state = calloc(1, sizeof(*state));
    const void *in = job->in;
    ptrdiff_t in_stride = job->in_stride;
    void *as_given = copy_input(job);
    void *copy = as_given ? copy_input(job) : NULL;
    int result = -1;

    if (state) {
        state->e = malloc(3 * sizeof(*state->e) * (size_t)job->width * (size_t)job->height);
        state->number = malloc(sizeof(*state->number) * (size_t)job->width * (size_t)job->height);
    }
    if (copy && becomes_gray(job))
        make_gray(job, copy);
    if (state && state->e && state->number && copy && find_points(job) == 0) {
        job->pixels = job->clamped = 0;
        state->job = job;
        state->in_as_given = as_given;
        state->channels = job->quantizer.color_count > 0 ? 3 : reference_out_channels(job);
        state->max_in = job->bits == 8 ? 255 : 65535;
        state->max_out = job->out_bits == 8 ? 255 : 65535;
        state->W = job->linear || counts_lightness(job) ? 65535 : state->max_in;
        make_tables(state);
        if (job->gamut && job->quantizer.color_count > 0)
            state->gamut =
                reference_gamut_make((const int64_t(*)[3])state->p, job->quantizer.color_count,
                                     state->W, job->linear, job->compress);
        for (int i = 0; i < job->quantizer.color_count && counts_lightness(job); i++)
            map_lightness(state->p[i]);
        result = make_screens(state) < 0 || find_still_pixels(state) < 0 ? -1 : 0;
        for (int y = 0; y < job->height && result == 0; y++) {
            for (int step = 0; step < job->width; step++)
                dither_pixel(state, direction_of(job, y) > 0 ? step : job->width - 1 - step, y);
        }
    }
    if (result == 0 && job->before.kept)
        keep_errors(state);
    if (result == 0 && job->passes > 0)
        result = search_image(state);
    job->in = in;
    job->in_stride = in_stride;
    if (state) {
        for (int c = 0; c < 3; c++)
            free(state->screen[c].thresholds);
        free(state->gamut);
        free(state->e);
        free(state->number);
        free(state->still);
    }
    free(state);
    free(copy);
    free(as_given);
    return result;
}
