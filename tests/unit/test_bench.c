/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the naive loop, which is the baseline of `errdiff bench`, and the comparison with its
 * result. */
#include "bench_image.h"
#include "bench_options.h"
#include "naive_loop.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static struct bench_job make_job(const char *kernel, int width, int height, int channels, int bits)
{
    struct bench_job job = {.width = width, .height = height, .channels = channels, .bits = bits};
    bench_options_init(&job.options);
    job.options.kernel = kernel;
    assert_int_equal(errdiff_kernel_parse(kernel, &job.kernel, NULL), ERRDIFF_OK);
    return job;
}

static void assert_engine_gives_the_same_in_order(const struct bench_job *job)
{
    struct bench_image image;
    errdiff_options options = job->options;
    int x, y;

    options.engine = "serial-ec";
    assert_true(naive_loop_can_run(job));
    assert_int_equal(bench_image_make(&image, job, NULL), ERRDIFF_OK);
    assert_true(bench_image_differs(&image, &x, &y));
    assert_int_equal(errdiff_dither(&image.in, &image.out, &options, NULL), ERRDIFF_OK);
    if (bench_image_differs(&image, &x, &y))
        fail_msg("%s, %d levels, %s, %d × %d, %d channels, %d bits%s%s: pixel %d,%d",
                 options.kernel, options.levels[0], options.palette ? "palette" : "no palette",
                 job->width, job->height, job->channels, job->bits,
                 options.serpentine ? ", serpentine" : "", job->has_mask ? ", mask" : "", x, y);
    bench_image_free(&image);
}

/* In one of the four orders of pixels that are possible, which follow each other. */
static void assert_engine_gives_the_same(const struct bench_job *job)
{
    static unsigned order;
    struct bench_job ordered = *job;

    ordered.options.serpentine = order & 1;
    ordered.has_mask = order >> 1 & 1;
    order++;
    assert_engine_gives_the_same_in_order(&ordered);
}

static void assert_all_colors_are_the_same(struct bench_job job)
{
    static const int levels[] = {2, 3, 4, 17, 255, 256};
    static const char *const palettes[] = {"black-and-white", "e-paper-7", "web-safe"};

    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        job.options.levels[0] = job.options.levels[1] = job.options.levels[2] = levels[i];
        assert_engine_gives_the_same(&job);
    }
    for (size_t i = 0; i < sizeof palettes / sizeof *palettes; i++) {
        errdiff_palette palette;
        assert_int_equal(errdiff_palette_find(palettes[i], &palette, NULL), ERRDIFF_OK);
        job.options.palette = &palette;
        assert_engine_gives_the_same(&job);
    }
}

static void assert_kernel_is_the_same(const char *kernel)
{
    static const struct {
        int width, height;
    } sizes[] = {{67, 41}, {3, 9}, {1, 4}, {40, 1}};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int channels = 1; channels <= 3; channels += 2)
            for (int bits = 8; bits <= 16; bits += 8)
                assert_all_colors_are_the_same(
                    make_job(kernel, sizes[i].width, sizes[i].height, channels, bits));
}

static void test_naive_loop_with_named_kernels(void **state)
{
    (void)state;
    for (int i = 0; i < errdiff_kernel_count(); i++) {
        errdiff_kernel kernel;
        errdiff_kernel_get(i, &kernel);
        if (!kernel.tone_keys)
            assert_kernel_is_the_same(kernel.name);
    }
}

static void test_naive_loop_with_other_kernels(void **state)
{
    (void)state;
    assert_kernel_is_the_same("16: 1,0,7; -1,1,3; 0,1,5; 1,1,2");
    assert_kernel_is_the_same("21: 1,0,9; -1,1,4; 0,1,8; 3,2,-2");
    assert_kernel_is_the_same("1: 15,0,-5; -15,15,3; 15,15,-2; 2,0,4");
    assert_kernel_is_the_same("65535: 1,0,1000; 0,1,1047");
}

static void test_a_changed_sample_is_found(void **state)
{
    (void)state;
    for (int channels = 1; channels <= 3; channels += 2)
        for (int bits = 8; bits <= 16; bits += 8) {
            struct bench_job job = make_job("floyd-steinberg", 13, 7, channels, bits);
            struct bench_image image;
            assert_int_equal(bench_image_make(&image, &job, NULL), ERRDIFF_OK);
            size_t size = (size_t)image.out.stride * 7;
            uint8_t *out = image.out.data;
            for (size_t i = 0; i < size; i++) {
                int x = -1, y = -1;
                memcpy(out, image.expected.data, size);
                assert_false(bench_image_differs(&image, &x, &y));
                out[i] ^= 1;
                out[size - 1] ^= 2;
                assert_true(bench_image_differs(&image, &x, &y));
                size_t pixel = i / (size_t)(channels * bits / 8);
                assert_int_equal(x, pixel % 13);
                assert_int_equal(y, pixel / 13);
            }
            bench_image_free(&image);
        }
}

static void test_a_copy_is_whole_by_any_number_of_threads(void **state)
{
    struct bench_job job = make_job("floyd-steinberg", 13, 7, 3, 16);
    struct bench_image image;

    (void)state;
    assert_int_equal(bench_image_make(&image, &job, NULL), ERRDIFF_OK);
    for (int threads = 1; threads <= 9; threads++) {
        bench_image_clear(&image);
        bench_image_copy(&image, threads);
        assert_memory_equal(image.out.data, image.in.data, (size_t)image.in.stride * 7);
    }
    bench_image_free(&image);
}

static void test_an_image_too_large_for_the_memory_is_refused(void **state)
{
    struct bench_job job = make_job("floyd-steinberg", ERRDIFF_MAX_SIDE, ERRDIFF_MAX_SIDE, 3, 16);
    struct bench_image image;

    (void)state;
    assert_int_equal(bench_image_make(&image, &job, NULL), ERRDIFF_NO_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_naive_loop_with_named_kernels),
        cmocka_unit_test(test_naive_loop_with_other_kernels),
        cmocka_unit_test(test_a_changed_sample_is_found),
        cmocka_unit_test(test_a_copy_is_whole_by_any_number_of_threads),
        cmocka_unit_test(test_an_image_too_large_for_the_memory_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
