/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colors of a picture after the changes of tone, without the other steps before the rule. */
#ifndef ERRDIFF_TONED_H
#define ERRDIFF_TONED_H

#include "tone.h"

struct errdiff_toned {
    const errdiff_image *image;
    struct errdiff_tone tone;
    bool saturates;
    uint16_t *display; /* the display value of each sample, before saturation */
};

/*
 * Begins to read the colors of `image`, which must stay as it is, after the changes of tone that
 * the options ask for; NULL: none. For a stretch, reads the whole picture first. Returns
 * ERRDIFF_OK; ERRDIFF_BAD_ARGUMENT or ERRDIFF_NO_MEMORY, with the reason in *message (which may be
 * NULL). In either case the caller releases *toned with errdiff_toned_release.
 */
errdiff_status errdiff_toned_begin(struct errdiff_toned *toned, const errdiff_image *image,
                                   const errdiff_options *options, errdiff_message *message);

/* Sets `color` to the 8-bit display values of red, green and blue of a pixel. */
void errdiff_toned_color(const struct errdiff_toned *toned, int x, int y, uint8_t color[3]);

void errdiff_toned_release(struct errdiff_toned *toned);

#endif
