/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs `errdiff palettes`: lists the palettes, or shows the colors of one. */
#include "palettes_command.h"

#include "fail.h"
#include "name_argument.h"
#include "palette_option.h"
#include "process.h"

#include <stdio.h>
#include <stdlib.h>

static const char start_of_help[] =
    "Usage: errdiff palettes [NAME]\n"
    "\n"
    "Lists the palettes. With NAME, prints the colors of a palette, one on each line, as a .hex\n"
    "file has them, and in a terminal also shows them. NAME can be all that --palette takes.\n"
    "\n";

static const char end_of_help[] =
    "\n"
    "Exit status: 0 on success, 1 if a file cannot be read, 2 if the command line was wrong.\n";

const struct command_help palettes_help = {start_of_help, name_argument_options, end_of_help};

static void list_palettes(void)
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

/* Whether standard output shows the escape sequences of colors (https://no-color.org). */
static bool shows_colors(void)
{
    const char *refused = getenv("NO_COLOR");
    return (!refused || !*refused) && process_shows_colors();
}

static int show_palette(const char *name)
{
    errdiff_palette palette;
    int status = palette_find(name, &palette);
    bool is_shown = status == 0 && shows_colors();
    for (int i = 0; status == 0 && i < palette.count; i++) {
        const uint8_t *seen = palette.colors[i], *sent = palette.sent[i];
        if (is_shown)
            printf("\033[48;2;%d;%d;%dm      \033[0m ", seen[0], seen[1], seen[2]);
        printf("#%02x%02x%02x", seen[0], seen[1], seen[2]);
        if (palette.has_sent)
            printf("=#%02x%02x%02x", sent[0], sent[1], sent[2]);
        putchar('\n');
    }
    return status;
}

int palettes(int argc, char **argv)
{
    const char *name;
    int status;
    if (!name_argument_read("palette", &palettes_help, argc, argv, &name, &status))
        return status;
    if (name)
        return show_palette(name);
    list_palettes();
    return EXIT_DONE;
}
