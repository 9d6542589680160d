/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts the pixels of each color of the palette, a few rows at a time while the dialog is idle. */
#include "palette_usage.h"

#include <string.h>

enum { PIXELS_AT_ONCE = 1 << 20 }; /* takes a few milliseconds */

struct PaletteUsage {
    const PreviewSource *source;
    PaletteUsageDone done;
    gpointer user;
    gconstpointer result;
    gint row;
    guint idle; /* 0: nothing is being counted */
    guint64 counts[ERRDIFF_MAX_COLORS];
};

PaletteUsage *palette_usage_new(const PreviewSource *source, PaletteUsageDone done, gpointer user)
{
    PaletteUsage *usage = g_new0(PaletteUsage, 1);

    usage->source = source;
    usage->done = done;
    usage->user = user;
    return usage;
}

void palette_usage_free(PaletteUsage *usage)
{
    palette_usage_stop(usage);
    g_free(usage);
}

static void tell(const PaletteUsage *usage)
{
    gdouble percent[ERRDIFF_MAX_COLORS];
    guint64 sum = 0;

    for (gint i = 0; i < ERRDIFF_MAX_COLORS; i++)
        sum += usage->counts[i];
    for (gint i = 0; i < ERRDIFF_MAX_COLORS; i++)
        percent[i] = 100. * (gdouble)usage->counts[i] / (gdouble)MAX(sum, 1);
    usage->done(usage->user, percent);
}

static gboolean count_rows(gpointer data)
{
    PaletteUsage *usage = data;
    const PreviewSource *source = usage->source;
    gint rows = MIN(MAX(PIXELS_AT_ONCE / source->width, 1), source->height - usage->row);

    source->count(source->user, usage->result, usage->row, rows, usage->counts);
    usage->row += rows;
    if (usage->row < source->height)
        return G_SOURCE_CONTINUE;
    usage->idle = 0;
    tell(usage);
    return G_SOURCE_REMOVE;
}

void palette_usage_start(PaletteUsage *usage, gconstpointer result)
{
    palette_usage_stop(usage);
    usage->result = result;
    usage->row = 0;
    memset(usage->counts, 0, sizeof usage->counts);
    usage->idle = g_idle_add_full(G_PRIORITY_LOW, count_rows, usage, NULL);
}

void palette_usage_stop(PaletteUsage *usage)
{
    if (usage->idle != 0)
        g_source_remove(usage->idle);
    usage->idle = 0;
}
