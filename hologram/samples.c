/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The samples that a display is sent for the levels, and what it shows for them. */
#include "base/message.h"
#include "base/translate.h"
#include "errdiff_hologram.h"
#include "gray_table.h"
#include "plm.h"
#include "rounded_sample.h"
#include "weights.h"

#include <math.h>
#include <stdbool.h>

static const double turn = 6.28318530717958648;

/* Reads the samples of a table. */
static errdiff_status read_table(const errdiff_hologram_options *options, int bits,
                                 uint16_t *samples, errdiff_message *message)
{
    const errdiff_hologram_display *display = &options->display;
    int count = options->levels;
    if (*display->gray_table != '\0')
        return errdiff_gray_table_read(display->gray_table, bits, &count, samples, NULL, message);
    return errdiff_level_table_read(display->level_table, bits, samples, NULL, &count, message);
}

static bool has_table(const errdiff_hologram_options *options)
{
    return *options->display.gray_table != '\0' || *options->display.level_table != '\0';
}

/* Finds the states of a panel that has levels of its own. */
static errdiff_status find_states(const errdiff_hologram_options *options,
                                  const errdiff_hologram_panel *panel, uint16_t *states,
                                  errdiff_message *message)
{
    /* Each is one byte at most. */
    enum { BITS = 8 };
    errdiff_status status =
        has_table(options) ? read_table(options, BITS, states, message) : ERRDIFF_OK;
    for (int k = 0; k < options->levels && status == ERRDIFF_OK; k++) {
        if (!has_table(options))
            states[k] = (uint16_t)k;
        if (states[k] >= panel->levels)
            status = errdiff_fail(message, ERRDIFF_CANNOT_RUN,
                                  N_("%s: it has states 0 to %d, and no sample %d"), panel->name,
                                  panel->levels - 1, states[k]);
    }
    return status;
}

errdiff_status errdiff_sample_bits_check(int bits, int levels, errdiff_message *message)
{
    if (levels > 1 << bits)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("bits: %d bits hold at most %d levels, not %d"), bits, 1 << bits,
                            levels);
    return ERRDIFF_OK;
}

errdiff_status errdiff_hologram_samples(const errdiff_hologram_options *options, int bits,
                                        uint16_t *samples, errdiff_message *message)
{
    const errdiff_hologram_display *display = &options->display;
    errdiff_hologram_panel panel;
    uint64_t levels = (uint64_t)options->levels, range = UINT64_C(1) << bits;
    errdiff_status status = errdiff_sample_bits_check(bits, options->levels, message);
    if (status != ERRDIFF_OK)
        return status;
    if (display->two_pi > 1 << bits)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("two-pi: %d is no sample of %d bits, nor the one after the last"),
                            display->two_pi, bits);
    if (errdiff_plm_find(options, &panel))
        return find_states(options, &panel, samples, message);
    if (has_table(options))
        return read_table(options, bits, samples, message);
    if (display->two_pi > 0)
        range = (uint64_t)display->two_pi;
    for (uint64_t k = 0; k < levels; k++)
        samples[k] = errdiff_hologram_is_amplitude(options) || display->full_range
                         ? errdiff_amplitude_sample(k, levels, range - 1)
                         : errdiff_phase_sample(k, levels, range);
    return ERRDIFF_OK;
}

/* A distance of two values whose noise is 70 dB below the light. Tables are often written with four
 * decimals. */
static const double even_enough = 2e-4;

/* Whether these are the values that levels have if none are given, which engines quantize to in
 * less time. */
static bool are_even(const errdiff_complex *values, int levels)
{
    for (int k = 0; k < levels; k++) {
        double angle = turn * k / levels;
        if (hypot(values[k].re - cos(angle), values[k].im - sin(angle)) > even_enough)
            return false;
    }
    return true;
}

/* The values of samples that are rounded: they are not exactly those of the levels. */
static void round_values(const errdiff_hologram_options *options, errdiff_complex *values)
{
    uint64_t levels = (uint64_t)options->levels, range = (uint64_t)options->display.two_pi;
    for (uint64_t k = 0; k < levels; k++) {
        double angle = turn * errdiff_phase_sample(k, levels, range) / (double)range;
        values[k] = (errdiff_complex){.re = (float)cos(angle), .im = (float)sin(angle)};
    }
}

errdiff_status errdiff_hologram_levels_read(errdiff_hologram_options *options, int bits,
                                            errdiff_complex *values, errdiff_message *message)
{
    const errdiff_hologram_display *display = &options->display;
    errdiff_hologram_panel panel;
    errdiff_status status = ERRDIFF_OK;
    options->level_values = NULL;
    options->sample_bits = has_table(options) ? 0 : bits;
    if (errdiff_hologram_is_amplitude(options))
        return ERRDIFF_OK;
    if (*display->level_table != '\0') {
        status = errdiff_level_table_read(display->level_table, bits, NULL, values,
                                          &options->levels, message);
        options->level_values = values;
        return status;
    }
    if (errdiff_plm_find(options, &panel) && *display->gray_table == '\0') {
        errdiff_plm_values(values);
        options->levels = panel.levels;
        options->level_values = values;
        return ERRDIFF_OK;
    }
    bool is_small = options->levels <= ERRDIFF_HOLOGRAM_MAX_MEASURED;
    if (*display->gray_table != '\0' && !is_small)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            N_("gray-table: at most %d levels are possible, not %d"),
                            ERRDIFF_HOLOGRAM_MAX_MEASURED, options->levels);
    if (*display->gray_table != '\0')
        status = errdiff_gray_table_read(display->gray_table, bits, &options->levels, NULL, values,
                                         message);
    else if (display->two_pi > 0 && is_small)
        round_values(options, values);
    else
        return ERRDIFF_OK;
    if (status == ERRDIFF_OK && !are_even(values, options->levels))
        options->level_values = values;
    return status;
}
