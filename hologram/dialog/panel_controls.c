/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The controls of the hologram dialog for a certain display: its panel, its samples, its added
 * phases and its leaks. */
#include "panel_controls.h"

#include "errdiff_hologram.h"
#include "file_entry.h"
#include "form.h"
#include "hologram_form.h"
#include "name_combo.h"
#include "number_spin.h"

#include <glib/gi18n.h>

/* The row of the list of panels for a size that the user chooses. */
#define OTHER "other"

struct PanelControls {
    GtkWidget *columns, *pitch;
    GtkWidget *panel, *width, *height, *offset_x, *offset_y;
    GtkWidget *two_pi, *table, *level_table, *correction, *conjugate;
    GtkWidget *lens, *grating_x, *grating_y;
    GtkWidget *full_range, *zero_order, *crosstalk;
};

/* The panel as the option has it. */
static gchar *chosen_panel(const PanelControls *controls)
{
    gchar *name = name_combo_get(controls->panel);

    if (g_strcmp0(name, OTHER) == 0)
        settings_replace_text(&name, g_strdup_printf("%dx%d", form_get_number(controls->width),
                                                     form_get_number(controls->height)));
    return name;
}

/* Shows the size of a known panel. */
static void panel_chosen(PanelControls *controls)
{
    errdiff_hologram_panel panel;
    gchar *name = name_combo_get(controls->panel);

    if (errdiff_hologram_panel_parse(name, &panel, NULL) == ERRDIFF_OK && panel.width > 0) {
        form_set_number(controls->width, panel.width);
        form_set_number(controls->height, panel.height);
        form_set_number(controls->pitch, panel.pitch);
    }
    g_free(name);
}

/* The path of a table of phases, if it counts. */
static gchar *table_of(GtkWidget *entry, PanelPhases phases)
{
    return phases != PANEL_NO_PHASES ? file_entry_get(entry) : g_strdup("");
}

void panel_controls_get(const PanelControls *controls, PanelPhases phases,
                        HologramSettings *settings)
{
    gboolean has_phases = phases != PANEL_NO_PHASES;

    settings_replace_text(&settings->panel, chosen_panel(controls));
    settings_replace_text(&settings->gray_table, table_of(controls->table, phases));
    settings_replace_text(&settings->level_table, table_of(controls->level_table, phases));
    settings_replace_text(&settings->correction, file_entry_get(controls->correction));
    settings->offset_x = *settings->panel != '\0' ? form_get_number(controls->offset_x) : 0;
    settings->offset_y = *settings->panel != '\0' ? form_get_number(controls->offset_y) : 0;
    settings->two_pi = has_phases ? form_get_number(controls->two_pi) : 0;
    settings->conjugate = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(controls->conjugate));
    settings->lens = form_get_real(controls->lens);
    settings->grating_x = form_get_real(controls->grating_x);
    settings->grating_y = form_get_real(controls->grating_y);
    settings->full_range = phases == PANEL_BINARY_PHASE &&
                           gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(controls->full_range));
    settings->zero_order = form_get_real(controls->zero_order);
    settings->crosstalk = has_phases ? form_get_real(controls->crosstalk) : 0;
}

void panel_controls_set(PanelControls *controls, const HologramSettings *settings)
{
    errdiff_hologram_panel panel;
    gboolean is_right = errdiff_hologram_panel_parse(settings->panel, &panel, NULL) == ERRDIFF_OK;

    if (!is_right || !name_combo_set(controls->panel, panel.width > 0 ? panel.name : ""))
        name_combo_set(controls->panel, "");
    if (is_right && panel.width > 0) {
        if (*panel.name == '\0')
            name_combo_set(controls->panel, OTHER);
        form_set_number(controls->width, panel.width);
        form_set_number(controls->height, panel.height);
    }
    form_set_number(controls->pitch, settings->pitch);
    form_set_number(controls->offset_x, settings->offset_x);
    form_set_number(controls->offset_y, settings->offset_y);
    form_set_number(controls->two_pi, settings->two_pi);
    file_entry_set(controls->table, settings->gray_table);
    file_entry_set(controls->level_table, settings->level_table);
    file_entry_set(controls->correction, settings->correction);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(controls->conjugate), settings->conjugate);
    form_set_number(controls->lens, settings->lens);
    form_set_number(controls->grating_x, settings->grating_x);
    form_set_number(controls->grating_y, settings->grating_y);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(controls->full_range), settings->full_range);
    form_set_number(controls->zero_order, settings->zero_order);
    form_set_number(controls->crosstalk, settings->crosstalk);
}

gboolean panel_controls_have_level_table(const PanelControls *controls, PanelPhases phases)
{
    return phases != PANEL_NO_PHASES &&
           gtk_entry_get_text_length(GTK_ENTRY(controls->level_table)) > 0;
}

gint panel_controls_levels(const PanelControls *controls, PanelPhases phases)
{
    errdiff_hologram_panel panel;
    gchar *name = chosen_panel(controls);
    gboolean has_table = panel_controls_have_level_table(controls, phases) ||
                         gtk_entry_get_text_length(GTK_ENTRY(controls->table)) > 0;

    errdiff_hologram_panel_parse(name ? name : "", &panel, NULL);
    g_free(name);
    return has_table ? 0 : panel.levels;
}

void panel_controls_show_what_counts(const PanelControls *controls, PanelPhases phases)
{
    gboolean has_phases = phases != PANEL_NO_PHASES;
    gchar *name = name_combo_get(controls->panel);
    gboolean has_panel = name != NULL && *name != '\0', is_other = g_strcmp0(name, OTHER) == 0;

    gtk_widget_set_sensitive(controls->width, is_other);
    gtk_widget_set_sensitive(controls->height, is_other);
    gtk_widget_set_sensitive(controls->offset_x, has_panel);
    gtk_widget_set_sensitive(controls->offset_y, has_panel);
    gtk_widget_set_sensitive(controls->two_pi, has_phases);
    gtk_widget_set_sensitive(controls->table, has_phases);
    gtk_widget_set_sensitive(controls->level_table, has_phases);
    gtk_widget_set_sensitive(controls->full_range, phases == PANEL_BINARY_PHASE);
    gtk_widget_set_sensitive(controls->crosstalk, has_phases);
    g_free(name);
}

static GtkWidget *panels_new(void)
{
    GtkWidget *combo = name_combo_new_wide();
    errdiff_hologram_panel panel;

    name_combo_append(combo, "", _("As large as the hologram"), TRUE);
    for (gint i = 0; errdiff_hologram_panel_get(i, &panel) == ERRDIFF_OK; i++)
        name_combo_append(combo, panel.name, panel.title, TRUE);
    name_combo_append(combo, OTHER, _("Other size"), TRUE);
    return combo;
}

/* A row for a side of the panel, which is a part of an option. */
static GtkWidget *add_side(const HologramForm *form, const gchar *label)
{
    GtkAdjustment *adjustment =
        GTK_ADJUSTMENT(gtk_adjustment_new(1920, 1, ERRDIFF_HOLOGRAM_MAX_SIDE, 1, 10, 0));
    GtkWidget *spin = number_spin_new(adjustment);

    gtk_entry_set_width_chars(GTK_ENTRY(spin), 10);
    g_signal_connect_swapped(spin, "value-changed", G_CALLBACK(form->changed), form->user);
    return form_spin(form->column, form->labels, label, spin, _("px"),
                     hologram_explanation("panel"));
}

static GtkWidget *add_file(const HologramForm *form, const gchar *name, const gchar *title)
{
    GtkWidget *entry = file_entry_new(title);

    return hologram_form_control(form, name, entry);
}

static void add_panel(PanelControls *controls, const HologramForm *form)
{
    controls->panel = hologram_form_control(form, "panel", panels_new());
    g_signal_connect_swapped(controls->panel, "changed", G_CALLBACK(panel_chosen), controls);
    controls->width = add_side(form, _("Panel widt_h:"));
    controls->height = add_side(form, _("Panel hei_ght:"));
    controls->offset_x = hologram_form_number(form, "offset-x");
    controls->offset_y = hologram_form_number(form, "offset-y");
}

static void add_samples(PanelControls *controls, const HologramForm *form)
{
    controls->two_pi = hologram_form_number(form, "two-pi");
    controls->table = add_file(form, "gray-table", _("Choose a table of measured phases"));
    controls->level_table = add_file(form, "level-table", _("Choose a table of measured levels"));
    controls->correction = add_file(form, "correction", _("Choose a gray image of phases"));
    controls->full_range = hologram_form_check(form, "full-range");
    controls->conjugate = hologram_form_check(form, "conjugate");
}

static void add_light(PanelControls *controls, const HologramForm *form)
{
    controls->lens = hologram_form_real(form, "lens", -1e6, 1e6);
    controls->grating_x = hologram_form_real(form, "grating-x", -1e6, 1e6);
    controls->grating_y = hologram_form_real(form, "grating-y", -1e6, 1e6);
    controls->zero_order = hologram_form_real(form, "zero-order", 0, 0.9);
    controls->crosstalk = hologram_form_real(form, "crosstalk", 0, 1);
}

PanelControls *panel_controls_new(GtkWidget *pitch, void (*changed)(gpointer user), gpointer user)
{
    static void (*const add[])(PanelControls *, const HologramForm *) = {add_panel, add_samples,
                                                                         add_light};
    PanelControls *controls = g_new0(PanelControls, 1);

    controls->pitch = pitch;
    controls->columns = gtk_hbox_new(FALSE, 2 * FORM_BORDER);
    for (gsize i = 0; i < G_N_ELEMENTS(add); i++) {
        GtkWidget *column = form_column();
        GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
        HologramForm form = {GTK_BOX(column), labels, changed, user};

        add[i](controls, &form);
        g_object_unref(labels);
        gtk_box_pack_start(GTK_BOX(controls->columns), column, FALSE, FALSE, 0);
    }
    return controls;
}

GtkWidget *panel_controls_widget(const PanelControls *controls)
{
    return controls->columns;
}
