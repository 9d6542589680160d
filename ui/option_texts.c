/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "option_texts.h"

#include "name_combo.h"
#include "settings/settings.h"

#include <glib/gi18n.h>

const gchar *option_explanation(const gchar *name)
{
    return _(dither_option_find(name).explanation);
}

GtkWidget *option_combo_new(const gchar *name)
{
    GtkWidget *combo = name_combo_new();
    errdiff_option_info option = dither_option_find(name);

    for (gint i = 0; option.choices[i] != NULL; i++)
        name_combo_append(combo, option.choices[i], _(option.choice_titles[i]), TRUE);
    return combo;
}
