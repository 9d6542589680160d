/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The one list of all engines. The declarations in engine.h, the engines that "auto" chooses from,
 * the functions of cuda_engines.c and the schedules of the GPU module are generated from it.
 *
 *     CPU(symbol)                               errdiff_<symbol> is a struct errdiff_engine
 *     GPU(symbol, name, title, description)     errdiff_<symbol>_schedule is a struct
 *                                               errdiff_cuda_schedule of the GPU module
 *
 * Of the engines with CPU, "auto" takes the first one that can run a job; of those with GPU only
 * cuda_softsync, if that pays off. An engine with is_always_best comes before both.
 */
#ifndef ERRDIFF_ENGINE_LIST_H
#define ERRDIFF_ENGINE_LIST_H

#include "base/translate.h"

/* clang-format off */
#define ERRDIFF_ENGINES(CPU, GPU) \
    CPU(wavefront) \
    GPU(cuda_softsync, "cuda-softsync", N_("GPU, bands of rows in parallel"), \
        N_("On the GPU, bands of rows in parallel; each band waits for the errors of the band " \
           "above, without a kernel launch for each step")) \
    GPU(cuda_bwec, "cuda-bwec", N_("GPU, blocks, error collection"), \
        N_("On the GPU, slanted blocks in parallel; each pixel collects its neighbors' errors")) \
    GPU(cuda_shuffle, "cuda-shuffle", N_("GPU, blocks, errors in registers"), \
        N_("On the GPU, slanted blocks in parallel; errors pass from row to row in registers; " \
           "for gray with 8 bits and two levels")) \
    GPU(cuda_bwed, "cuda-bwed", N_("GPU, blocks, error diffusion"), \
        N_("On the GPU, slanted blocks in parallel; each pixel passes its error on")) \
    GPU(cuda_pwec, "cuda-pwec", N_("GPU, pixel-wise, error collection"), \
        N_("On the GPU, all pixels of a diagonal in parallel; each pixel collects its neighbors' " \
           "errors")) \
    GPU(cuda_knight, "cuda-knight", N_("GPU, knight's move order"), \
        N_("On the GPU, all pixels of a diagonal in parallel; the image is stored in the order " \
           "in which it is processed")) \
    GPU(cuda_pwed, "cuda-pwed", N_("GPU, pixel-wise, error diffusion"), \
        N_("On the GPU, all pixels of a diagonal in parallel; each pixel passes its error on")) \
    GPU(handover, "handover", N_("CPU, then GPU, then CPU"), \
        N_("All pixels of a diagonal in parallel; the GPU does the long diagonals, the CPU the " \
           "short ones at the beginning and the end")) \
    GPU(hybrid, "hybrid", N_("CPU and GPU together"), \
        N_("All pixels of a diagonal in parallel; the CPU does the left edge of the image, the " \
           "GPU the rest")) \
    CPU(ordered) \
    CPU(block) \
    CPU(serial_ec) \
    CPU(serial_ed)
/* clang-format on */

#endif
