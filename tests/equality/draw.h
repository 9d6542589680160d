/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs that are drawn at random. */
#ifndef EQUALITY_DRAW_H
#define EQUALITY_DRAW_H

#include "../support/random.h"
#include "job.h"

/* Each fills a job of zeros. */
void draw_random_job(struct random *random, struct job *job);

/* What is hard for schedules with vectors, tiles and threads: sizes, kernels, values and places of
 * rows at which their parts begin and end. */
void draw_border_job(struct random *random, struct job *job);

/* Parts of jobs; the channels must be known before the size, and all else before the places. */
void draw_some_size(struct random *random, struct job *job);
void draw_input(struct random *random, struct job *job);

/* A screen of any kind, for a job that has none. */
void draw_screen(struct random *random, struct job *job);

/* Where the rows of images and masks lie, whether the result takes the image's place, and
 * whether the image comes in pieces. */
void draw_places_in_memory(struct random *random, struct job *job);

/* Sometimes lets engines get floating-point numbers, if the job has 16 bits and is not in place. */
void draw_floats(struct random *random, struct job *job);

/* Sometimes gives a drawn job of 16 bits more than 256 levels, if it has levels and no dot gain. */
void draw_fine_levels(struct random *random, struct job *job);

/* Makes the image of a job 256 to 1024 pixels along each side, and what is done before the rule
 * frequent: then engines meet masks and colors that were not in the call. */
void draw_make_large(struct random *random, struct job *job);

/* Makes a drawn job one of 8-bit gray, two levels, Floyd and Steinberg's weights and nothing
 * else. */
void draw_make_gray(struct random *random, struct job *job);

/* Adds a search after the dithering, for which the image must come as a whole. */
void draw_search(struct random *random, struct job *job);

#endif
