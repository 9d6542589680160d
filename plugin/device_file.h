/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a result as a device takes it. */
#ifndef PLUGIN_DEVICE_FILE_H
#define PLUGIN_DEVICE_FILE_H

#include "devices.h"
#include "dithering.h"

/* Why a device does not take the result of these pixels, in words for the user, which the caller
 * frees; NULL: it takes it. */
gchar *device_file_complaint(const DrawablePixels *pixels, const DitherResult *result,
                             const struct device *device);

/*
 * Writes a result without a complaint to a file, which is either complete or as it was. Pixels that
 * are less than half opaque are transparent. What is written are the colors that the device is
 * sent, whichever the result has. FALSE: *message, which the caller frees, says why not.
 */
gboolean device_file_write(const DrawablePixels *pixels, const DitherResult *result,
                           const struct device *device, const gchar *path, gchar **message);

#endif
