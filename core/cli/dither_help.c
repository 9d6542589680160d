/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dither_help.h"

#include "errdiff.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char start_of_help[] =
    "Usage: errdiff [OPTION]… IN OUT\n"
    "       errdiff engines\n"
    "       errdiff kernels\n"
    "       errdiff palettes\n"
    "       errdiff bench [OPTION]…\n"
    "       errdiff calibrate\n"
    "       errdiff hologram [OPTION]… IN OUT\n"
    "\n"
    "Dithers the picture IN by error diffusion and writes it to OUT. IN is PNM (P1 to P7; P7 is\n"
    "PAM), also several pictures one after the other, or PNG if errdiff was built with libpng.\n"
    "The ending of OUT selects the format: .pgm, .ppm or .pnm (P5 or P6), .pam or .png; without\n"
    "an ending it is PNM. - is standard input, or standard output in the format of IN.\n"
    "\n";

/* The other programs make palettes from the picture by the same text; the command has --colours. */
static const char palette_help[] =
    "Colours instead of levels: a name from `errdiff palettes`, or a file (.gpl, .hex, .act)";

static const char end_of_help[] =
    "  --colours N         A palette of N colours, 2 to 256, made from the picture\n"
    "  --lock RRGGBB,…     Colours that the palette of --colours must contain\n"
    "  --bits 8            Write 8 bits per sample for a picture of 16 bits\n"
    "  --indexed           Write an indexed PNG, which contains the palette\n"
    "  --json              Print a report as JSON, on standard error if OUT is -\n"
    "  --help, --version\n"
    "\n"
    "`errdiff engines` lists the engines and whether they can run here, `errdiff kernels` the\n"
    "kernels with divisor D and slope p, and `errdiff palettes` the palettes. `errdiff bench`\n"
    "times the engines. `errdiff calibrate` measures this machine, so that auto finds the fastest\n"
    "engine. `errdiff hologram` quantises holograms. These three have a --help of their own.\n"
    "\n"
    "Exit status: 0 on success, 1 on failure, 2 if the call was wrong.\n";

enum { HELP_COLUMN = 22, HELP_WIDTH = 94 };

/* Columns that a text takes: its characters, of which none is wide. */
static int count_columns(const char *text, size_t length)
{
    int columns = 0;
    for (size_t i = 0; i < length; i++)
        columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    return columns;
}

/* Prints the words of a text from HELP_COLUMN on, in as many lines as it needs. The cursor is in
 * `column`. */
static void print_words(const char *text, int column)
{
    bool is_first = true;
    for (const char *word = text; *word;) {
        size_t length = strcspn(word, " ");
        int columns = count_columns(word, length);
        if (!is_first && column + 1 + columns > HELP_WIDTH) {
            putchar('\n');
            column = 0;
            is_first = true;
        }
        int gap = is_first ? HELP_COLUMN - column : 1;
        printf("%*s%.*s", gap, "", (int)length, word);
        column += gap + columns;
        is_first = false;
        word += length + strspn(word + length, " ");
    }
    putchar('\n');
}

static void print_option(const errdiff_option_info *option)
{
    static const char *const value_names[] = {
        [ERRDIFF_OPTION_TEXT] = " NAME", [ERRDIFF_OPTION_LEVELS] = " L|R,G,B",
        [ERRDIFF_OPTION_PALETTE] = " P", [ERRDIFF_OPTION_CHOICE] = " NAME",
        [ERRDIFF_OPTION_INTEGER] = " N", [ERRDIFF_OPTION_SEED] = " N",
        [ERRDIFF_OPTION_SWITCH] = "",
    };
    char text[4096];
    errdiff_message values;
    errdiff_option_values(option, &values);
    if (option->type == ERRDIFF_OPTION_PALETTE)
        snprintf(text, sizeof text, "%s", palette_help);
    else if (option->type == ERRDIFF_OPTION_SWITCH)
        snprintf(text, sizeof text, "%s", option->explanation);
    else
        snprintf(text, sizeof text, "%s (%s%s%s)", option->explanation, values.text,
                 *values.text ? "; default: " : "default: ", option->default_value);
    print_words(text, printf("  --%s%s", option->name, value_names[option->type]));
}

void dither_help_print(void)
{
    errdiff_option_info option;
    fputs(start_of_help, stdout);
    for (int i = 0; errdiff_option_get(i, &option) == ERRDIFF_OK; i++)
        print_option(&option);
    fputs(end_of_help, stdout);
}
