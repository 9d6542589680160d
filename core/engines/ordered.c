/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Ordered dithering: jobs with two levels in which no error is passed on. Then a sample is compared
 * with a threshold, which follows from its offset alone; so no pixel waits for another one.
 *
 * If the offsets repeat, as those of a screen do, so do the thresholds, which are computed once.
 * Otherwise those of each part of a row are looked up for its offsets.
 */
#include "base/instruction_set.h"
#include "base/message.h"
#include "base/ranges.h"
#include "base/translate.h"
#include "engine.h"
#include "rule/image.h"
#include "threshold_row.h"

#include <stdlib.h>
#include <string.h>

enum {
    OFFSETS = UINT16_MAX + 1,
    PIXELS = 1024,             /* of a part of a row */
    SAMPLES_AT_ONCE = 1 << 17, /* of a thread */
    SAMPLES_BETWEEN_CALLS = 1 << 23
};

static const struct errdiff_threshold_rows *const sets[ERRDIFF_INSTRUCTION_SETS] = {
#ifdef ERRDIFF_X86
    [ERRDIFF_AVX512] = &errdiff_threshold_rows_avx512,
    [ERRDIFF_AVX2] = &errdiff_threshold_rows_avx2,
    [ERRDIFF_SSE41] = &errdiff_threshold_rows_sse41,
#elif defined(ERRDIFF_ARM64)
    [ERRDIFF_NEON] = &errdiff_threshold_rows_neon,
#endif
    [ERRDIFF_PLAIN_C] = &errdiff_threshold_rows_c,
};

/* Thresholds as struct errdiff_threshold_rows takes them. */
struct thresholds {
    int bytes; /* of each: 4 if they are wide */
    union {
        uint8_t *of_8;
        uint16_t *of_16;
        int32_t *wide;
        void *data;
    };
};

struct run {
    struct errdiff_job *job;
    const struct errdiff_threshold_rows *rows;
    uint16_t low, high;                      /* the samples to write */
    struct thresholds of_offset;             /* of each offset, as uint16_t */
    struct errdiff_offset_patterns patterns; /* their count is 0 if the offsets do not repeat */
    struct thresholds repeated[3]; /* those of each pattern, for all channels: 0 for those that the
                                    * pattern does not have */
    int first_row;                 /* of those that are dithered now */
};

/* ---- Thresholds ---------------------------------------------------------------------------- */

static int32_t value_of(const struct errdiff_job *job, int32_t sample)
{
    return job->rule.light ? job->rule.light[sample] : sample;
}

/* Sets, for each offset, the least sample that gets the higher level. */
static void find_thresholds(const struct errdiff_job *job, int32_t least[OFFSETS])
{
    int32_t max_sample = job->in.bits == 8 ? UINT8_MAX : UINT16_MAX, sample = 0;
    for (int32_t offset = INT16_MAX; offset >= INT16_MIN; offset--) {
        int32_t below =
            job->rule.quantizers->threshold[0] - offset * (1 << job->rule.offsets_shift);
        while (sample <= max_sample && value_of(job, sample) << ERRDIFF_FRACTION_BITS <= below)
            sample++;
        least[(uint16_t)offset] = sample;
    }
}

static bool allocate(struct thresholds *thresholds, int bytes, size_t count)
{
    thresholds->bytes = bytes;
    thresholds->data = calloc(count, (size_t)bytes);
    return thresholds->data != NULL;
}

/* Sets each `step`th threshold, from the `first` one on, to those of `count` offsets. */
static void look_up(const struct run *run, const int16_t *offsets, ptrdiff_t count, ptrdiff_t first,
                    ptrdiff_t step, const struct thresholds *to)
{
    const struct thresholds *from = &run->of_offset;
    for (ptrdiff_t i = 0, at = first; i < count; i++, at += step)
        if (to->bytes == 1)
            to->of_8[at] = from->of_8[(uint16_t)offsets[i]];
        else if (to->bytes == 2)
            to->of_16[at] = from->of_16[(uint16_t)offsets[i]];
        else
            to->wide[at] = from->wide[(uint16_t)offsets[i]];
}

static ptrdiff_t pattern_size(const struct errdiff_offset_pattern *pattern)
{
    return (ptrdiff_t)pattern->columns * pattern->height;
}

/* The lowest offset that is possible. */
static int32_t lowest_offset(const struct run *run)
{
    int count = run->patterns.count, channels = run->job->rule.channels;
    if (count == 0)
        return -run->job->tables.offsets.largest;
    int32_t lowest = 0;
    for (int p = 0; p < count; p++) {
        const struct errdiff_offset_pattern *pattern = &run->patterns.of[p];
        for (ptrdiff_t i = 0; i < pattern_size(pattern) * channels / count; i++)
            lowest = pattern->offsets[i] < lowest ? pattern->offsets[i] : lowest;
    }
    return lowest;
}

/* Whether an offset makes even the largest sample the lower level. Then a threshold needs more bits
 * than a sample. */
static bool needs_wide(const struct run *run, const int32_t least[OFFSETS])
{
    int32_t most = run->job->in.bits == 8 ? UINT8_MAX : UINT16_MAX;
    return least[(uint16_t)lowest_offset(run)] > most;
}

static bool make_table(struct run *run)
{
    const struct errdiff_job *job = run->job;
    int32_t *least = malloc(OFFSETS * sizeof *least);
    if (!least)
        return false;
    find_thresholds(job, least);
    int bytes = needs_wide(run, least) ? (int)sizeof(int32_t) : job->in.bits / 8;
    bool is_made = allocate(&run->of_offset, bytes, OFFSETS);
    for (int i = 0; i < OFFSETS && is_made; i++)
        if (bytes == 1)
            run->of_offset.of_8[i] = (uint8_t)least[i];
        else if (bytes == 2)
            run->of_offset.of_16[i] = (uint16_t)least[i];
        else
            run->of_offset.wide[i] = least[i];
    free(least);
    return is_made;
}

static bool make_repeated(struct run *run)
{
    int channels = run->job->rule.channels, patterns = run->patterns.count;
    for (int p = 0; p < patterns; p++) {
        const struct errdiff_offset_pattern *pattern = &run->patterns.of[p];
        ptrdiff_t count = pattern_size(pattern);
        struct thresholds *to = &run->repeated[p];
        if (!allocate(to, run->of_offset.bytes, (size_t)(count * channels)))
            return false;
        look_up(run, pattern->offsets, count * channels / patterns, p, patterns, to);
    }
    return true;
}

/* ---- Rows ---------------------------------------------------------------------------------- */

static void compare(const struct run *run, const void *in, const void *thresholds, int count,
                    void *out)
{
    const struct errdiff_threshold_rows *rows = run->rows;
    bool is_wide = run->of_offset.bytes == sizeof(int32_t);
    uint8_t low = (uint8_t)run->low, high = (uint8_t)run->high;
    if (run->job->in.bits == 8 && is_wide)
        rows->from_8_wide(in, thresholds, count, low, high, out);
    else if (run->job->in.bits == 8)
        rows->from_8(in, thresholds, count, low, high, out);
    else if (run->job->out.bits == 8 && is_wide)
        rows->from_16_to_8_wide(in, thresholds, count, low, high, out);
    else if (run->job->out.bits == 8)
        rows->from_16_to_8(in, thresholds, count, low, high, out);
    else if (is_wide)
        rows->from_16_wide(in, thresholds, count, run->low, run->high, out);
    else
        rows->from_16(in, thresholds, count, run->low, run->high, out);
}

/* The thresholds of row y of a pattern. Those of the first column are at *column. */
static const uint8_t *repeated_row(const struct run *run, int number, int y, int *column)
{
    const struct errdiff_offset_pattern *pattern = &run->patterns.of[number];
    int row = errdiff_repeated_row(pattern->width, pattern->height, pattern->shift,
                                   run->job->run.first_row + y, column);
    const uint8_t *thresholds = run->repeated[number].data;
    return thresholds +
           (ptrdiff_t)row * pattern->columns * run->job->rule.channels * run->of_offset.bytes;
}

static void dither_repeated(const struct run *run, int y)
{
    const struct errdiff_job *job = run->job;
    int channels = job->rule.channels, columns = run->patterns.of[0].columns, begin, count;
    const uint8_t *thresholds = repeated_row(run, 0, y, &begin);
    const uint8_t *in = errdiff_row(&job->in, y, 0);
    uint8_t *out = errdiff_row(&job->out, y, 0);
    for (int x = 0; x < job->in.width; x += count, begin = 0) {
        int rest = job->in.width - x;
        count = columns - begin < rest ? columns - begin : rest;
        ptrdiff_t samples = (ptrdiff_t)x * channels;
        compare(run, in + samples * (job->in.bits / 8),
                thresholds + (ptrdiff_t)begin * channels * run->of_offset.bytes, count * channels,
                out + samples * (job->out.bits / 8));
    }
}

/* Each channel has its own pattern, whose thresholds are 0 for the others. */
static void dither_channels(const struct run *run, int y)
{
    const struct errdiff_job *job = run->job;
    const uint8_t *in = errdiff_row(&job->in, y, 0), *rows[3];
    uint8_t *out = errdiff_row(&job->out, y, 0);
    int columns[3], bytes = 3 * run->of_offset.bytes; /* of a pixel's thresholds */
    for (int c = 0; c < 3; c++)
        rows[c] = repeated_row(run, c, y, &columns[c]);
    for (int x = 0, count; x < job->in.width; x += count) {
        int32_t memory[3 * PIXELS];
        uint8_t *thresholds = (uint8_t *)memory;
        const uint8_t *from[3];
        count = job->in.width - x < PIXELS ? job->in.width - x : PIXELS;
        for (int c = 0; c < 3; c++) {
            int left = run->patterns.of[c].columns - columns[c];
            count = count < left ? count : left;
            from[c] = rows[c] + (ptrdiff_t)columns[c] * bytes;
        }
        for (int i = 0; i < count * bytes; i++)
            thresholds[i] = from[0][i] | from[1][i] | from[2][i];
        for (int c = 0; c < 3; c++)
            columns[c] = (columns[c] + count) % run->patterns.of[c].columns;
        compare(run, in + (ptrdiff_t)3 * x * (job->in.bits / 8), thresholds, 3 * count,
                out + (ptrdiff_t)3 * x * (job->out.bits / 8));
    }
}

static void dither_part(const struct run *run, int y, int x, int count)
{
    const struct errdiff_job *job = run->job;
    const struct errdiff_pixel_rule *rule = &job->rule;
    int16_t memory[3 * PIXELS];
    int32_t thresholds[3 * PIXELS];
    const int16_t *offsets = memory;
    ptrdiff_t samples = (ptrdiff_t)x * rule->channels;
    if (!rule->has_plane)
        memset(memory, 0, sizeof memory);
    else
        offsets = rule->offsets + (ptrdiff_t)y * rule->offsets_width * rule->channels + samples;
    struct thresholds found = {.bytes = run->of_offset.bytes, .data = thresholds};
    look_up(run, offsets, (ptrdiff_t)count * rule->channels, 0, 1, &found);
    compare(run, (const uint8_t *)errdiff_row(&job->in, y, 0) + samples * (job->in.bits / 8),
            thresholds, count * rule->channels,
            (uint8_t *)errdiff_row(&job->out, y, 0) + samples * (job->out.bits / 8));
}

static void dither_rows(void *user, int first, int end)
{
    const struct run *run = user;
    int width = run->job->in.width;
    for (int y = run->first_row + first; y < run->first_row + end; y++) {
        if (run->patterns.count == 1)
            dither_repeated(run, y);
        else if (run->patterns.count > 1)
            dither_channels(run, y);
        else
            for (int x = 0; x < width; x += PIXELS)
                dither_part(run, y, x, width - x < PIXELS ? width - x : PIXELS);
    }
}

/* ---- The engine ---------------------------------------------------------------------------- */

static errdiff_status dither(struct run *run)
{
    struct errdiff_job *job = run->job;
    int samples = job->in.width * job->rule.channels;
    int step = 1 + SAMPLES_BETWEEN_CALLS / samples, length = 1 + SAMPLES_AT_ONCE / samples;
    for (int y = 0; y < job->in.height; y += step) {
        int rest = job->in.height - y, rows = rest < step ? rest : step;
        run->first_row = y;
        if (errdiff_ranges_run(job->run.threads, rows, length, dither_rows, run,
                               &job->run.progress) != ERRDIFF_OK ||
            errdiff_progress_cancelled(&job->run.progress, y + rows))
            return ERRDIFF_CANCELLED;
    }
    return ERRDIFF_OK;
}

static bool can_run(const struct errdiff_job *job, errdiff_message *reason)
{
    if (!job)
        return true;
    const struct errdiff_pixel_rule *rule = &job->rule;
    if (rule->strength == 0 && !rule->search && job->analysis.max_level_count == 2 &&
        rule->noise == 0 && !rule->modulation && !job->analysis.has_mask &&
        job->in.channels == rule->channels && job->out.channels == rule->channels)
        return true;
    errdiff_fail(reason, ERRDIFF_CANNOT_RUN,
                 N_("it only does jobs with two levels at a strength of 0, without noise, and "
                    "without pixels that are left out"));
    return false;
}

static errdiff_status run_job(struct errdiff_job *job, errdiff_report *report)
{
    enum errdiff_instruction_set set;
    if (!errdiff_instruction_set_pick(&set, &report->message))
        return ERRDIFF_CANNOT_RUN;
    const struct errdiff_quantizer *quantizer = job->rule.quantizers;
    struct run run = {
        .job = job, .rows = sets[set], .low = quantizer->stored[0], .high = quantizer->stored[1]};
    if (!errdiff_offsets_repeat(&job->tables.offsets, &run.patterns))
        run.patterns.count = 0;
    report->isa = errdiff_instruction_set_name(set);
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (make_table(&run) && make_repeated(&run))
        status = dither(&run);
    report->threads = job->run.threads.count;
    free(run.of_offset.data);
    for (int p = 0; p < 3; p++)
        free(run.repeated[p].data);
    return status;
}

const struct errdiff_engine errdiff_ordered = {
    .info = {.name = "ordered",
             .title = N_("Ordered dithering"),
             .description = N_("Each sample is compared with a threshold, in vectors; for two "
                               "levels at a strength of 0")},
    .takes_pieces = true,
    .has_threads = true,
    .is_always_best = true,
    .reads_pattern = true,
    .can_run = can_run,
    .run = run_job,
};
