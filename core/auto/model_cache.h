/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What was measured, in a file of the user's: $XDG_CACHE_HOME/errdiff/calibration, or
 * ~/.cache/errdiff/calibration. It is a text of lines:
 *
 *     errdiff calibration 1            1: the format's number
 *     version 0.1.0                    of the library
 *     cpu AMD EPYC 9B14                the processor's name; the rest of the line
 *     processors 16
 *     gpu NVIDIA H200                  without a GPU, this line and the next seven are not there
 *     driver 580.159.04
 *     start 310000                     µs
 *     block 64x128
 *     handover 256
 *     strip 512
 *     group 16
 *     time ENGINE WORK BASE FRONT SAMPLE GAIN TEAM     ns, ps, fs, ppm, ns, as in model.h;
 *     …                                                a line for each engine and kind of work
 *     end
 *
 * All numbers are whole and none is negative.
 */
#ifndef ERRDIFF_MODEL_CACHE_H
#define ERRDIFF_MODEL_CACHE_H

#include "model.h"

/* Reads the file. FALSE where there is none, it is broken, or it was written by another version of the
 * library or for another processor; *model is then of no use. */
bool errdiff_model_cache_read(struct errdiff_model *model);

/* Makes the folder where there is none, and sets `path`, of `size` bytes, to the file's name.
 * ERRDIFF_OK, or ERRDIFF_CANNOT_RUN with the reason in *message where nothing can be kept. */
errdiff_status errdiff_model_cache_prepare(char *path, size_t size, errdiff_message *message);

/* Writes the file, whole or not at all, under that name. Returns as above. */
errdiff_status errdiff_model_cache_write(const struct errdiff_model *model, const char *path,
                                         errdiff_message *message);

/* Reads a text of that format, whoever wrote it. FALSE where it is broken. */
bool errdiff_model_parse(struct errdiff_model *model, const char *text);

#endif
