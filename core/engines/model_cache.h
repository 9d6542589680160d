/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The file in which a calibration is saved: $XDG_CACHE_HOME/errdiff/calibration, or
 * ~/.cache/errdiff/calibration. It is a text file with these lines:
 *
 *     errdiff calibration 1            version 1 of this format
 *     version 1.0.0                    of the library
 *     cpu AMD EPYC 9B14                the processor's name; the rest of the line
 *     processors 16
 *     gpu NVIDIA H200                  this and the next seven lines only with a GPU
 *     driver 580.159.04
 *     start 310000                     µs
 *     block 64x128
 *     threads 128
 *     handover 256
 *     strip 512
 *     group 16
 *     time ENGINE WORK BASE ITERATION SAMPLE GAIN TEAM     ns, ps, fs, ppm, ns, as in model.h;
 *     …                                                a line for each engine and kind of work
 *     end
 *
 * All numbers are non-negative integers.
 */
#ifndef ERRDIFF_MODEL_CACHE_H
#define ERRDIFF_MODEL_CACHE_H

#include "model.h"

/* Reads the file. Returns false if there is none, it is broken, or it was written by another
 * version of the library or for another processor; *model is then undefined. */
bool errdiff_model_cache_read(struct errdiff_model *model);

/* Creates the folder if needed, and sets `path`, of `size` bytes, to the path of the file. Returns
 * ERRDIFF_OK, or ERRDIFF_CANNOT_RUN with the reason in *message if no file can be saved. */
errdiff_status errdiff_model_cache_prepare(char *path, size_t size, errdiff_message *message);

/* Writes the file at that path. Returns ERRDIFF_OK, or ERRDIFF_CANNOT_RUN with the reason in
 * *message; the old file is then unchanged. */
errdiff_status errdiff_model_cache_write(const struct errdiff_model *model, const char *path,
                                         errdiff_message *message);

/* Reads a text of that format, for any processor. Returns false if it is broken or of another
 * version of the library; *model is then undefined. */
bool errdiff_model_parse(struct errdiff_model *model, const char *text);

#endif
