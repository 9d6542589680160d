/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colors of an image after the changes of tone, without the other steps before the rule. */
#ifndef ERRDIFF_TONED_H
#define ERRDIFF_TONED_H

#include "gray.h"
#include "rule/float_sample.h"
#include "tone.h"

struct errdiff_toned {
    const errdiff_image *pixels;
    struct errdiff_tone tone;
    bool has_gray, saturates;
    struct errdiff_gray gray;
    uint16_t *display; /* the display value of each sample, before saturation */
    uint8_t *narrow;   /* the same, rounded to 8 bits */
};

/*
 * Begins to read the colors of `image`, which must stay as it is, after the changes of tone that
 * the options ask for; NULL: none. For a stretch, reads the whole image first. Returns
 * ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT or ERRDIFF_NO_MEMORY, with the reason in *message (which may be
 * NULL). In either case the caller releases *toned with errdiff_toned_release.
 */
errdiff_status errdiff_toned_begin(struct errdiff_toned *toned, const errdiff_image *image,
                                   const errdiff_options *options, errdiff_message *message);

/* Changes a color of 16-bit display values, and rounds it to 8 bits. */
void errdiff_toned_saturate(const struct errdiff_toned *toned, uint16_t display[3],
                            uint8_t color[3]);

/* Sets `color` to the 8-bit display values of red, green and blue of a pixel. */
static inline void errdiff_toned_color(const struct errdiff_toned *toned, int x, int y,
                                       uint8_t color[3])
{
    const errdiff_image *image = toned->pixels;
    const void *row = errdiff_row(image, y, 0);
    int32_t samples[3];
    for (int c = 0; c < 3; c++)
        samples[c] =
            toned->has_gray
                ? errdiff_gray_of(&toned->gray, row, image->bits, x)
                : errdiff_read(row, image->bits,
                               (ptrdiff_t)x * image->channels + (image->channels == 3 ? c : 0));
    if (toned->saturates) {
        uint16_t display[3];
        for (int c = 0; c < 3; c++)
            display[c] = toned->display[samples[c]];
        errdiff_toned_saturate(toned, display, color);
        return;
    }
    for (int c = 0; c < 3; c++)
        color[c] = toned->narrow[samples[c]];
}

void errdiff_toned_release(struct errdiff_toned *toned);

#endif
