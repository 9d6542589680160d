/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "job.h"

#include "light.h"
#include "message.h"
#include "quantizer.h"
#include "rounding.h"
#include "search.h"

#include <stdlib.h>

/* Strides may be negative; a lone row needs none. */
static int rows_fit(ptrdiff_t stride, ptrdiff_t row_bytes, int height)
{
    return height == 1 || (stride < 0 ? -stride : stride) >= row_bytes;
}

static errdiff_status check_image(const errdiff_image *image, const char *name,
                                  errdiff_message *message)
{
    if (!image || !image->data)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: there is no picture", name);
    if (image->width < 1 || image->width > ERRDIFF_MAX_SIDE || image->height < 1 ||
        image->height > ERRDIFF_MAX_SIDE)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: the picture is %d × %d pixels; each side must be 1 to %d", name,
                            image->width, image->height, ERRDIFF_MAX_SIDE);
    if (image->channels != 1 && image->channels != 3)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: the picture has %d channels; 1 and 3 are possible", name,
                            image->channels);
    if (image->bits != 8 && image->bits != 16)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: the samples have %d bits; 8 and 16 are possible", name,
                            image->bits);
    ptrdiff_t row_bytes = (ptrdiff_t)image->width * image->channels * (image->bits / 8);
    if (!rows_fit(image->stride, row_bytes, image->height))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: a stride of %td bytes is less than a row, which has %td", name,
                            image->stride, row_bytes);
    if (image->bits == 16 && (image->stride % 2 != 0 || (uintptr_t)image->data % 2 != 0))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: 16-bit samples must lie at even addresses", name);
    return ERRDIFF_OK;
}

static errdiff_status check_images(const errdiff_image *in, const errdiff_image *out,
                                   const errdiff_options *options, errdiff_message *message)
{
    errdiff_status status = check_image(in, "in", message);
    if (status == ERRDIFF_OK)
        status = check_image(out, "out", message);
    if (status != ERRDIFF_OK)
        return status;
    if (in->mask && !rows_fit(in->mask_stride, in->width, in->height))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "in: a mask stride of %td bytes is less than a row, which has %d",
                            in->mask_stride, in->width);
    int channels = options->indexed ? 1 : options->palette ? 3 : in->channels;
    if (in->width != out->width || in->height != out->height)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "out: it must have the size of the picture to read");
    if (out->channels != channels)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "out: the picture has %d channels; this job gives %d", out->channels,
                            channels);
    if (out->bits != 8 && (out->bits != in->bits || options->indexed))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "out: samples of %d bits are not possible here", out->bits);
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
                                   errdiff_message *message)
{
    *job = (struct errdiff_job){.strength = options->strength,
                                .serpentine = options->serpentine != 0,
                                .indexed = options->indexed != 0};
    errdiff_status status = errdiff_options_check(options, message);
    if (status == ERRDIFF_OK)
        status = check_images(in, out, options, message);
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
    job->is_plain = !options->palette && !options->linear && options->noise == 0 &&
                    !job->serpentine && !job->kernel.tone_keys && in->bits == out->bits;
    errdiff_progress_start(&job->progress, options, in->height, (int64_t)in->width * job->channels);
    return ERRDIFF_OK;
}

void errdiff_job_release(struct errdiff_job *job)
{
    free(job->light);
    errdiff_search_release(&job->search);
}
