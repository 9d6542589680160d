/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in for zimg if errdiff was built without it. */
#include "fail.h"
#include "resize.h"

int picture_resize(struct picture *picture, const struct resize_plan *plan)
{
    (void)plan;
    return fail(EXIT_FAILED, "%s: it cannot be resized, because errdiff was built without zimg",
                picture->name);
}
