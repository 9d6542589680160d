/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dithers many images in one call, side by side. */
#define _POSIX_C_SOURCE 200809L

#include "batch.h"

#include "device_option.h"
#include "devices.h"
#include "dither_file.h"
#include "fail.h"
#include "image_format.h"
#include "input_file.h"
#include "new_file.h"
#include "output_file.h"
#include "palette_option.h"
#include "process.h"
#include "progress_line.h"
#include "shared_palette.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* An image of the batch. */
struct item {
    char *in;
    char *out;
    char *messages; /* lines for the user; NULL: none */
    int status;
    errdiff_image sample; /* only for a shared palette */
};

struct batch {
    struct arguments arguments; /* for each image, except its paths and progress */
    errdiff_palette palette;    /* for all images; without colors: there is none */
    struct item *items;
    int count;
};

/* ---- Names --------------------------------------------------------------------------------- */

/* Returns FOLDER/NAME.ENDING for the file name of `path` without its extension, from malloc; NULL
 * if there is not enough memory. */
static char *output_path(const char *folder, const char *path, const char *ending)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    size_t length = dot && dot != name ? (size_t)(dot - name) : strlen(name);
    size_t size = strlen(folder) + length + strlen(ending) + sizeof "/.";
    char *out = malloc(size);
    if (out)
        snprintf(out, size, "%s/%.*s.%s", folder, (int)length, name, ending);
    return out;
}

static int compare_outputs(const void *a, const void *b)
{
    const struct item *const *first = a, *const *second = b;
    return strcmp((*first)->out, (*second)->out);
}

static int check_names(const struct batch *batch)
{
    const struct item **sorted = malloc((size_t)batch->count * sizeof *sorted);
    int status = 0;
    if (!sorted)
        return fail(EXIT_FAILED, "not enough memory");
    for (int i = 0; i < batch->count; i++)
        sorted[i] = &batch->items[i];
    qsort(sorted, (size_t)batch->count, sizeof *sorted, compare_outputs);
    for (int i = 1; i < batch->count && status == 0; i++)
        if (strcmp(sorted[i - 1]->out, sorted[i]->out) == 0)
            status = fail(EXIT_WRONG_CALL, "%s and %s would both be written to %s",
                          sorted[i - 1]->in, sorted[i]->in, sorted[i]->out);
    free(sorted);
    return status;
}

/* Adds an image. */
static int add_item(struct batch *batch, const char *in)
{
    struct item *longer = realloc(batch->items, ((size_t)batch->count + 1) * sizeof *batch->items);
    if (!longer)
        return fail(EXIT_FAILED, "not enough memory");
    batch->items = longer;
    struct item *item = &batch->items[batch->count++];
    const struct device *device = batch->arguments.device;
    *item = (struct item){
        .in = strdup(in),
        .out = output_path(batch->arguments.folder, in, device ? device->ending : "png")};
    return item->in && item->out ? 0 : fail(EXIT_FAILED, "not enough memory");
}

/* A file that cannot be opened may be an image, and one with the name of an image was one before it
 * was damaged: to leave it out without a word would hide the failure. */
static bool may_be_image(const char *path)
{
    char start[16];
    struct stat found;
    if (stat(path, &found) == 0 && !S_ISREG(found.st_mode))
        return false;
    FILE *file = fopen(path, "rb");
    if (!file)
        return true;
    size_t size = fread(start, 1, sizeof start, file);
    fclose(file);
    return image_format_is_likely(start, size) || path_is_image(path);
}

static int compare_inputs(const void *a, const void *b)
{
    return strcmp(((const struct item *)a)->in, ((const struct item *)b)->in);
}

/* Adds the images in a folder, but not those in folders in it, sorted by their names. Other files
 * are left out. */
static int add_folder(struct batch *batch, const char *folder)
{
    DIR *files = opendir(folder);
    int status = 0, first = batch->count;
    struct dirent *file;
    if (!files)
        return fail(EXIT_FAILED, "%s: %s", folder, strerror(errno));
    while (status == 0 && (file = readdir(files))) {
        size_t size = strlen(folder) + strlen(file->d_name) + 2;
        char *path = malloc(size);
        if (!path) {
            status = fail(EXIT_FAILED, "not enough memory");
        } else {
            bool has_slash = folder[strlen(folder) - 1] == '/';
            snprintf(path, size, "%s%s%s", folder, has_slash ? "" : "/", file->d_name);
            if (*file->d_name != '.' && may_be_image(path))
                status = add_item(batch, path);
        }
        free(path);
    }
    closedir(files);
    if (status != 0)
        return status;
    if (batch->count == first)
        return fail(EXIT_FAILED, "%s: the folder has no images", folder);
    qsort(batch->items + first, (size_t)(batch->count - first), sizeof *batch->items,
          compare_inputs);
    return 0;
}

static int list_items(struct batch *batch, const struct arguments *arguments)
{
    int status = 0;
    for (int i = 0; i < arguments->input_count && status == 0; i++) {
        const char *in = arguments->inputs[i];
        status = path_is_folder(in) ? add_folder(batch, in) : add_item(batch, in);
    }
    return status == 0 ? check_names(batch) : status;
}

/* Makes the folder, and those that contain it. */
static int make_folder(const char *folder)
{
    char *path = strdup(folder);
    int error = 0;
    struct stat found;
    if (!path)
        return fail(EXIT_FAILED, "not enough memory");
    for (char *slash = path + 1; *path && (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        process_make_folder(path); /* one that cannot be made may be there */
        *slash = '/';
    }
    error = process_make_folder(path);
    free(path);
    if (stat(folder, &found) != 0)
        return fail(EXIT_FAILED, "%s: the folder cannot be made: %s", folder,
                    strerror(error ? error : errno));
    return S_ISDIR(found.st_mode) ? 0 : fail(EXIT_FAILED, "%s: it is not a folder", folder);
}

/* ---- Steps --------------------------------------------------------------------------------- */

/* Takes a sample of an image for the shared palette. */
static void sample(void *user, int number, const errdiff_options *options)
{
    struct batch *batch = user;
    struct item *item = &batch->items[number];
    struct arguments arguments = batch->arguments;
    arguments.options = *options;
    arguments.in = item->in;
    fail_collect(&item->messages);
    item->status = shared_palette_sample_file(&arguments, batch->count, &item->sample);
    fail_collect(NULL);
    /* The image is read again later, which gives the same warnings. */
    if (item->status == 0) {
        free(item->messages);
        item->messages = NULL;
    }
}

static int dither_item(struct batch *batch, struct item *item, struct arguments *arguments)
{
    struct output_file output;
    errdiff_palette palette = batch->palette;
    arguments->in = item->in;
    arguments->out = item->out;
    int status = output_file_open(&output, item->out);
    if (status != 0)
        return status;
    return output_file_finish(&output, dither_file(arguments, &palette, &output));
}

static void dither(void *user, int number, const errdiff_options *options)
{
    struct batch *batch = user;
    struct item *item = &batch->items[number];
    struct arguments arguments = batch->arguments;
    if (item->status != 0)
        return;
    arguments.options = *options;
    fail_collect(&item->messages);
    item->status = dither_item(batch, item, &arguments);
    fail_collect(NULL);
}

/* Dithers all images of the batch in their order, each with all threads. */
static void dither_in_order(void *user, int number, const errdiff_options *options)
{
    struct batch *batch = user;
    (void)number;
    for (int i = 0; i < batch->count; i++) {
        errdiff_options own = *options;
        errdiff_progress_share share = {options->progress, options->progress_user,
                                        (double)i / batch->count, (i + 1.0) / batch->count};
        own.progress = errdiff_progress_share_report;
        own.progress_user = &share;
        if (errdiff_progress_share_report(&share, 0) != 0)
            return; /* a signal came */
        dither(batch, i, &own);
    }
}

/* ---- Running the work ---------------------------------------------------------------------- */

/* What is shown of the progress, and the signal that came. */
struct watch {
    errdiff_options line; /* only its progress */
    double from, to;
    int came; /* 0: no signal */
};

static void end_by_signal(int number)
{
    progress_line_end();
    process_end_by_signal(number);
}

/* Shows the progress and looks for signals; an errdiff_progress. */
static int show_and_look(void *user, double done)
{
    struct watch *watch = user;
    if (watch->line.progress)
        watch->line.progress(watch->line.progress_user,
                             watch->from + (watch->to - watch->from) * done);
    int signal_number = process_take_signal();
    if (signal_number != 0 && watch->came != 0) {
        new_file_abandon_all();
        end_by_signal(signal_number);
    }
    if (signal_number != 0)
        watch->came = signal_number;
    return watch->came != 0;
}

/*
 * Calls errdiff_dither_many with `count`, `options`, `work` and `user`. Meanwhile the progress of
 * all images is shown, from `from` to `to`, both 0..1. If a signal comes that ends the process,
 * the work is asked to stop, and the process ends when it has; a second signal ends it at once.
 * Returns 0, or an exit status after a message if there was not enough memory to begin.
 */
static int run_all(int count, const errdiff_options *options, errdiff_dither_one work, void *user,
                   double from, double to)
{
    struct watch state = {.from = from, .to = to};
    errdiff_options watched = *options;
    watched.progress = show_and_look;
    watched.progress_user = &state;
    /* The threads leave signals to `watch`. */
    process_hold_signals();
    progress_line_start(&state.line);
    errdiff_status status = errdiff_dither_many(count, &watched, work, user);
    progress_line_end();
    if (state.came != 0)
        end_by_signal(state.came);
    process_release_signals();
    return status == ERRDIFF_NO_MEMORY ? fail(EXIT_FAILED, "not enough memory") : 0;
}

/* ---- The batch ----------------------------------------------------------------------------- */

static int share_palette(struct batch *batch)
{
    errdiff_image *samples = calloc((size_t)batch->count, sizeof *samples);
    if (!samples)
        return fail(EXIT_FAILED, "not enough memory");
    int status = run_all(batch->count, &batch->arguments.options, sample, batch, 0, 0.5);
    int sampled = 0;
    bool has_read = false;
    for (int i = 0; i < batch->count; i++) {
        has_read = has_read || batch->items[i].status == 0;
        if (batch->items[i].sample.data)
            samples[sampled++] = batch->items[i].sample;
    }
    if (status == 0)
        status = has_read
                     ? shared_palette_make(&batch->arguments, samples, sampled, &batch->palette)
                     : EXIT_FAILED;
    free(samples);
    for (int i = 0; i < batch->count; i++) {
        free(batch->items[i].sample.data);
        batch->items[i].sample.data = NULL;
    }
    batch->arguments.colors = 0;
    return status;
}

/* Writes the lines about an image. Those that do not begin with one of its paths get its path. */
static void write_messages(const struct item *item)
{
    static const char start[] = "errdiff: ", warning[] = "warning: ";
    char *next;
    for (char *line = item->messages; line; line = next) {
        next = strchr(line, '\n');
        *next++ = '\0';
        next = *next ? next : NULL;
        const char *text = line + sizeof start - 1;
        bool is_warning = strncmp(text, warning, sizeof warning - 1) == 0;
        text += is_warning ? sizeof warning - 1 : 0;
        bool is_named = strncmp(text, item->in, strlen(item->in)) == 0 ||
                        strncmp(text, item->out, strlen(item->out)) == 0;
        const char *name = is_named ? "" : item->in, *colon = is_named ? "" : ": ";
        if (is_warning)
            warn("%s%s%s", name, colon, text);
        else
            fail(EXIT_FAILED, "%s%s%s", name, colon, text);
    }
}

static int finish(const struct batch *batch)
{
    int status = 0;
    for (int i = 0; i < batch->count; i++) {
        write_messages(&batch->items[i]);
        status = batch->items[i].status != 0 ? EXIT_FAILED : status;
    }
    return status;
}

static void free_batch(struct batch *batch)
{
    for (int i = 0; batch->items && i < batch->count; i++) {
        free(batch->items[i].in);
        free(batch->items[i].out);
        free(batch->items[i].messages);
        free(batch->items[i].sample.data);
    }
    free(batch->items);
}

static int run(struct batch *batch)
{
    bool shares_palette = batch->arguments.shares_palette;
    int status = shares_palette ? share_palette(batch) : 0;
    if (status != 0) {
        finish(batch);
        return status;
    }
    bool is_sequence = batch->arguments.sequence != NULL;
    status = run_all(is_sequence ? 1 : batch->count, &batch->arguments.options,
                     is_sequence ? dither_in_order : dither, batch, shares_palette ? 0.5 : 0, 1);
    int failed = finish(batch);
    return status != 0 ? status : failed;
}

int batch_dither(const struct arguments *arguments)
{
    struct batch batch = {.arguments = *arguments};
    int status = arguments->device ? 0 : image_check_path("a.png", arguments->options.indexed);
    if (status == 0 && arguments->palette)
        status = palette_find(arguments->palette, &batch.palette);
    if (status == 0 && arguments->device)
        status = device_check_palette(arguments->device, &batch.palette);
    if (status == 0)
        status = list_items(&batch, arguments);
    if (status == 0)
        status = make_folder(arguments->folder);
    if (status == 0)
        status = run(&batch);
    free_batch(&batch);
    return status;
}
