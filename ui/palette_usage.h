/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds out, while the dialog has nothing else to do, how many pixels of a result have each color
 * of its palette. */
#ifndef UI_PALETTE_USAGE_H
#define UI_PALETTE_USAGE_H

#include "preview_source.h"

typedef struct PaletteUsage PaletteUsage;

/* `done` gets the share of each color, in percent of the pixels that were dithered. */
typedef void (*PaletteUsageDone)(gpointer user, const gdouble percent[ERRDIFF_MAX_COLORS]);

PaletteUsage *palette_usage_new(const PreviewSource *source, PaletteUsageDone done, gpointer user);
void palette_usage_free(PaletteUsage *usage);

/* Begins to count the pixels of a result for the whole image, which must stay valid until
 * palette_usage_stop. */
void palette_usage_start(PaletteUsage *usage, gconstpointer result);

/* Nothing is counted any longer, and `done` is not called. */
void palette_usage_stop(PaletteUsage *usage);

#endif
