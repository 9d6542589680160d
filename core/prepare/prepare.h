/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The steps before the rule. They replace the samples of the caller's image by the values v that
 * are dithered; engines read this prepared image and do not know of the steps. In order:
 *
 *     gray         colors become the grays of their luminance (gray.h)
 *     tone         automatic, brightness, contrast and so on (tone.h)
 *     relative     colors become relative to the palette's lightest and darkest ones (mapping.h)
 *     exactness    colors that need no dithering get the mask 0, if that is asked for (exact.h)
 *     gamut        colors that the palette cannot mix are replaced (mapping.h)
 *     dot gain     what printed dots gain is taken out (dot_gain.h)
 *     lightness    colors are mapped to the space in which they are compared (lightness.h)
 */
#ifndef ERRDIFF_PREPARE_H
#define ERRDIFF_PREPARE_H

#include "base/progress.h"
#include "base/team.h"
#include "exact.h"
#include "gray.h"
#include "prepare/map_colors.h"
#include "tone.h"

struct errdiff_preparation {
    const struct errdiff_pixel_rule *rule; /* of the prepared image */
    const uint16_t *light; /* of the samples of the caller's image; NULL: values are not light */
    int in_bits, out_bits; /* of the integers that samples are or count as */
    bool keeps_samples;    /* the prepared image has samples, not values, where the mask is 0 */
    struct errdiff_tone tone;
    bool has_gray, has_tone, finds_exact, has_mapping, has_dot_gain, maps_lightness;
    bool keeps_gray; /* where the mask is 0 the result has no color either */
    struct errdiff_gray gray;
    struct errdiff_exact exact;
    struct errdiff_mapping mapping;
    uint16_t *gains[3]; /* v after the dot gain, of each v, for each channel; NULL without it */

    int64_t mapped; /* pixels of the last image whose colors were replaced by the mapping */

    /* Made when the first image is prepared, since a stretch depends on it. */
    uint16_t *display; /* of each sample, if colors are saturated, or exact ones are to be found in
                        * linear light */
    /* For each channel, v of each sample or, if colors are saturated, of each display value. The
     * channels have one table, unless colors become relative to the palette. */
    uint16_t *values[3];
    struct errdiff_map_tables map_tables; /* of these values */
};

/*
 * Makes the preparation that the options ask for, for images like *in with results like *out.
 * `rule` is that of the job and must stay where it is; its `light` is that of the samples of *in
 * and must stay, but the rule may be given another one later. Returns false if there is not enough
 * memory. In either case the caller releases *preparation with errdiff_preparation_release.
 */
bool errdiff_preparation_make(struct errdiff_preparation *preparation,
                              const struct errdiff_pixel_rule *rule, const errdiff_image *in,
                              const errdiff_image *out, const errdiff_options *options);

void errdiff_preparation_release(struct errdiff_preparation *preparation);

/* Whether the options may ask for anything; a preparation takes some time to make. */
bool errdiff_preparation_may_be_needed(const errdiff_options *options);

/* Whether there is anything to do. */
bool errdiff_preparation_is_needed(const struct errdiff_preparation *preparation);

/* The shape of what `in` becomes, without its data and its mask: `rule->channels` channels, and 8
 * bits if W is 255, else 16. */
errdiff_image errdiff_preparation_shape(const struct errdiff_preparation *preparation,
                                        const errdiff_image *in);

/*
 * Writes the prepared values v of `in`, the caller's image, to `prepared`, whose shape is that of
 * errdiff_preparation_shape. They may share their memory if their shapes are equal.
 *
 * mask      if exact colors are kept: gets prepared->width bytes for each row, which are 0 where
 *           the mask of `in` is 0 or the color is exact. Else NULL
 * threads   how many may be used; fewer are if the system refuses them
 *
 * What an engine writes for a pixel whose mask is 0 follows from `prepared` as well: it has the
 * value v of the original sample there or of the exact color or, if `keeps_samples`, the sample. If
 * an engine writes numbers of colors, an exact color is the nearest to itself.
 *
 * Returns ERRDIFF_OK, ERRDIFF_NO_MEMORY or ERRDIFF_CANCELLED.
 */
errdiff_status errdiff_preparation_run(struct errdiff_preparation *preparation,
                                       const errdiff_image *in, const errdiff_image *prepared,
                                       uint8_t *mask, struct errdiff_threads threads,
                                       struct errdiff_progress_state *progress);

#endif
