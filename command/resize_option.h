/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CLI_RESIZE_OPTION_H
#define CLI_RESIZE_OPTION_H

#include <stdbool.h>

/* What --resize asks for; all 0: nothing. */
struct resize_request {
    int width, height; /* in pixels; one of them may be 0: it follows from the picture's shape */
    double percent;    /* of both sides, instead of these */
    int factor;        /* by which pixels become larger squares, instead of all others */
};

/* How the help writes the value of --resize. */
extern const char resize_syntax[];

/* Reads "800x480", "800", "800x", "x480" or "50%". Whole hundreds of percent above 100 are a
 * factor. Returns false after an error message. */
bool resize_read(const char *text, struct resize_request *request);

/* Whether the picture gets another size. */
bool resize_is_asked(const struct resize_request *request);

/* Whether the picture's shape decides one of the sides. */
bool resize_keeps_shape(const struct resize_request *request);

#endif
