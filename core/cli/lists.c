/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lists.h"

#include "errdiff.h"

#include <stdio.h>

void list_engines(void)
{
    printf("%-13s %-9s %s\n", "engine", "runs here", "description");
    for (int i = 0; i < errdiff_engine_count(); i++) {
        errdiff_engine_info info;
        errdiff_message reason;
        errdiff_engine_get(i, &info);
        if (errdiff_engine_available(info.name, &reason))
            printf("%-13s %-9s %s\n", info.name, "yes", info.description);
        else
            printf("%-13s %-9s %s (%s)\n", info.name, "no", info.description, reason.text);
    }
}

void list_palettes(void)
{
    printf("%-16s %7s %5s  %s\n", "palette", "colors", "sent", "title");
    for (int i = 0; i < errdiff_palette_count(); i++) {
        errdiff_palette_info info;
        errdiff_palette palette;
        errdiff_palette_get(i, &info);
        errdiff_palette_find(info.name, &palette, NULL);
        printf("%-16s %7d %5s  %s\n", info.name, palette.count, palette.has_sent ? "yes" : "no",
               info.title);
    }
}
