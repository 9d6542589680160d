/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gives each row of a band, which is in a lane of a vector, the weights of its current hogel. */
#include "hologram_lanes.h"

#include <limits.h>
#include <string.h>

enum {
    LANES = ERRDIFF_HOLOGRAM_LANES,
    REACH = ERRDIFF_HOLOGRAM_REACH,
    ACROSS = 2 * REACH + 1,
    STEP_FLOATS = sizeof(struct errdiff_hologram_step) / sizeof(float),
};

/* Numbers the offsets in the order in which the rule adds them (weights.h). */
static int number_of(int dx, int dy)
{
    return (REACH - dy) * ACROSS + REACH - dx;
}

static int dx_of(int offset)
{
    return REACH - offset % ACROSS;
}

static int dy_of(int offset)
{
    return REACH - offset / ACROSS;
}

void errdiff_hologram_lanes_begin(struct errdiff_hologram_lanes *lanes,
                                  const struct errdiff_hologram_job *job, int first_row,
                                  int row_count)
{
    memset(lanes, 0, sizeof *lanes);
    lanes->job = job;
    lanes->first_row = first_row;
    lanes->row_count = row_count;
    for (int r = row_count; r < LANES; r++)
        lanes->until[r] = INT_MAX;
}

static bool have_same_support(const struct errdiff_hologram_weights *a,
                              const struct errdiff_hologram_weights *b)
{
    size_t count = (size_t)a->support.count;
    return a->support.count == b->support.count &&
           memcmp(a->support.dx, b->support.dx, count) == 0 &&
           memcmp(a->support.dy, b->support.dy, count) == 0;
}

/* Gives lane r the weights of a hogel; NULL: it is outside. Returns true if the set of offsets in
 * use has changed. */
static bool set_weights(struct errdiff_hologram_lanes *lanes, int r,
                        const struct errdiff_hologram_weights *hogel)
{
    const struct errdiff_hologram_weights *before = lanes->hogel[r];
    bool changed = false, is_same = before && hogel && have_same_support(before, hogel);
    for (int i = 0; before && !is_same && i < before->support.count; i++) {
        int offset = number_of(before->support.dx[i], before->support.dy[i]);
        lanes->weights[offset].re[r] = lanes->weights[offset].im[r] = 0;
        changed |= --lanes->users[offset] == 0;
    }
    for (int i = 0; hogel && i < hogel->support.count; i++) {
        int offset = number_of(hogel->support.dx[i], hogel->support.dy[i]);
        lanes->weights[offset].re[r] = hogel->weights[i].re;
        lanes->weights[offset].im[r] = hogel->weights[i].im;
        if (!is_same)
            changed |= ++lanes->users[offset] == 1;
    }
    lanes->hogel[r] = hogel;
    lanes->inside[r] = hogel ? 1 : 0;
    return changed;
}

static bool move_lane(struct errdiff_hologram_lanes *lanes, int r, int t)
{
    const struct errdiff_hologram_job *job = lanes->job;
    int start = job->slope * r, x = t - start, width = job->hologram.width;
    const struct errdiff_hologram_weights *hogel = NULL;
    lanes->until[r] = x < 0 ? start : INT_MAX;
    if (x >= 0 && x < width) {
        int column = x / job->hogel, row = (lanes->first_row + r) / job->hogel;
        bool is_last = column == job->hogel_columns - 1;
        hogel = &job->weights[(size_t)row * (size_t)job->hogel_columns + (size_t)column];
        lanes->until[r] = start + (is_last ? width : (column + 1) * job->hogel);
    }
    return set_weights(lanes, r, hogel);
}

static void list_offsets(struct errdiff_hologram_lanes *lanes)
{
    lanes->count = 0;
    lanes->early_count = 0;
    bool is_early = true;
    for (int offset = 0; offset < ERRDIFF_HOLOGRAM_OFFSETS; offset++)
        if (lanes->users[offset] > 0) {
            int dy = dy_of(offset), steps = dx_of(offset) + lanes->job->slope * dy;
            is_early = is_early && steps > 1;
            lanes->early_count += is_early;
            lanes->offsets[lanes->count] = offset;
            lanes->places[lanes->count++] = -(ptrdiff_t)steps * STEP_FLOATS - dy;
        }
}

static const struct errdiff_hologram_weights *
find_common(const struct errdiff_hologram_lanes *lanes)
{
    const struct errdiff_hologram_weights *common = NULL;
    for (int r = 0; r < lanes->row_count; r++) {
        const struct errdiff_hologram_weights *hogel = lanes->hogel[r];
        if (hogel && common && hogel != common)
            return NULL;
        common = hogel ? hogel : common;
    }
    return common;
}

int errdiff_hologram_lanes_advance(struct errdiff_hologram_lanes *lanes, int t)
{
    bool changed = false;
    int next = INT_MAX;
    for (int r = 0; r < lanes->row_count; r++) {
        if (lanes->until[r] <= t)
            changed |= move_lane(lanes, r, t);
        next = lanes->until[r] < next ? lanes->until[r] : next;
    }
    if (changed)
        list_offsets(lanes);
    lanes->common = find_common(lanes);
    return next;
}

int errdiff_hologram_lanes_reach(const struct errdiff_hologram_job *job)
{
    int reach = 0;
    for (int i = 0; i < job->hogel_columns * job->hogel_rows; i++) {
        const struct errdiff_hologram_support *support = &job->weights[i].support;
        for (int j = 0; j < support->count; j++) {
            int steps = support->dx[j] + job->slope * support->dy[j];
            reach = steps > reach ? steps : reach;
        }
    }
    return reach;
}
