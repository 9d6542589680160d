/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Removes the light that misses the window from a hologram, by propagation there and back. */
#include "view_projection.h"

#include "preview_field.h"

bool errdiff_view_projection_make(struct errdiff_view_projection *projection,
                                  const errdiff_field *field, const errdiff_optics *optics,
                                  int threads, bool is_preview)
{
    *projection = (struct errdiff_view_projection){.optics = optics, .is_preview = is_preview};
    if (!is_preview && !(errdiff_plane_make(&projection->plane, field, optics, 0) &&
                         errdiff_plane_keep_factors(&projection->plane)))
        return false;
    projection->plane.threads = threads;
    projection->plane.is_tapered = true;
    return true;
}

void errdiff_view_projection_release(struct errdiff_view_projection *projection)
{
    errdiff_plane_release(&projection->plane);
}

static errdiff_status propagate(struct errdiff_view_projection *projection, errdiff_field *field,
                                errdiff_progress_share *share)
{
    double distance = projection->optics->view_distance;
    errdiff_progress_share to_window = {errdiff_progress_share_report, share, 0, 0.5};
    errdiff_progress_share from_window = {errdiff_progress_share_report, share, 0.5, 1};
    errdiff_plane_load(&projection->plane, field);
    errdiff_status status = errdiff_plane_propagate(&projection->plane, distance, &to_window);
    if (status != ERRDIFF_OK)
        return status;
    errdiff_plane_crop(&projection->plane);
    status = errdiff_plane_propagate(&projection->plane, -distance, &from_window);
    errdiff_plane_store(&projection->plane, field);
    return status;
}

errdiff_status errdiff_view_project(struct errdiff_view_projection *projection,
                                    errdiff_field *field, errdiff_progress_share *share)
{
    if (!projection->is_preview)
        return propagate(projection, field, share);
    errdiff_status status = errdiff_preview_filter(field, projection->optics, 0);
    return status == ERRDIFF_OK && errdiff_progress_share_report(share, 1) ? ERRDIFF_CANCELLED
                                                                           : status;
}
