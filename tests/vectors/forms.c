/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MARGIN = 64 /* bytes around a picture, which stay as they are */ };

/* A picture and what is to be made of it. */
struct request {
    errdiff_image image;
    errdiff_options options;
    errdiff_palette palette;
    uint8_t *bytes, *mask;
    size_t size;
    const char *name;
};

/* ---- Bands in one thread -------------------------------------------------------------------- */

struct bands {
    struct errdiff_wave wave;
    union {
        struct errdiff_narrow_plan narrow;
        struct errdiff_wide_plan wide;
    } plan;
    size_t line_size, margin;
    uint8_t *lines; /* two sets in turns, and those above the picture */
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

static uint8_t *line_at(const struct bands *bands, int set, int line)
{
    return bands->lines + (size_t)(set * bands->wave.line_count + line) * bands->line_size;
}

static void make_lines(struct bands *bands)
{
    struct errdiff_wave *wave = &bands->wave;
    const struct errdiff_form *form = wave->form;
    size_t numbers = (size_t)wave->skew * (size_t)form->lanes +
                     (size_t)wave->tile_count * (size_t)form->tile + 64;
    bands->line_size = (numbers * form->number_size + 63) / 64 * 64;
    bands->margin = (size_t)wave->skew * (size_t)form->lanes * form->number_size;
    size_t size = 3 * (size_t)wave->line_count * bands->line_size;
    bands->lines = allocate(size + 64);
    for (size_t i = 0; i < size; i++) /* what nobody wrote is not 0 */
        bands->lines[i] = 0x5A;
    for (int line = 0; line < wave->line_count; line++)
        for (size_t i = 0; i < bands->line_size / form->number_size; i++) {
            int16_t narrow = (int16_t)wave->nothing[line];
            memcpy(line_at(bands, 2, line) + i * form->number_size,
                   form->number_size == 2 ? (void *)&narrow : (void *)&wave->nothing[line],
                   form->number_size);
        }
}

/* FALSE: this form cannot run the job. */
static bool make_bands(struct bands *bands, struct errdiff_job *job, const struct errdiff_isa *isa,
                       bool is_narrow)
{
    struct errdiff_wave *wave = &bands->wave;
    memset(bands, 0, sizeof *bands);
    wave->job = job;
    wave->plan = &bands->plan;
    wave->samples = job->in.width * job->rule.channels;
    if (is_narrow ? !errdiff_narrow_plan(&bands->plan.narrow, wave)
                  : !errdiff_wide_plan(&bands->plan.wide, wave))
        return false;
    wave->form = is_narrow ? isa->narrow : isa->wide;
    wave->line_count = job->analysis.kernel.reach_up;
    int steps = wave->samples + wave->skew * (wave->form->lanes - 1 + wave->line_count);
    wave->tile_count = (steps + wave->form->tile - 1) / wave->form->tile;
    make_lines(bands);
    return true;
}

static int64_t run_bands(struct bands *bands)
{
    static _Alignas(64) uint8_t state[ERRDIFF_MOST_STATE];
    struct errdiff_wave *wave = &bands->wave;
    struct errdiff_band band = {.wave = wave, .state = state};
    int lanes = wave->form->lanes, height = wave->job->in.height;
    for (int number = 0; number * lanes < height; number++) {
        int rest = height - number * lanes;
        band.first_row = number * lanes;
        band.row_count = rest < lanes ? rest : lanes;
        for (int line = 0; line < wave->line_count; line++) {
            int above = number == 0 ? 2 : (number - 1) % 2;
            band.from[line] = line_at(bands, above, line) + bands->margin;
            band.to[line] = line_at(bands, number % 2, line);
        }
        memset(state, 0xA5, sizeof state); /* what nobody wrote is not 0 */
        wave->form->start(&band);
        for (int tile = 0; tile < wave->tile_count; tile++)
            wave->form->run_tile(&band, tile);
        wave->form->finish(&band);
    }
    return band.clamped;
}

/* ---- Requests ------------------------------------------------------------------------------- */

static int draw(int low, int high)
{
    return random_range(&vectors_random, low, high);
}

/* Where the kernels, decisions and roundings have code of their own, and where they have none. */
static const char *const kernels[] = {
    "floyd-steinberg",
    "sierra-lite",
    "atkinson",
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

static void make_request(struct request *request, int width, int height)
{
    errdiff_options *options = &request->options;
    memset(request, 0, sizeof *request);
    errdiff_options_init(options);
    request->name = options->kernel = kernels[draw(0, sizeof kernels / sizeof kernels[0] - 1)];
    for (int c = 0; c < 3; c++)
        options->levels[c] = draw(0, 2) == 0 ? 2 : draw(2, draw(0, 1) ? 5 : 256);
    if (draw(0, 1))
        options->levels[1] = options->levels[2] = options->levels[0];
    options->strength = draw(0, 3) ? 100 : draw(0, 100);
    options->noise = draw(0, 5) ? 0 : draw(0, 100);
    options->linear = draw(0, 5) == 0;
    options->measure = draw(0, 1);
    request->image = (errdiff_image){
        .width = width, .height = height, .channels = draw(0, 1) ? 3 : 1, .bits = 8};
    if (draw(0, 3) == 0)
        request->image.bits = 16;
    if (draw(0, 4) == 0) {
        request->palette.count = draw(0, 3) ? draw(2, 32) : draw(33, 64);
        for (int i = 0; i < request->palette.count; i++)
            for (int c = 0; c < 3; c++)
                request->palette.colours[i][c] = (uint8_t)random_bits(&vectors_random);
        options->palette = &request->palette;
        request->image.channels = 3;
    }
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
    image->mask_stride = image->width + 3;
    request->mask = allocate((size_t)(image->mask_stride * image->height));
    for (ptrdiff_t i = 0; i < image->mask_stride * image->height; i++)
        request->mask[i] = (uint8_t)(draw(0, 9) ? draw(1, 255) : 0);
    image->mask = draw(0, 2) ? NULL : request->mask;
}

/* The picture's bytes, with another in their place; freed by the caller. */
static uint8_t *copy(const struct request *request, errdiff_image *image)
{
    uint8_t *bytes = allocate(request->size);
    memcpy(bytes, request->bytes, request->size);
    *image = request->image;
    image->data = bytes + ((uint8_t *)request->image.data - request->bytes);
    return bytes;
}

/* In place, by one form. FALSE: it cannot run this. */
static bool run_form(const struct request *request, const struct errdiff_isa *isa, bool is_narrow,
                     uint8_t **result, int64_t *clamped)
{
    struct errdiff_job job;
    struct bands bands;
    errdiff_image image;
    errdiff_message message = {.text = ""};
    *result = copy(request, &image);
    errdiff_status status =
        errdiff_job_prepare(&job, &image, &image, &request->options, NULL, &message);
    if (status != ERRDIFF_OK)
        failed("%s: %s", request->name, message.text);
    bool can = status == ERRDIFF_OK && make_bands(&bands, &job, isa, is_narrow);
    if (can) {
        *clamped = run_bands(&bands);
        free(bands.lines);
    }
    errdiff_job_release(&job);
    return can;
}

static void check_form(const struct request *request, const struct errdiff_isa *isa,
                       const struct errdiff_isa *plain, bool is_narrow, const uint8_t *serial)
{
    uint8_t *fast_bytes, *plain_bytes;
    int64_t fast_clamped = 0, plain_clamped = 0;
    bool can_fast = run_form(request, isa, is_narrow, &fast_bytes, &fast_clamped);
    bool can_plain = run_form(request, plain, is_narrow, &plain_bytes, &plain_clamped);
    const char *form = is_narrow ? "narrow" : "wide";
    if (can_fast != can_plain)
        failed("%s, %s: one can run it alone", form, request->name);
    else if (can_fast &&
             (memcmp(fast_bytes, plain_bytes, request->size) != 0 || fast_clamped != plain_clamped))
        failed("%s, %s, %d x %d: not what plain C gives", form, request->name, request->image.width,
               request->image.height);
    else if (can_fast && memcmp(fast_bytes, serial, request->size) != 0)
        failed("%s, %s, %d x %d: not what serial-ec gives", form, request->name,
               request->image.width, request->image.height);
    free(fast_bytes);
    free(plain_bytes);
}

void check_forms(const struct errdiff_isa *isa, const struct errdiff_isa *plain)
{
    for (int i = 0; i < 500; i++) {
        struct request request;
        errdiff_image image;
        make_request(&request, draw(1, i % 3 ? 70 : 260), draw(1, i % 5 ? 40 : 70));
        fill_request(&request);
        uint8_t *serial = copy(&request, &image);
        request.options.engine = "serial-ec";
        if (errdiff_dither(&image, &image, &request.options, NULL) != ERRDIFF_OK)
            failed("%s: serial-ec does not run it", request.name);
        check_form(&request, isa, plain, true, serial);
        check_form(&request, isa, plain, false, serial);
        free(serial);
        free(request.bytes);
        free(request.mask);
    }
}

/* ---- Times ---------------------------------------------------------------------------------- */

static void run_fast(void *user)
{
    run_bands(&((struct bands *)user)[0]);
}

static void run_plain(void *user)
{
    run_bands(&((struct bands *)user)[1]);
}

void time_forms(const struct errdiff_isa *isa, const struct errdiff_isa *plain)
{
    static const char *const timed[] = {"floyd-steinberg", "sierra-lite", "atkinson",
                                        "jarvis-judice-ninke"};
    static const int levels[] = {2, 4, 16};
    enum { SIDE = 512 };
    uint8_t *in = allocate(SIDE * SIDE), *out = allocate(SIDE * SIDE);
    for (int i = 0; i < SIDE * SIDE; i++)
        in[i] = (uint8_t)random_bits(&vectors_random);
    printf("forms, a gray picture of %d × %d\n", SIDE, SIDE);
    for (int k = 0; k < 4; k++)
        for (int l = 0; l < 3; l++)
            for (int is_narrow = 0; is_narrow < 2; is_narrow++) {
                errdiff_image from = {.data = in,
                                      .width = SIDE,
                                      .height = SIDE,
                                      .channels = 1,
                                      .bits = 8,
                                      .stride = SIDE};
                errdiff_image to = from;
                errdiff_options options;
                struct errdiff_job job;
                struct bands bands[2];
                char name[80];
                to.data = out;
                errdiff_options_init(&options);
                options.kernel = timed[k];
                options.levels[0] = levels[l];
                errdiff_job_prepare(&job, &from, &to, &options, NULL, NULL);
                snprintf(name, sizeof name, "%s, %s, %d levels", is_narrow ? "narrow" : "wide",
                         timed[k], levels[l]);
                if (make_bands(&bands[0], &job, isa, is_narrow)) {
                    make_bands(&bands[1], &job, plain, is_narrow);
                    compare_times(name, run_fast, run_plain, bands);
                    free(bands[0].lines);
                    free(bands[1].lines);
                }
                errdiff_job_release(&job);
            }
    free(in);
    free(out);
}
