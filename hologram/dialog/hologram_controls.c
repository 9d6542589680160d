/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The controls of the hologram dialog, one for each setting. */
#include "hologram_controls.h"

#include "engine_combo.h"
#include "errdiff_hologram.h"
#include "form.h"
#include "hologram_form.h"
#include "name_combo.h"
#include "panel_controls.h"
#include "toolkit.h"

#include <glib/gi18n.h>

#define BINARY_PHASE "binary-phase"
#define AMPLITUDE "amplitude"
#define POSITIVE_AMPLITUDE "positive-amplitude"
#define FOURIER "fourier"

/* A combo box has a setting. */
static gboolean is_chosen(GtkWidget *combo, const gchar *name)
{
    gchar *chosen = name_combo_get(combo);
    gboolean is_it = g_strcmp0(chosen, name) == 0;

    g_free(chosen);
    return is_it;
}

struct HologramControls {
    GtkWidget *usual, *more, *of_display;
    GtkWidget *pitch, *wavelength, *levels;
    GtkWidget *geometry, *width, *height, *distance, *focal_length, *x, *y;
    GtkWidget *input, *second, *output, *method, *engine;
    GtkWidget *taps, *slope, *kappa, *preselect, *hogel, *scale, *gain, *filter, *refine, *depth;
    PanelControls *panel;

    HologramControlsChanged changed;
    gpointer user;
    gint own_levels;  /* the user's number, while the display has another one; 0: it is shown */
    gboolean setting; /* the code sets several controls: `changed` must not be called for each */
};

static gint32 chosen_second(const HologramControls *controls)
{
    gchar *name = name_combo_get(controls->second);
    gint32 drawable_ID = name != NULL ? (gint32)g_ascii_strtoll(name, NULL, 10) : -1;

    g_free(name);
    return drawable_ID;
}

/* The displays' phases that can be chosen, or none. */
static PanelPhases phases_of(const HologramControls *controls)
{
    if (is_chosen(controls->output, BINARY_PHASE))
        return PANEL_BINARY_PHASE;
    return is_chosen(controls->output, AMPLITUDE) || is_chosen(controls->output, POSITIVE_AMPLITUDE)
               ? PANEL_NO_PHASES
               : PANEL_PHASES;
}

/* Rounded phases do not depend on the scale, which a gain searches for. */
static gboolean can_have_gain(const HologramControls *controls)
{
    return !is_chosen(controls->method, "none") || phases_of(controls) == PANEL_NO_PHASES;
}

static gboolean has_gain(const HologramControls *controls)
{
    return can_have_gain(controls) && form_get_real(controls->gain) > 0;
}

/* Without a focal length the window is in units of all that the display can show, for which neither
 * pitch nor wavelength count. */
static void show_what_counts_in_view(const HologramControls *controls)
{
    gboolean is_fourier = is_chosen(controls->geometry, FOURIER);
    gboolean has_lengths = !is_fourier || form_get_real(controls->focal_length) > 0;
    GtkWidget *const of_window[] = {controls->width, controls->height, controls->x, controls->y};

    /* One takes the place of the other, so that the dialog fits on small screens. */
    hologram_form_show_row(controls->distance, !is_fourier);
    hologram_form_show_row(controls->focal_length, is_fourier);
    gtk_widget_set_sensitive(controls->pitch, has_lengths);
    gtk_widget_set_sensitive(controls->wavelength, has_lengths);
    for (gsize i = 0; i < G_N_ELEMENTS(of_window); i++)
        hologram_form_show_unit(of_window[i], has_lengths ? _("mm") : _("λF/pitch"));
}

/* Shows the number of levels that the display has, and the user's own number again as soon as that
 * can be chosen. */
static void show_levels(HologramControls *controls)
{
    PanelPhases phases = phases_of(controls);
    gint of_display =
        phases == PANEL_BINARY_PHASE ? 2 : panel_controls_levels(controls->panel, phases);
    gint own = controls->own_levels;

    if (of_display > 0) {
        if (own == 0)
            controls->own_levels = form_get_number(controls->levels);
        form_set_number(controls->levels, of_display);
    } else if (own > 0) {
        controls->own_levels = 0;
        form_set_number(controls->levels, own);
    }
    gtk_widget_set_sensitive(controls->levels, of_display == 0 && !panel_controls_have_level_table(
                                                                      controls->panel, phases));
}

/* Grays out the controls that have no effect with the current choices. */
static void show_what_counts(HologramControls *controls)
{
    gchar *input = name_combo_get(controls->input);
    gboolean is_paper = is_chosen(controls->method, "paper");
    gboolean has_taps =
        is_chosen(controls->method, "auto") || is_chosen(controls->method, "opt") || is_paper;

    show_levels(controls);
    gtk_widget_set_sensitive(controls->second, g_str_has_suffix(input, "-layers"));
    gtk_widget_set_sensitive(controls->taps, has_taps);
    gtk_widget_set_sensitive(controls->slope, has_taps);
    gtk_widget_set_sensitive(controls->kappa, is_paper);
    gtk_widget_set_sensitive(controls->preselect, is_paper);
    gtk_widget_set_sensitive(controls->gain, can_have_gain(controls));
    gtk_widget_set_sensitive(controls->scale, !has_gain(controls));
    show_what_counts_in_view(controls);
    panel_controls_show_what_counts(controls->panel, phases_of(controls));
    g_free(input);
}

void hologram_controls_get(const HologramControls *controls, HologramSettings *settings)
{
    settings_replace_text(&settings->input, name_combo_get(controls->input));
    settings_replace_text(&settings->output, name_combo_get(controls->output));
    settings_replace_text(&settings->method, name_combo_get(controls->method));
    settings_replace_text(&settings->engine, name_combo_get(controls->engine));
    settings_replace_text(&settings->geometry, name_combo_get(controls->geometry));
    settings->second_drawable = chosen_second(controls);
    settings->levels = !g_str_equal(settings->output, BINARY_PHASE) && controls->own_levels > 0
                           ? controls->own_levels
                           : form_get_number(controls->levels);
    settings->pitch = form_get_real(controls->pitch);
    settings->wavelength = form_get_real(controls->wavelength);
    settings->view_width = form_get_real(controls->width);
    settings->view_height = form_get_real(controls->height);
    settings->view_distance = form_get_real(
        is_chosen(controls->geometry, FOURIER) ? controls->focal_length : controls->distance);
    settings->view_x = form_get_real(controls->x);
    settings->view_y = form_get_real(controls->y);
    settings->taps = form_get_number(controls->taps);
    settings->slope = form_get_number(controls->slope);
    settings->kappa = form_get_real(controls->kappa);
    settings->preselect = form_get_number(controls->preselect);
    settings->hogel = form_get_number(controls->hogel);
    settings->gain = has_gain(controls) ? form_get_real(controls->gain) : 0;
    settings->scale = has_gain(controls) ? 0 : form_get_real(controls->scale);
    settings->view_filter = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(controls->filter));
    settings->refine = form_get_number(controls->refine);
    settings->preview_depth = form_get_real(controls->depth);
    panel_controls_get(controls->panel, phases_of(controls), settings);
}

void hologram_controls_set(HologramControls *controls, const HologramSettings *settings)
{
    gchar *second = g_strdup_printf("%d", settings->second_drawable);

    controls->setting = TRUE;
    form_set_number(controls->pitch, settings->pitch);
    form_set_number(controls->wavelength, settings->wavelength);
    controls->own_levels = 0;
    form_set_number(controls->levels, settings->levels);
    form_set_number(controls->width, settings->view_width);
    form_set_number(controls->height,
                    settings->view_height == 0 ? settings->view_width : settings->view_height);
    name_combo_set_or_first(controls->geometry, settings->geometry);
    form_set_number(controls->focal_length, settings->view_distance);
    if (settings->view_distance > 0)
        form_set_number(controls->distance, settings->view_distance);
    form_set_number(controls->x, settings->view_x);
    form_set_number(controls->y, settings->view_y);
    name_combo_set_or_first(controls->input, settings->input);
    name_combo_set_or_first(controls->second, second);
    name_combo_set_or_first(controls->output, settings->output);
    name_combo_set_or_first(controls->method, settings->method);
    name_combo_set_or_first(controls->engine, settings->engine);
    form_set_number(controls->taps, settings->taps);
    form_set_number(controls->slope, settings->slope);
    form_set_number(controls->kappa, settings->kappa);
    form_set_number(controls->preselect, settings->preselect);
    form_set_number(controls->hogel, settings->hogel);
    form_set_number(controls->scale, settings->scale);
    form_set_number(controls->gain, settings->gain);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(controls->filter), settings->view_filter);
    form_set_number(controls->refine, settings->refine);
    form_set_number(controls->depth, settings->preview_depth);
    panel_controls_set(controls->panel, settings);
    controls->setting = FALSE;
    g_free(second);
    show_what_counts(controls);
}

static void changed(gpointer user)
{
    HologramControls *controls = user;

    if (controls->setting)
        return;
    show_what_counts(controls);
    controls->changed(controls->user);
}

static GtkWidget *display_new(HologramControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    HologramForm form = {GTK_BOX(column), labels, changed, controls};

    controls->pitch = hologram_form_real(&form, "pitch", 0.01, 10000);
    controls->wavelength = hologram_form_real(&form, "wavelength", 1, 1e6);
    controls->levels = hologram_form_number(&form, "levels");
    return form_frame(_("Display"), column);
}

static GtkWidget *view_new(HologramControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    HologramForm form = {GTK_BOX(column), labels, changed, controls};

    controls->geometry = hologram_form_choices(&form, "geometry");
    controls->width = hologram_form_real(&form, "view-width", 0.0001, 1e6);
    controls->height = hologram_form_real(&form, "view-height", 0.0001, 1e6);
    controls->distance = hologram_form_real(&form, "view-distance", 0.0001, 1e6);
    controls->focal_length = hologram_form_real_as(
        &form, "view-distance", 0, 1e6, _("Focal leng_th:"),
        _("The focal length of the lens in whose focal plane the window is. 0: lengths of the "
          "window are in units of λF/pitch, the width of all that the display can show there, for "
          "which neither pitch nor wavelength count"));
    controls->x = hologram_form_real(&form, "view-x", -1e6, 1e6);
    controls->y = hologram_form_real(&form, "view-y", -1e6, 1e6);
    return form_frame(_("View"), column);
}

static void add_second(HologramControls *controls, const HologramForm *form,
                       const HologramSource *source)
{
    controls->second = name_combo_new();
    form_row(form->column, form->labels, _("_Second layer:"), controls->second, controls->second,
             _("The layer with the imaginary part or the phase, of the same size as this one"));
    g_signal_connect_swapped(controls->second, "changed", G_CALLBACK(changed), controls);
    for (gint i = 0; i < source->layer_count; i++) {
        gchar *name = g_strdup_printf("%d", source->layers[i].drawable_ID);

        name_combo_append(controls->second, name, source->layers[i].name, TRUE);
        g_free(name);
    }
}

static GtkWidget *engines_new(void)
{
    GtkWidget *combo = name_combo_new_wide();
    errdiff_engine_info engine;

    name_combo_append(combo, "auto", _("Automatic"), TRUE);
    for (int i = 0; errdiff_hologram_engine_get(i, &engine) == ERRDIFF_OK; i++) {
        errdiff_message reason;
        gboolean can_run = errdiff_hologram_engine_available(i, &reason);

        engine_combo_append(combo, &engine, can_run ? NULL : reason.text);
    }
    return combo;
}

static GtkWidget *choices_new(HologramControls *controls, const HologramSource *source)
{
    GtkWidget *column = form_column();
    GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    HologramForm form = {GTK_BOX(column), labels, changed, controls};

    controls->input = hologram_form_choices(&form, "input");
    add_second(controls, &form, source);
    controls->output = hologram_form_choices(&form, "output");
    controls->method = hologram_form_choices(&form, "method");
    controls->engine = hologram_form_control(&form, "engine", engines_new());
    g_object_unref(labels);
    return column;
}

static GtkWidget *numbers_new(HologramControls *controls)
{
    GtkWidget *column = form_column();
    GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    HologramForm form = {GTK_BOX(column), labels, changed, controls};

    controls->taps = hologram_form_number(&form, "taps");
    controls->slope = hologram_form_number(&form, "slope");
    controls->hogel = hologram_form_number(&form, "hogel");
    controls->scale = hologram_form_real(&form, "scale", 0, 1e9);
    controls->gain = hologram_form_real(&form, "gain", 0, 1000);
    g_object_unref(labels);
    return column;
}

/* The other numbers: what only the weights of Lagrange et al. have, and what is done before and
 * after the diffusion. */
static GtkWidget *other_numbers_new(HologramControls *controls)
{
    GtkWidget *column = form_column();
    GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    HologramForm form = {GTK_BOX(column), labels, changed, controls};

    controls->kappa = hologram_form_real(&form, "kappa", 0, 1);
    controls->preselect = hologram_form_number(&form, "preselect");
    controls->refine = hologram_form_number(&form, "refine");
    controls->depth = hologram_form_real(&form, "preview-depth", -1e6, 1e6);
    controls->filter = hologram_form_check(&form, "view-filter");
    g_object_unref(labels);
    return column;
}

static GtkWidget *expander_new(const gchar *label, GtkWidget *contents)
{
    GtkWidget *expander = gtk_expander_new_with_mnemonic(label);
    GtkWidget *indent = gtk_alignment_new(0, 0, 1, 0);

    gtk_alignment_set_padding(GTK_ALIGNMENT(indent), 0, 0, FORM_BORDER, 0);
    gtk_container_add(GTK_CONTAINER(indent), contents);
    gtk_container_add(GTK_CONTAINER(expander), indent);
    toolkit_hide_closed(expander);
    return expander;
}

/* Several columns, because one would be too tall for small screens. */
static GtkWidget *more_new(HologramControls *controls, const HologramSource *source)
{
    GtkWidget *columns = gtk_hbox_new(FALSE, 2 * FORM_BORDER);

    gtk_box_pack_start(GTK_BOX(columns), choices_new(controls, source), TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(columns), numbers_new(controls), FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(columns), other_numbers_new(controls), FALSE, FALSE, 0);
    return expander_new(_("_More settings"), columns);
}

static GtkWidget *usual_new(HologramControls *controls)
{
    GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    GtkWidget *const frames[] = {display_new(controls, labels), view_new(controls, labels)};

    g_object_unref(labels);
    return form_frames(frames, G_N_ELEMENTS(frames));
}

/* Folds the other expander, because both would be too tall for small screens. */
static void fold_other(GtkExpander *expander, GParamSpec *property, GtkExpander *other)
{
    (void)property;
    if (gtk_expander_get_expanded(expander))
        gtk_expander_set_expanded(other, FALSE);
}

HologramControls *hologram_controls_new(const HologramSource *source,
                                        HologramControlsChanged changed_callback, gpointer user)
{
    HologramControls *controls = g_new0(HologramControls, 1);

    controls->changed = changed_callback;
    controls->user = user;
    controls->setting = TRUE; /* until hologram_controls_set */
    controls->usual = usual_new(controls);
    controls->more = more_new(controls, source);
    controls->panel = panel_controls_new(controls->pitch, changed, controls);
    controls->of_display =
        expander_new(_("Properties of the _display"), panel_controls_widget(controls->panel));
    g_signal_connect(controls->more, "notify::expanded", G_CALLBACK(fold_other),
                     controls->of_display);
    g_signal_connect(controls->of_display, "notify::expanded", G_CALLBACK(fold_other),
                     controls->more);
    return controls;
}

GtkWidget *hologram_controls_usual(const HologramControls *controls)
{
    return controls->usual;
}

GtkWidget *hologram_controls_more(const HologramControls *controls)
{
    return controls->more;
}

GtkWidget *hologram_controls_of_display(const HologramControls *controls)
{
    return controls->of_display;
}

void hologram_controls_free(HologramControls *controls)
{
    g_free(controls->panel);
    g_free(controls);
}

void hologram_controls_focus(const HologramControls *controls)
{
    gtk_widget_grab_focus(controls->pitch);
}
