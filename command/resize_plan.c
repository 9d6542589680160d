/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "resize_plan.h"

#include "errdiff.h"

#include <math.h>

bool resize_plan_is_needed(const struct arguments *arguments)
{
    return arguments->resize_width > 0 || arguments->dot > 1;
}

static int at_least_one(double length)
{
    return length < 1 ? 1 : (int)lround(length);
}

/* Plans without dots: the size of the result, and the part of the original. */
static void plan_size(struct resize_plan *plan, const struct arguments *arguments)
{
    double across = arguments->resize_width / plan->part_width;
    double down = arguments->resize_height / plan->part_height;
    plan->out_width = arguments->resize_width;
    plan->out_height = arguments->resize_height;
    if (arguments->fit == RESIZE_FIT) {
        double scale = across < down ? across : down;
        plan->out_width = at_least_one(plan->part_width * scale);
        plan->out_height = at_least_one(plan->part_height * scale);
    } else if (arguments->fit == RESIZE_FILL) {
        double scale = across > down ? across : down;
        double width = arguments->resize_width / scale, height = arguments->resize_height / scale;
        plan->left = (plan->part_width - width) / 2;
        plan->top = (plan->part_height - height) / 2;
        plan->part_width = width;
        plan->part_height = height;
    }
}

struct resize_plan resize_plan_make(const struct arguments *arguments, int width, int height)
{
    struct resize_plan plan = {
        .out_width = width, .out_height = height, .part_width = width, .part_height = height};
    if (arguments->resize_width > 0)
        plan_size(&plan, arguments);
    plan.width = errdiff_dots_along(plan.out_width, arguments->dot);
    plan.height = errdiff_dots_along(plan.out_height, arguments->dot);
    /* The last dots are cut where the result is not a multiple of a dot. */
    plan.part_width *= (double)plan.width * arguments->dot / plan.out_width;
    plan.part_height *= (double)plan.height * arguments->dot / plan.out_height;
    return plan;
}
