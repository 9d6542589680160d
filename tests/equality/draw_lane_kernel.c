/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "draw_lane_kernel.h"

#include "draw.h"

#include <stdlib.h>

/* ---- Kernels ------------------------------------------------------------------------------- */

static void add_tap(struct reference_kernel *kernel, int dx, int dy)
{
    kernel->taps[kernel->tap_count++] = (struct reference_tap){.dx = dx, .dy = dy};
}

/* Each place of a window with some chance, and at least one. Rows may trail each other by
 * `slope`. */
static void draw_places(struct random *random, struct reference_kernel *kernel, int reach_x,
                        int reach_y, int slope, int percent)
{
    kernel->tap_count = 0;
    for (int dy = 0; dy <= reach_y; dy++) {
        int min = dy == 0 ? 1 : 1 - slope * dy;
        for (int dx = min < -reach_x ? -reach_x : min; dx <= reach_x; dx++)
            if (random_chance(random, percent) && kernel->tap_count < ERRDIFF_MAX_TAPS)
                add_tap(kernel, dx, dy);
    }
    if (kernel->tap_count == 0)
        add_tap(kernel, 1, 0);
}

static int is_for_window(const struct reference_kernel *kernel)
{
    for (int i = 0; i < kernel->tap_count; i++)
        if (abs(kernel->taps[i].dx) > 2 || kernel->taps[i].dy > 2)
            return 0;
    return kernel->tap_count >= ERRDIFF_NARROW_WINDOW_TAPS;
}

static int slope_of(const struct reference_kernel *kernel)
{
    int slope = kernel->by_tone ? 2 : 0;

    for (int i = 0; i < kernel->tap_count; i++) {
        const struct reference_tap *tap = &kernel->taps[i];
        int columns = tap->dy == 0 ? 0 : tap->dx >= 1 ? 1 : (1 - tap->dx + tap->dy - 1) / tap->dy;
        slope = columns > slope ? columns : slope;
    }
    return slope;
}

/* Enough taps in a window of 5 × 3 or, with a reach of 3, of 7 × 4. */
static void draw_window_places(struct random *random, struct reference_kernel *kernel, int reach)
{
    do
        draw_places(random, kernel, reach, reach, random_range(random, reach - 1, reach + 1),
                    random_range(random, reach == 2 ? 60 : 30, 95));
    while (kernel->tap_count < (reach == 2 ? ERRDIFF_WIDE_FEW_TAPS : ERRDIFF_WIDE_MANY_TAPS) ||
           (reach == 3 && (is_for_window(kernel) || slope_of(kernel) < 2)));
}

/* Few taps near the pixel, or any number of them further away. */
static void draw_any_places(struct random *random, struct reference_kernel *kernel, int inner)
{
    do {
        int reach_x =
            random_chance(random, inner ? 15 : 30) ? ERRDIFF_MAX_REACH : random_range(random, 1, 4);
        int reach_y =
            random_chance(random, inner ? 10 : 25) ? ERRDIFF_MAX_REACH : random_range(random, 0, 3);
        int slope = random_range(random, 1, random_chance(random, inner ? 10 : 30) ? 8 : 3);
        int is_small = reach_x <= 2 && reach_y <= 2;
        int places = (2 * reach_x + 1) * reach_y + reach_x;
        int percent = 100 * random_range(random, 1, is_small ? 6 : 12) / places;
        draw_places(random, kernel, reach_x, reach_y, slope, percent < 100 ? percent : 100);
        if (is_small && kernel->tap_count >= ERRDIFF_WIDE_FEW_TAPS)
            kernel->tap_count = ERRDIFF_WIDE_FEW_TAPS - 1;
    } while (kernel->tap_count > 40);
}

/* Weights whose sizes sum to `sum`, or to the number of taps where that is more. */
static int draw_weights(struct random *random, struct reference_kernel *kernel, int sum,
                        int negative_percent)
{
    int left = sum - kernel->tap_count, total = 0;

    for (int i = 0; i < kernel->tap_count; i++) {
        int others = kernel->tap_count - 1 - i;
        int more = left <= 0     ? 0
                   : others == 0 ? left
                                 : random_range(random, 0, 2 * left / (others + 2));
        left -= more;
        total += 1 + more;
        kernel->taps[i].weight = random_chance(random, negative_percent) ? -(1 + more) : 1 + more;
    }
    return total;
}

static int power_of_two_from(int number)
{
    int power = 1;

    while (power < number)
        power *= 2;
    return power;
}

static int is_power_of_two(int number)
{
    return (number & (number - 1)) == 0;
}

/* A divisor of that rounding. Errors never grow where it is as large as the sum of the weights, as
 * the code for two levels needs it; else some grow until they are clamped. */
static int draw_divisor(struct random *random, int sum, int shift, int is_mean)
{
    int divisor;

    if (shift) {
        divisor = power_of_two_from(sum) << random_range(random, 0, 1);
        return is_mean || random_chance(random, 60) ? divisor
                                                    : divisor >> random_range(random, 0, 2);
    }
    divisor = random_chance(random, 60) ? sum
              : is_mean                 ? sum + random_range(random, 0, sum)
                                        : random_range(random, sum / 2 + 1, 2 * sum);
    while (is_power_of_two(divisor))
        divisor += divisor < 3 ? 3 - divisor : 1;
    return divisor;
}

/* ---- 16-bit lanes -------------------------------------------------------------------------- */

static int64_t largest_weight(const struct reference_kernel *kernel)
{
    int64_t largest = 0;

    for (int i = 0; i < kernel->tap_count; i++) {
        int64_t weight = kernel->taps[i].weight, size = weight < 0 ? -weight : weight;
        largest = size > largest ? size : largest;
    }
    return largest;
}

/* A kernel whose sums do not fit into 16 bits: errors grow until they are clamped or, with few
 * levels, weights are fine. Each weight is less than the divisor. */
static void draw_narrow_pairs(struct random *random, const struct variant *variant, struct job *job)
{
    int is_mean = variant->levels != ERRDIFF_NARROW_MANY && random_chance(random, 30);
    int divisor = 1 << random_range(random, is_mean ? 6 : 2, 8);

    do {
        do
            draw_places(random, &job->kernel, 2, 2, random_range(random, 1, 3),
                        random_range(random, 10, 95));
        while (job->kernel.tap_count < 2 || job->kernel.tap_count > divisor);
        int sum = is_mean ? divisor
                          : divisor + random_range(random, 1, job->kernel.tap_count * divisor / 3);
        draw_weights(random, &job->kernel, sum, is_mean ? 0 : random_chance(random, 70) * 30);
    } while (largest_weight(&job->kernel) >= divisor);
    job->kernel.divisor = divisor;
    job_write_kernel(job);
}

static void draw_narrow_kernel(struct random *random, const struct variant *variant,
                               struct job *job)
{
    static const char *const named[] = {"floyd-steinberg", "sierra-lite", "atkinson", "fan",
                                        "shiau-fan-2",     "sierra-3"};
    /* Sums have to fit into 16 bits; the more levels, the smaller are errors. */
    int is_deep = variant->levels == ERRDIFF_NARROW_DEEP, has_words = job->bits == 16;
    int has_many = job->levels[0] >= 16 && job->levels[1] >= 16 && job->levels[2] >= 16;
    int shift = random_range(random, 2, is_deep ? 3 : has_many ? 7 : 4);
    while (!is_deep && has_words && job->levels[0] < 32 << shift)
        shift--;

    if (variant->narrow_kernel == ERRDIFF_NARROW_PAIRS) {
        draw_narrow_pairs(random, variant, job);
        return;
    }
    if (variant->narrow_kernel < ERRDIFF_NARROW_PAIRS) {
        job_set_kernel(job, named[variant->narrow_kernel]);
        return;
    }
    if (has_words && random_chance(random, 30)) { /* with special code only for 8 bits */
        job_set_kernel(job, named[random_range(random, 1, 2)]);
        return;
    }
    int is_in_window = variant->narrow_kernel == ERRDIFF_NARROW_FIVE_BY_THREE ||
                       (has_words && random_chance(random, 50));
    do
        if (is_in_window)
            draw_places(random, &job->kernel, 2, 2, random_range(random, 1, 3),
                        random_range(random, 10, 95));
        else
            draw_any_places(random, &job->kernel, variant->part == PART_INNER);
    while (job->kernel.tap_count > 1 << shift || is_for_window(&job->kernel) != is_in_window);
    int sum = random_range(random, job->kernel.tap_count, 1 << shift);
    draw_weights(random, &job->kernel, sum,
                 is_deep || variant->levels == ERRDIFF_NARROW_TWO ? 0
                                                                  : random_chance(random, 30) * 30);
    job->kernel.divisor = 1 << shift;
    if (random_chance(random, 25)) { /* the same in other words */
        job->kernel.divisor /= 2;
        job->strength = 50;
    }
    job_write_kernel(job);
}

static void draw_narrow(struct random *random, const struct variant *variant, struct job *job)
{
    if (variant->levels == ERRDIFF_NARROW_DEEP) {
        job->bits = 16;
        job->out_bits = 8;
        job->levels[0] = job->levels[1] = job->levels[2] = 256;
        draw_narrow_kernel(random, variant, job);
        return;
    }
    if (variant->levels == ERRDIFF_NARROW_FINE) {
        job->bits = job->out_bits = 16;
        job->levels[0] = job->levels[1] = job->levels[2] = 512 << random_range(random, 0, 3);
        draw_narrow_kernel(random, variant, job);
        return;
    }
    int low = variant->levels == ERRDIFF_NARROW_TWO   ? 2
              : variant->levels == ERRDIFF_NARROW_FEW ? 3
                                                      : 5;
    int high = variant->levels == ERRDIFF_NARROW_TWO   ? 2
               : variant->levels == ERRDIFF_NARROW_FEW ? 4
               : random_chance(random, 50)             ? 16
                                                       : 256;

    job->bits = job->out_bits = 8;
    for (int c = 0; c < 3; c++)
        job->levels[c] = random_range(random, c == 0 || random_chance(random, 70) ? low : 2, high);
    draw_narrow_kernel(random, variant, job);
}

/* ---- 32-bit lanes -------------------------------------------------------------------------- */

/* Samples of 8 bits, or 16, or light, which has 16 bits, too. */
static void draw_samples(struct random *random, struct job *job, int are_bytes)
{
    job->bits = are_bytes || random_chance(random, 25) ? 8 : 16;
    job->linear = !are_bytes && (job->bits == 8 || random_chance(random, 20));
    job->out_bits = job->bits == 16 && random_chance(random, 25) ? 8 : job->bits;
}

static void draw_offsets(struct random *random, struct job *job)
{
    job->seed = (uint32_t)random_bits(random);
    if (random_chance(random, 50))
        job->noise = random_range(random, 1, 100);
    else if (random_chance(random, 40))
        draw_screen(random, job);
    else
        job->detail = random_range(random, 1, 100);
    if (random_chance(random, 20))
        job->detail = random_range(random, 1, 100);
}

/* More than four levels in a channel, or any number of them with offsets. */
static void draw_many_levels(struct random *random, const struct variant *variant, struct job *job)
{
    int may_be_narrow = job->bits == 8 && !job->linear && variant->rounding == ERRDIFF_WIDE_SHIFT;
    int has_offsets = may_be_narrow || random_chance(random, 50);

    for (int c = 0; c < 3; c++)
        job->levels[c] = random_range(random, c == 0 && !has_offsets ? 5 : 2,
                                      random_chance(random, 50) ? 6 : 256);
    if (has_offsets)
        draw_offsets(random, job);
}

/* A palette for which there is no other code. */
static void draw_many_colors(struct random *random, struct job *job)
{
    job->palette_size = random_range(random, 2, random_chance(random, 20) ? 256 : 48);
    if (random_chance(random, 50))
        job->match = random_chance(random, 60) ? ERRDIFF_MATCH_OKLAB : ERRDIFF_MATCH_LIGHTNESS;
    if (random_chance(random, 40))
        draw_offsets(random, job);
    else if (job->match == ERRDIFF_MATCH_RGB && job->palette_size <= 32 && job->bits == 8 &&
             !job->linear)
        job->palette_size += 32;
}

static void draw_decision(struct random *random, const struct variant *variant, struct job *job)
{
    int high = variant->decision == ERRDIFF_WIDE_TWO_LEVELS ? 2 : 4;

    for (int c = 0; c < 3; c++)
        job->levels[c] = random_range(random, c == 0 && high > 2 ? 3 : 2, high);
    if (variant->decision == ERRDIFF_WIDE_FEW_COLORS)
        job->palette_size = random_range(random, 1, 32);
    else if (variant->decision == ERRDIFF_WIDE_MANY_LEVELS)
        draw_many_levels(random, variant, job);
    else if (variant->decision == ERRDIFF_WIDE_MANY_COLORS)
        draw_many_colors(random, job);
}

static void draw_wide_places(struct random *random, const struct variant *variant, struct job *job)
{
    switch (variant->wide_kernel) {
    case ERRDIFF_WIDE_FLOYD_STEINBERG:
        job_set_kernel(job, "floyd-steinberg");
        break;
    case ERRDIFF_WIDE_FIVE_BY_THREE:
    case ERRDIFF_WIDE_PAIRS:
        draw_window_places(random, &job->kernel, 2);
        break;
    case ERRDIFF_WIDE_SEVEN_BY_FOUR:
        draw_window_places(random, &job->kernel, 3);
        break;
    default:
        draw_any_places(random, &job->kernel, variant->part == PART_INNER);
    }
}

/* Weights, divisor and strength for the rounding that is wanted. */
static void draw_rounding(struct random *random, const struct variant *variant, struct job *job)
{
    int is_mean = variant->decision == ERRDIFF_WIDE_TWO_LEVELS;
    int is_shift = variant->rounding == ERRDIFF_WIDE_SHIFT;
    int is_plain = errdiff_wide_holds_pairs(variant->wide_kernel);
    int are_bytes = job->bits == 8 && !job->linear;
    int negative = is_mean ? 0 : random_chance(random, 25) * random_range(random, 1, 60);
    /* Sums that do not fit into 16 bits, nor, if they are to be large, into floats. */
    int min = is_plain && variant->rounding == ERRDIFF_WIDE_LARGE ? 560 : 100;
    int sum = min + random_range(random, 0, random_chance(random, 50) ? 100 : 900);

    if (variant->rounding == ERRDIFF_WIDE_FLOAT)
        sum = random_range(random, 8, is_plain ? 400 : 60);
    if (variant->wide_kernel == ERRDIFF_WIDE_FLOYD_STEINBERG)
        sum = 16;
    else
        sum = draw_weights(random, &job->kernel, sum, negative);
    if (variant->in_registers) {
        job->kernel.divisor = 16;
        return;
    }
    job->kernel.divisor = draw_divisor(random, sum, is_shift, is_mean);
    if (is_shift && job->kernel.divisor == 16 &&
        variant->wide_kernel == ERRDIFF_WIDE_FLOYD_STEINBERG)
        job->kernel.divisor = 32;
    if (is_shift && random_chance(random, 20) && job->kernel.divisor % 2 == 0) {
        job->kernel.divisor /= 2;
        job->strength = 50;
    }
    if (is_shift || is_plain)
        return;
    if (variant->rounding == ERRDIFF_WIDE_LARGE && are_bytes)
        job->strength = random_chance(random, 50) ? 97 : 89;
    else if (variant->rounding == ERRDIFF_WIDE_FLOAT &&
             (variant->wide_kernel != ERRDIFF_WIDE_ANY || random_chance(random, 50)))
        job->strength = job->kernel.divisor % 3 != 0 ? 60 : job->kernel.divisor % 7 != 0 ? 70 : 55;
    else if (variant->rounding == ERRDIFF_WIDE_LARGE && random_chance(random, 50))
        job->strength = random_range(random, 1, 99);
}

static void draw_wide(struct random *random, const struct variant *variant, struct job *job)
{
    int has_colors = variant->decision == ERRDIFF_WIDE_FEW_COLORS;
    int is_shift = variant->rounding == ERRDIFF_WIDE_SHIFT;
    int are_bytes = has_colors || variant->rounding == ERRDIFF_WIDE_FLOAT ||
                    errdiff_wide_holds_pairs(variant->wide_kernel) ||
                    (variant->wide_kernel == ERRDIFF_WIDE_ANY && random_chance(random, 40)) ||
                    (!is_shift && random_chance(random, 40));

    if (variant->wide_kernel == ERRDIFF_WIDE_TONES) {
        /* Zhou and Fang add noise. */
        int may_have_noise = variant->decision == ERRDIFF_WIDE_MANY_LEVELS ||
                             variant->decision == ERRDIFF_WIDE_MANY_COLORS;
        draw_samples(random, job, has_colors || random_chance(random, 50));
        draw_decision(random, variant, job);
        job_set_kernel(job,
                       may_have_noise && random_chance(random, 50) ? "zhou-fang" : "ostromoukhov");
        job->strength = random_chance(random, 50) ? 100 : random_range(random, 0, 100);
        return;
    }
    draw_samples(random, job, are_bytes);
    draw_decision(random, variant, job);
    draw_wide_places(random, variant, job);
    draw_rounding(random, variant, job);
    job_write_kernel(job);
}

/* ---- The rest ------------------------------------------------------------------------------ */

/* Large enough for a tile that is inside every row of a band of the most lanes that there are. */
static void draw_inner_size(struct random *random, const struct variant *variant, struct job *job)
{
    int is_narrow = variant->is_narrow;
    int lanes = is_narrow ? 32 : 16, tile = is_narrow ? 64 : 96;
    int spare = variant->channels == 1 ? 2 : 1;
    int skew = (slope_of(&job->kernel) + spare) * variant->channels;
    int samples = skew * (lanes - 1) + 2 * tile + random_range(random, 0, tile);

    job->width = samples / variant->channels + 1;
    job->height = random_chance(random, 80) ? lanes + random_range(random, 0, 8)
                                            : random_range(random, 64, 3 * 64);
}

void draw_lane_kernel_job(struct random *random, const struct variant *variant, struct job *job)
{
    job->channels = variant->channels;
    job->strength = 100;
    if (variant->is_narrow)
        draw_narrow(random, variant, job);
    else
        draw_wide(random, variant, job);
    if (variant->part == PART_INNER)
        draw_inner_size(random, variant, job);
    else
        draw_some_size(random, job);
    if (job->palette_size > 0 && random_chance(random, 20))
        job->channels = 1; /* a gray image in colors */
    job->indexed = job->palette_size > 0 && job->out_bits == 8 && random_chance(random, 30);
    job->has_sent = job->sent = job->palette_size > 0 && random_chance(random, 30);
    draw_input(random, job);
    if (variant->part == PART_MASKED)
        job->mask = (enum mask_kind)random_range(random, MASK_RANDOM, MASK_KINDS - 1);
    job->threads = random_range(random, 1, 9);
    draw_places_in_memory(random, job);
}
