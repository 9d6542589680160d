/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "../support/plain_options.h"
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 64 /* bytes around an image, which stay as they are */ };

/* An image and what is to be made of it. */
struct request {
    errdiff_image image;
    int out_bits; /* of a sample of the result */
    errdiff_options options;
    errdiff_palette palette;
    uint8_t *bytes, *mask;
    size_t size;
    const char *name;
};

static void *allocate(size_t size)
{
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!memory) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    return memory;
}

/* ---- Bands in one thread -------------------------------------------------------------------- */

/* A job, planned for a lane kernel, and its run. Must not be moved. */
struct planned {
    struct errdiff_wave_plan plan;
    struct errdiff_lane_kernel spoiling; /* the lane kernel, but with this file's start */
    struct errdiff_wave_run run;
};

static void (*real_start)(struct errdiff_band *band);

/* A band must not read what it has not written, so its state does not begin with zeros. */
static void spoil_and_start(struct errdiff_band *band)
{
    memset(band->state, 0xA5, ERRDIFF_MAX_STATE_BYTES);
    real_start(band);
}

/* Returns false if this lane kernel cannot run the job. */
static bool plan_job(struct planned *planned, struct errdiff_job *job,
                     const struct errdiff_isa *isa, bool is_narrow)
{
    const struct errdiff_threads one = {.count = 1, .is_exact = true, .asked = 1};
    struct errdiff_wave *wave = &planned->plan.wave;
    if (!errdiff_wave_make_plan_for(&planned->plan, job, isa, is_narrow))
        return false;
    planned->spoiling = *wave->lane_kernel;
    planned->spoiling.start = spoil_and_start;
    wave->lane_kernel = &planned->spoiling;
    if (!errdiff_wave_run_make(&planned->run, wave, one, &job->run.progress)) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    size_t lines = (size_t)errdiff_bands_place_count(&planned->run.bands);
    memset(planned->run.lines, 0x5A, lines * planned->run.lines_size); /* likewise */
    return true;
}

static int64_t run_planned(struct planned *planned, const struct errdiff_isa *isa)
{
    int64_t clamped;
    int threads;
    real_start = planned->plan.is_narrow ? isa->narrow->start : isa->wide->start;
    if (errdiff_wave_run_bands(&planned->run, NULL, &clamped, &threads, NULL) != ERRDIFF_OK)
        failed("the bands do not run");
    return clamped;
}

/* ---- Requests ------------------------------------------------------------------------------- */

static int draw(int low, int high)
{
    return random_range(&vectors_random, low, high);
}

/* Kernels with special code and without, and for every rounding. */
static const char *const kernels[] = {
    "floyd-steinberg",
    "sierra-lite",
    "atkinson",
    "fan",
    "shiau-fan-2",
    "sierra-3",
    "jarvis-judice-ninke",
    "stucki",
    "ostromoukhov",
    "zhou-fang",
    "16: 15,0,4; -7,1,4; 0,3,4; -15,2,4",
    "8: 1,0,3; -15,15,2; 15,15,3",
    "2: 1,0,3; 0,1,-1; -1,2,2",
    "4: 0,1,9; 1,0,-7",
    /* Rows trail each other by little, so that pairs would be read before they are written. */
    "7: 1,0,1; 2,0,1; -1,1,1; 0,1,1; 1,1,1; 0,2,1; 2,2,1",
    "20: 1,0,4; 0,1,3; 1,1,2; -1,2,5; 0,2,3; 1,2,2; 2,2,1",
};

/* Errors pass nearly unchanged, so that some are as large as the steps between levels allow; or
 * their sums are small, but not with what 16-bit lanes add to them. */
static const char *const fine_kernels[] = {"1: 1,0,1", "16: 1,0,15; 0,1,1", "128: 1,0,31; 0,1,31"};

/* More levels than 256, mostly a power of two, for 16-bit lanes. */
static void draw_fine_levels(errdiff_options *options)
{
    options->levels[0] = options->levels[1] = options->levels[2] =
        draw(0, 9) ? 512 << draw(0, 3) : draw(257, ERRDIFF_MAX_FINE_LEVELS);
    if (draw(0, 1))
        return;
    options->kernel = fine_kernels[draw(0, 2)];
    options->strength = 100;
    options->noise = options->detail = options->linear = 0;
}

static void make_request(struct request *request, int width, int height)
{
    errdiff_options *options = &request->options;
    memset(request, 0, sizeof *request);
    plain_options_init(options);
    request->name = options->kernel = kernels[draw(0, sizeof kernels / sizeof kernels[0] - 1)];
    for (int c = 0; c < 3; c++)
        options->levels[c] = draw(0, 2) == 0 ? 2 : draw(2, draw(0, 1) ? 5 : 256);
    if (draw(0, 1))
        options->levels[1] = options->levels[2] = options->levels[0];
    options->strength = draw(0, 3) ? 100 : draw(0, 100);
    options->noise = draw(0, 5) ? 0 : draw(0, 100);
    options->detail = draw(0, 5) ? 0 : draw(1, 100);
    options->linear = draw(0, 5) == 0;
    options->measure = draw(0, 1);
    options->gamut = ERRDIFF_GAMUT_NONE; /* it changes only what the lane kernels read */
    request->image = (errdiff_image){
        .width = width, .height = height, .channels = draw(0, 1) ? 3 : 1, .bits = 8};
    if (draw(0, 3) == 0)
        request->image.bits = 16;
    request->out_bits = request->image.bits == 16 && draw(0, 1) ? 8 : request->image.bits;
    if (request->out_bits < request->image.bits && draw(0, 1))
        options->levels[0] = options->levels[1] = options->levels[2] = 256;
    if (draw(0, 4) == 0) {
        request->palette.count = draw(0, 3) ? draw(2, 32) : draw(33, 64);
        for (int i = 0; i < request->palette.count; i++)
            for (int c = 0; c < 3; c++)
                request->palette.sent[i][c] = request->palette.colors[i][(c + 1) % 3] =
                    (uint8_t)random_bits(&vectors_random);
        request->palette.has_sent = draw(0, 1);
        options->sent = draw(0, 1);
        options->palette = &request->palette;
        request->image.channels = 3;
    } else if (request->out_bits == 16 && draw(0, 1)) {
        draw_fine_levels(options);
        request->name = options->kernel;
    }
}

/* Samples in the middle of one of the few steps that are longer than others, which leave large
 * errors, and levels beside it, where such errors lead to another level. */
static void fill_near_long_steps(struct request *request)
{
    int last = request->options.levels[0] - 1, step = UINT16_MAX / last, first;
    uint16_t *samples = (uint16_t *)request->bytes, levels[4];
    if (UINT16_MAX % last == 0) /* all are equal */
        return;
    do {
        first = draw(1, last - 2);
        for (int i = 0; i < 4; i++)
            levels[i] = (uint16_t)((2 * (first - 1 + i) * UINT16_MAX + last) / (2 * last));
    } while (levels[2] - levels[1] == step);
    for (size_t i = 0; i < request->size / 2; i++)
        samples[i] =
            draw(0, 1) ? levels[draw(0, 3)] : (uint16_t)((levels[1] + levels[2]) / 2 + draw(-1, 1));
}

/* Random samples, or extreme ones, in rows that begin anywhere. */
static void fill_request(struct request *request)
{
    errdiff_image *image = &request->image;
    int sample = image->bits / 8, kind = draw(0, 4);
    image->stride = (ptrdiff_t)image->width * image->channels * sample + sample * draw(0, 9);
    request->size = (size_t)(image->stride * image->height) + 2 * MARGIN;
    request->bytes = allocate(request->size);
    for (size_t i = 0; i < request->size; i++)
        request->bytes[i] = (uint8_t)(kind == 0   ? 0
                                      : kind == 1 ? 255
                                      : kind == 2 ? (i / (size_t)sample % 2 ? 255 : 0)
                                                  : random_bits(&vectors_random));
    image->data = request->bytes + MARGIN + sample * draw(0, 7);
    if (request->options.levels[0] > ERRDIFF_MAX_LEVELS && draw(0, 3))
        fill_near_long_steps(request);
    image->mask_stride = image->width + 3;
    request->mask = allocate((size_t)(image->mask_stride * image->height));
    for (ptrdiff_t i = 0; i < image->mask_stride * image->height; i++)
        request->mask[i] = (uint8_t)(draw(0, 9) ? draw(1, 255) : 0);
    image->mask = draw(0, 2) ? NULL : request->mask;
}

/* The image's bytes, with another in their place; freed by the caller. */
static uint8_t *copy(const struct request *request, errdiff_image *image)
{
    uint8_t *bytes = allocate(request->size);
    memcpy(bytes, request->bytes, request->size);
    *image = request->image;
    image->data = bytes + ((uint8_t *)request->image.data - request->bytes);
    return bytes;
}

/* Makes the memory of a result, which begins as a copy of the image; freed by the caller. The
 * image is read from there, too, unless its samples have more bits. */
static uint8_t *make_result(const struct request *request, errdiff_image *in, errdiff_image *out)
{
    uint8_t *bytes = copy(request, out);
    *in = request->out_bits < request->image.bits ? request->image : *out;
    out->bits = request->out_bits;
    return bytes;
}

/* Runs a request with one lane kernel, in place if that is possible. Returns false if it cannot run
 * it. */
static bool run_lane_kernel(const struct request *request, const struct errdiff_isa *isa,
                            bool is_narrow, uint8_t **result, int64_t *clamped)
{
    struct errdiff_job job;
    struct planned planned;
    errdiff_image in, out;
    errdiff_message message = {.text = ""};
    *result = make_result(request, &in, &out);
    errdiff_status status = errdiff_job_prepare(&job, &in, &out, &request->options, NULL, &message);
    if (status != ERRDIFF_OK)
        failed("%s: %s", request->name, message.text);
    else
        status = errdiff_job_set_images(&job, &in, &out, 0);
    bool can = status == ERRDIFF_OK && plan_job(&planned, &job, isa, is_narrow);
    if (can) {
        *clamped = run_planned(&planned, isa);
        errdiff_wave_run_release(&planned.run);
    }
    errdiff_job_release(&job);
    return can;
}

static void check_lane_kernel(const struct request *request, const struct errdiff_isa *isa,
                              const struct errdiff_isa *plain, bool is_narrow,
                              const uint8_t *serial)
{
    uint8_t *fast_bytes, *plain_bytes;
    int64_t fast_clamped = 0, plain_clamped = 0;
    bool can_fast = run_lane_kernel(request, isa, is_narrow, &fast_bytes, &fast_clamped);
    bool can_plain = run_lane_kernel(request, plain, is_narrow, &plain_bytes, &plain_clamped);
    const char *name = is_narrow ? "narrow" : "wide";
    if (can_fast != can_plain)
        failed("%s, %s: only one of them can run it", name, request->name);
    else if (can_fast &&
             (memcmp(fast_bytes, plain_bytes, request->size) != 0 || fast_clamped != plain_clamped))
        failed("%s, %s, %d x %d: not what plain C gives", name, request->name, request->image.width,
               request->image.height);
    else if (can_fast && memcmp(fast_bytes, serial, request->size) != 0)
        failed("%s, %s, %d x %d: not what serial-ec gives", name, request->name,
               request->image.width, request->image.height);
    free(fast_bytes);
    free(plain_bytes);
}

void check_lane_kernels(const struct errdiff_isa *isa, const struct errdiff_isa *plain)
{
    for (int i = 0; i < 500; i++) {
        struct request request;
        errdiff_image in, out;
        make_request(&request, draw(1, i % 3 ? 70 : 260), draw(1, i % 5 ? 40 : 70));
        fill_request(&request);
        uint8_t *serial = make_result(&request, &in, &out);
        request.options.engine = "serial-ec";
        if (errdiff_dither(&in, &out, &request.options, NULL) != ERRDIFF_OK)
            failed("%s: serial-ec does not run it", request.name);
        check_lane_kernel(&request, isa, plain, true, serial);
        check_lane_kernel(&request, isa, plain, false, serial);
        free(serial);
        free(request.bytes);
        free(request.mask);
    }
}

/* ---- Times ---------------------------------------------------------------------------------- */

struct timed {
    const struct errdiff_isa *isa[2];
    struct planned planned[2];
};

static void run_fast(void *user)
{
    struct timed *timed = user;
    run_planned(&timed->planned[0], timed->isa[0]);
}

static void run_plain(void *user)
{
    struct timed *timed = user;
    run_planned(&timed->planned[1], timed->isa[1]);
}

static void time_lane_kernel(struct timed *timed, struct errdiff_job *job, bool is_narrow)
{
    char name[80];
    if (!plan_job(&timed->planned[0], job, timed->isa[0], is_narrow))
        return;
    plan_job(&timed->planned[1], job, timed->isa[1], is_narrow);
    snprintf(name, sizeof name, "%s, %s, %d levels", is_narrow ? "narrow" : "wide",
             job->asked.kernel.name, job->rule.quantizers[0].level_count);
    compare_times(name, run_fast, run_plain, timed);
    for (int i = 0; i < 2; i++)
        errdiff_wave_run_release(&timed->planned[i].run);
}

void time_lane_kernels(const struct errdiff_isa *isa, const struct errdiff_isa *plain)
{
    static const char *const kernel_names[] = {"floyd-steinberg", "sierra-lite", "atkinson",
                                               "jarvis-judice-ninke"};
    static const int levels[] = {2, 4, 16};
    enum { SIDE = 512 };
    uint8_t *in = allocate(SIDE * SIDE), *out = allocate(SIDE * SIDE);
    errdiff_image from = {
        .data = in, .width = SIDE, .height = SIDE, .channels = 1, .bits = 8, .stride = SIDE};
    errdiff_image to = from;
    struct timed timed = {.isa = {isa, plain}};
    to.data = out;
    for (int i = 0; i < SIDE * SIDE; i++)
        in[i] = (uint8_t)random_bits(&vectors_random);
    printf("lane kernels, a gray image of %d × %d\n", SIDE, SIDE);
    for (int k = 0; k < 4; k++)
        for (int l = 0; l < 3; l++) {
            errdiff_options options;
            struct errdiff_job job;
            plain_options_init(&options);
            options.kernel = kernel_names[k];
            options.levels[0] = levels[l];
            errdiff_job_prepare(&job, &from, &to, &options, NULL, NULL);
            for (int is_narrow = 0; is_narrow < 2; is_narrow++)
                time_lane_kernel(&timed, &job, is_narrow);
            errdiff_job_release(&job);
        }
    free(in);
    free(out);
}
