/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Says how a hologram is rounded, and compares levels by what is seen of them. */
#include "hologram_rounding.h"

#include "base/option_value.h"
#include "plane.h"
#include "scale.h"
#include "view.h"

bool errdiff_hologram_is_phase_only(const errdiff_field *hologram,
                                    const errdiff_hologram_options *options)
{
    return options->output == ERRDIFF_HOLOGRAM_PHASE && errdiff_field_is_phase_only(hologram);
}

errdiff_hologram_options errdiff_hologram_rounding(const errdiff_hologram_options *options,
                                                   const errdiff_field *hologram)
{
    errdiff_hologram_options rounding = *options;
    rounding.method = ERRDIFF_HOLOGRAM_NONE;
    rounding.refine = 0;
    rounding.gain = 0;
    if (errdiff_hologram_is_phase_only(hologram, options))
        rounding.view_filter = 0;
    return rounding;
}

/* Of levels that the library holds, of what `count` arrays of levels show, and of a plane. */
static errdiff_status check_memory(const errdiff_field *hologram,
                                   const errdiff_hologram_options *options, bool is_preview,
                                   int count, errdiff_message *message)
{
    struct errdiff_plane plane;
    uint64_t bytes = errdiff_field_pixels(hologram) *
                     (sizeof(uint16_t) + (size_t)count * sizeof *hologram->values);
    errdiff_plane_lay_out(&plane, hologram->width, hologram->height, &options->optics, 0);
    if (!is_preview)
        bytes += errdiff_plane_bytes(&plane, false);
    errdiff_status status = errdiff_memory_check(bytes, options->max_memory, hologram->width,
                                                 hologram->height, message);
    if (status == ERRDIFF_OK && !is_preview)
        status = errdiff_hologram_room_check(hologram->width, hologram->height, &options->optics, 0,
                                             message);
    return status;
}

/* As errdiff_hologram_compare does, for parts. */
static errdiff_status compare_parts(const errdiff_field *part, const errdiff_field *shown,
                                    int count, const errdiff_optics *optics,
                                    errdiff_hologram_similarity *similarities)
{
    errdiff_field expected, seen;
    errdiff_status status = errdiff_hologram_preview(part, optics, 0, 1, &expected);
    for (int i = 0; i < count && status == ERRDIFF_OK; i++) {
        status = errdiff_hologram_preview(&shown[i], optics, 0, 1, &seen);
        if (status == ERRDIFF_OK)
            similarities[i] = errdiff_field_compare(&expected, &seen);
        errdiff_field_free(&seen);
    }
    errdiff_field_free(&expected);
    return status;
}

errdiff_status errdiff_hologram_compare_levels(const errdiff_field *hologram,
                                               const errdiff_hologram_options *options,
                                               bool is_preview, uint16_t *const *levels, int count,
                                               errdiff_hologram_similarity *similarities,
                                               errdiff_message *message)
{
    errdiff_field shown[2] = {{0}, {0}};
    errdiff_status status = check_memory(hologram, options, is_preview, count, message);
    for (int i = 0; i < count && status == ERRDIFF_OK; i++) {
        status = errdiff_field_make(&shown[i], hologram->width, hologram->height);
        if (status == ERRDIFF_OK)
            errdiff_hologram_show(levels[i], options, &shown[i]);
    }
    if (status == ERRDIFF_OK)
        status = is_preview ? compare_parts(hologram, shown, count, &options->optics, similarities)
                            : errdiff_hologram_compare(hologram, shown, count, &options->optics,
                                                       options->progress, options->progress_user,
                                                       similarities);
    for (int i = 0; i < count; i++)
        errdiff_field_free(&shown[i]);
    return status;
}
