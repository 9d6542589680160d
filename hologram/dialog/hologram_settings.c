/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists the settings of the hologram procedure, and creates, copies and frees them. */
#include "hologram_settings.h"

#include "errdiff_hologram.h"

#include <glib/gi18n.h>
#include <math.h>

#define PLACE(type, name) {#name, G_STRUCT_OFFSET(HologramSettings, name)},

static const SettingsMember members[] = {HOLOGRAM_SETTINGS(PLACE){NULL, 0}};

static const gchar *const inputs[] = {"re-im-channels", "re-im-layers", "amplitude-phase-layers",
                                      "phase", NULL};
static const gchar *const input_titles[] = {
    N_("Real part red, imaginary part green"), N_("Real part, imaginary part in a second layer"),
    N_("Amplitude, phase in a second layer"), N_("Phase only"), NULL};

static const gchar *const input_explanations[] = {
    "real part in red, imaginary part in green",
    "real part in the drawable, imaginary part in the second one",
    "amplitude and phase in the same way",
    "only the phase; of RGB layers only red is used, as in the two kinds before", NULL};

static const errdiff_option_info own_options[] = {
    {.name = "input",
     .label = N_("I_nput:"),
     .explanation = N_("What the values in the layers mean. They are read without a tone curve; "
                       "phases are in radians."),
     .type = ERRDIFF_OPTION_CHOICE,
     .max = G_N_ELEMENTS(inputs) - 2,
     .default_value = "re-im-channels",
     .choices = inputs,
     .choice_titles = input_titles,
     .choice_explanations = input_explanations,
     .offset = -1},
    {.name = "preview-depth",
     .label = N_("_Focus depth:"),
     .explanation =
         N_("How far behind the hologram the preview is focused. If it is not 0, the result gets a "
            "second layer that shows what is seen of the whole hologram at this focus; in the "
            "focal plane of a lens, what is in the window, whatever the number."),
     .type = ERRDIFF_OPTION_REAL,
     .min = -INFINITY,
     .max = INFINITY,
     .unit = " millimeters",
     .symbol = N_("mm"),
     .decimals = 6,
     .factor = 1e3,
     .default_value = "0",
     .offset = -1},
    {.name = "conjugate",
     .label = N_("Con_jugate hologram"),
     .explanation =
         N_("Use the complex conjugate of the hologram, if its author lets waves run the "
            "other way"),
     .type = ERRDIFF_OPTION_SWITCH,
     .max = 1,
     .default_value = "0",
     .offset = -1},
    {.name = "correction",
     .label = N_("Corr_ection:"),
     .explanation = N_("A gray image of 8 or 16 bits with phases that are added because the "
                       "display is not flat; 2π is the value after the largest"),
     .type = ERRDIFF_OPTION_FILE,
     .default_value = "",
     .offset = -1},
};

/* Scripts pass arguments by their order, so what was added later comes last: two of the plug-in's
 * own in place of the number of threads, which only the command has, and two before the
 * geometry. */
static gboolean get_option(gint index, errdiff_option_info *option)
{
    enum { OWN_AT_ONCE = 2 };
    errdiff_option_info row;
    gint own = 0, before = 0;

    for (gint i = 0; errdiff_hologram_option_get(i, &row) == ERRDIFF_OK; i++) {
        gboolean is_threads = g_str_equal(row.name, "threads");
        gboolean has_own = is_threads || g_str_equal(row.name, "geometry");

        if (has_own && index < before + OWN_AT_ONCE) {
            *option = own_options[own + index - before];
            return TRUE;
        }
        if (has_own) {
            own += OWN_AT_ONCE;
            before += OWN_AT_ONCE;
        }
        if (!is_threads && index == before++) {
            *option = row;
            return TRUE;
        }
    }
    return FALSE;
}

const SettingsKind hologram_settings_kind = {sizeof(HologramSettings), members, get_option};

HologramSettings *hologram_settings_new(void)
{
    HologramSettings *settings = settings_new(&hologram_settings_kind);

    settings->second_drawable = -1;
    settings->pitch = 3.74;
    settings->wavelength = 532;
    settings->view_distance = 300;
    settings->view_width = settings->view_height = 10;
    return settings;
}

HologramSettings *hologram_settings_copy(const HologramSettings *settings)
{
    return settings_copy(&hologram_settings_kind, settings);
}

void hologram_settings_assign(HologramSettings *to, const HologramSettings *from)
{
    settings_assign(&hologram_settings_kind, to, from);
}

void hologram_settings_free(HologramSettings *settings)
{
    settings_free(&hologram_settings_kind, settings);
}
