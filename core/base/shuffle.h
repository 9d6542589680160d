/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A shuffle of the lanes of two vectors, for GCC and Clang. */
#ifndef ERRDIFF_SHUFFLE_H
#define ERRDIFF_SHUFFLE_H

/* Lane i of the result is the lane that the i-th index names. Indices are constants: 0..n−1 are the
 * lanes of `a`, n..2n−1 those of `b`. `places` is the integer vector type with n lanes of the width
 * of those of `a` and `b`. */
#if defined(__clang__)
#define SHUFFLE(places, a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(places, a, b, ...) __builtin_shuffle(a, b, (places){__VA_ARGS__})
#endif

#endif
