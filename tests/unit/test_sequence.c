/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sequences of frames: what is dithered by itself, what is drawn towards the frame before, and what
 * is refused. */
#include "../support/plain_options.h"
#include "../support/random.h"
#include "errdiff.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <string.h>

enum { WIDTH = 61, HEIGHT = 40, SAMPLES = 3 * WIDTH * HEIGHT };

struct frame {
    uint8_t in[SAMPLES], out[SAMPLES], mask[WIDTH * HEIGHT];
};

static errdiff_image image_of(uint8_t *data, int channels)
{
    return (errdiff_image){.data = data,
                           .width = WIDTH,
                           .height = HEIGHT,
                           .channels = channels,
                           .bits = 8,
                           .stride = (ptrdiff_t)WIDTH * channels};
}

/* An image whose last rows are always the same. */
static void draw(struct frame *frame, uint64_t seed)
{
    struct random random = {.state = 5};
    for (int i = 0; i < SAMPLES; i++)
        frame->in[i] = (uint8_t)random_range(&random, 60, 200);
    random.state = seed;
    for (int i = 0; i < SAMPLES / 8; i++)
        frame->in[i] = (uint8_t)random_range(&random, 0, 255);
}

static errdiff_status dither(errdiff_sequence *sequence, struct frame *frame,
                             const errdiff_options *options)
{
    errdiff_image in = image_of(frame->in, 3), out = image_of(frame->out, 3);
    errdiff_report report;
    return sequence ? errdiff_sequence_dither(sequence, &in, &out, options, &report)
                    : errdiff_dither(&in, &out, options, &report);
}

/* The samples of the second half that differ. */
static int count_changes(const struct frame *a, const struct frame *b)
{
    int count = 0;
    for (int i = SAMPLES / 2; i < SAMPLES; i++)
        count += a->out[i] != b->out[i];
    return count;
}

static void set_options(errdiff_options *options)
{
    plain_options_init(options);
    options->levels[0] = 2;
    options->engine = "serial-ed";
}

/* Opens a sequence, and dithers its first frame. */
static errdiff_sequence *begin(int stable, struct frame *first, const errdiff_options *options)
{
    errdiff_sequence *sequence;
    assert_int_equal(errdiff_sequence_open(&sequence, stable, NULL), ERRDIFF_OK);
    assert_int_equal(dither(sequence, first, options), ERRDIFF_OK);
    return sequence;
}

static void check_still_areas(int refine)
{
    static struct frame first, second, alone;
    errdiff_options options;
    errdiff_sequence *sequence;
    set_options(&options);
    options.refine = refine;
    draw(&first, 1);
    draw(&second, 2);
    alone = first;
    sequence = begin(60, &first, &options);
    assert_int_equal(dither(NULL, &alone, &options), ERRDIFF_OK);
    assert_memory_equal(first.out, alone.out, sizeof first.out);
    alone = second;
    assert_int_equal(dither(NULL, &alone, &options), ERRDIFF_OK);
    assert_int_equal(dither(sequence, &second, &options), ERRDIFF_OK);
    assert_true(count_changes(&first, &alone) > 200);
    assert_true(count_changes(&first, &second) * 5 < count_changes(&first, &alone));
    errdiff_sequence_close(sequence);
}

static void test_still_areas_keep_their_pixels(void **state)
{
    (void)state;
    check_still_areas(0);
    check_still_areas(2);
}

/* What the search has found is of no use after a frame without it. */
static void test_a_search_after_a_frame_without_it(void **state)
{
    static struct frame frame, results[2];
    errdiff_options options;
    (void)state;
    set_options(&options);
    for (int way = 0; way < 2; way++) {
        draw(&frame, 1);
        options.refine = way == 0 ? 2 : 0;
        errdiff_sequence *sequence = begin(100, &frame, &options);
        draw(&frame, 2);
        options.refine = 0;
        assert_int_equal(dither(sequence, &frame, &options), ERRDIFF_OK);
        draw(&results[way], 1);
        options.refine = 2;
        assert_int_equal(dither(sequence, &results[way], &options), ERRDIFF_OK);
        errdiff_sequence_close(sequence);
    }
    assert_memory_equal(results[0].out, results[1].out, sizeof frame.out);
}

static int cancel(void *user, double done)
{
    (void)done;
    (void)user;
    return 1;
}

/* Something that goes wrong before the frame is dithered, or while it is. */
static void go_wrong(errdiff_sequence *sequence, struct frame *frame,
                     const errdiff_options *options, int way)
{
    errdiff_options wrong = *options;
    errdiff_image in = image_of(frame->in, 3), out = image_of(frame->out, 3);
    errdiff_status expected = ERRDIFF_BAD_ARGUMENT;
    if (way == 0)
        wrong.kernel = "no kernel";
    if (way == 1)
        in.data = NULL;
    if (way == 2) {
        expected = ERRDIFF_NO_MEMORY;
        in.height = out.height = 1 << 24; /* of which no row is read */
        wrong.max_memory = 1;
    }
    if (way == 3) {
        expected = ERRDIFF_CANCELLED;
        wrong.progress = cancel;
    }
    assert_int_equal(errdiff_sequence_dither(sequence, &in, &out, &wrong, NULL), expected);
}

/* With stable 0, after another size, and after failures. */
static void test_frames_by_themselves(void **state)
{
    static struct frame first, second, alone;
    static uint8_t gray[WIDTH * HEIGHT];
    errdiff_options options;
    errdiff_sequence *sequence;
    (void)state;
    set_options(&options);
    draw(&second, 2);
    alone = second;
    assert_int_equal(dither(NULL, &alone, &options), ERRDIFF_OK);
    for (int way = 0; way < 6; way++) {
        draw(&first, 1);
        draw(&second, 2);
        sequence = begin(way == 0 ? 0 : 100, &first, &options);
        if (way == 1) {
            errdiff_image image = image_of(gray, 1);
            assert_int_equal(errdiff_sequence_dither(sequence, &image, &image, &options, NULL),
                             ERRDIFF_OK);
        } else if (way >= 2) {
            go_wrong(sequence, &first, &options, way - 2);
        }
        assert_int_equal(dither(sequence, &second, &options), ERRDIFF_OK);
        assert_memory_equal(second.out, alone.out, sizeof second.out);
        errdiff_sequence_close(sequence);
    }
}

/* Where most of the image moves, and from a change of 4 on, but slowly, frame by frame. */
static void test_what_moves_is_free(void **state)
{
    static struct frame frame, alone;
    errdiff_options options;
    errdiff_sequence *sequence;
    (void)state;
    set_options(&options);
    draw(&frame, 1);
    assert_int_equal(errdiff_sequence_open(&sequence, 50, NULL), ERRDIFF_OK);
    for (int i = 0; i < 12; i++) {
        alone = frame;
        assert_int_equal(dither(NULL, &alone, &options), ERRDIFF_OK);
        assert_int_equal(dither(sequence, &frame, &options), ERRDIFF_OK);
        if (i % 4 == 0)
            assert_memory_equal(frame.out, alone.out, sizeof frame.out);
        else
            assert_memory_not_equal(frame.out, alone.out, sizeof frame.out);
        for (int p = 0; p < SAMPLES; p++)
            frame.in[p] = (uint8_t)(frame.in[p] < 240 ? frame.in[p] + 1 : frame.in[p] - 239);
    }
    errdiff_sequence_close(sequence);
}

/* The errors of another rule are not used. */
static void test_another_rule(void **state)
{
    static struct frame first, second, alone;
    errdiff_options options;
    errdiff_sequence *sequence;
    (void)state;
    set_options(&options);
    draw(&first, 1);
    draw(&second, 1);
    sequence = begin(50, &first, &options);
    options.linear = 1;
    alone = second;
    assert_int_equal(dither(NULL, &alone, &options), ERRDIFF_OK);
    assert_int_equal(dither(sequence, &second, &options), ERRDIFF_OK);
    assert_memory_equal(second.out, alone.out, sizeof second.out);
    errdiff_sequence_close(sequence);
}

/* In place, indexed and sent give the same errors. */
static void test_what_is_kept_does_not_depend_on_how_it_is_written(void **state)
{
    static struct frame frames[3];
    static uint8_t numbers[WIDTH * HEIGHT], written[SAMPLES];
    errdiff_palette palette = {.count = 3,
                               .colors = {{10, 20, 30}, {250, 240, 200}, {200, 30, 20}},
                               .has_sent = 1,
                               .sent = {{0, 0, 0}, {255, 255, 255}, {255, 0, 0}}};
    errdiff_options options;
    errdiff_sequence *sequences[3];
    (void)state;
    set_options(&options);
    options.palette = &palette;
    for (int way = 0; way < 3; way++)
        assert_int_equal(errdiff_sequence_open(&sequences[way], 50, NULL), ERRDIFF_OK);
    for (int i = 0; i < 3; i++) {
        for (int way = 0; way < 3; way++)
            draw(&frames[way], (uint64_t)i);
        options.indexed = options.sent = 0;
        assert_int_equal(dither(sequences[0], &frames[0], &options), ERRDIFF_OK);
        errdiff_image in = image_of(frames[1].in, 3), out = image_of(numbers, 1);
        options.indexed = 1;
        assert_int_equal(errdiff_sequence_dither(sequences[1], &in, &out, &options, NULL),
                         ERRDIFF_OK);
        options.indexed = 0;
        options.sent = 1;
        errdiff_image place = image_of(frames[2].in, 3);
        assert_int_equal(errdiff_sequence_dither(sequences[2], &place, &place, &options, NULL),
                         ERRDIFF_OK);
        for (int p = 0; p < WIDTH * HEIGHT; p++)
            memcpy(written + 3 * p, palette.colors[numbers[p]], 3);
        assert_memory_equal(frames[0].out, written, sizeof written);
        for (int p = 0; p < WIDTH * HEIGHT; p++)
            memcpy(written + 3 * p, palette.sent[numbers[p]], 3);
        assert_memory_equal(frames[2].in, written, sizeof written);
    }
    for (int way = 0; way < 3; way++)
        errdiff_sequence_close(sequences[way]);
}

static void test_what_is_refused(void **state)
{
    static struct frame frame;
    errdiff_sequence *sequence;
    errdiff_message message;
    errdiff_options options;
    (void)state;
    set_options(&options);
    draw(&frame, 1);
    assert_int_equal(errdiff_sequence_open(&sequence, 101, &message), ERRDIFF_BAD_ARGUMENT);
    assert_null(sequence);
    assert_non_null(strstr(message.text, "stable"));
    assert_int_equal(errdiff_sequence_open(&sequence, -1, NULL), ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_sequence_open(NULL, 1, NULL), ERRDIFF_BAD_ARGUMENT);
    errdiff_image image = image_of(frame.in, 3), none = {.data = NULL};
    assert_int_equal(errdiff_sequence_dither(NULL, &image, &image, &options, NULL),
                     ERRDIFF_BAD_ARGUMENT);
    assert_int_equal(errdiff_sequence_open(&sequence, 1, NULL), ERRDIFF_OK);
    assert_int_equal(errdiff_sequence_dither(sequence, &none, &image, &options, NULL),
                     ERRDIFF_BAD_ARGUMENT);
    errdiff_image large = {.data = &frame,
                           .width = 1 << 16,
                           .height = 1 << 15,
                           .channels = 1,
                           .bits = 8,
                           .stride = 1 << 16};
    options.max_memory = 100;
    assert_int_equal(errdiff_sequence_dither(sequence, &large, &large, &options, NULL),
                     ERRDIFF_NO_MEMORY);
    errdiff_sequence_close(sequence);
    errdiff_sequence_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_still_areas_keep_their_pixels),
        cmocka_unit_test(test_a_search_after_a_frame_without_it),
        cmocka_unit_test(test_frames_by_themselves),
        cmocka_unit_test(test_what_moves_is_free),
        cmocka_unit_test(test_another_rule),
        cmocka_unit_test(test_what_is_kept_does_not_depend_on_how_it_is_written),
        cmocka_unit_test(test_what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
