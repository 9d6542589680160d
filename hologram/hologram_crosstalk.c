/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error diffusion for displays whose pixels affect each other, in raster order. */
/*
 * What a pixel shows is only known when all its neighbors have their levels. Until then those that
 * have none are expected to get the phase of the hologram or, where that is small, the mean of all
 * phases. So a level k has three effects: on the pixel itself, on what its neighbors show that
 * already have levels, and, by their errors, on what this pixel is to make up for:
 *
 *     u = h + Σ w · (e(n) - d(n, k))     d: by how much k changes what the neighbor n shows
 *     k = the level for which what the pixel then shows is closest to u
 *
 * After that the neighbors' errors are corrected by d, for the pixels that will collect them.
 */
#include "hologram_crosstalk.h"

#include "base/message.h"
#include "base/progress.h"
#include "base/translate.h"
#include "crosstalk.h"

#include <math.h>
#include <stdlib.h>

enum {
    REACH = ERRDIFF_CROSSTALK_REACH,
    NEIGHBORS = (2 * REACH + 1) * (2 * REACH + 1),
    NEAR = 3 /* as many levels are tried to both sides of the nearest phase */
};

static const float turn = 6.28318531f;

/* A level, in the order of the phases. */
struct shown_level {
    float phase, modulus;
    int level;
};

struct diffusion {
    const struct errdiff_hologram_job *job;
    struct errdiff_crosstalk crosstalk;
    struct shown_level *ordered;   /* by their phases */
    const struct shown_level **of; /* of level k */
    float mean;                    /* of their phases */
    float *phases;                 /* that pixels show, as far as is known */
    errdiff_complex *errors;
    uint16_t *levels;
};

/* A neighbor that has a level, and how its share of what it shows depends on that of the pixel. */
struct neighbor {
    size_t pixel;
    float share;
    errdiff_complex light;  /* what it shows */
    errdiff_complex weight; /* with which the pixel collects its error */
};

static errdiff_complex times(errdiff_complex a, errdiff_complex b)
{
    return (errdiff_complex){.re = a.re * b.re - a.im * b.im, .im = a.re * b.im + a.im * b.re};
}

static errdiff_complex light_of(float modulus, float phase)
{
    return (errdiff_complex){.re = modulus * cosf(phase), .im = modulus * sinf(phase)};
}

static int compare_phases(const void *a, const void *b)
{
    const struct shown_level *one = a, *other = b;
    return one->phase != other->phase ? (one->phase > other->phase) - (one->phase < other->phase)
                                      : one->level - other->level;
}

static bool make_levels(struct diffusion *diffusion)
{
    int count = diffusion->job->quantizer.levels;
    double sum = 0;
    diffusion->ordered = malloc((size_t)count * sizeof *diffusion->ordered);
    diffusion->of = malloc((size_t)count * sizeof *diffusion->of);
    if (!diffusion->ordered || !diffusion->of)
        return false;
    for (int k = 0; k < count; k++) {
        errdiff_complex value = errdiff_hologram_value(&diffusion->job->quantizer, k);
        float phase = errdiff_crosstalk_phase(value);
        diffusion->ordered[k] =
            (struct shown_level){.phase = phase, .modulus = hypotf(value.re, value.im), .level = k};
        sum += (double)phase;
    }
    diffusion->mean = (float)(sum / count);
    qsort(diffusion->ordered, (size_t)count, sizeof *diffusion->ordered, compare_phases);
    for (int i = 0; i < count; i++)
        diffusion->of[diffusion->ordered[i].level] = &diffusion->ordered[i];
    return true;
}

/* The phase that a pixel is expected to get. */
static float expected(const struct diffusion *diffusion, size_t pixel)
{
    errdiff_complex h = diffusion->job->hologram.values[pixel];
    float certainty = fminf(hypotf(h.re, h.im), 1);
    return diffusion->mean + certainty * (errdiff_crosstalk_phase(h) - diffusion->mean);
}

static bool make(struct diffusion *diffusion, const struct errdiff_hologram_job *job,
                 uint16_t *levels)
{
    const errdiff_field *hologram = &job->hologram;
    size_t pixels = (size_t)hologram->width * (size_t)hologram->height;
    errdiff_field phases;
    *diffusion = (struct diffusion){.job = job,
                                    .crosstalk = errdiff_crosstalk_of(job->crosstalk),
                                    .phases = malloc(pixels * sizeof *diffusion->phases),
                                    .errors = calloc(pixels, sizeof *diffusion->errors),
                                    .levels = levels};
    bool is_made = make_levels(diffusion) && diffusion->phases && diffusion->errors &&
                   errdiff_field_make(&phases, hologram->width, hologram->height) == ERRDIFF_OK;
    if (!is_made)
        return false;
    for (size_t i = 0; i < pixels; i++)
        phases.values[i].re = expected(diffusion, i);
    errdiff_crosstalk_apply(&diffusion->crosstalk, &phases);
    for (size_t i = 0; i < pixels; i++)
        diffusion->phases[i] = phases.values[i].re;
    errdiff_field_free(&phases);
    return true;
}

static void release(struct diffusion *diffusion)
{
    free(diffusion->ordered);
    free(diffusion->of);
    free(diffusion->phases);
    free(diffusion->errors);
}

static bool is_inside(const errdiff_field *field, int x, int y)
{
    return x >= 0 && x < field->width && y >= 0 && y < field->height;
}

static size_t pixel_at(const errdiff_field *field, int x, int y)
{
    return (size_t)y * (size_t)field->width + (size_t)x;
}

static errdiff_complex weight_of(const struct errdiff_hologram_weights *weights, int dx, int dy)
{
    for (int i = weights->support.count - 1; i >= 0; i--)
        if (weights->support.dx[i] == dx && weights->support.dy[i] == dy)
            return weights->weights[i];
    return (errdiff_complex){0};
}

static float share_of(const struct diffusion *diffusion, int at_x, int at_y, int x, int y)
{
    const errdiff_field *hologram = &diffusion->job->hologram;
    return errdiff_crosstalk_share(&diffusion->crosstalk, at_x, x, hologram->width) *
           errdiff_crosstalk_share(&diffusion->crosstalk, at_y, y, hologram->height);
}

/* Lists the neighbors of pixel (x, y) that have levels. */
static int list_neighbors(const struct diffusion *diffusion,
                          const struct errdiff_hologram_weights *weights, int x, int y,
                          struct neighbor neighbors[NEIGHBORS])
{
    const errdiff_field *hologram = &diffusion->job->hologram;
    int reach = diffusion->crosstalk.reach, count = 0;
    for (int dy = reach; dy >= 0; dy--)
        for (int dx = dy > 0 ? -reach : 1; dx <= reach; dx++) {
            if (!is_inside(hologram, x - dx, y - dy))
                continue;
            size_t pixel = pixel_at(hologram, x - dx, y - dy);
            float modulus = diffusion->of[diffusion->levels[pixel]]->modulus;
            neighbors[count++] =
                (struct neighbor){.pixel = pixel,
                                  .share = share_of(diffusion, x - dx, y - dy, x, y),
                                  .light = light_of(modulus, diffusion->phases[pixel]),
                                  .weight = weight_of(weights, dx, dy)};
        }
    return count;
}

/* Adds the errors of pixels outside of the hologram, which are 0, to none. */
static errdiff_complex collect(const struct diffusion *diffusion,
                               const struct errdiff_hologram_weights *weights, int x, int y)
{
    const errdiff_field *hologram = &diffusion->job->hologram;
    errdiff_complex sum = {0, 0};
    for (int i = 0; i < weights->support.count; i++) {
        int from_x = x - weights->support.dx[i], from_y = y - weights->support.dy[i];
        if (is_inside(hologram, from_x, from_y))
            sum = errdiff_hologram_add(sum, weights->weights[i],
                                       diffusion->errors[pixel_at(hologram, from_x, from_y)]);
    }
    return sum;
}

/* What u lacks after the errors of the neighbors changed with the phase of the pixel by `more`: d =
 * light · (e^{j·share·more} - 1), up to the square. */
static errdiff_complex corrected(errdiff_complex u, const struct neighbor *neighbors, int count,
                                 float more)
{
    for (int i = 0; i < count; i++) {
        float angle = neighbors[i].share * more;
        errdiff_complex turned = {.re = -0.5f * angle * angle, .im = angle};
        errdiff_complex d = times(neighbors[i].weight, times(neighbors[i].light, turned));
        u.re -= d.re;
        u.im -= d.im;
    }
    return u;
}

/* The pixel whose level is sought. */
struct pixel {
    errdiff_complex u;
    float others, own; /* the phase that the others add; the share of its own */
    float expected;
    const struct neighbor *neighbors;
    int count;
};

static float try_level(const struct diffusion *diffusion, const struct pixel *pixel,
                       const struct shown_level *level, errdiff_complex *error)
{
    errdiff_complex u =
        corrected(pixel->u, pixel->neighbors, pixel->count, level->phase - pixel->expected);
    errdiff_complex q = light_of(level->modulus, pixel->others + pixel->own * level->phase);
    error->re = u.re - q.re;
    error->im = diffusion->job->quantizer.is_real ? 0 : u.im - q.im;
    return error->re * error->re + error->im * error->im;
}

/* The place in the order of the phases of the first that is not below `phase`. */
static int place_of(const struct diffusion *diffusion, float phase)
{
    int from = 0, to = diffusion->job->quantizer.levels;
    while (from < to) {
        int middle = from + (to - from) / 2;
        if (diffusion->ordered[middle].phase < phase)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Tries the levels near the phase with which the pixel shows that of u, and those of the smallest
 * and the largest phase, between which there is a gap. */
static const struct shown_level *choose(const struct diffusion *diffusion,
                                        const struct pixel *pixel, errdiff_complex *error)
{
    int count = diffusion->job->quantizer.levels;
    float wanted = atan2f(pixel->u.im, pixel->u.re) - pixel->others;
    wanted = (wanted - turn * floorf(wanted / turn)) / pixel->own;
    int middle = place_of(diffusion, wanted), tries = count <= 4 * NEAR ? count : 2 * NEAR + 2;
    int first = count <= 4 * NEAR ? 0 : middle - NEAR - 1;
    const struct shown_level *best = NULL;
    float least = INFINITY;
    for (int i = 0; i < tries; i++) {
        const struct shown_level *tried = &diffusion->ordered[(first + i + count) % count];
        errdiff_complex left;
        float cost = try_level(diffusion, pixel, tried, &left);
        if (cost < least) {
            least = cost;
            best = tried;
            *error = left;
        }
    }
    return best;
}

/* Corrects what the pixels around (x, y) show, and the errors of those that have levels, when the
 * pixel itself has one with a phase that is `more` than expected. */
static void spread(struct diffusion *diffusion, int x, int y, float more,
                   const struct neighbor *neighbors, int count)
{
    const errdiff_field *hologram = &diffusion->job->hologram;
    int reach = diffusion->crosstalk.reach;
    for (int dy = -reach; dy <= reach; dy++)
        for (int dx = -reach; dx <= reach; dx++)
            if (is_inside(hologram, x + dx, y + dy))
                diffusion->phases[pixel_at(hologram, x + dx, y + dy)] +=
                    more * share_of(diffusion, x + dx, y + dy, x, y);
    for (int i = 0; i < count; i++) {
        errdiff_complex *error = &diffusion->errors[neighbors[i].pixel];
        errdiff_complex turned = light_of(1, neighbors[i].share * more);
        turned.re -= 1;
        errdiff_complex d = times(neighbors[i].light, turned);
        error->re -= d.re;
        error->im -= diffusion->job->quantizer.is_real ? 0 : d.im;
    }
}

static bool diffuse_pixel(struct diffusion *diffusion,
                          const struct errdiff_hologram_weights *weights, int x, int y)
{
    const struct errdiff_hologram_job *job = diffusion->job;
    size_t place = pixel_at(&job->hologram, x, y);
    errdiff_complex h = job->hologram.values[place], sum = collect(diffusion, weights, x, y), error;
    struct neighbor neighbors[NEIGHBORS];
    struct pixel pixel = {.u = {.re = h.re + sum.re, .im = h.im + sum.im},
                          .own = share_of(diffusion, x, y, x, y),
                          .expected = expected(diffusion, place),
                          .neighbors = neighbors};
    pixel.count = list_neighbors(diffusion, weights, x, y, neighbors);
    pixel.others = diffusion->phases[place] - pixel.own * pixel.expected;
    const struct shown_level *level = choose(diffusion, &pixel, &error);
    if (job->quantizer.error_is_from_hologram) {
        error.re -= pixel.u.re - h.re;
        error.im -= job->quantizer.is_real ? 0 : pixel.u.im - h.im;
    }
    bool is_clipped = errdiff_hologram_limit(&job->quantizer, &error);
    diffusion->levels[place] = (uint16_t)level->level;
    spread(diffusion, x, y, level->phase - pixel.expected, neighbors, pixel.count);
    diffusion->errors[place] = error;
    return is_clipped;
}

static void diffuse_row(struct diffusion *diffusion, int y, int64_t *clipped)
{
    const struct errdiff_hologram_job *job = diffusion->job;
    const struct errdiff_hologram_weights *weights =
        job->weights + (size_t)(y / job->hogel) * (size_t)job->hogel_columns;
    for (int x = 0; x < job->hologram.width; x++)
        *clipped += diffuse_pixel(diffusion, &weights[x / job->hogel], x, y);
}

errdiff_status errdiff_hologram_with_crosstalk(const struct errdiff_hologram_job *job,
                                               uint16_t *levels, errdiff_hologram_report *report)
{
    struct diffusion diffusion;
    errdiff_status status = ERRDIFF_OK;
    struct errdiff_progress_state progress;
    if (!make(&diffusion, job, levels))
        status = errdiff_fail(&report->message, ERRDIFF_NO_MEMORY, N_("not enough memory"));
    errdiff_hologram_progress_start(&progress, job);
    for (int y = 0; y < job->hologram.height && status == ERRDIFF_OK; y++) {
        diffuse_row(&diffusion, y, &report->clipped);
        if (errdiff_progress_cancelled(&progress, y + 1))
            status = errdiff_fail(&report->message, ERRDIFF_CANCELLED, N_("cancelled"));
    }
    release(&diffusion);
    return status;
}
