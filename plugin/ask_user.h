/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks the user for the settings with the dialog, and returns the result of its preview. */
#ifndef PLUGIN_ASK_USER_H
#define PLUGIN_ASK_USER_H

#include "dithering.h"
#include "procedure.h"
#include "resized_image.h"

/* The dialog after OK, hidden, and the pixels that its preview shows. */
typedef struct ClosedDialog ClosedDialog;

/*
 * Shows the dialog for the first drawable of a call. The call's settings are what it shows first,
 * and the user's choices after OK. The user's presets are in `presets_folder`.
 *
 * GIMP_PDB_SUCCESS: the user pressed OK, and *dialog is to be freed with closed_dialog_free.
 * GIMP_PDB_CANCEL: the user did not. GIMP_PDB_EXECUTION_ERROR: *message, which the caller frees,
 * says why there is nothing to dither.
 */
GimpPDBStatusType ask_user(const Call *call, const gchar *presets_folder, ClosedDialog **dialog,
                           gchar **message);

/*
 * The preview's result for the whole image, if the drawable still has the pixels and the
 * selection that the preview was made from, and the palette still has the same colors; `request` is
 * made from the settings that ask_user returned. If the preview is not finished, this waits for it,
 * and shows its progress. Sets *pixels to the pixels, without their display values and alpha. The
 * caller frees both. NULL: the image must be dithered; *pixels is unchanged, and the preview's
 * memory is freed.
 */
DitherResult *closed_dialog_take_result(ClosedDialog *dialog, const DitherRequest *request,
                                        DrawablePixels **pixels);

/* Takes over the scaled copy of the image that the preview shows, if these settings ask for that.
 * FALSE: there is none, and *resized is unchanged. */
gboolean closed_dialog_take_resized(ClosedDialog *dialog, const DitherSettings *settings,
                                    ResizedImage *resized);

/* NULL is allowed. */
void closed_dialog_free(ClosedDialog *dialog);

#endif
