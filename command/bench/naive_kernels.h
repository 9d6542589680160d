/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernels whose weights are compiled into the naive loop, with taps as in errdiff_kernel. */
#ifndef CLI_NAIVE_KERNELS_H
#define CLI_NAIVE_KERNELS_H

#include "errdiff.h"

/* clang-format off */
static const errdiff_kernel floyd_steinberg = {.divisor = 16, .tap_count = 4, .taps = {
    {1, 0, 7},
    {-1, 1, 3}, {0, 1, 5}, {1, 1, 1}}};
static const errdiff_kernel false_floyd_steinberg = {.divisor = 8, .tap_count = 3, .taps = {
    {1, 0, 3},
    {0, 1, 3}, {1, 1, 2}}};
static const errdiff_kernel simple = {.divisor = 2, .tap_count = 2, .taps = {
    {1, 0, 1},
    {0, 1, 1}}};
static const errdiff_kernel jarvis_judice_ninke = {.divisor = 48, .tap_count = 12, .taps = {
    {1, 0, 7}, {2, 0, 5},
    {-2, 1, 3}, {-1, 1, 5}, {0, 1, 7}, {1, 1, 5}, {2, 1, 3},
    {-2, 2, 1}, {-1, 2, 3}, {0, 2, 5}, {1, 2, 3}, {2, 2, 1}}};
static const errdiff_kernel stucki = {.divisor = 42, .tap_count = 12, .taps = {
    {1, 0, 8}, {2, 0, 4},
    {-2, 1, 2}, {-1, 1, 4}, {0, 1, 8}, {1, 1, 4}, {2, 1, 2},
    {-2, 2, 1}, {-1, 2, 2}, {0, 2, 4}, {1, 2, 2}, {2, 2, 1}}};
static const errdiff_kernel burkes = {.divisor = 32, .tap_count = 7, .taps = {
    {1, 0, 8}, {2, 0, 4},
    {-2, 1, 2}, {-1, 1, 4}, {0, 1, 8}, {1, 1, 4}, {2, 1, 2}}};
static const errdiff_kernel sierra_3 = {.divisor = 32, .tap_count = 10, .taps = {
    {1, 0, 5}, {2, 0, 3},
    {-2, 1, 2}, {-1, 1, 4}, {0, 1, 5}, {1, 1, 4}, {2, 1, 2},
    {-1, 2, 2}, {0, 2, 3}, {1, 2, 2}}};
static const errdiff_kernel sierra_2 = {.divisor = 16, .tap_count = 7, .taps = {
    {1, 0, 4}, {2, 0, 3},
    {-2, 1, 1}, {-1, 1, 2}, {0, 1, 3}, {1, 1, 2}, {2, 1, 1}}};
static const errdiff_kernel sierra_lite = {.divisor = 4, .tap_count = 3, .taps = {
    {1, 0, 2},
    {-1, 1, 1}, {0, 1, 1}}};
static const errdiff_kernel atkinson = {.divisor = 8, .tap_count = 6, .taps = {
    {1, 0, 1}, {2, 0, 1},
    {-1, 1, 1}, {0, 1, 1}, {1, 1, 1},
    {0, 2, 1}}};
static const errdiff_kernel fan = {.divisor = 16, .tap_count = 4, .taps = {
    {1, 0, 7},
    {-2, 1, 1}, {-1, 1, 3}, {0, 1, 5}}};
static const errdiff_kernel shiau_fan_1 = {.divisor = 8, .tap_count = 4, .taps = {
    {1, 0, 4},
    {-2, 1, 1}, {-1, 1, 1}, {0, 1, 2}}};
static const errdiff_kernel shiau_fan_2 = {.divisor = 16, .tap_count = 5, .taps = {
    {1, 0, 8},
    {-3, 1, 1}, {-2, 1, 1}, {-1, 1, 2}, {0, 1, 4}}};
static const errdiff_kernel stevenson_arce = {.divisor = 200, .tap_count = 12, .taps = {
    {2, 0, 32},
    {-3, 1, 12}, {-1, 1, 26}, {1, 1, 30}, {3, 1, 16},
    {-2, 2, 12}, {0, 2, 26}, {2, 2, 12},
    {-3, 3, 5}, {-1, 3, 12}, {1, 3, 12}, {3, 3, 5}}};
/* clang-format on */

#endif
