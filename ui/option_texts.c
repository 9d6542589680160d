/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Returns the explanation of an option, and makes a combo box with its choices. */
#include "option_texts.h"

#include "name_combo.h"
#include "settings/settings.h"

#include <glib/gi18n.h>

const gchar *option_explanation(const gchar *name)
{
    return _(settings_option_find(&dither_settings_kind, name).explanation);
}

GtkWidget *option_choices_new(const errdiff_option_info *option)
{
    GtkWidget *combo = name_combo_new();

    for (gint i = 0; option->choices[i] != NULL; i++)
        name_combo_append(combo, option->choices[i], _(option->choice_titles[i]), TRUE);
    return combo;
}

GtkWidget *option_combo_new(const gchar *name)
{
    errdiff_option_info option = settings_option_find(&dither_settings_kind, name);

    return option_choices_new(&option);
}
