/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs `errdiff hologram`: reads a hologram, quantizes it, and writes the result. */
#include "hologram_command.h"

#include "fail.h"
#include "gray_field.h"
#include "gray_file.h"
#include "hologram_arguments.h"
#include "hologram_image.h"
#include "hologram_outputs.h"
#include "hologram_report.h"
#include "hologram_series.h"
#include "image_file.h"
#include "memory_limit.h"
#include "output_file.h"
#include "progress_line.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A hologram and what is made of it. */
struct work {
    struct hologram_arguments *arguments;
    errdiff_field field; /* as it was read, on the display's panel */
    float *correction;   /* of the display; NULL: none */
    errdiff_complex values[ERRDIFF_HOLOGRAM_MAX_MEASURED]; /* of the levels, if measured */
    int frames;                                            /* 1: only one is seen */
    uint16_t *levels;                                      /* frame by frame */
    errdiff_hologram_report reports[ERRDIFF_HOLOGRAM_MAX_FRAMES];
    struct hologram_figures figures[ERRDIFF_HOLOGRAM_MAX_FRAMES];
    errdiff_hologram_similarity intensities[ERRDIFF_HOLOGRAM_MAX_FRAMES + 1]; /* the mean's at the
                                                                               * end */
    int propagations, propagations_done; /* in all stages, see below */
};

/* How many times each stage, or a pass of the refinement, propagates light from plane to plane,
 * which is nearly all of the work. */
enum {
    FILTERING = 2,
    REFINING = 4,
    AIMING = 2, /* at what is left of the errors of the frames before */
    MEASURING = 2,
    MEASURING_FRAME = 1,
    MEASURING_TRUNCATED = 3,
    RECONSTRUCTING = 2
};

static int quantizing(const struct hologram_arguments *arguments)
{
    const errdiff_hologram_options *options = &arguments->options;
    int frame = FILTERING + (errdiff_hologram_is_refined(options) ? REFINING * options->refine : 0);
    return frame + (arguments->series.averaged - 1) * (frame + AIMING);
}

static int count_propagations(const struct hologram_arguments *arguments)
{
    int frames = arguments->series.averaged;
    int images = arguments->reconstruction ? arguments->depth_count * arguments->places : 0;
    int measuring = arguments->json || arguments->reconstruction ? MEASURING : 0;
    if (measuring > 0 && frames > 1)
        measuring += MEASURING_FRAME * (frames + 1);
    return quantizing(arguments) + measuring + (arguments->json ? MEASURING_TRUNCATED : 0) +
           RECONSTRUCTING * (1 + frames) * images;
}

/* Returns the share of the progress line for the next stage, which has this many propagations. */
static errdiff_progress_share next_stage(struct work *work, int propagations)
{
    errdiff_options line = {0};
    progress_line_start(&line);
    double from = work->propagations_done;
    work->propagations_done += propagations;
    return (errdiff_progress_share){line.progress, NULL, from / work->propagations,
                                    (double)work->propagations_done / work->propagations};
}

static size_t pixels_of(const struct work *work)
{
    return (size_t)work->field.width * (size_t)work->field.height;
}

static uint16_t *levels_of(const struct work *work, int frame)
{
    return work->levels + (size_t)frame * pixels_of(work);
}

static int no_memory(const struct work *work)
{
    return fail(EXIT_FAILED, "not enough memory for a hologram of %d × %d pixels",
                work->field.width, work->field.height);
}

/* Returns 0 if there is memory for all stages, or an exit status after an error message. */
static int check_room(const struct work *work)
{
    const struct hologram_arguments *arguments = work->arguments;
    const errdiff_hologram_options *options = &arguments->options;
    errdiff_message message;
    if (!options->view_filter && !errdiff_hologram_is_refined(options) && !arguments->json &&
        !arguments->reconstruction && work->frames == 1)
        return 0;
    double farthest = 0;
    for (int i = 0; arguments->reconstruction && i < arguments->depth_count; i++)
        if (fabs(arguments->depths[i]) > fabs(farthest))
            farthest = arguments->depths[i];
    if (errdiff_hologram_room_check(work->field.width, work->field.height, &options->optics,
                                    farthest, &message) == ERRDIFF_OK)
        return 0;
    return fail(EXIT_FAILED, "%s", message.text);
}

/* What is wrong with the first of several frames is wrong with all. */
static void tell_warnings(const struct work *work)
{
    const errdiff_hologram_report *report = &work->reports[0];
    errdiff_message message;
    for (int i = 0; errdiff_hologram_warning(i, &work->field, &work->arguments->options, report,
                                             &message) == ERRDIFF_OK;
         i++)
        warn("%s", message.text);
    if (report->is_rounded)
        note("rounding leaves less noise than error diffusion, %.1f dB instead of %.1f, so the "
             "hologram is rounded; --method opt diffuses all the same",
             report->rounded.snr, report->diffused.snr);
}

/* What the command itself holds while the library works. */
static uint64_t held_bytes(const struct work *work)
{
    uint64_t pixels = (uint64_t)work->field.width * (uint64_t)work->field.height;
    return pixels * (sizeof *work->field.values + (size_t)work->frames * sizeof *work->levels +
                     (work->correction ? sizeof *work->correction : 0));
}

static int quantize(struct work *work)
{
    errdiff_hologram_options options = work->arguments->options;
    options.max_memory = memory_limit_rest(held_bytes(work));
    errdiff_progress_share stage = next_stage(work, quantizing(work->arguments));
    work->levels = calloc((size_t)work->frames * pixels_of(work), sizeof *work->levels);
    if (!work->levels)
        return no_memory(work);
    options.progress = errdiff_progress_share_report;
    options.progress_user = &stage;
    errdiff_status status = errdiff_hologram_quantize_frames(&work->field, &options, work->frames,
                                                             work->levels, work->reports);
    progress_line_end();
    if (status != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", work->reports[0].message.text);
    tell_warnings(work);
    return 0;
}

/* Puts the hologram on the panel, if there is one, which must fit into OUT. */
static int place(struct work *work)
{
    const struct hologram_arguments *arguments = work->arguments;
    const errdiff_hologram_display *display = &arguments->options.display;
    errdiff_hologram_panel panel;
    errdiff_field placed;
    errdiff_message message;
    errdiff_hologram_panel_parse(display->panel, &panel, NULL); /* it has been checked */
    bool has_panel = panel.width > 0;
    int status = gray_file_check_size(
        arguments->out, has_panel ? panel.electrodes * panel.width : work->field.width,
        has_panel ? panel.electrodes * panel.height : work->field.height, arguments->bits);
    if (status != 0 || !has_panel)
        return status;
    if (errdiff_hologram_panel_place(&work->field, &panel, display, &placed, &message) !=
        ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", message.text);
    errdiff_field_free(&work->field);
    work->field = placed;
    return 0;
}

/* Reads the hologram and what its display needs. */
static int read_input(struct work *work)
{
    struct hologram_arguments *arguments = work->arguments;
    int status = field_file_read(&arguments->source, &work->field);
    if (status == 0)
        status = place(work);
    if (status == 0 && arguments->correction)
        status = gray_field_read_correction(arguments->correction, work->field.width,
                                            work->field.height, &work->correction);
    arguments->options.added.correction = work->correction;
    return status;
}

static int write_levels(const struct work *work, const uint16_t *samples,
                        const struct hologram_outputs *outputs)
{
    const struct hologram_arguments *arguments = work->arguments;
    int status = 0;
    for (int i = 0; i < outputs->count && status == 0; i++) {
        struct image image = {0};
        const char *name = outputs->names[i];
        status = hologram_image_of_levels(&image, levels_of(work, i), work->field.width,
                                          work->field.height, samples, arguments->bits,
                                          arguments->options.display.panel, name);
        if (status == 0)
            status = gray_file_write(&image, &outputs->files[i], name);
        image_free(&image);
    }
    return status;
}

static int read_and_quantize(struct work *work, const struct hologram_outputs *outputs)
{
    struct hologram_arguments *arguments = work->arguments;
    errdiff_hologram_options *options = &arguments->options;
    static uint16_t samples[ERRDIFF_HOLOGRAM_MAX_LEVELS];
    errdiff_message message;
    if (arguments->has_all_levels)
        options->levels = 0;
    errdiff_status table =
        errdiff_hologram_levels_read(options, arguments->bits, work->values, &message);
    if (table == ERRDIFF_OK)
        table = errdiff_hologram_samples(options, arguments->bits, samples, &message);
    if (table != ERRDIFF_OK)
        return fail(EXIT_FAILED, "%s", message.text);
    int status = read_input(work);
    if (status == 0)
        status = check_room(work);
    if (status == 0)
        status = quantize(work);
    return status == 0 ? write_levels(work, samples, outputs) : status;
}

/* The optics of an eye that looks through one of several equal parts of the window. */
static errdiff_optics optics_at(const struct hologram_arguments *arguments, int place)
{
    errdiff_optics optics = arguments->options.optics;
    double width = optics.view_width / arguments->places;
    optics.view_x += width * (place + 0.5) - 0.5 * optics.view_width;
    optics.view_width = width;
    return optics;
}

/* Computes what is seen at a depth of a field. */
static bool reconstruct(struct work *work, const errdiff_field *field, const errdiff_optics *optics,
                        double depth, errdiff_field *seen)
{
    errdiff_progress_share stage = next_stage(work, RECONSTRUCTING);
    return errdiff_hologram_reconstruct(field, optics, depth, errdiff_progress_share_report, &stage,
                                        seen) == ERRDIFF_OK;
}

/* Replaces the first frame's light by the root of the mean intensity of all; `shown` is memory for
 * what the others show. */
static bool average(struct work *work, errdiff_field *shown, const errdiff_optics *optics,
                    double depth, errdiff_field *seen)
{
    size_t points = (size_t)seen->width * (size_t)seen->height;
    bool is_done = true;
    for (int frame = 1; frame < work->frames && is_done; frame++) {
        errdiff_field other;
        errdiff_hologram_show(levels_of(work, frame), &work->arguments->options, shown);
        is_done = reconstruct(work, shown, optics, depth, &other);
        for (size_t i = 0; i < points && is_done; i++) {
            double square = pow(hypot(seen->values[i].re, seen->values[i].im), 2) * frame;
            square += pow(hypot(other.values[i].re, other.values[i].im), 2);
            seen->values[i] = (errdiff_complex){.re = (float)sqrt(square / (frame + 1))};
        }
        errdiff_field_free(&other);
    }
    return is_done;
}

/* Draws what is seen at one depth of the hologram and of the result. */
static int look(struct work *work, errdiff_field *shown, const errdiff_optics *optics, double depth,
                double gain, struct image *row)
{
    const struct hologram_arguments *arguments = work->arguments;
    struct hologram_views views = {0};
    errdiff_hologram_show(work->levels, &arguments->options, shown);
    bool is_done = reconstruct(work, &work->field, optics, depth, &views.before) &&
                   reconstruct(work, shown, optics, depth, &views.after) &&
                   average(work, shown, optics, depth, &views.after);
    progress_line_end();
    int status = is_done ? hologram_image_of_views(row, &views, gain, arguments->reconstruction)
                         : no_memory(work);
    errdiff_field_free(&views.before);
    errdiff_field_free(&views.after);
    return status;
}

static int draw_reconstruction(struct work *work, double gain, struct image *image)
{
    const struct hologram_arguments *arguments = work->arguments;
    struct image rows[MAX_DEPTHS * MAX_PLACES] = {0};
    errdiff_field shown = {0};
    int places = arguments->places, count = arguments->depth_count * places, status = 0;
    if (errdiff_field_make(&shown, work->field.width, work->field.height) != ERRDIFF_OK)
        return no_memory(work);
    for (int i = 0; i < count && status == 0; i++) {
        errdiff_optics optics = optics_at(arguments, i % places);
        status = look(work, &shown, &optics, arguments->depths[i / places], gain > 0 ? gain : 1,
                      &rows[i]);
    }
    errdiff_field_free(&shown);
    if (status == 0)
        status = hologram_image_of_rows(image, rows, count, arguments->reconstruction);
    for (int i = 0; i < count; i++)
        image_free(&rows[i]);
    return status;
}

static int write_reconstruction(struct work *work, double gain)
{
    const char *path = work->arguments->reconstruction;
    struct image image = {0};
    struct output_file output;
    int status = output_file_open(&output, path);
    if (status != 0)
        return status;
    status = draw_reconstruction(work, gain, &image);
    if (status == 0)
        status = gray_file_write(&image, &output, path);
    image_free(&image);
    return output_file_finish(&output, status);
}

/* Finds the figures of all frames and of their mean. */
static int measure_frames(struct work *work)
{
    errdiff_hologram_similarity similarities[ERRDIFF_HOLOGRAM_MAX_FRAMES];
    errdiff_progress_share stage = next_stage(work, MEASURING_FRAME * (work->frames + 1));
    errdiff_hologram_options options = work->arguments->options;
    options.progress = errdiff_progress_share_report;
    options.progress_user = &stage;
    errdiff_status status = errdiff_hologram_measure_frames(
        &work->field, &options, work->frames, work->levels, similarities, work->intensities);
    progress_line_end();
    if (status != ERRDIFF_OK)
        return no_memory(work);
    for (int i = 0; i < work->frames; i++)
        work->figures[i] = (struct hologram_figures){similarities[i], work->figures[0].truncated};
    return 0;
}

/* Finds the figures of the first frame, which quantizing has measured already if it compared the
 * result with rounding. */
static int measure(struct work *work)
{
    const struct hologram_arguments *arguments = work->arguments;
    const errdiff_hologram_report *report = &work->reports[0];
    struct hologram_figures *figures = &work->figures[0];
    errdiff_progress_share stage =
        next_stage(work, MEASURING + (arguments->json ? MEASURING_TRUNCATED : 0));
    errdiff_hologram_options options = arguments->options;
    if (report->is_compared) {
        figures->diffused = report->is_rounded ? report->rounded : report->diffused;
        figures->truncated = report->rounded;
        progress_line_end();
        return 0;
    }
    options.progress = errdiff_progress_share_report;
    options.progress_user = &stage;
    errdiff_status status =
        errdiff_hologram_measure(&work->field, &options, report->scale, work->levels,
                                 &figures->diffused, arguments->json ? &figures->truncated : NULL);
    progress_line_end();
    return status == ERRDIFF_OK ? 0 : no_memory(work);
}

/* Measures the result, and writes the report and the reconstruction that were asked for. */
static int measure_and_report(struct work *work, const struct hologram_outputs *outputs,
                              FILE *report)
{
    const struct hologram_arguments *arguments = work->arguments;
    bool has_mean = work->frames > 1;
    int status = measure(work);
    if (status == 0 && has_mean)
        status = measure_frames(work);
    if (status != 0)
        return status;
    for (int i = 0; i < work->frames && arguments->json; i++)
        hologram_report_write_json(report, arguments, outputs->names[i], &work->field,
                                   &work->reports[i], &work->figures[i]);
    if (arguments->json && has_mean)
        hologram_report_write_mean(report, work->frames, work->intensities);
    const errdiff_hologram_similarity *seen =
        has_mean ? &work->intensities[work->frames] : &work->figures[0].diffused;
    return arguments->reconstruction ? write_reconstruction(work, seen->gain) : 0;
}

static int write_result(struct hologram_arguments *arguments)
{
    struct hologram_outputs outputs = {0};
    struct work work = {.arguments = arguments,
                        .frames = arguments->series.averaged,
                        .propagations = count_propagations(arguments)};
    int status = arguments->reconstruction ? gray_file_check_path(arguments->reconstruction, 8) : 0;
    if (status == 0)
        status = hologram_outputs_open(&outputs, arguments);
    FILE *report = outputs.files[0].new_file ? stdout : stderr;
    if (status == 0)
        status = hologram_outputs_close(&outputs, read_and_quantize(&work, &outputs));
    if (status == 0 && (arguments->reconstruction || arguments->json))
        status = measure_and_report(&work, &outputs, report);
    hologram_outputs_free(&outputs);
    free(work.levels);
    free(work.correction);
    errdiff_field_free(&work.field);
    return status;
}

/* Prints the optics as options, in their units. */
static void print_optics(FILE *file, const errdiff_optics *optics)
{
    const errdiff_hologram_options options = {.optics = *optics};
    errdiff_option_info info;
    for (int i = 0; errdiff_hologram_option_get(i, &info) == ERRDIFF_OK; i++) {
        bool is_optics =
            info.type == ERRDIFF_OPTION_REAL &&
            info.offset < (ptrdiff_t)(offsetof(errdiff_hologram_options, optics) + sizeof *optics);
        if (is_optics)
            fprintf(file, "%s--%s %.10g", i == 0 ? "" : " ", info.name,
                    *(const double *)((const char *)&options + info.offset) / info.factor);
    }
    putc('\n', file);
}

static int write_scene(const struct hologram_arguments *arguments)
{
    struct output_file output;
    errdiff_field field = {0};
    errdiff_optics optics;
    int status = field_file_check_path(arguments->out);
    if (status == 0)
        status = output_file_open(&output, arguments->out);
    if (status != 0)
        return status;
    FILE *told = output.new_file ? stdout : stderr;
    errdiff_status made = errdiff_hologram_scene(arguments->scene, &field, &optics);
    if (made == ERRDIFF_BAD_ARGUMENT)
        status =
            fail(EXIT_WRONG_CALL, "scene: \"%s\" is not possible; choose from p256, o and dice",
                 arguments->scene);
    else if (made != ERRDIFF_OK)
        status = fail(EXIT_FAILED, "not enough memory for a scene");
    else
        status = field_file_write(&field, output.file, arguments->out);
    errdiff_field_free(&field);
    status = output_file_finish(&output, status);
    if (status == 0)
        print_optics(told, &optics);
    return status;
}

int hologram(int argc, char **argv)
{
    struct hologram_arguments arguments;
    switch (hologram_arguments_read(&arguments, argc, argv)) {
    case ARGUMENTS_WORK:
        memory_limit_set(arguments.max_memory);
        return arguments.scene ? write_scene(&arguments)
                               : hologram_series_run(&arguments, write_result);
    case ARGUMENTS_DONE:
        return EXIT_DONE;
    default:
        return EXIT_WRONG_CALL;
    }
}
