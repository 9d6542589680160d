/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "job.h"

#include "base/message.h"
#include "rule/image.h"
#include "rule/light.h"
#include "rule/quantizer.h"
#include "rule/rounding.h"
#include "rule/search.h"

#include <stdlib.h>

/* A gray picture stays gray with levels, and may stay gray with a palette of grays. */
static bool fits_channels(const errdiff_image *in, const errdiff_image *out,
                          const errdiff_options *options)
{
    if (options->indexed)
        return out->channels == 1;
    if (!options->palette)
        return out->channels == in->channels;
    return out->channels == 3 || (in->channels == 1 && errdiff_palette_is_gray(options->palette));
}

static errdiff_status check_images(const errdiff_image *in, const errdiff_image *out,
                                   const errdiff_options *options, bool in_pieces,
                                   errdiff_message *message)
{
    errdiff_status (*check)(const errdiff_image *, const char *, errdiff_message *) =
        in_pieces ? errdiff_image_check_shape : errdiff_image_check;
    errdiff_status status = check(in, "in", message);
    if (status == ERRDIFF_OK)
        status = check(out, "out", message);
    if (status != ERRDIFF_OK)
        return status;
    if (in->width != out->width || in->height != out->height)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "out: it must have the same width and height as the picture to read");
    if (!fits_channels(in, out, options))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "out: a picture with %d channels cannot hold the result of this job",
                            out->channels);
    if (out->bits != 8 && (out->bits != in->bits || options->indexed))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "out: samples of %d bits are not possible; %s", out->bits,
                            in->bits == 8 || options->indexed ? "8 are" : "8 and 16 are");
    return ERRDIFF_OK;
}

static bool make_light(struct errdiff_job *job)
{
    job->light = malloc(((size_t)1 << job->in.bits) * sizeof *job->light);
    if (job->light)
        errdiff_light_table(job->light, job->in.bits);
    return job->light != NULL;
}

static bool make_colours(struct errdiff_job *job, const errdiff_options *options)
{
    job->decision = (struct errdiff_decision){
        .channels = job->channels,
        .quantizers = job->quantizers,
        .noise = options->noise,
        .seed = options->seed,
    };
    if (options->palette) {
        job->decision.search = &job->search;
        return errdiff_search_make(&job->search, options->palette, options->match, job->in.bits,
                                   job->out.bits, job->light);
    }
    for (int c = 0; c < job->channels; c++)
        errdiff_quantizer_make(&job->quantizers[c], options->levels[c], job->in.bits, job->out.bits,
                               job->light);
    return true;
}

static void make_weights(struct errdiff_job *job)
{
    job->rounding = errdiff_rounding_make(&job->kernel, job->strength, job->max_value);
    if (job->kernel.tone_keys) {
        errdiff_tone_table_make(&job->tones, job->kernel.tone_keys);
        if (job->tones.has_modulation)
            job->decision.modulation = job->tones.modulation;
    }
}

errdiff_status errdiff_job_prepare(struct errdiff_job *job, const errdiff_image *in,
                                   const errdiff_image *out, const errdiff_options *options,
                                   struct errdiff_carry *carry, errdiff_message *message)
{
    *job = (struct errdiff_job){.strength = options->strength,
                                .serpentine = options->serpentine != 0,
                                .indexed = options->indexed != 0,
                                .match = options->match,
                                .carry = carry,
                                .threads = errdiff_threads_wanted(options->threads)};
    errdiff_status status = check_images(in, out, options, carry != NULL, message);
    if (status != ERRDIFF_OK)
        return status;

    job->in = *in;
    job->out = *out;
    job->channels = options->palette ? 3 : in->channels;
    job->max_value = in->bits == 8 && !options->linear ? UINT8_MAX : UINT16_MAX;
    errdiff_kernel_parse(options->kernel, &job->kernel, NULL);
    if ((options->linear && !make_light(job)) || !make_colours(job, options))
        return ERRDIFF_NO_MEMORY;
    make_weights(job);
    job->has_fast_path = !options->palette && !options->linear && options->noise == 0 &&
                         !job->serpentine && !job->kernel.tone_keys && in->bits == out->bits;
    errdiff_progress_start(&job->progress, options, in->height, (int64_t)in->width * job->channels);
    return ERRDIFF_OK;
}

void errdiff_job_release(struct errdiff_job *job)
{
    free(job->light);
    errdiff_search_release(&job->search);
}
