/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes of a schedule that are set by hand in the environment, for tests and measurements. */
#ifndef ERRDIFF_BY_HAND_H
#define ERRDIFF_BY_HAND_H

#include "errdiff.h"

/*
 * Sets *number to the whole number, least..most, that variable `name` has; leaves it as it is where
 * there is none. Returns ERRDIFF_OK, or ERRDIFF_CANNOT_RUN with the reason in *message.
 */
errdiff_status errdiff_number_by_hand(const char *name, int least, int most, int *number,
                                      errdiff_message *message);

/* The same for a width, 1..most, and a height, 1..most_height, as "64x32". */
errdiff_status errdiff_size_by_hand(const char *name, int most, int most_height, int *width,
                                    int *height, errdiff_message *message);

#endif
