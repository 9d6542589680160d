/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that the size, the format and the strides of an image are possible. */
#include "image.h"

#include "base/message.h"
#include "float_sample.h"

#include <inttypes.h>

/* Whether a stride, which may be negative, is at least as long as a row, and the distance from the
 * first row to the last one fits into a ptrdiff_t. The stride of a single row does not matter. */
static bool rows_fit(ptrdiff_t stride, int64_t row_bytes, int height)
{
    if (height == 1)
        return true;
    ptrdiff_t limit = PTRDIFF_MAX / (height - 1);
    return stride < 0 ? stride <= -row_bytes && stride >= -limit
                      : stride >= row_bytes && stride <= limit;
}

errdiff_status errdiff_image_check_shape(const errdiff_image *image, const char *name,
                                         errdiff_message *message)
{
    if (!image)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT, "%s: it must not be NULL", name);
    if (image->width < 1 || image->width > ERRDIFF_MAX_SIDE || image->height < 1 ||
        image->height > ERRDIFF_MAX_SIDE)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: the image is %d × %d pixels; each side must be 1 to %d", name,
                            image->width, image->height, ERRDIFF_MAX_SIDE);
    if (image->channels != 1 && image->channels != 3)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: the image has %d channels; 1 and 3 are possible", name,
                            image->channels);
    if (image->bits != 8 && image->bits != 16 && !errdiff_is_float(image->bits))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: the samples have %d bits; 8 and 16 are possible, and %d and %d "
                            "for floating-point numbers",
                            name, image->bits, ERRDIFF_HALF, ERRDIFF_FLOAT);
    return ERRDIFF_OK;
}

errdiff_status errdiff_image_check(const errdiff_image *image, const char *name,
                                   errdiff_message *message)
{
    if (!image || !image->data)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: neither it nor its data may be NULL", name);
    errdiff_status status = errdiff_image_check_shape(image, name, message);
    if (status != ERRDIFF_OK)
        return status;
    int sample_bytes = errdiff_sample_bytes(image->bits);
    int64_t row_bytes = (int64_t)image->width * image->channels * sample_bytes;
    if (!rows_fit(image->stride, row_bytes, image->height))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: a stride of %td bytes is not possible; a row has %" PRId64, name,
                            image->stride, row_bytes);
    if (image->mask && !rows_fit(image->mask_stride, image->width, image->height))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: a mask stride of %td bytes is not possible; a row has %d", name,
                            image->mask_stride, image->width);
    if (image->stride % sample_bytes != 0 || (uintptr_t)image->data % (uintptr_t)sample_bytes != 0)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: samples of %d bytes must have addresses that are multiples of %d",
                            name, sample_bytes, sample_bytes);
    return ERRDIFF_OK;
}

errdiff_status errdiff_image_check_written(const errdiff_image *image, const char *name,
                                           errdiff_message *message)
{
    errdiff_status status = errdiff_image_check(image, name, message);
    if (status == ERRDIFF_OK && errdiff_is_float(image->bits))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "%s: samples of %d bits are not possible in an image that is written; "
                            "8 and 16 are",
                            name, image->bits);
    return status;
}
