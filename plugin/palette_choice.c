/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the text that chooses a palette: its name, a list of colors, a number of colors or a
 * file. */
#include "palette_choice.h"
#include "config.h"

#include "palette_image_file.h"
#include "program_palettes.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PALETTE_BYTES = 1 << 20 }; /* far more than any palette's file needs */

static const gchar adaptive_prefix[] = "adaptive:", gimp_prefix[] = "gimp:";

/* Reads a list of colors in one line. With its commas replaced by newlines it is a .hex file. */
static gboolean read_colors(errdiff_palette *colors, const gchar *text, gchar **message)
{
    gchar *lines = g_strdelimit(g_strdup(text), ",", '\n');
    errdiff_message reason;
    errdiff_status status = errdiff_palette_parse(lines, strlen(lines), colors, &reason);

    g_free(lines);
    if (status != ERRDIFF_OK)
        *message = g_strdup(reason.text);
    return status == ERRDIFF_OK;
}

static gboolean read_adaptive(PaletteChoice *choice, const gchar *text, gchar **message)
{
    gchar **parts = g_strsplit(text + strlen(adaptive_prefix), ":", 2);
    gint64 count;
    gboolean understood =
        parts[0] && g_ascii_string_to_signed(parts[0], 10, 2, ERRDIFF_MAX_COLORS, &count, NULL);

    choice->kind = PALETTE_ADAPTIVE;
    choice->count = understood ? (gint)count : 0;
    if (!understood)
        *message = g_strdup_printf(_("palette: “%s” is not possible; “adaptive:” must be followed "
                                     "by a number of colors from 2 to %d"),
                                   text, ERRDIFF_MAX_COLORS);
    else if (parts[1])
        understood = read_colors(&choice->colors, parts[1], message);
    g_strfreev(parts);
    if (understood && choice->colors.count > choice->count) {
        *message = g_strdup_printf(_("palette: “%s” locks more colors than it has"), text);
        return FALSE;
    }
    return understood;
}

static gboolean read_file(errdiff_palette *colors, const gchar *path, gchar **message)
{
    char *contents;
    size_t size;
    errdiff_message reason;
    errdiff_status status = errdiff_file_read(path, MAX_PALETTE_BYTES, &contents, &size, &reason);

    if (status != ERRDIFF_OK) {
        *message = g_strdup_printf(_("palette: “%s” cannot be read: %s"), path, reason.text);
        return FALSE;
    }
    status = errdiff_palette_parse(contents, size, colors, &reason);
    free(contents);
    if (status != ERRDIFF_OK)
        *message = g_strdup_printf("%s: %s", path, reason.text);
    return status == ERRDIFF_OK;
}

gboolean palette_choice_read(PaletteChoice *choice, const gchar *text, gchar **message)
{
    errdiff_message reason;

    *choice = (PaletteChoice){.kind = PALETTE_NONE};
    if (*text == '\0')
        return TRUE;
    if (g_str_has_prefix(text, adaptive_prefix))
        return read_adaptive(choice, text, message);

    choice->kind = PALETTE_COLORS;
    if (g_str_has_prefix(text, gimp_prefix) && program_has_palette(text + strlen(gimp_prefix)))
        return program_palette_read(&choice->colors, text + strlen(gimp_prefix), message);
    if (*text == '#')
        return read_colors(&choice->colors, text, message);
    if (errdiff_palette_find(text, &choice->colors, &reason) == ERRDIFF_OK)
        return TRUE;
    if (program_has_palette(text))
        return program_palette_read(&choice->colors, text, message);
    if (strpbrk(text, "./\\"))
        return palette_image_file_is_named(text)
                   ? palette_image_file_read(&choice->colors, text, message)
                   : read_file(&choice->colors, text, message);
    *message = g_strdup_printf(program_palettes_or_file(), reason.text);
    return FALSE;
}
