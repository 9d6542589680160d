/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes an image's colors after the changes of tone, without dithering it. */
#include "toned.h"

#include "base/message.h"
#include "base/option_value.h"
#include "base/team.h"
#include "base/translate.h"
#include "tone_range.h"

#include <stddef.h>
#include <stdlib.h>

/* Checks the options that have an effect. */
static errdiff_status check(const errdiff_options *options, errdiff_message *message)
{
    const ptrdiff_t first = offsetof(errdiff_options, gray),
                    last = offsetof(errdiff_options, invert),
                    threads = offsetof(errdiff_options, threads);
    errdiff_status status =
        errdiff_option_check_members(errdiff_option_get, options, first, last, message);
    return status == ERRDIFF_OK ? errdiff_option_check_members(errdiff_option_get, options, threads,
                                                               threads, message)
                                : status;
}

static uint8_t narrowed(uint16_t display)
{
    return (uint8_t)((display + 128) / 257);
}

static errdiff_status make_tables(struct errdiff_toned *toned, struct errdiff_threads threads)
{
    const errdiff_image *image = toned->pixels;
    struct errdiff_progress_state progress = {0};
    int bits = errdiff_integer_bits(image->bits);
    int32_t count = 1 << bits;
    if (toned->has_gray && !errdiff_gray_make(&toned->gray, bits))
        return ERRDIFF_NO_MEMORY;
    errdiff_status status = errdiff_tone_find_range(
        &toned->tone, image, toned->has_gray ? &toned->gray : NULL, threads, &progress);
    if (status != ERRDIFF_OK)
        return status;
    toned->display = malloc((size_t)count * sizeof *toned->display);
    toned->narrow = malloc((size_t)count);
    if (!toned->display || !toned->narrow)
        return ERRDIFF_NO_MEMORY;
    for (int32_t i = 0; i < count; i++) {
        toned->display[i] = errdiff_tone_curve(&toned->tone, bits, i);
        toned->narrow[i] = narrowed(toned->display[i]);
    }
    return ERRDIFF_OK;
}

errdiff_status errdiff_toned_begin(struct errdiff_toned *toned, const errdiff_image *image,
                                   const errdiff_options *options, errdiff_message *message)
{
    errdiff_options neutral;
    *toned = (struct errdiff_toned){.pixels = image};
    if (!options) {
        errdiff_options_init(&neutral);
        options = &neutral;
    }
    errdiff_status status = check(options, message);
    if (status != ERRDIFF_OK)
        return status;
    toned->tone = errdiff_tone_of(options);
    toned->has_gray = options->gray && image->channels == 3;
    toned->saturates = image->channels == 3 && !toned->has_gray &&
                       toned->tone.colorfulness != ERRDIFF_NEUTRAL_COLORFULNESS;
    if (make_tables(toned, errdiff_threads_wanted(options->threads)) == ERRDIFF_OK)
        return ERRDIFF_OK;
    return errdiff_fail(message, ERRDIFF_NO_MEMORY, N_("not enough memory to make a palette"));
}

void errdiff_toned_saturate(const struct errdiff_toned *toned, uint16_t display[3],
                            uint8_t color[3])
{
    errdiff_tone_saturate(&toned->tone, &display[0], &display[1], &display[2], 1);
    for (int c = 0; c < 3; c++)
        color[c] = narrowed(display[c]);
}

void errdiff_toned_release(struct errdiff_toned *toned)
{
    errdiff_gray_release(&toned->gray);
    free(toned->display);
    free(toned->narrow);
}
