/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "job.h"

#include <inttypes.h>

static const char *const input_names[] = {
    "random",           "flat",   "gradient",          "all 0", "all W", "alternating columns",
    "alternating rows", "checks", "next to the middle"};

static const char *const mask_names[] = {"no mask", "random mask", "mask of rectangles",
                                         "mask all 0", "mask without 0"};

static const char *const match_names[] = {"RGB", "OKLab", "lightness"};
static const char *const gamut_names[] = {"clip", "compress", "relative", "none"};

int job_kernel_count(void)
{
    int count = 0;

    while (reference_kernel_name(count))
        count++;
    return count;
}

void job_set_kernel(struct job *job, const char *name)
{
    snprintf(job->kernel_text, sizeof(job->kernel_text), "%s", name);
    reference_kernel_find(name, &job->kernel);
}

void job_write_kernel(struct job *job)
{
    const struct reference_kernel *kernel = &job->kernel;
    char *text = job->kernel_text;
    int used = snprintf(text, sizeof(job->kernel_text), "%" PRId64 ":", kernel->divisor);
    for (int k = 0; k < kernel->tap_count; k++) {
        const struct reference_tap *tap = &kernel->taps[k];
        used += snprintf(text + used, sizeof(job->kernel_text) - (size_t)used, "%s %d,%d,%" PRId64,
                         k ? ";" : "", tap->dx, tap->dy, tap->weight);
    }
}

int job_may_be_in_place(const struct job *job)
{
    return job->out_bits == job->bits && job_out_channels(job) == job->channels;
}

int job_out_channels(const struct job *job)
{
    if (job->indexed || job->palette_size > 0)
        return job->indexed ? 1 : 3;
    return job->gray && job->channels == 3 ? job->gray : job->channels;
}

int job_rule_channels(const struct job *job)
{
    return job->palette_size > 0 ? 3 : job_out_channels(job);
}

int job_max_value(const struct job *job)
{
    int maps_lightness = job->palette_size > 0 && job->match == ERRDIFF_MATCH_LIGHTNESS;

    return job->bits == 8 && !job->linear && !maps_lightness ? 255 : 65535;
}

void job_print(FILE *file, const struct job *job)
{
    fprintf(file, "%d x %d, %s, %d bits, kernel %s, levels %d,%d,%d, strength %d, threads %d, ",
            job->width, job->height, job->channels == 1 ? "gray" : "RGB", job->bits,
            job->kernel_text, job->levels[0], job->levels[1], job->levels[2], job->strength,
            job->threads);
    if (job->palette_size > 0)
        fprintf(file, "%d colors matched in %s%s%s%s, gamut %s by %d, ", job->palette_size,
                match_names[job->match], job->indexed ? ", indexed" : "",
                job->has_sent ? ", with others to send" : "", job->sent ? ", sent" : "",
                gamut_names[job->gamut], job->compress);
    if (job->gray)
        fprintf(file, "to gray in %d channels, ", job->gray);
    if (job->tone.automatic)
        fprintf(file, "automatic tone, ");
    fprintf(file, "tone %d of %g, %d, %d, %g, %d, %d%s, ", job->tone.stretch,
            job->tone.stretch_share, job->tone.brightness, job->tone.contrast, job->tone.gamma,
            job->tone.saturation, job->tone.invert, job->keep_exact ? ", exact colors kept" : "");
    if (job->gain_count > 0)
        fprintf(file, "dot gain %s, ", job->gain_text);
    fprintf(file, "noise %d, seed %" PRIu32 ", detail %d, stable %d, %s%sto %d bits, ", job->noise,
            job->seed, job->detail, job->stable, job->linear ? "linear, " : "",
            job->serpentine ? "serpentine, " : "", job->out_bits);
    if (job->screen.kind != REFERENCE_NO_SCREEN)
        fprintf(file, "screen %s, matrix of %d x %d, size %s at %s, amount %d, ", job->screen_name,
                job->screen.width, job->screen.height, job->screen_size, job->screen_angle,
                job->screen.amount);
    if (job->passes > 0)
        fprintf(file, "%d passes of a search at %g, ", job->passes, job->viewing);
    if (job->starts)
        fprintf(file, "errors from above, ");
    fprintf(file, "input %s, %s, %s", input_names[job->input], mask_names[job->mask],
            job->in_place ? "in place" : "to another image");
    if (job->in_pieces)
        fprintf(file, ", in pieces");
    if (job->floats != 0)
        fprintf(file, ", from %s", job->floats == ERRDIFF_HALF ? "halves" : "floats");
    const struct layout *layouts[] = {&job->in_layout, &job->out_layout, &job->mask_layout,
                                      &job->floats_layout};
    static const char *const names[] = {"in", "out", "mask", "floats"};
    for (int i = 0; i < (job->floats != 0 ? 4 : 3); i++)
        fprintf(file, ", %s %d before, %d a row%s", names[i], layouts[i]->shift,
                layouts[i]->padding, layouts[i]->flipped ? ", bottom up" : "");
    fputc('\n', file);
}
