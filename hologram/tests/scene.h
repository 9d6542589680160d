/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantizes a test scene and measures what is seen of it, and makes smaller ones of its middle. */
#ifndef TEST_SCENE_H
#define TEST_SCENE_H

#include "hologram/hologram_job.h"

struct scene {
    errdiff_field hologram;
    errdiff_field view; /* what the window shows of the hologram itself */
    errdiff_hologram_options options;
};

/* Makes a scene with default options, except for hogels of 128 pixels, `scale`, and no view
 * filter. */
void scene_make(struct scene *scene, const char *name, double scale);

void scene_free(struct scene *scene);

/* The middle of the scene "p256" or "o", side × side pixels, which the caller frees. *options gets
 * the defaults with the scene's optics, but for the window, which is nearer and smaller, too. */
errdiff_field scene_middle(const char *name, int side, errdiff_hologram_options *options);

/* Quantizes the scene with scene->options and compares what is seen with scene->view. The weights
 * are multiplied by `sign`, and conjugated if `conjugate` is TRUE. */
errdiff_hologram_similarity scene_look(const struct scene *scene, float sign, bool conjugate);

#endif
