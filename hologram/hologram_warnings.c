/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user should know about a hologram, its options and its result. */
#include "added_phase.h"
#include "base/message.h"
#include "base/translate.h"
#include "errdiff_hologram.h"

#include <math.h>
#include <stdbool.h>

/* What the warnings are about. */
struct subject {
    const errdiff_field *hologram;
    const errdiff_hologram_options *options;
    const errdiff_hologram_report *report;
};

/* Returns TRUE if there is something to say, and says it in *message. */
typedef bool warning(const struct subject *subject, errdiff_message *message);

/* No display has pixels of a tenth of a wavelength or of 200 wavelengths: those of liquid crystals
 * and micromirrors have 5 to 50. A length in the wrong unit changes the ratio by 1000. */
static bool has_odd_units(const errdiff_optics *optics)
{
    double ratio = optics->pitch / optics->wavelength;
    return ratio < 0.1 || ratio > 200;
}

static bool warn_of_units(const struct subject *subject, errdiff_message *message)
{
    const errdiff_optics *optics = &subject->options->optics;
    if (has_odd_units(optics))
        errdiff_fail(message, ERRDIFF_OK,
                     N_("check the units: the pitch is %g micrometers, and the wavelength is %g "
                        "nanometers"),
                     optics->pitch, 1e3 * optics->wavelength);
    return has_odd_units(optics);
}

static bool warn_of_odd_values(const struct subject *subject, errdiff_message *message)
{
    int64_t count = subject->report->not_finite;
    long long pixels = (long long)subject->report->pixels;
    if (count > 0)
        errdiff_fail(message, ERRDIFF_OK,
                     N_("%lld of %lld pixels are NaN or infinite and count as 0"), (long long)count,
                     pixels);
    return count > 0;
}

static bool warn_of_darkness(const struct subject *subject, errdiff_message *message)
{
    if (subject->report->is_dark)
        errdiff_fail(message, ERRDIFF_OK,
                     N_("the hologram is 0 everywhere, so there is no signal-to-noise ratio"));
    return subject->report->is_dark;
}

static bool is_fourier(const struct subject *subject)
{
    return subject->options->optics.geometry == ERRDIFF_HOLOGRAM_FOURIER;
}

/* In such a window there are too few points to tell signal from noise. In the focal plane of a lens
 * the hologram's sides decide how near to each other points can be. */
static bool has_narrow_view(const struct subject *subject)
{
    const errdiff_optics *optics = &subject->options->optics;
    double across = optics->pitch, down = optics->pitch;
    if (is_fourier(subject)) {
        double image = optics->wavelength * optics->view_distance / optics->pitch;
        across = image / subject->hologram->width;
        down = image / subject->hologram->height;
    }
    return optics->view_width < 2 * across || optics->view_height < 2 * down;
}

static bool warn_of_narrow_view(const struct subject *subject, errdiff_message *message)
{
    bool is_narrow = has_narrow_view(subject);
    if (is_narrow)
        errdiff_fail(message, ERRDIFF_OK,
                     is_fourier(subject)
                         ? N_("the view is narrower than two of the points that a hologram of this "
                              "size can show, too narrow for a signal-to-noise ratio")
                         : N_("the view is narrower than two pixels of the display, too narrow for "
                              "a signal-to-noise ratio"));
    return is_narrow;
}

/* Says `text`, which has a count of hogels and then that of all of them, if the count is not 0. */
static bool tell_of_hogels(const struct subject *subject, int64_t count, const char *text,
                           errdiff_message *message)
{
    if (count > 0)
        errdiff_fail(message, ERRDIFF_OK, text, (long long)count,
                     (long long)subject->report->hogels);
    return count > 0;
}

static bool warn_of_unseen_hogels(const struct subject *subject, errdiff_message *message)
{
    return tell_of_hogels(subject, subject->report->hogels_unseen,
                          N_("the light of %lld of %lld hogels does not reach the view; they are "
                             "rounded without diffusion"),
                          message);
}

static bool is_larger_than_hologram(const struct subject *subject)
{
    const errdiff_field *hologram = subject->hologram;
    return subject->options->method != ERRDIFF_HOLOGRAM_NONE &&
           subject->options->hogel > hologram->width && subject->options->hogel > hologram->height;
}

static bool warn_of_one_hogel(const struct subject *subject, errdiff_message *message)
{
    if (is_larger_than_hologram(subject))
        errdiff_fail(message, ERRDIFF_OK,
                     N_("hogel: %d is more pixels than a side of the hologram has, so all of it "
                        "gets the same weights"),
                     subject->options->hogel);
    return is_larger_than_hologram(subject);
}

static bool warn_of_wide_hogels(const struct subject *subject, errdiff_message *message)
{
    bool is_needed = subject->options->hogel > 0 && !is_larger_than_hologram(subject) &&
                     !has_narrow_view(subject);
    return is_needed && tell_of_hogels(subject, subject->report->hogels_wide,
                                       N_("%lld of %lld hogels are wider than a sixth of the view; "
                                          "smaller ones leave less noise"),
                                       message);
}

static bool warn_of_full_views(const struct subject *subject, errdiff_message *message)
{
    return tell_of_hogels(subject, subject->report->hogels_full,
                          N_("the view takes up nearly all directions in which %lld of %lld hogels "
                             "send light; diffusion can hardly move noise out of it"),
                          message);
}

static bool warn_of_twin_images(const struct subject *subject, errdiff_message *message)
{
    return tell_of_hogels(subject, subject->report->hogels_twin,
                          N_("the twin image of %lld of %lld hogels falls into the view"), message);
}

/* With an automatic scale at most 1 % of the moduli are above 0.85. With a gain that is asked for
 * nobody can choose another scale, and the light of a display that is taken away from the hologram
 * does not depend on the scale. */
static bool warn_of_large_scale(const struct subject *subject, errdiff_message *message)
{
    const errdiff_hologram_options *options = subject->options;
    double share = (double)subject->report->beyond_levels / (double)subject->report->pixels;
    bool has_light =
        options->display.zero_order > 0 || options->output == ERRDIFF_HOLOGRAM_POSITIVE_AMPLITUDE;
    bool is_large = share > 0.02 && options->gain == 0 && !has_light;
    if (is_large)
        errdiff_fail(message, ERRDIFF_OK,
                     N_("with a scale of %g, %.0f %% of the pixels are larger than any level; a "
                        "smaller scale leaves less noise"),
                     subject->report->scale, 100 * share);
    return is_large;
}

static bool warn_of_steep_phases(const struct subject *subject, errdiff_message *message)
{
    const errdiff_field *hologram = subject->hologram;
    double steepest =
        errdiff_added_phase_steepest(subject->options, hologram->width, hologram->height);
    if (steepest > 0.5)
        errdiff_fail(message, ERRDIFF_OK,
                     N_("toward the edges, lens and grating change the phase by up to %.2g periods "
                        "from pixel to pixel; beyond half a period the light goes elsewhere"),
                     steepest);
    return steepest > 0.5;
}

static bool warn_of_no_refinement_on_gpu(const struct subject *subject, errdiff_message *message)
{
    const char *reason = subject->report->not_refined_on_gpu.text;
    if (reason[0] != '\0')
        errdiff_fail(message, ERRDIFF_OK, N_("the CPU made the refinement passes: %s"), reason);
    return reason[0] != '\0';
}

/* With wrong units much else looks wrong, and only the units are named. */
static const struct {
    warning *tell;
    bool is_of_sizes; /* it may follow from wrong units */
} warnings[] = {
    {warn_of_units, false},       {warn_of_odd_values, false},
    {warn_of_darkness, false},    {warn_of_narrow_view, true},
    {warn_of_one_hogel, true},    {warn_of_wide_hogels, true},
    {warn_of_full_views, true},   {warn_of_unseen_hogels, true},
    {warn_of_twin_images, true},  {warn_of_large_scale, false},
    {warn_of_steep_phases, true}, {warn_of_no_refinement_on_gpu, false},
};

errdiff_status errdiff_hologram_warning(int index, const errdiff_field *hologram,
                                        const errdiff_hologram_options *options,
                                        const errdiff_hologram_report *report,
                                        errdiff_message *message)
{
    const struct subject subject = {hologram, options, report};
    bool is_odd = has_odd_units(&options->optics);
    int found = 0;
    for (size_t i = 0; i < sizeof warnings / sizeof *warnings; i++) {
        bool is_wanted = !is_odd || !warnings[i].is_of_sizes;
        if (is_wanted && warnings[i].tell(&subject, message) && found++ == index)
            return ERRDIFF_OK;
    }
    return ERRDIFF_BAD_ARGUMENT;
}
