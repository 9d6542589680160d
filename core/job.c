/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "job.h"

#include "message.h"
#include "quantizer.h"
#include "rounding.h"

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
                                   errdiff_message *message)
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
    if (in->width != out->width || in->height != out->height || in->channels != out->channels ||
        in->bits != out->bits)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "out: it must have the size, channels and bits of the picture to read");
    return ERRDIFF_OK;
}

errdiff_status errdiff_job_prepare(struct errdiff_job *job, const errdiff_image *in,
                                   const errdiff_image *out, const errdiff_options *options,
                                   errdiff_message *message)
{
    errdiff_status status = check_images(in, out, message);
    if (status == ERRDIFF_OK)
        status = errdiff_options_check(options, message);
    if (status != ERRDIFF_OK)
        return status;

    int32_t max_value = in->bits == 8 ? UINT8_MAX : UINT16_MAX;
    job->in = *in;
    job->out = *out;
    errdiff_kernel_parse(options->kernel, &job->kernel, NULL);
    job->rounding = errdiff_rounding_make(&job->kernel, options->strength, max_value);
    for (int c = 0; c < in->channels; c++)
        errdiff_quantizer_make(&job->quantizers[c], options->levels[c], max_value);
    errdiff_progress_start(&job->progress, options, in->height, (int64_t)in->width * in->channels);
    return ERRDIFF_OK;
}
