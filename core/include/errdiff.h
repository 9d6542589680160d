/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * errdiff: exact error-diffusion dithering.
 *
 * One integer rule dithers a pixel; docs/rule.md has it. An engine is a schedule that runs this
 * rule, on the processor or the GPU. Every engine gives the same bytes as the serial one, for any
 * image and any number of threads.
 *
 * Threads: no function keeps state between calls, except in an errdiff_stream or an
 * errdiff_sequence, and except errdiff_set_translation, which sets the translator of the whole
 * process. All others may be called from several threads at once, as long as no two calls write the
 * same image or use the same stream or sequence.
 *
 * After fork() the child may call all of them, with as many threads as it likes; only engines on
 * the GPU do not work in the child of a process that has used the GPU, which is a limit of CUDA. If
 * the parent program uses OpenMP itself, its own parallel regions hang in the child's first
 * thread, which is a limit of libgomp; this library is not affected, because it starts threads of
 * its own there. A stream that was opened before fork() can be used further in either process.
 *
 * dlclose() does not unload the library, since its threads go on waiting for work.
 *
 * This header includes those of all subjects:
 *
 *     errdiff/status.h          what functions return and say; the version of the library
 *     errdiff/kernels.h         kernels, by name or from a text
 *     errdiff/images.h          images in memory; display values and light
 *     errdiff/palettes.h        palettes, by name or from a file
 *     errdiff/screens.h         screens, by name or from a file
 *     errdiff/files.h           reading small files
 *     errdiff/dither_options.h  what to do, and how a caller learns how far it is
 *     errdiff/option_info.h     names, ranges and explanations of these options
 *     errdiff/preset_info.h     sets of these options, by name
 *     errdiff/dither.h          the dithering of one image or many, and what is said of it
 *     errdiff/streams.h         images in pieces
 *     errdiff/sequences.h       images that are shown one after the other
 *     errdiff/made_palettes.h   palettes made from images
 *     errdiff/transparency.h    alpha channels
 *     errdiff/dots.h            results with larger pixels
 *     errdiff/engines.h         engines, and the machine
 *
 * errdiff_dependence.h, which it does not include, is about pixels that are independent of each
 * other.
 */
#ifndef ERRDIFF_H
#define ERRDIFF_H

#include "errdiff/dither.h"
#include "errdiff/dither_options.h"
#include "errdiff/dots.h"
#include "errdiff/engines.h"
#include "errdiff/files.h"
#include "errdiff/images.h"
#include "errdiff/kernels.h"
#include "errdiff/made_palettes.h"
#include "errdiff/option_info.h"
#include "errdiff/palettes.h"
#include "errdiff/preset_info.h"
#include "errdiff/screens.h"
#include "errdiff/sequences.h"
#include "errdiff/status.h"
#include "errdiff/streams.h"
#include "errdiff/transparency.h"

#endif
