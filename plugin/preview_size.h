/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLUGIN_PREVIEW_SIZE_H
#define PLUGIN_PREVIEW_SIZE_H

#include "preview.h"

/* Whether settings ask for another size than the preview's pixels have. */
gboolean preview_has_other_size(const Preview *preview, const DitherSettings *settings);

/* Makes the preview show the image at the size that settings ask for. Calls GIMP, so it must run in
 * the main thread, and no other may use the pixels. FALSE: that is not possible, and the preview is
 * as it was; *message, which the caller frees, says why. */
gboolean preview_resize(Preview *preview, const DitherSettings *settings, gchar **message);

/* Makes the preview have the pixels of the image as it is, if it has others. */
void preview_forget_size(Preview *preview);

#endif
