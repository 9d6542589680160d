/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantizes a hologram for several frames whose mean is seen, each of which takes away the errors
 * of those before. */
#include "base/message.h"
#include "base/option_value.h"
#include "base/translate.h"
#include "hologram_rounding.h"
#include "quantize_with_aim.h"
#include "scale.h"
#include "view_projection.h"
#include "weights.h"

#include <math.h>
#include <string.h>

/*
 * With the projection P* · P to the window and back, and the frames' fields a = e^{jφ} · g · b + e,
 * E is P* · P applied to the sum of e^{-jφ} · e over the frames so far. The next frame shows
 * e^{jφ} · (b - s · E / g), so that its own error alone is left of the sum.
 *
 * An output of real values shows the real part of what it is given. Half of that is the wanted
 * field, with the factor g as above, and the other half the conjugate, the twin, which is not
 * counted as an error: over all frames the twins add up to 0. Of E, too, only the part that is real
 * after it was turned by e^{jφ} can be taken away in a frame, and s is chosen so that the light
 * that is then left in the window is least: 1 if the twin misses the window, 1/2 if it fills it.
 *
 * Phases that are only rounded have lost their moduli, and what E takes away is mostly moduli.
 * There φ alone makes the errors differ: with φ of 2π/NK the levels of N frames are as good as
 * N · K.
 */
struct joint {
    const errdiff_hologram_options *options;
    bool is_real;
    bool diffuses; /* FALSE: the levels are rounded */
    int frames;
    double complex gain;  /* g of the first frame */
    errdiff_field wanted; /* b: the hologram, with 0 for NaN and infinity */
    errdiff_field sum;    /* of the errors */
    errdiff_field seen;   /* E */
    errdiff_field target; /* what a frame is made of; before that what a frame shows */
};

enum { FIELDS = 4, BYTES_PER_MIB = 1 << 20 };

/* The share of a frame's progress that its projections take; those of the first come after it. */
static const double projecting = 0.2;

static uint64_t field_bytes(const errdiff_field *hologram)
{
    return FIELDS * (uint64_t)errdiff_field_pixels(hologram) * sizeof *hologram->values;
}

static double complex value_at(const errdiff_field *field, size_t i)
{
    return field->values[i].re + I * field->values[i].im;
}

static void set(errdiff_field *field, size_t i, double complex value)
{
    field->values[i] = (errdiff_complex){(float)creal(value), (float)cimag(value)};
}

static void copy(errdiff_field *to, const errdiff_field *from)
{
    memcpy(to->values, from->values, errdiff_field_pixels(from) * sizeof *to->values);
}

/* The factor that turns the hologram for a frame. */
static double complex turn_of(const struct joint *joint, int frame)
{
    const double pi = 3.14159265358979323846;
    if (joint->is_real)
        return cexp(I * pi * frame / joint->frames);
    return joint->diffuses ? 1 : cexp(2 * I * pi * frame / joint->frames / joint->options->levels);
}

/* Propagates a field to the window, and what is there back. */
static errdiff_status project(const struct joint *joint, errdiff_field *field,
                              errdiff_progress_share *share)
{
    struct errdiff_view_projection projection;
    errdiff_status status = ERRDIFF_NO_MEMORY;
    if (errdiff_view_projection_make(&projection, field, &joint->options->optics,
                                     joint->options->threads, false))
        status = errdiff_view_project(&projection, field, share);
    errdiff_view_projection_release(&projection);
    return status;
}

/* Finds the gain of the first frame, which `target` shows. */
static errdiff_status find_gain(struct joint *joint, errdiff_progress_share *share)
{
    copy(&joint->seen, &joint->wanted);
    errdiff_status status = project(joint, &joint->seen, share);
    double light = creal(errdiff_field_product(&joint->wanted, &joint->seen));
    joint->gain = light > 0 ? errdiff_field_product(&joint->seen, &joint->target) / light : 0;
    if (joint->is_real)
        joint->gain = creal(joint->gain);
    return status;
}

/* Adds the errors of a frame, which `target` shows, to the sum. */
static void add_errors(struct joint *joint, int frame)
{
    double complex turn = turn_of(joint, frame);
    for (size_t i = 0; i < errdiff_field_pixels(&joint->sum); i++) {
        double complex wanted = joint->gain * turn * value_at(&joint->wanted, i);
        if (joint->is_real)
            wanted = 2 * creal(wanted);
        set(&joint->sum, i,
            value_at(&joint->sum, i) + conj(turn) * (value_at(&joint->target, i) - wanted));
    }
}

/* Finds s for an output of real values: c is the real part of e^{jφ} · E, and 2s the factor for
 * which the light of E - 2s · c is least. */
static errdiff_status find_step(struct joint *joint, int frame, double *step,
                                errdiff_progress_share *share)
{
    double complex turn = turn_of(joint, frame);
    double square = 0, light = 0;
    for (size_t i = 0; i < errdiff_field_pixels(&joint->seen); i++)
        set(&joint->target, i, creal(turn * value_at(&joint->seen, i)));
    errdiff_status status = project(joint, &joint->target, share);
    for (size_t i = 0; i < errdiff_field_pixels(&joint->seen); i++) {
        double c = creal(turn * value_at(&joint->seen, i));
        square += c * c;
        light += c * creal(value_at(&joint->target, i));
    }
    *step = light > 0 ? 0.5 * square / light : 0;
    return status;
}

/* Finds E before a frame, and the factor s / g. */
static errdiff_status find_errors(struct joint *joint, int frame, double complex *factor,
                                  errdiff_progress_share *share)
{
    errdiff_progress_share first = {errdiff_progress_share_report, share, 0, 0.5};
    errdiff_progress_share second = {errdiff_progress_share_report, share, 0.5, 1};
    double step = 1;
    copy(&joint->seen, &joint->sum);
    errdiff_status status = project(joint, &joint->seen, joint->is_real ? &first : share);
    if (status == ERRDIFF_OK && joint->is_real)
        status = find_step(joint, frame, &step, &second);
    *factor = joint->gain != 0 ? step / joint->gain : 0;
    return status;
}

/* Sets `target` to what a frame is to show after those before it, the last of which it shows. */
static errdiff_status aim(struct joint *joint, int frame, errdiff_progress_share *share)
{
    errdiff_status status = ERRDIFF_OK;
    double complex factor = 0, turn = turn_of(joint, frame);
    if (joint->diffuses) {
        add_errors(joint, frame - 1);
        status = find_errors(joint, frame, &factor, share);
    }
    for (size_t i = 0; i < errdiff_field_pixels(&joint->target); i++)
        set(&joint->target, i,
            turn * (value_at(&joint->wanted, i) - factor * value_at(&joint->seen, i)));
    return status;
}

/* The options of the frames after the first one: what that has found is not searched for again. */
static errdiff_hologram_options options_after(const struct joint *joint,
                                              const errdiff_field *hologram,
                                              const errdiff_hologram_report *report)
{
    errdiff_hologram_options options =
        report->is_rounded ? errdiff_hologram_rounding(joint->options, hologram) : *joint->options;
    uint64_t held = field_bytes(hologram) / BYTES_PER_MIB + 1;
    options.method = report->method;
    options.scale = report->scale;
    options.gain = 0;
    if (options.max_memory > 0)
        options.max_memory = (int)fmax(1, options.max_memory - (double)held);
    return options;
}

/* Quantizes all frames but the first, whose report is *reports. */
static errdiff_status quantize_others(struct joint *joint, const errdiff_field *hologram,
                                      uint16_t *levels, errdiff_hologram_report *reports)
{
    size_t pixels = errdiff_field_pixels(hologram);
    const errdiff_hologram_options *options = joint->options;
    errdiff_hologram_options later = options_after(joint, hologram, reports);
    double each = 1.0 / joint->frames;
    errdiff_progress_share share = {options->progress, options->progress_user,
                                    each * (1 - projecting), each};
    later.progress = errdiff_progress_share_report;
    later.progress_user = &share;
    errdiff_field_copy(&joint->wanted, hologram);
    errdiff_hologram_show(levels, options, &joint->target);
    errdiff_status status = joint->diffuses ? find_gain(joint, &share) : ERRDIFF_OK;
    for (int frame = 1; frame < joint->frames && status == ERRDIFF_OK; frame++) {
        share.from = share.to;
        share.to = each * (frame + projecting);
        status = aim(joint, frame, &share);
        if (status != ERRDIFF_OK)
            break;
        share.from = share.to;
        share.to = frame + 1 < joint->frames ? each * (frame + 1) : 1;
        uint16_t *own = levels + (size_t)frame * pixels;
        status = errdiff_hologram_quantize_with_aim(&joint->target, &later, reports->aim, own,
                                                    &reports[frame]);
        if (status != ERRDIFF_OK)
            reports->message = reports[frame].message;
        errdiff_hologram_show(own, options, &joint->target);
    }
    return status;
}

static errdiff_status check_memory(const errdiff_field *hologram,
                                   const errdiff_hologram_options *options,
                                   errdiff_message *message)
{
    struct errdiff_plane plane;
    int width = hologram->width, height = hologram->height;
    errdiff_plane_lay_out(&plane, width, height, &options->optics, 0);
    errdiff_status status =
        errdiff_memory_check(field_bytes(hologram) + errdiff_plane_bytes(&plane, true),
                             options->max_memory, width, height, message);
    return status == ERRDIFF_OK
               ? errdiff_hologram_room_check(width, height, &options->optics, 0, message)
               : status;
}

static errdiff_status take_turns(const errdiff_field *hologram,
                                 const errdiff_hologram_options *options, int frames,
                                 uint16_t *levels, errdiff_hologram_report *reports)
{
    struct joint joint = {.options = options,
                          .is_real = errdiff_hologram_is_real(options),
                          .diffuses = reports->method != ERRDIFF_HOLOGRAM_NONE,
                          .frames = frames};
    errdiff_field *fields[FIELDS] = {&joint.wanted, &joint.sum, &joint.seen, &joint.target};
    errdiff_status status = check_memory(hologram, options, &reports->message);
    for (int i = 0; i < FIELDS && status == ERRDIFF_OK; i++)
        status = errdiff_field_make(fields[i], hologram->width, hologram->height);
    if (status == ERRDIFF_OK)
        status = quantize_others(&joint, hologram, levels, reports);
    for (int i = 0; i < FIELDS; i++)
        errdiff_field_free(fields[i]);
    if (status == ERRDIFF_OK || *reports->message.text)
        return status;
    return errdiff_fail(&reports->message, status,
                        status == ERRDIFF_CANCELLED ? N_("cancelled") : N_("not enough memory"));
}

errdiff_status errdiff_hologram_quantize_frames(const errdiff_field *hologram,
                                                const errdiff_hologram_options *options, int frames,
                                                uint16_t *levels, errdiff_hologram_report *reports)
{
    errdiff_progress_share share = {options->progress, options->progress_user, 0,
                                    frames > 1 ? (1 - projecting) / frames : 1};
    errdiff_hologram_options first = *options;
    first.progress = errdiff_progress_share_report;
    first.progress_user = &share;
    *reports = (errdiff_hologram_report){.engine = NULL};
    errdiff_status status = errdiff_range_check("frames", frames, 1, ERRDIFF_HOLOGRAM_MAX_FRAMES,
                                                NULL, &reports->message);
    if (status == ERRDIFF_OK)
        status = errdiff_hologram_quantize(hologram, &first, levels, reports);
    return status == ERRDIFF_OK && frames > 1
               ? take_turns(hologram, options, frames, levels, reports)
               : status;
}
