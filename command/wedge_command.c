/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs `errdiff wedge`: writes an image of dithered patches, from which the dot gain of a printer
 * is measured. */
#include "wedge_command.h"

#include "digits.h"
#include "dot_gain_option.h"
#include "errdiff.h"
#include "fail.h"
#include "image_file.h"
#include "image_format.h"
#include "memory_limit.h"
#include "screen_option.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char start_of_help[] =
    "Usage: errdiff wedge [OPTION]… OUT\n"
    "\n"
    "Writes a step wedge: dithered patches in black and white, from no dots to solid black, each\n"
    "with its coverage in percent below it. Print it, measure what coverage each patch got, and\n"
    "give --dot-gain a file with both numbers of each patch on a line. The coverage of a patch of\n"
    "reflectance R is (R0 - R) / (R0 - R1), where R0 is that of the patch 0 and R1 that of 100, "
    "as\n"
    "linear light. Dither the wedge and the images with the same options, but for --dot-gain.\n"
    "In a patch the coverage changes by 10 percent from left to right, as regular patterns,\n"
    "which only flat areas have, gain more; the whole patch is to be measured. The extension of\n"
    "OUT selects the format.\n"
    "\n";

static const char end_of_help[] =
    "\n"
    "Exit status: 0 on success, 1 on failure, 2 if the command line was wrong.\n";

enum option_id { OPTION_SHARED = 1, OPTION_OWN, OPTION_MAX_MEMORY, OPTION_HELP };

enum { MAX_SIDE = 2000, PER_MILLE = 1000, RAMP = 50 /* per mille, to either side */ };

struct wedge_arguments {
    errdiff_options options;
    errdiff_matrix matrix; /* of the screen's file */
    uint64_t max_memory;
    int dot;   /* side of a dot, in pixels */
    int steps; /* from no dots to solid black */
    int side;  /* of a patch, in dots */
    bool wants_help;
    const char *out;
};

#define OWN(member) .offset = offsetof(struct wedge_arguments, member)

static const struct option own_options[] = {
    {{.name = "steps",
      .explanation = "Steps from no dots to solid black; there is a patch more",
      .type = ERRDIFF_OPTION_INTEGER,
      .min = 2,
      .max = 50,
      .default_value = "20",
      OWN(steps)},
     .id = OPTION_OWN},
    {{.name = "side",
      .explanation = "Side of a patch, in dots",
      .type = ERRDIFF_OPTION_INTEGER,
      .min = 32,
      .max = MAX_SIDE,
      .default_value = "96",
      OWN(side)},
     .id = OPTION_OWN},
    MEMORY_LIMIT_ROW(OPTION_MAX_MEMORY),
    {{.name = "help", .explanation = "Print this help", .type = ERRDIFF_OPTION_SWITCH},
     .id = OPTION_HELP},
};

/* The options of dithering that matter for flat areas. */
static void list_options(struct option list[MAX_OPTIONS])
{
    errdiff_option_info info;
    int count = 0;
    for (int i = 0; errdiff_option_get(i, &info) == ERRDIFF_OK; i++) {
        struct option option = {.info = info, .id = OPTION_SHARED};
        if (strcmp(info.name, "dot") == 0) {
            option.id = OPTION_OWN;
            option.info.offset = offsetof(struct wedge_arguments, dot);
        } else if (is_dot_gain(&info)) {
            dot_gain_describe(&option);
        } else if (is_screen(&info)) {
            screen_describe(&option);
        } else if (info.group != ERRDIFF_GROUP_DIFFUSION && info.group != ERRDIFF_GROUP_SCREEN) {
            continue;
        }
        count = option_append(list, count, &option);
    }
    for (size_t i = 0; i < sizeof own_options / sizeof *own_options; i++)
        count = option_append(list, count, &own_options[i]);
    list[count] = (struct option){.id = 0};
}

const struct command_help wedge_help = {start_of_help, list_options, end_of_help};

/* ---- Arguments ----------------------------------------------------------------------------- */

/* Returns 0, or an exit status after an error message, as the following functions do. */
static int store(struct wedge_arguments *arguments, int option, const struct option_reader *reader)
{
    bool is_read;
    if (is_dot_gain(reader->info))
        return dot_gain_read(reader->value, &arguments->options.dot_gain);
    if (option == OPTION_MAX_MEMORY)
        is_read = memory_limit_read(reader->value, &arguments->max_memory);
    else
        is_read = option_store(reader->info, reader->value,
                               option == OPTION_OWN ? (void *)arguments : &arguments->options);
    return is_read ? 0 : EXIT_WRONG_CALL;
}

static int check(const struct wedge_arguments *arguments)
{
    errdiff_message message;
    errdiff_options options = arguments->options;
    options.screen = screen_without_file(options.screen);
    if (!arguments->out || strcmp(arguments->out, "-") == 0)
        return fail(EXIT_WRONG_CALL, "wedge: the name of a file to write is needed");
    if (errdiff_options_check(&options, &message) != ERRDIFF_OK)
        return fail(EXIT_WRONG_CALL, "%s", message.text);
    return image_check_still_path(arguments->out);
}

static int read_arguments(int argc, char **argv, struct wedge_arguments *arguments)
{
    struct option options[MAX_OPTIONS];
    struct option_reader reader = {
        .options = options, .help = "errdiff wedge --help", .argc = argc, .argv = argv, .next = 1};
    list_options(options);
    *arguments = (struct wedge_arguments){.dot = 1, .steps = 20, .side = 96};
    errdiff_options_init(&arguments->options);
    for (int option; (option = option_next(&reader)) != OPTION_END;) {
        int status = 0;
        if (option == OPTION_WRONG)
            return EXIT_WRONG_CALL;
        if (option == OPTION_PATH && arguments->out)
            return fail(EXIT_WRONG_CALL, "wedge: only one file can be written");
        if (option == OPTION_HELP)
            arguments->wants_help = true;
        else if (option == OPTION_PATH)
            arguments->out = reader.value;
        else
            status = store(arguments, option, &reader);
        if (status != 0)
            return status;
    }
    return arguments->wants_help ? 0 : check(arguments);
}

/* ---- The image --------------------------------------------------------------------------- */

/* Where things are, in dots. */
struct layout {
    int columns, rows; /* of patches */
    int gap;           /* between patches, and around all */
    int scale;         /* of the digits */
    int across, down;  /* from a patch to the next */
};

static struct layout layout_of(const struct wedge_arguments *arguments)
{
    struct layout layout = {
        .columns = 1, .gap = arguments->side / 8, .scale = arguments->side / 32};
    while (layout.columns * layout.columns < arguments->steps + 1)
        layout.columns++;
    layout.rows = (arguments->steps + layout.columns) / layout.columns;
    layout.across = arguments->side + layout.gap;
    layout.down = layout.across + DIGIT_HEIGHT * layout.scale + layout.gap / 2;
    return layout;
}

/* The coverage of a patch, in per mille. */
static int coverage_of(const struct wedge_arguments *arguments, int patch)
{
    return (2 * PER_MILLE * patch + arguments->steps) / (2 * arguments->steps);
}

/* Fills a square with the values of a patch, whose mean is its coverage. */
static void fill(uint16_t *values, int side, int coverage)
{
    int rest = PER_MILLE - coverage, ramp = RAMP;
    ramp = coverage < ramp ? coverage : rest < ramp ? rest : ramp;
    for (int i = 0; i < side * side; i++) {
        int64_t light = (int64_t)rest * side - (int64_t)ramp * (2 * (i % side) + 1 - side);
        values[i] = (uint16_t)((UINT16_MAX * light + PER_MILLE * side / 2) / (PER_MILLE * side));
    }
}

/* Values are shares of white dots, so they are dithered as they are. */
static errdiff_status draw_patch(const struct wedge_arguments *arguments, int patch,
                                 const struct layout *layout, uint16_t *values,
                                 const errdiff_image *dots, errdiff_report *report)
{
    int side = arguments->side, coverage = coverage_of(arguments, patch);
    int x = layout->gap + patch % layout->columns * layout->across;
    int y = layout->gap + patch / layout->columns * layout->down;
    char label[8];
    errdiff_image in = {values, side, side, 1, 16, side * 2, NULL, 0};
    errdiff_image out = {
        (uint8_t *)dots->data + y * dots->stride + x, side, side, 1, 8, dots->stride, NULL, 0};
    errdiff_options options = arguments->options;
    options.linear = 0;
    options.levels[0] = 2;
    fill(values, side, coverage);
    snprintf(label, sizeof label, coverage % 10 == 0 ? "%d" : "%d.%d", coverage / 10,
             coverage % 10);
    digits_draw(dots, x + (side - digits_width(label, layout->scale)) / 2,
                y + side + layout->gap / 2, layout->scale, label);
    return errdiff_dither(&in, &out, &options, report);
}

static int draw(const struct wedge_arguments *arguments, const struct layout *layout,
                const errdiff_image *dots)
{
    errdiff_report report = {.engine = ""};
    errdiff_status status = ERRDIFF_OK;
    uint16_t *values = malloc((size_t)arguments->side * (size_t)arguments->side * sizeof *values);
    if (!values)
        return fail(EXIT_FAILED, "not enough memory");
    memset(dots->data, UINT8_MAX, (size_t)dots->stride * (size_t)dots->height);
    for (int i = 0; i <= arguments->steps && status == ERRDIFF_OK; i++)
        status = draw_patch(arguments, i, layout, values, dots, &report);
    free(values);
    return status == ERRDIFF_OK ? 0 : fail(EXIT_FAILED, "%s", report.message.text);
}

static int write_file(const struct image *image, const char *path)
{
    struct output_file output;
    int status = output_file_open(&output, path);
    if (status != 0)
        return status;
    return output_file_finish(&output, image_write(image, &output, path));
}

static int write_dots(const struct image *dots, const struct wedge_arguments *arguments)
{
    struct image enlarged;
    errdiff_message message;
    if (arguments->dot == 1)
        return write_file(dots, arguments->out);
    int status = image_allocate_resized(&enlarged, dots, dots->pixels.width * arguments->dot,
                                        dots->pixels.height * arguments->dot, 0);
    if (status != 0)
        return status;
    if (errdiff_dots_enlarge(&dots->pixels, arguments->dot, &enlarged.pixels, &message) ==
        ERRDIFF_OK)
        status = write_file(&enlarged, arguments->out);
    else
        status = fail(EXIT_FAILED, "%s", message.text);
    image_free_pixels(&enlarged);
    return status;
}

int wedge(int argc, char **argv)
{
    struct wedge_arguments arguments;
    int status = read_arguments(argc, argv, &arguments);
    if (status != 0)
        return status;
    if (arguments.wants_help) {
        command_print_help(&wedge_help);
        return EXIT_DONE;
    }
    memory_limit_set(arguments.max_memory);
    struct layout layout = layout_of(&arguments);
    struct image dots = {.name = arguments.out,
                         .pixels = {.width = layout.gap + layout.columns * layout.across,
                                    .height = layout.gap + layout.rows * layout.down,
                                    .channels = 1,
                                    .bits = 8}};
    status = screen_read(&arguments.options, &arguments.matrix);
    if (status == 0)
        status = image_allocate(&dots, arguments.out);
    if (status == 0)
        status = draw(&arguments, &layout, &dots.pixels);
    if (status == 0)
        status = write_dots(&dots, &arguments);
    image_free_pixels(&dots);
    free((void *)arguments.matrix.numbers);
    return status;
}
