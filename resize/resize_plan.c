/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans which part of an image becomes a result of a certain size, and with how many pixels. */
#include "resize_plan.h"

/* Plans without dots: the size of the result, and the part of the original. */
static void plan_size(struct resize_plan *plan, const struct named_size *size, enum size_fit fit)
{
    size_text_fit(size, fit, plan->part_width, plan->part_height, &plan->out_width,
                  &plan->out_height);
    if (fit == SIZE_FILL && !size_text_keeps_shape(size)) {
        double across = size->width / plan->part_width, down = size->height / plan->part_height;
        double scale = across > down ? across : down;
        double width = size->width / scale, height = size->height / scale;
        plan->left = (plan->part_width - width) / 2;
        plan->top = (plan->part_height - height) / 2;
        plan->part_width = width;
        plan->part_height = height;
    }
}

struct resize_plan resize_plan_make(const struct named_size *size, enum size_fit fit, int dot,
                                    int width, int height)
{
    struct resize_plan plan = {
        .out_width = width, .out_height = height, .part_width = width, .part_height = height};
    if (size_text_is_named(size))
        plan_size(&plan, size, fit);
    plan.width = errdiff_dots_along(plan.out_width, dot);
    plan.height = errdiff_dots_along(plan.out_height, dot);
    /* The last dots are cut where the result is not a multiple of a dot. */
    plan.part_width *= (double)plan.width * dot / plan.out_width;
    plan.part_height *= (double)plan.height * dot / plan.out_height;
    return plan;
}
