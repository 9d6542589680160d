/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A scene, quantised and looked at. */
#ifndef TEST_SCENE_H
#define TEST_SCENE_H

#include "hologram/hologram_job.h"

struct scene {
    errdiff_field hologram;
    errdiff_field view; /* of the hologram itself */
    errdiff_hologram_options options;
};

/* Makes a scene with the options' defaults, but a hogel of 128, `scale` and no view filter. */
void scene_make(struct scene *scene, const char *name, double scale);

void scene_free(struct scene *scene);

/* Quantises it with scene->options, the weights multiplied with `sign` and conjugated where asked. */
errdiff_hologram_similarity scene_look(const struct scene *scene, float sign, bool conjugate);

#endif
