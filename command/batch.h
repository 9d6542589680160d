/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many images in one call, side by side. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "dither_arguments.h"

/*
 * Dithers the images arguments->inputs, each into a PNG in arguments->folder. With as many
 * images as processors (or as --threads says), each image is dithered by one thread; if there
 * are fewer, the threads are divided among them. Messages are written at the end, in the order of
 * the images. After Ctrl-C and other signals that end the process, images are either complete
 * or not there. Returns 0, or an exit status after the messages: EXIT_FAILED if any image failed.
 */
int batch_dither(const struct arguments *arguments);

#endif
