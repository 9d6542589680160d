/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads and writes the colors of a palette as text, and adds, changes, removes and sorts them. */
#include "color_list.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

/* With its commas replaced by line ends, the list has the format of a .hex file. */
gboolean color_list_read(errdiff_palette *colors, const gchar *text)
{
    gchar *lines = g_strdelimit(g_strdup(text), ",", '\n');
    errdiff_status status;

    *colors = (errdiff_palette){.count = 0};
    status = errdiff_palette_parse(lines, strlen(lines), colors, NULL);
    g_free(lines);
    return status == ERRDIFF_OK;
}

gchar *color_list_complaint(const gchar *text)
{
    gchar **entries = g_strsplit(text, ",", -1);
    gchar *complaint = NULL;
    errdiff_palette colors;

    for (gint i = 0; entries[i] != NULL && complaint == NULL; i++) {
        g_strstrip(entries[i]);
        if (*entries[i] != '\0' && !color_list_read(&colors, entries[i]))
            complaint =
                g_strdup_printf(_("“%s” is not a color; write it like #ff8000"), entries[i]);
    }
    if (complaint == NULL && g_strv_length(entries) > ERRDIFF_MAX_COLORS &&
        !color_list_read(&colors, text))
        complaint = g_strdup_printf(_("A palette has no more than %d colors"), ERRDIFF_MAX_COLORS);
    g_strfreev(entries);
    return complaint;
}

static void append_color(GString *text, const gchar *separator, const guint8 color[3])
{
    g_string_append_printf(text, "%s#%02x%02x%02x", separator, color[0], color[1], color[2]);
}

gchar *color_list_write(const errdiff_palette *colors)
{
    GString *text = g_string_new(NULL);

    for (gint i = 0; i < colors->count; i++) {
        append_color(text, i > 0 ? "," : "", colors->colors[i]);
        if (memcmp(color_list_sent(colors, i), colors->colors[i], 3) != 0)
            append_color(text, "=", color_list_sent(colors, i));
    }
    return g_string_free(text, FALSE);
}

gboolean color_list_is_same(const errdiff_palette *a, const errdiff_palette *b)
{
    if (a->count != b->count)
        return FALSE;
    for (gint i = 0; i < a->count; i++)
        if (memcmp(a->colors[i], b->colors[i], 3) != 0 ||
            memcmp(color_list_sent(a, i), color_list_sent(b, i), 3) != 0)
            return FALSE;
    return TRUE;
}

const guint8 *color_list_sent(const errdiff_palette *colors, gint number)
{
    return colors->has_sent ? colors->sent[number] : colors->colors[number];
}

gint color_list_find(const errdiff_palette *colors, const guint8 color[3])
{
    for (gint i = 0; i < colors->count; i++)
        if (memcmp(colors->colors[i], color, 3) == 0)
            return i;
    return -1;
}

gboolean color_list_add(errdiff_palette *colors, const guint8 color[3], const guint8 sent[3])
{
    if (colors->count == ERRDIFF_MAX_COLORS || color_list_find(colors, color) >= 0)
        return FALSE;
    color_list_set(colors, colors->count++, color, sent);
    return TRUE;
}

void color_list_set(errdiff_palette *colors, gint number, const guint8 color[3],
                    const guint8 sent[3])
{
    if (!colors->has_sent)
        memcpy(colors->sent, colors->colors, sizeof colors->sent);
    colors->has_sent |= memcmp(color, sent, 3) != 0;
    memmove(colors->colors[number], color, 3);
    memmove(colors->sent[number], sent, 3);
}

void color_list_remove(errdiff_palette *colors, gint number)
{
    gsize size = (gsize)(--colors->count - number) * sizeof colors->colors[0];

    memmove(colors->colors[number], colors->colors[number + 1], size);
    memmove(colors->sent[number], colors->sent[number + 1], size);
}

static void move_color(guint8 (*colors)[3], gint from, gint to)
{
    guint8 moved[3];

    memcpy(moved, colors[from], 3);
    if (from < to)
        memmove(colors[from], colors[from + 1], (gsize)(to - from) * 3);
    else
        memmove(colors[to + 1], colors[to], (gsize)(from - to) * 3);
    memcpy(colors[to], moved, 3);
}

void color_list_move(errdiff_palette *colors, gint from, gint to)
{
    move_color(colors->colors, from, to);
    move_color(colors->sent, from, to);
}

/* Rec. 709 luma, times 10000. */
static gint brightness(const guint8 color[3])
{
    return 2126 * color[0] + 7152 * color[1] + 722 * color[2];
}

static gint compare_brightness(gconstpointer a, gconstpointer b)
{
    return brightness(a) - brightness(b);
}

/* The hue of HSV in sixths of a turn, 0..6; −1 for grays. */
static gdouble hue(const guint8 color[3])
{
    gint red = color[0], green = color[1], blue = color[2];
    gint max = MAX(red, MAX(green, blue)), min = MIN(red, MIN(green, blue));
    gdouble chroma = max - min;

    if (max == min)
        return -1;
    if (max == red)
        return green >= blue ? (green - blue) / chroma : 6 + (green - blue) / chroma;
    return max == green ? 2 + (blue - red) / chroma : 4 + (red - green) / chroma;
}

static gint compare_hue(gconstpointer a, gconstpointer b)
{
    gdouble difference = hue(a) - hue(b);

    if (difference != 0)
        return difference < 0 ? -1 : 1;
    return compare_brightness(a, b);
}

/* `compare` gets pointers to entries, each of which begins with the color. */
static void sort(errdiff_palette *colors, gint (*compare)(gconstpointer, gconstpointer))
{
    struct {
        guint8 color[3], sent[3];
    } entries[ERRDIFF_MAX_COLORS];

    for (gint i = 0; i < colors->count; i++) {
        memcpy(entries[i].color, colors->colors[i], 3);
        memcpy(entries[i].sent, color_list_sent(colors, i), 3);
    }
    qsort(entries, (gsize)colors->count, sizeof entries[0], compare);
    for (gint i = 0; i < colors->count; i++)
        color_list_set(colors, i, entries[i].color, entries[i].sent);
}

void color_list_sort_by_brightness(errdiff_palette *colors)
{
    sort(colors, compare_brightness);
}

void color_list_sort_by_hue(errdiff_palette *colors)
{
    sort(colors, compare_hue);
}
