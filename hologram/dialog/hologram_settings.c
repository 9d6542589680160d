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
            "second layer that shows what is seen of the whole hologram at this focus."),
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
     .explanation = N_("A gray picture of 8 or 16 bits with phases that are added because the "
                       "display is not flat; 2π is the value after the largest"),
     .type = ERRDIFF_OPTION_FILE,
     .default_value = "",
     .offset = -1},
};

/* Scripts pass arguments by their order, so what was added later comes last: of the library's
 * table the rows after the threads, of the plug-in's those after the first two. Those from the
 * geometry on are no arguments. */
static gboolean get_option(gint index, errdiff_option_info *option)
{
    enum { FIRST_OWN = 2, OWN = G_N_ELEMENTS(own_options) };
    gint before = 0, all;

    while (errdiff_hologram_option_get(before, option) == ERRDIFF_OK &&
           !g_str_equal(option->name, "threads"))
        before++;
    for (all = before + 1; errdiff_hologram_option_get(all, option) == ERRDIFF_OK &&
                           !g_str_equal(option->name, "geometry");)
        all++;
    if (index < 0 || index >= all - 1 + OWN)
        return FALSE;
    if (index < before)
        return errdiff_hologram_option_get(index, option) == ERRDIFF_OK;
    if (index >= before + FIRST_OWN && index < all - 1 + FIRST_OWN)
        return errdiff_hologram_option_get(index - FIRST_OWN + 1, option) == ERRDIFF_OK;
    *option = own_options[index - (index < before + FIRST_OWN ? before : all - 1)];
    return TRUE;
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
