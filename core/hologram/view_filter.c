/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "view_filter.h"

#include "plane.h"

#include <string.h>

static void store(const struct errdiff_plane *plane, errdiff_field *field)
{
    size_t row_bytes = (size_t)field->width * sizeof *field->values;
    for (int y = 0; y < field->height; y++)
        memcpy(field->values + (size_t)y * (size_t)field->width,
               plane->light.values + (size_t)(plane->top + y) * (size_t)plane->light.width +
                   plane->left,
               row_bytes);
}

errdiff_status errdiff_hologram_filter(errdiff_field *hologram, const errdiff_optics *optics,
                                       int threads, errdiff_progress_share *share)
{
    struct errdiff_plane plane;
    errdiff_progress_share there = {errdiff_progress_share_tell, share, 0, 0.5};
    errdiff_progress_share back = {errdiff_progress_share_tell, share, 0.5, 1};
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (errdiff_plane_make(&plane, hologram, optics, 0)) {
        plane.threads = threads;
        status = errdiff_plane_propagate(&plane, optics->view_distance, &there);
    }
    if (status == ERRDIFF_OK) {
        errdiff_plane_crop(&plane);
        status = errdiff_plane_propagate(&plane, -optics->view_distance, &back);
    }
    if (status == ERRDIFF_OK)
        store(&plane, hologram);
    errdiff_plane_release(&plane);
    return status;
}
