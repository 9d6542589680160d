/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _POSIX_C_SOURCE 200809L

#include "run.h"
#include "../support/checked_malloc.h"
#include "../support/digest.h"
#include "../support/environment.h"
#include "../support/plain_options.h"

#include "draw.h"
#include "draw_lane_kernel.h"
#include "rubbish.h"
#include "systematic.h"
#include "work.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_job(const struct session *session, int number, struct job *job)
{
    struct random random = random_of_job(session->seed, number);

    memset(job, 0, sizeof(*job));
    job->gamut = ERRDIFF_GAMUT_NONE;
    job->tone.gamma = 1;
    job->viewing = 45;
    if (number < systematic_count())
        systematic_set(number, job);
    else if (number % 2 == 0)
        draw_lane_kernel_job(&random, lane_kernels_get(number / 2 % lane_kernels_count()), job);
    else if (number % 4 == 1)
        draw_border_job(&random, job);
    else
        draw_random_job(&random, job);
    if (number >= systematic_count())
        draw_fine_levels(&random, job);
    if (session->gray)
        draw_make_gray(&random, job);
    if (session->large)
        draw_make_large(&random, job);
    job->content_seed = random_bits(&random);
    if (session->refine)
        draw_search(&random, job);
    if (session->stable)
        job->stable = random_chance(&random, 20) ? 100 : random_range(&random, 1, 100);
    draw_floats(&random, job);
}

static void print_failure(struct session *session, int number, const struct job *job,
                          const char *engine, const char *format, ...)
{
    va_list arguments;
    const char *isa = getenv("ERRDIFF_ISA");
    int is_of_set = isa && strcmp(engine, "wavefront") == 0;

    pthread_mutex_lock(&session->lock);
    printf("FAILED: %s, seed %" PRIu64 ", job %d: ", engine, session->seed, number);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n  ");
    job_print(stdout, job);
    printf("  repeat it with: --seed %" PRIu64 " --only %d%s%s%s%s %s %s\n", session->seed, number,
           session->gray ? " --gray" : "", session->large ? " --large" : "",
           session->stable ? " --stable" : "", session->refine ? " --refine" : "",
           is_of_set ? "--isa" : "--engine", is_of_set ? isa : engine);
    pthread_mutex_unlock(&session->lock);
}

/* Returns 1 where the buffers are equal. */
static int compare(struct session *session, int number, const struct job *job, const char *engine,
                   const struct buffer *expected, const struct buffer *actual)
{
    if (memcmp(expected->bytes, actual->bytes, expected->size) == 0)
        return 1;

    for (int y = 0; y < job->height; y++) {
        for (int x = 0; x < job->width; x++) {
            for (int c = 0; c < job_out_channels(job); c++) {
                int want = image_sample(job, expected, x, y, c);
                int got = image_sample(job, actual, x, y, c);
                if (want != got) {
                    print_failure(session, number, job, engine,
                                  "pixel (%d, %d) channel %d is %d, the rule gives %d", x, y, c,
                                  got, want);
                    return 0;
                }
            }
        }
    }
    print_failure(session, number, job, engine, "bytes outside the rows were written");
    return 0;
}

/* The share of clamped pixels is a whole number of them; 1 where it is the right one. Streams do
 * not report it. */
static int is_reported(struct session *session, int number, const struct job *job,
                       const struct work *work, const char *engine, int is_stream,
                       const errdiff_report *report)
{
    double pixels = (double)work->reference.pixels;
    double expected = pixels > 0 ? 100 * (double)work->reference.clamped / pixels : 0;

    if (is_stream)
        expected = 0;
    if (report->clamped > expected - 1e-9 && report->clamped < expected + 1e-9)
        return 1;
    print_failure(session, number, job, engine, "%g %% clamped, the rule gives %g %%",
                  report->clamped, expected);
    return 0;
}

/* No more threads are used than were named; fewer may find something to do. */
static int has_thread_count(struct session *session, int number, const struct job *job,
                            const char *engine, const errdiff_report *report)
{
    if (report->threads >= 1 && (job->threads == 0 || report->threads <= job->threads))
        return 1;
    print_failure(session, number, job, engine, "%d threads were used", report->threads);
    return 0;
}

/* What an engine is called with. */
struct call {
    struct buffer in, out; /* the same in place */
    errdiff_image in_image, out_image;
    errdiff_matrix matrix;
    struct errdiff_frame_before before;
    struct errdiff_frame_errors kept;   /* of a whole image that is not dithered in place */
    struct errdiff_frame_colors colors; /* of such an image with a search */
    errdiff_options options;
    int is_stream; /* whether the engine got the image in pieces */
};

/* With the tables of this job, which a call without a frame before finds. */
static void make_colors(struct call *call, const struct job *job, const struct work *work)
{
    size_t pixels = (size_t)job->width * (size_t)job->height, bytes = pixels * sizeof(int32_t);
    struct errdiff_frame_colors *colors = &call->colors;
    struct buffer scratch = image_copy(&call->out);
    errdiff_image out = call->out_image;
    errdiff_options options = call->options;
    errdiff_report report;

    colors->dithered = checked_malloc(bytes);
    colors->searched = checked_malloc(bytes);
    colors->start = checked_malloc(bytes);
    colors->stays = checked_malloc(pixels);
    call->before.colors = colors;
    options.engine = "serial-ed";
    out.data = scratch.first;
    errdiff_dither(&call->in_image, &out, &options, &report);
    free(scratch.bytes);
    memcpy(colors->dithered, work->before.dithered, bytes);
    memcpy(colors->searched, work->before.searched, bytes);
    colors->tables.block_weight += work->before.has_other_tables;
}

/* What engines get. */
static const struct buffer *input_of(const struct job *job, const struct work *work)
{
    return job->floats != 0 ? &work->floats : &work->in;
}

static void make_call(struct call *call, const struct job *job, const struct work *work,
                      const char *engine)
{
    call->in = image_copy(input_of(job, work));
    call->out = job->in_place ? call->in : image_copy(&work->out);
    call->in_image = (errdiff_image){
        .data = call->in.first,
        .width = job->width,
        .height = job->height,
        .channels = job->channels,
        .bits = job->floats != 0 ? job->floats : job->bits,
        .stride = call->in.stride,
        .mask = job->mask == MASK_NONE ? NULL : work->mask.first,
        .mask_stride = work->mask.stride,
    };
    call->out_image = call->in_image;
    call->out_image.data = call->out.first;
    call->out_image.stride = call->out.stride;
    call->out_image.mask = NULL;
    call->out_image.channels = job_out_channels(job);
    call->out_image.bits = job->out_bits;

    errdiff_options *options = &call->options;
    plain_options_init(options);
    options->kernel = job->kernel_text;
    memcpy(options->levels, job->levels, sizeof(options->levels));
    options->strength = job->strength;
    options->engine = engine;
    options->threads = job->threads;
    options->noise = job->noise;
    options->seed = job->seed;
    options->detail = job->detail;
    call->before = work->before.passed;
    if (job->stable > 0 && !job->in_place && !job->in_pieces) {
        call->kept.errors = checked_malloc(3 * sizeof(*call->kept.errors) * (size_t)job->width *
                                           (size_t)job->height);
        call->before.kept = &call->kept;
    }
    options->before = job->stable > 0 ? &call->before : NULL;
    if (job->screen.kind != REFERENCE_NO_SCREEN) {
        options->screen = job->screen_name;
        options->screen_amount = job->screen.amount;
        options->screen_size = job->screen_size;
        options->screen_angle = job->screen_angle;
    }
    call->matrix = (errdiff_matrix){job->screen.width, job->screen.height, work->numbers};
    if (strcmp(job->screen_name, "own") == 0)
        options->screen_matrix = &call->matrix;
    options->serpentine = job->serpentine;
    options->start = job->starts ? ERRDIFF_START_CONTINUED : ERRDIFF_START_PLAIN;
    options->linear = job->linear;
    options->palette = job->palette_size > 0 ? &work->palette : NULL;
    options->match = job->match;
    options->gray = job->gray != 0;
    options->tone = job->tone.automatic ? ERRDIFF_TONE_AUTO : ERRDIFF_TONE_NONE;
    options->stretch = job->tone.stretch;
    options->stretch_share = job->tone.stretch_share;
    options->brightness = job->tone.brightness;
    options->contrast = job->tone.contrast;
    options->gamma = job->tone.gamma;
    options->saturation = job->tone.saturation;
    options->invert = job->tone.invert;
    if (job->gain_count > 0)
        options->dot_gain = job->gain_text;
    options->keep_exact = job->keep_exact;
    options->gamut = job->gamut;
    options->compress = job->compress;
    options->indexed = job->indexed;
    options->sent = job->sent;
    options->measure = job->measure;
    options->refine = job->passes;
    options->viewing = job->viewing;
    if (work->before.dithered)
        make_colors(call, job, work);
}

static void free_call(struct call *call, const struct job *job)
{
    free(call->in.bytes);
    if (!job->in_place)
        free(call->out.bytes);
    free(call->kept.errors);
    free(call->colors.dithered);
    free(call->colors.searched);
    free(call->colors.start);
    free(call->colors.stays);
}

static errdiff_image rows_of(const errdiff_image *image, int first, int count)
{
    errdiff_image rows = *image;

    rows.data = (uint8_t *)image->data + first * image->stride;
    rows.mask = image->mask ? image->mask + first * image->mask_stride : NULL;
    rows.height = count;
    return rows;
}

/* Pieces of random heights. */
static errdiff_status dither_pieces(const struct call *call, const struct job *job,
                                    errdiff_report *report)
{
    struct random random = {.state = ~job->content_seed};
    errdiff_stream *stream;
    errdiff_status status =
        errdiff_stream_open(&stream, &call->in_image, &call->out_image, &call->options, report);

    for (int row = 0; status == ERRDIFF_OK && row < job->height;) {
        int rest = job->height - row;
        int rows = ERRDIFF_STREAM_ROWS * random_range(&random, 1, 1 + rest / ERRDIFF_STREAM_ROWS);
        rows = rows < rest ? rows : rest;
        int has_next_row = job->detail != 0 && rows < rest;
        errdiff_image in = rows_of(&call->in_image, row, rows + has_next_row);
        errdiff_image out = rows_of(&call->out_image, row, rows);
        rubbish_spread(random_bits(&random), job->threads);
        status = errdiff_stream_dither(stream, &in, &out, report);
        row += rows;
    }
    errdiff_stream_close(stream);
    return status;
}

static errdiff_status dither(struct call *call, const struct job *job, errdiff_report *report)
{
    /* An engine that needs the whole image has it. */
    if (job->in_pieces) {
        errdiff_status status = dither_pieces(call, job, report);
        call->is_stream = status != ERRDIFF_CANNOT_RUN;
        if (call->is_stream)
            return status;
    }
    rubbish_spread(job->content_seed, job->threads);
    return errdiff_dither(&call->in_image, &call->out_image, &call->options, report);
}

/* Whether the errors that are kept for the next frame are those of the rule. */
static int has_errors(struct session *session, int number, const struct job *job,
                      const struct work *work, const char *engine, const struct call *call)
{
    size_t count = (size_t)job_rule_channels(job) * (size_t)job->width * (size_t)job->height;

    if (!call->kept.errors ||
        (call->kept.channels == job_rule_channels(job) &&
         call->kept.max_value == job_max_value(job) &&
         memcmp(call->kept.errors, work->before.kept, count * sizeof(*call->kept.errors)) == 0))
        return 1;
    print_failure(session, number, job, engine, "the errors kept are not those of the rule");
    return 0;
}

/* The same for the colors. */
static int has_colors(struct session *session, int number, const struct job *job,
                      const struct work *work, const char *engine, const struct call *call)
{
    const struct errdiff_frame_colors *colors = &call->colors;
    size_t bytes = sizeof(int32_t) * (size_t)job->width * (size_t)job->height;

    if (!colors->stays ||
        (colors->has_any && memcmp(colors->dithered, work->before.expected_dithered, bytes) == 0 &&
         memcmp(colors->searched, work->before.expected_searched, bytes) == 0))
        return 1;
    print_failure(session, number, job, engine, "the colors kept are not those of the rule");
    return 0;
}

static int is_right(struct session *session, int number, const struct job *job,
                    const struct work *work, const char *engine, const struct call *call,
                    const errdiff_report *report)
{
    if (!job->in_place && memcmp(call->in.bytes, input_of(job, work)->bytes, call->in.size) != 0) {
        print_failure(session, number, job, engine, "the input was written");
        return 0;
    }
    return compare(session, number, job, engine, &work->expected, &call->out) &&
           has_errors(session, number, job, work, engine, call) &&
           has_colors(session, number, job, work, engine, call) &&
           is_reported(session, number, job, work, engine, call->is_stream, report) &&
           has_thread_count(session, number, job, engine, report);
}

/* Returns 1 where the engine ran the job and made what the rule gives. */
static int is_done_right(struct session *session, int number, const struct job *job,
                         const struct work *work, const char *engine, const struct call *call,
                         errdiff_status status, const errdiff_report *report)
{
    if (status == ERRDIFF_OK)
        return is_right(session, number, job, work, engine, call, report);
    print_failure(session, number, job, engine, "status %d: %s", (int)status, report->message.text);
    return 0;
}

/* The digest of a result and of what is reported of it. */
static uint64_t digest_result(int number, const struct call *call, const errdiff_report *report)
{
    const double reported[] = {report->tone_error[0], report->tone_error[1], report->tone_error[2],
                               report->clamped,       report->mapped,        report->tone_white,
                               report->tone_gamma};
    uint64_t digest = digest_continue(digest_start, &number, sizeof(number));

    digest = digest_continue(digest, call->out.bytes, call->out.size);
    return digest_continue(digest, reported, sizeof(reported));
}

static void run_engine(struct session *session, int number, const struct job *job,
                       const struct work *work, struct engine *engine)
{
    struct call call = {0};
    errdiff_report report;

    if (engine->isa)
        set_environment("ERRDIFF_ISA", engine->isa);
    make_call(&call, job, work, engine->name);
    errdiff_status status = dither(&call, job, &report);
    int is_refused = status == ERRDIFF_CANNOT_RUN && strcmp(engine->name, "auto") != 0;
    int good = is_refused ||
               is_done_right(session, number, job, work, engine->name, &call, status, &report);
    pthread_mutex_lock(&session->lock);
    if (is_refused) {
        engine->refused++;
        if (session->verbose)
            printf("job %d: %s cannot run it: %s\n", number, engine->name, report.message.text);
    } else {
        if (strcmp(engine->name, "wavefront") == 0)
            lane_kernels_note(&call.in_image, &call.out_image, &call.options);
        engine->ran++;
        session->digest += digest_result(number, &call, &report);
        session->passed += good;
        session->failed += !good;
    }
    pthread_mutex_unlock(&session->lock);
    free_call(&call, job);
}

void run_job(struct session *session, int number)
{
    struct job job;
    struct work work;

    make_job(session, number, &job);
    if (session->verbose) {
        pthread_mutex_lock(&session->lock);
        printf("job %d: ", number);
        job_print(stdout, &job);
        fflush(stdout);
        pthread_mutex_unlock(&session->lock);
    }
    work_make(&job, &work);
    for (int e = 0; e < session->engine_count; e++) {
        /* Making tables takes long, and what auto runs is among the others. */
        int is_auto = strcmp(session->engines[e].name, "auto") == 0;
        if (!session->full && is_auto && session->engine_count > 1 && job.palette_size > 0 &&
            number % 8 != 0)
            continue;
        run_engine(session, number, &job, &work, &session->engines[e]);
    }
    work_free(&work);
}
