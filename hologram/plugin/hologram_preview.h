/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preview of the hologram dialog: what a viewer sees of the middle of the hologram, before and
 * after it is quantized. */
#ifndef PLUGIN_HOLOGRAM_PREVIEW_H
#define PLUGIN_HOLOGRAM_PREVIEW_H

#include "hologram_source.h"

typedef struct HologramPreview HologramPreview;

/* `drawable_ID` is the drawable with the hologram, or with its first part. Free the preview with
 * hologram_preview_free. */
HologramPreview *hologram_preview_new(gint32 drawable_ID);

/* The source belongs to the preview. */
const HologramSource *hologram_preview_source(const HologramPreview *preview);

void hologram_preview_free(HologramPreview *preview);

#endif
