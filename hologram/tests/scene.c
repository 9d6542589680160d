/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "scene.h"

#include "hologram/hologram_serial.h"
#include "hologram/view.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static errdiff_progress_share untold;

/* The planes in which light is propagated grow with the window's distance. A window that is nearer
 * and smaller is seen at the same angles, and parts of scenes need a tenth of the time. */
static const double nearer = 0.3;

void scene_make(struct scene *scene, const char *name, double scale)
{
    errdiff_hologram_options_init(&scene->options);
    assert_int_equal(errdiff_hologram_scene(name, &scene->hologram, &scene->options.optics),
                     ERRDIFF_OK);
    assert_int_equal(
        errdiff_hologram_view(&scene->hologram, &scene->options.optics, &untold, &scene->view),
        ERRDIFF_OK);
    scene->options.hogel = 128;
    scene->options.scale = scale;
    scene->options.view_filter = 0;
}

void scene_free(struct scene *scene)
{
    errdiff_field_free(&scene->hologram);
    errdiff_field_free(&scene->view);
}

errdiff_field scene_middle(const char *name, int side, errdiff_hologram_options *options)
{
    static struct {
        errdiff_field field;
        errdiff_optics optics;
    } kept[2];
    size_t which = strcmp(name, "o") == 0;
    errdiff_field *scene = &kept[which].field, field;
    errdiff_hologram_options_init(options);
    if (!scene->values)
        assert_int_equal(errdiff_hologram_scene(name, scene, &kept[which].optics), ERRDIFF_OK);
    errdiff_optics *optics = &options->optics;
    *optics = kept[which].optics;
    optics->view_distance *= nearer;
    optics->view_x *= nearer;
    optics->view_width *= nearer;
    optics->view_height *= nearer;
    assert_int_equal(errdiff_field_make(&field, side, side), ERRDIFF_OK);
    const int first = (scene->width - side) / 2;
    for (int y = 0; y < side; y++)
        memcpy(field.values + (size_t)y * (size_t)side,
               scene->values + (size_t)(first + y) * (size_t)scene->width + first,
               (size_t)side * sizeof *field.values);
    return field;
}

static void change_weights(struct errdiff_hologram_job *job, float sign, bool conjugate)
{
    for (int i = 0; i < job->hogel_columns * job->hogel_rows; i++)
        for (int j = 0; j < job->weights[i].support.count; j++) {
            job->weights[i].weights[j].re *= sign;
            job->weights[i].weights[j].im *= conjugate ? -sign : sign;
        }
}

errdiff_hologram_similarity scene_look(const struct scene *scene, float sign, bool conjugate)
{
    struct errdiff_hologram_job job;
    errdiff_hologram_report report;
    errdiff_field shown, view;
    size_t pixels = (size_t)scene->hologram.width * (size_t)scene->hologram.height;
    uint16_t *levels = malloc(pixels * sizeof *levels);
    assert_non_null(levels);
    assert_int_equal(
        errdiff_hologram_job_make(&job, &scene->hologram, &scene->options, false, NULL, &report),
        ERRDIFF_OK);
    change_weights(&job, sign, conjugate);
    assert_int_equal(errdiff_hologram_serial(&job, levels, &report), ERRDIFF_OK);
    errdiff_hologram_job_release(&job);
    assert_int_equal(errdiff_field_make(&shown, scene->hologram.width, scene->hologram.height),
                     ERRDIFF_OK);
    errdiff_hologram_show(levels, &scene->options, &shown);
    free(levels);
    assert_int_equal(errdiff_hologram_view(&shown, &scene->options.optics, &untold, &view),
                     ERRDIFF_OK);
    errdiff_field_free(&shown);
    errdiff_hologram_similarity similarity = errdiff_field_compare(&scene->view, &view);
    errdiff_field_free(&view);
    return similarity;
}
