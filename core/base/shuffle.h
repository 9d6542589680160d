/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A vector made of the lanes of two others, in the words of the compiler that is used. */
#ifndef ERRDIFF_SHUFFLE_H
#define ERRDIFF_SHUFFLE_H

/* Lane i of the result is the lane whose number is the i-th of those given, which are constants: lanes
 * of `a` count from 0, those of `b` go on from there. `places` is a vector type of whole numbers with as
 * many lanes as `a` and `b`, and as wide ones. */
#if defined(__clang__)
#define SHUFFLE(places, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(places, a, b, ...) __builtin_shuffle(a, b, (places){__VA_ARGS__})
#endif

#endif
