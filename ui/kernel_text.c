/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes a kernel's divisor and weights as text. */
#include "kernel_text.h"

gchar *kernel_text(const errdiff_kernel *kernel)
{
    GString *text = g_string_new(NULL);

    g_string_printf(text, "%d:", kernel->divisor);
    for (int i = 0; i < kernel->tap_count; i++) {
        const errdiff_tap *tap = &kernel->taps[i];

        g_string_append_printf(text, "%s %d,%d,%d", i == 0 ? "" : ";", tap->dx, tap->dy,
                               tap->weight);
    }
    return g_string_free(text, FALSE);
}
