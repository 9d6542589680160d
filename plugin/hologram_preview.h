/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the hologram's dialog shows: the middle of the hologram, quantised, as the viewer sees it. */
#ifndef PLUGIN_HOLOGRAM_PREVIEW_H
#define PLUGIN_HOLOGRAM_PREVIEW_H

#include "hologram_source.h"

typedef struct HologramPreview HologramPreview;

/* Of a drawable of GIMP's, or its first part. To be freed with hologram_preview_free. */
HologramPreview *hologram_preview_new(gint32 drawable_ID);

/* It stays the preview's. */
const HologramSource *hologram_preview_source(const HologramPreview *preview);

void hologram_preview_free(HologramPreview *preview);

#endif
