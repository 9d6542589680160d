/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prepares a job: checks the arguments of a call, and makes the tables and the image that engines
 * need. */
#include "job.h"

#include "base/message.h"
#include "base/option_value.h"
#include "base/ranges.h"
#include "prepare/prepare.h"
#include "rule/float_rows.h"
#include "rule/float_sample.h"
#include "rule/image.h"
#include "rule/light.h"
#include "rule/quantizer.h"
#include "rule/rounding.h"
#include "rule/search.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { COPIED_ROWS = 32 };

/* A gray image stays gray with levels, and may stay gray with a palette of grays, as may one that
 * becomes gray. */
static bool fits_channels(const errdiff_image *in, const errdiff_image *out,
                          const errdiff_options *options)
{
    if (options->indexed)
        return out->channels == 1;
    bool may_be_gray = in->channels == 1 || options->gray;
    if (!options->palette)
        return out->channels == in->channels || (out->channels == 1 && may_be_gray);
    errdiff_palette written;
    errdiff_palette_written(options->palette, options->sent, &written);
    return out->channels == 3 || (may_be_gray && errdiff_palette_is_gray(&written));
}

static errdiff_status check_images(const errdiff_image *in, const errdiff_image *out,
                                   const errdiff_options *options, bool in_pieces,
                                   errdiff_message *message)
{
    errdiff_status (*check)(const errdiff_image *, const char *, errdiff_message *) =
        in_pieces ? errdiff_image_check_shape : errdiff_image_check;
    errdiff_status status = check(in, "in", message);
    if (status == ERRDIFF_OK)
        status = check(out, "out", message);
    if (status != ERRDIFF_OK)
        return status;
    if (in->width != out->width || in->height != out->height)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "out: it must have the same width and height as the image to read");
    if (!fits_channels(in, out, options))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "out: an image with %d channels cannot hold the result of this job",
                            out->channels);
    int in_bits = errdiff_integer_bits(in->bits);
    if (out->bits != 8 && (out->bits != in_bits || options->indexed))
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "out: samples of %d bits are not possible; %s", out->bits,
                            in_bits == 8 || options->indexed ? "8 are" : "8 and 16 are");
    for (int c = 0; c < 3 && out->bits == 8 && !options->palette; c++)
        if (options->levels[c] > ERRDIFF_MAX_LEVELS)
            return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                                "levels: %d is out of range; for a result of 8 bits per sample it "
                                "must be 2 to %d",
                                options->levels[c], ERRDIFF_MAX_LEVELS);
    return ERRDIFF_OK;
}

static bool maps_lightness(const errdiff_options *options)
{
    return options->palette && options->match == ERRDIFF_MATCH_LIGHTNESS;
}

static bool make_light(struct errdiff_job *job)
{
    uint16_t *light = malloc(((size_t)1 << job->in.bits) * sizeof *light);
    if (light)
        errdiff_light_table(light, job->in.bits);
    job->rule.light = job->tables.light = light;
    return light != NULL;
}

static bool make_search(struct errdiff_job *job, const errdiff_options *options)
{
    struct errdiff_search *search = &job->tables.search;
    errdiff_palette written;
    job->rule.search = search;
    if (!errdiff_search_make(search, options->palette, options->match, job->in.bits, job->out.bits,
                             job->rule.light, (int64_t)job->in.width * job->in.height))
        return false;
    errdiff_palette_written(options->palette, options->sent, &written);
    errdiff_search_set_stored(search, &written, job->out.bits);
    return true;
}

static bool make_colors(struct errdiff_job *job, const errdiff_options *options)
{
    struct errdiff_tables *tables = &job->tables;
    job->rule.quantizers = tables->quantizers;
    if (options->palette)
        return make_search(job, options);
    for (int c = 0; c < job->rule.channels; c++) {
        int level_count = options->levels[options->gray ? 0 : c];
        if (level_count > ERRDIFF_MAX_LEVELS) {
            tables->fine[c] = malloc(sizeof *tables->fine[c]);
            if (!tables->fine[c])
                return false;
        }
        errdiff_quantizer_make(&tables->quantizers[c], tables->fine[c], level_count, job->in.bits,
                               job->out.bits, job->rule.light);
    }
    return true;
}

/* ---- Preparation --------------------------------------------------------------------------- */

/* Leaves job->tables.preparation NULL if there is nothing to prepare. */
static bool make_preparation(struct errdiff_job *job, const errdiff_options *options)
{
    if (!errdiff_preparation_may_be_needed(options))
        return true;
    struct errdiff_preparation *preparation = malloc(sizeof *preparation);
    if (!preparation)
        return false;
    bool is_made = errdiff_preparation_make(preparation, &job->rule, &job->in, &job->out, options);
    if (is_made && errdiff_preparation_is_needed(preparation)) {
        job->tables.preparation = preparation;
        job->in = errdiff_preparation_shape(preparation, &job->in);
        job->rule.light = NULL; /* the prepared image has light */
        return true;
    }
    errdiff_preparation_release(preparation);
    free(preparation);
    return is_made;
}

/* Whether the prepared image can be in the memory of the result, which the engine then writes in
 * its place. Not if it is needed after that. */
static bool fits_into_result(const struct errdiff_job *job, const errdiff_image *prepared,
                             const errdiff_image *out)
{
    return !job->run.kept && job->asked.passes == 0 && out->channels == prepared->channels &&
           out->bits == prepared->bits && out->height == prepared->height;
}

/* Whether there must be a copy of an image for which there is nothing to prepare: engines read
 * integers only, and the result must not replace what the search after the dithering compares it
 * with. */
static bool needs_copy(const struct errdiff_job *job, const errdiff_image *in,
                       const errdiff_image *out)
{
    return !job->tables.preparation &&
           (errdiff_is_float(in->bits) || (job->asked.passes > 0 && in->data == out->data));
}

static size_t row_bytes_of(const errdiff_image *image)
{
    return (size_t)image->width * (size_t)image->channels * (size_t)(image->bits / 8);
}

/* The bytes that errdiff_job_set_images allocates for images, without the first rows. */
static uint64_t image_bytes(const struct errdiff_job *job, const errdiff_image *in,
                            const errdiff_image *out)
{
    const struct errdiff_preparation *preparation = job->tables.preparation;
    uint64_t width = (uint64_t)in->width, bytes = 0;
    if (preparation) {
        errdiff_image prepared = errdiff_preparation_shape(preparation, in);
        if (!fits_into_result(job, &prepared, out))
            bytes += (uint64_t)prepared.stride * (uint64_t)prepared.height;
        if (preparation->finds_exact)
            bytes += width * (uint64_t)in->height;
    }
    errdiff_image copy = errdiff_as_integers(in);
    if (needs_copy(job, in, out) && !fits_into_result(job, &copy, out))
        bytes += row_bytes_of(&copy) * (uint64_t)in->height;
    if (job->rule.has_plane && !job->run.has_no_plane)
        bytes += width * (uint64_t)out->height * (uint64_t)job->rule.channels *
                 sizeof *job->rule.offsets;
    return bytes;
}

errdiff_status errdiff_job_check_memory(const struct errdiff_job *job, const errdiff_image *in,
                                        const errdiff_image *out, uint64_t more,
                                        errdiff_message *message)
{
    return errdiff_memory_check(image_bytes(job, in, out) + more, job->run.max_memory, out->width,
                                out->height, message);
}

static errdiff_status prepare_image(struct errdiff_job *job, const errdiff_image *in)
{
    struct errdiff_tables *tables = &job->tables;
    errdiff_image prepared = errdiff_preparation_shape(tables->preparation, in);
    if (fits_into_result(job, &prepared, &job->out)) {
        prepared.data = job->out.data;
        prepared.stride = job->out.stride;
    } else {
        if (!errdiff_buffer_enlarge(&tables->prepared,
                                    (size_t)prepared.stride * (size_t)prepared.height))
            return ERRDIFF_NO_MEMORY;
        prepared.data = tables->prepared.data;
    }
    prepared.mask = in->mask;
    prepared.mask_stride = in->mask_stride;
    uint8_t *mask = NULL;
    if (tables->preparation->finds_exact) {
        if (!errdiff_buffer_enlarge(&tables->mask, (size_t)in->width * (size_t)in->height))
            return ERRDIFF_NO_MEMORY;
        prepared.mask = mask = tables->mask.data;
        prepared.mask_stride = in->width;
    }
    job->in = prepared;
    return errdiff_preparation_run(tables->preparation, in, &prepared, mask, job->run.threads,
                                   &job->run.progress);
}

struct copying {
    const errdiff_image *from, *to;
    const struct errdiff_float_rows *rows;
};

static void copy_rows(void *user, int first, int end)
{
    struct copying *copying = user;
    for (int y = first; y < end; y++)
        errdiff_float_rows_copy(copying->rows, errdiff_row(copying->from, y, 0),
                                copying->from->bits, copying->from->width * copying->from->channels,
                                errdiff_row(copying->to, y, 0));
}

/* Copies the image as integers, into the result if they fit there. If it has integers already, they
 * are copied because of the search, and do not. */
static errdiff_status copy_image(struct errdiff_job *job, const errdiff_image *in)
{
    struct errdiff_buffer *copy = &job->tables.prepared;
    job->in = errdiff_as_integers(in);
    size_t row_bytes = row_bytes_of(&job->in);
    if (fits_into_result(job, &job->in, &job->out)) {
        job->in.data = job->out.data;
        job->in.stride = job->out.stride;
    } else {
        if (!errdiff_buffer_enlarge(copy, row_bytes * (size_t)in->height))
            return ERRDIFF_NO_MEMORY;
        job->in.data = copy->data;
        job->in.stride = (ptrdiff_t)row_bytes;
    }
    struct copying copying = {in, &job->in, errdiff_float_rows_pick()};
    return errdiff_ranges_run(job->run.threads, in->height, COPIED_ROWS, copy_rows, &copying,
                              &job->run.progress);
}

/* Brings errors into the first rows: of the prepared image or, since nothing may be written into
 * the caller's, of copies of its rows. The search after the dithering compares with the prepared
 * image, so that stays, too. */
static errdiff_status start_image(struct errdiff_job *job)
{
    const struct errdiff_start *start = &job->tables.start;
    errdiff_image rows = job->in;
    int rest = start->row_count - job->run.first_row;
    rows.height = rest < job->out.height ? rest : job->out.height;
    job->first_rows.count = 0;
    if (rest <= 0)
        return ERRDIFF_OK;
    if (!job->tables.preparation || job->asked.passes > 0) {
        struct errdiff_first_rows *first_rows = &job->first_rows;
        size_t row_bytes = row_bytes_of(&rows);
        if (!errdiff_buffer_enlarge(&job->tables.first_rows, row_bytes * (size_t)rows.height))
            return ERRDIFF_NO_MEMORY;
        *first_rows = (struct errdiff_first_rows){
            .data = job->tables.first_rows.data, .row_bytes = row_bytes, .count = rows.height};
        for (int y = 0; y < rows.height; y++)
            memcpy(first_rows->data + (size_t)y * row_bytes, errdiff_row(&job->in, y, 0),
                   row_bytes);
        rows.data = first_rows->data;
        rows.stride = (ptrdiff_t)row_bytes;
    }
    errdiff_start_run(start, &job->rule, &rows, job->run.first_row);
    return ERRDIFF_OK;
}

errdiff_status errdiff_job_set_images(struct errdiff_job *job, const errdiff_image *in,
                                      const errdiff_image *out, int first_row)
{
    job->run.first_row = job->run.progress.first_row = first_row;
    job->in = *in;
    job->out = *out;
    errdiff_status status = job->tables.preparation    ? prepare_image(job, in)
                            : needs_copy(job, in, out) ? copy_image(job, in)
                                                       : ERRDIFF_OK;
    if (status == ERRDIFF_OK && job->rule.has_plane && !job->run.has_no_plane)
        status =
            errdiff_offsets_run(&job->tables.offsets, &job->rule, &job->in, out->height, first_row,
                                job->run.carry != NULL, job->run.threads, &job->run.progress);
    if (status == ERRDIFF_OK)
        status = start_image(job);
    job->in.height = out->height;
    job->analysis.has_mask = job->in.mask != NULL;
    return status;
}

static void make_weights(struct errdiff_job *job)
{
    const errdiff_kernel *kernel = &job->asked.kernel;
    job->rule.rounding =
        errdiff_rounding_make(kernel->divisor, job->rule.strength,
                              job->analysis.kernel.absolute_weight_sum, job->rule.max_value);
    if (!kernel->tone_keys)
        return;
    struct errdiff_tone_table *tones = &job->tables.tones;
    errdiff_tone_table_make(tones, kernel->tone_keys);
    job->rule.tone_weights = tones->weights;
    if (tones->has_modulation)
        job->rule.modulation = tones->modulation;
}

/* ---- Analysis ------------------------------------------------------------------------------ */

static bool has_plain_levels(const struct errdiff_job *job)
{
    const struct errdiff_pixel_rule *rule = &job->rule;
    return !rule->search && !job->tables.light && !errdiff_has_offsets(rule) && !rule->tone_weights;
}

static void analyze_levels(struct errdiff_job *job)
{
    struct errdiff_analysis *analysis = &job->analysis;
    int32_t largest_step = 0;
    for (int c = 0; c < job->rule.channels; c++) {
        const struct errdiff_quantizer *quantizer = &job->tables.quantizers[c];
        if (quantizer->level_count > analysis->max_level_count)
            analysis->max_level_count = quantizer->level_count;
        for (int i = 0; i + 1 < quantizer->level_count; i++) {
            int32_t step = errdiff_output_of(quantizer, i + 1) - errdiff_output_of(quantizer, i);
            largest_step = step > largest_step ? step : largest_step;
        }
    }
    const struct errdiff_rounding *rounding = &job->rule.rounding;
    int32_t half_step = largest_step << (ERRDIFF_FRACTION_BITS - 1);
    int64_t largest_sum = (int64_t)analysis->kernel.absolute_weight_sum * half_step;
    int64_t largest_correction =
        (largest_sum * rounding->numerator + rounding->half) / rounding->denominator;
    bool is_decided_by_nearest = !errdiff_has_offsets(&job->rule) && !job->rule.tone_weights;
    if (is_decided_by_nearest && largest_correction <= half_step) {
        analysis->error_bound = half_step;
        analysis->never_clamps = true;
    }
    analysis->has_short_chain =
        analysis->max_level_count == 2 && analysis->never_clamps &&
        rounding->kind == ERRDIFF_ROUND_SHIFT &&
        (int64_t)job->tables.quantizers[0].white * rounding->denominator <= INT32_MAX / 4;
}

static bool has_mask(const struct errdiff_job *job, const errdiff_image *in)
{
    const struct errdiff_preparation *preparation = job->tables.preparation;
    return in->mask || (preparation && preparation->finds_exact);
}

static void analyze(struct errdiff_job *job, const errdiff_image *in)
{
    struct errdiff_analysis *analysis = &job->analysis;
    const struct errdiff_rounding *rounding = &job->rule.rounding;
    analysis->has_plain_levels = has_plain_levels(job);
    analysis->has_mask = has_mask(job, in);
    analysis->is_mean = !analysis->kernel.has_negative_weights &&
                        analysis->kernel.weight_sum * rounding->numerator <= rounding->denominator;
    analysis->error_bound = job->rule.max_value << ERRDIFF_FRACTION_BITS;
    if (!job->rule.search)
        analyze_levels(job);
    analysis->has_fast_path = analysis->has_plain_levels && job->in.bits == job->out.bits &&
                              analysis->max_level_count <= ERRDIFF_MAX_LEVELS;
}

errdiff_status errdiff_job_prepare(struct errdiff_job *job, const errdiff_image *in,
                                   const errdiff_image *out, const errdiff_options *options,
                                   struct errdiff_carry *carry, errdiff_message *message)
{
    *job = (struct errdiff_job){
        .rule = {.strength = options->strength,
                 .indexed = options->indexed != 0,
                 .noise = options->noise,
                 .seed = options->seed},
        .run = {.carry = carry,
                .threads = errdiff_threads_wanted(options->threads),
                .before = options->before,
                .kept = options->before ? options->before->kept : NULL,
                .max_memory = options->max_memory},
    };
    job->run.threads.works_long = carry != NULL;
    errdiff_status status = errdiff_kernel_parse(options->kernel, &job->asked.kernel, message);
    if (status == ERRDIFF_OK)
        status = check_images(in, out, options, carry != NULL, message);
    if (status != ERRDIFF_OK)
        return status;

    job->asked.passes = options->refine;
    job->asked.viewing = options->viewing;
    job->asked.is_gray = options->gray && !options->palette;
    job->asked.serpentine = options->serpentine == ERRDIFF_AUTOMATIC
                                ? job->asked.kernel.tone_keys != NULL
                                : options->serpentine != 0;
    job->in = errdiff_as_integers(in);
    job->out = *out;
    job->rule.channels = options->palette ? 3 : out->channels;
    job->rule.max_value =
        job->in.bits == 8 && !options->linear && !maps_lightness(options) ? UINT8_MAX : UINT16_MAX;
    if (!job->asked.kernel.tone_keys)
        errdiff_kernel_reduce(&job->asked.kernel);
    job->analysis.kernel = errdiff_kernel_shape_of(&job->asked.kernel);
    if (options->linear && !make_light(job))
        return ERRDIFF_NO_MEMORY;
    errdiff_start_make(&job->tables.start, &job->asked.kernel, &job->rule, &job->in, options);
    if (!make_colors(job, options) || !make_preparation(job, options) ||
        !errdiff_offsets_make(&job->tables.offsets, &job->rule, in, options))
        return ERRDIFF_NO_MEMORY;
    make_weights(job);
    analyze(job, in);
    errdiff_progress_start(&job->run.progress, options, in->height,
                           (int64_t)in->width * job->rule.channels);
    return ERRDIFF_OK;
}

void errdiff_job_release(struct errdiff_job *job)
{
    free(job->tables.light);
    for (int c = 0; c < 3; c++)
        free(job->tables.fine[c]);
    errdiff_search_release(&job->tables.search);
    if (job->tables.preparation)
        errdiff_preparation_release(job->tables.preparation);
    free(job->tables.preparation);
    free(job->tables.prepared.data);
    free(job->tables.mask.data);
    free(job->tables.first_rows.data);
    errdiff_offsets_release(&job->tables.offsets);
}
