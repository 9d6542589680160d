/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of the command and of errdiff-bench, a word a line: "errdiff", "bench", "hologram" or
 * "errdiff-bench", and its arguments. */
#include "dither_arguments.h"

#include "bench_arguments.h"
#include "config.h"
#include "fuzz.h"
#ifdef HAVE_HOLOGRAM
#include "hologram_arguments.h"
#endif
#include "research_arguments.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_WORDS = 128 };

/* Cuts `text` into its lines; returns their number. */
static int split(char *text, char *words[MAX_WORDS + 1])
{
    int count = 0;
    while (text && count < MAX_WORDS) {
        words[count++] = text;
        text = strchr(text, '\n');
        if (text)
            *text++ = '\0';
    }
    words[count] = NULL;
    return count;
}

static void read_image_call(int argc, char **argv)
{
    struct arguments arguments;
    if (arguments_read(&arguments, argc, argv) != ARGUMENTS_WORK)
        return;
    REQUIRE(arguments.folder ? arguments.input_count > 0 : arguments.in && arguments.out);
    for (int i = 0; i < arguments.input_count; i++)
        REQUIRE(*arguments.inputs[i] != '\0');
    REQUIRE(!arguments.palette || arguments.colors == 0);
    REQUIRE(arguments.locked.count <= arguments.colors);
    REQUIRE(errdiff_options_check(&arguments.options, NULL) == ERRDIFF_OK || arguments.palette ||
            arguments.colors != 0);
}

static void check_bench_call(const struct bench_arguments *arguments)
{
    REQUIRE(arguments->bits == 8 || arguments->bits == 16);
    REQUIRE(errdiff_options_check(&arguments->options, NULL) == ERRDIFF_OK || arguments->palette ||
            arguments->hologram);
    REQUIRE(arguments->repeat >= 0);
    REQUIRE(arguments->size_count <= BENCH_MAX_CHOICES);
    for (int i = 0; i < arguments->size_count; i++) {
        const struct bench_size *size = &arguments->sizes[i];
        REQUIRE(size->width >= 1 && size->width <= ERRDIFF_MAX_SIDE);
        REQUIRE(size->height >= 1 && size->height <= ERRDIFF_MAX_SIDE);
    }
}

static void read_bench_call(int argc, char **argv)
{
    struct bench_arguments arguments;
    if (bench_arguments_read(&arguments, argc, argv) == ARGUMENTS_WORK)
        check_bench_call(&arguments);
}

static void read_research_call(int argc, char **argv)
{
    struct research_arguments arguments;
    if (research_arguments_read(&arguments, argc, argv) != ARGUMENTS_WORK)
        return;
    check_bench_call(&arguments.shared);
    REQUIRE(!arguments.rows || arguments.matrix);
}

static void read_hologram_call(int argc, char **argv)
{
#ifdef HAVE_HOLOGRAM
    struct hologram_arguments arguments;
    if (hologram_arguments_read(&arguments, argc, argv) != ARGUMENTS_WORK)
        return;
    REQUIRE(arguments.out != NULL);
    REQUIRE(arguments.scene ||
            errdiff_hologram_options_check(&arguments.options, NULL) == ERRDIFF_OK);
    REQUIRE(arguments.scene || arguments.bits == 8 || arguments.bits == 16);
    for (int i = 0; i < arguments.source.path_count; i++)
        REQUIRE(arguments.source.paths[i] != NULL);
#else
    (void)argc;
    (void)argv;
#endif
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    char *words[MAX_WORDS + 1];
    int count = split(text, words);
    if (strcmp(words[0], "bench") == 0)
        read_bench_call(count, words);
    else if (strcmp(words[0], "errdiff-bench") == 0)
        read_research_call(count, words);
    else if (strcmp(words[0], "hologram") == 0)
        read_hologram_call(count, words);
    else
        read_image_call(count, words);
    free(text);
    return 0;
}
