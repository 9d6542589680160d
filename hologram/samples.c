/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The samples that a display is sent for the levels. */
#include "base/message.h"
#include "errdiff_hologram.h"
#include "gray_table.h"

/* k · range / levels, rounded. A display with the phase 2π at the sample `range` shows 0 there. */
static uint16_t phase_sample(uint64_t k, uint64_t levels, uint64_t range)
{
    return (uint16_t)((2 * k * range + levels) / (2 * levels) % range);
}

static uint16_t amplitude_sample(uint64_t k, uint64_t levels, uint64_t largest)
{
    return (uint16_t)((2 * k * largest + levels - 1) / (2 * (levels - 1)));
}

errdiff_status errdiff_hologram_samples(const errdiff_hologram_options *options, int bits,
                                        uint16_t *samples, errdiff_message *message)
{
    const errdiff_hologram_display *display = &options->display;
    int count;
    uint64_t levels = (uint64_t)options->levels, range = UINT64_C(1) << bits;
    if (options->levels > 1 << bits)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "bits: %d bits hold at most %d levels, not %d", bits, 1 << bits,
                            options->levels);
    if (display->two_pi > 1 << bits)
        return errdiff_fail(message, ERRDIFF_BAD_ARGUMENT,
                            "two-pi: %d is no sample of %d bits, nor the one after the last",
                            display->two_pi, bits);
    if (*display->gray_table != '\0')
        return errdiff_gray_table_read(display->gray_table, options->levels, bits, samples,
                                       message);
    if (*display->level_table != '\0')
        return errdiff_level_table_read(display->level_table, bits, samples, NULL, &count, message);
    if (display->two_pi > 0)
        range = (uint64_t)display->two_pi;
    for (uint64_t k = 0; k < levels; k++)
        samples[k] = options->output == ERRDIFF_HOLOGRAM_AMPLITUDE
                         ? amplitude_sample(k, levels, range - 1)
                         : phase_sample(k, levels, range);
    return ERRDIFF_OK;
}

errdiff_status errdiff_hologram_levels_read(errdiff_hologram_options *options, int bits,
                                            errdiff_complex *values, errdiff_message *message)
{
    errdiff_status status = errdiff_level_table_read(options->display.level_table, bits, NULL,
                                                     values, &options->levels, message);
    if (status == ERRDIFF_OK)
        options->level_values = values;
    return status;
}
