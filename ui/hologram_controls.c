/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hologram_controls.h"

#include "engine_combo.h"
#include "errdiff_hologram.h"
#include "form.h"
#include "name_combo.h"
#include "number_spin.h"
#include "real_spin.h"

#include <glib/gi18n.h>

#define BINARY_PHASE "binary-phase"

struct HologramControls {
    GtkWidget *usual, *more;
    GtkWidget *pitch, *wavelength, *levels;
    GtkWidget *width, *height, *distance, *x, *y;
    GtkWidget *input, *second, *output, *method, *engine;
    GtkWidget *weights, *slope, *hogel, *scale, *filter, *depth;

    HologramControlsChanged changed;
    gpointer user;
    gboolean setting; /* the code sets several controls: `changed` must not be called for each */
};

typedef struct {
    const gchar *name, *title;
} Choice;

static const Choice inputs[] = {
    {"re-im-channels", N_("Real part red, imaginary part green")},
    {"re-im-layers", N_("Real part, imaginary part in a second layer")},
    {"amplitude-phase-layers", N_("Amplitude, phase in a second layer")},
    {"phase", N_("Phase only")},
    {NULL, NULL},
};

static const Choice outputs[] = {
    {"phase", N_("Phase")},
    {BINARY_PHASE, N_("Phase 0 or π")},
    {"amplitude", N_("Amplitude")},
    {NULL, NULL},
};

static const Choice methods[] = {
    {"opt", N_("Optimal weights for the view")},
    {"paper", N_("The paper's weights")},
    {"fs", N_("Floyd–Steinberg")},
    {"fs-window", N_("Floyd–Steinberg, turned to the view")},
    {"none", N_("None: truncation")},
    {NULL, NULL},
};

static gint number(GtkWidget *spin)
{
    return gtk_spin_button_get_value_as_int(GTK_SPIN_BUTTON(spin));
}

static gdouble real(GtkWidget *spin)
{
    return gtk_spin_button_get_value(GTK_SPIN_BUTTON(spin));
}

static void set_number(GtkWidget *spin, gdouble value)
{
    gtk_spin_button_set_value(GTK_SPIN_BUTTON(spin), value);
}

static void replace(gchar **text, gchar *new_text)
{
    g_free(*text);
    *text = new_text;
}

static gint32 chosen_second(const HologramControls *controls)
{
    gchar *name = name_combo_get(controls->second);
    gint32 drawable_ID = name != NULL ? (gint32)g_ascii_strtoll(name, NULL, 10) : -1;

    g_free(name);
    return drawable_ID;
}

/* Grays out the controls that have no effect with the current choices. */
static void show_what_counts(const HologramControls *controls)
{
    gchar *input = name_combo_get(controls->input), *output = name_combo_get(controls->output);
    gchar *method = name_combo_get(controls->method);
    gboolean has_weights = g_strcmp0(method, "opt") == 0 || g_strcmp0(method, "paper") == 0;

    gtk_widget_set_sensitive(controls->levels, g_strcmp0(output, BINARY_PHASE) != 0);
    gtk_widget_set_sensitive(controls->second, g_str_has_suffix(input, "-layers"));
    gtk_widget_set_sensitive(controls->weights, has_weights);
    gtk_widget_set_sensitive(controls->slope, has_weights);
    g_free(method);
    g_free(output);
    g_free(input);
}

void hologram_controls_get(const HologramControls *controls, HologramSettings *settings)
{
    replace(&settings->input, name_combo_get(controls->input));
    replace(&settings->output, name_combo_get(controls->output));
    replace(&settings->method, name_combo_get(controls->method));
    replace(&settings->engine, name_combo_get(controls->engine));
    settings->second_drawable = chosen_second(controls);
    settings->levels = g_str_equal(settings->output, BINARY_PHASE) ? 2 : number(controls->levels);
    settings->pitch_um = real(controls->pitch);
    settings->lambda_nm = real(controls->wavelength);
    settings->view_width_mm = real(controls->width);
    settings->view_height_mm = real(controls->height);
    settings->view_distance_mm = real(controls->distance);
    settings->view_x_mm = real(controls->x);
    settings->view_y_mm = real(controls->y);
    settings->weights = number(controls->weights);
    settings->slope = number(controls->slope);
    settings->hogel = number(controls->hogel);
    settings->scale = real(controls->scale);
    settings->view_filter = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(controls->filter));
    settings->preview_depth_mm = real(controls->depth);
}

void hologram_controls_set(HologramControls *controls, const HologramSettings *settings)
{
    gchar *second = g_strdup_printf("%d", settings->second_drawable);

    controls->setting = TRUE;
    set_number(controls->pitch, settings->pitch_um);
    set_number(controls->wavelength, settings->lambda_nm);
    set_number(controls->levels, settings->levels);
    set_number(controls->width, settings->view_width_mm);
    set_number(controls->height,
               settings->view_height_mm == 0 ? settings->view_width_mm : settings->view_height_mm);
    set_number(controls->distance, settings->view_distance_mm);
    set_number(controls->x, settings->view_x_mm);
    set_number(controls->y, settings->view_y_mm);
    name_combo_set_or_first(controls->input, settings->input);
    name_combo_set_or_first(controls->second, second);
    name_combo_set_or_first(controls->output, settings->output);
    name_combo_set_or_first(controls->method, settings->method);
    name_combo_set_or_first(controls->engine, settings->engine);
    set_number(controls->weights, settings->weights);
    set_number(controls->slope, settings->slope);
    set_number(controls->hogel, settings->hogel);
    set_number(controls->scale, settings->scale);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(controls->filter), settings->view_filter);
    set_number(controls->depth, settings->preview_depth_mm);
    controls->setting = FALSE;
    g_free(second);
    show_what_counts(controls);
}

static void changed(HologramControls *controls)
{
    if (controls->setting)
        return;
    show_what_counts(controls);
    controls->changed(controls->user);
}

typedef struct {
    GtkBox *column;
    GtkSizeGroup *labels;
} Form;

static GtkWidget *add_real(HologramControls *controls, const Form *form, const gchar *label,
                           gdouble min, gdouble max, gdouble step, guint digits, const gchar *unit,
                           const gchar *tooltip)
{
    GtkObject *adjustment = gtk_adjustment_new(0, min, max, step, 10 * step, 0);
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkWidget *spin = real_spin_new(GTK_ADJUSTMENT(adjustment), digits);

    gtk_entry_set_width_chars(GTK_ENTRY(spin), 10);
    gtk_box_pack_start(GTK_BOX(box), spin, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), gtk_label_new(unit), FALSE, FALSE, 0);
    form_row(form->column, form->labels, label, box, spin, tooltip);
    g_signal_connect_swapped(adjustment, "value-changed", G_CALLBACK(changed), controls);
    return spin;
}

static GtkWidget *add_number(HologramControls *controls, const Form *form, const gchar *label,
                             gint min, gint max, const gchar *tooltip)
{
    GtkObject *adjustment = gtk_adjustment_new(min, min, max, 1, 10, 0);
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkWidget *spin = number_spin_new(GTK_ADJUSTMENT(adjustment));

    gtk_entry_set_width_chars(GTK_ENTRY(spin), 10);
    gtk_box_pack_start(GTK_BOX(box), spin, FALSE, FALSE, 0);
    form_row(form->column, form->labels, label, box, spin, tooltip);
    g_signal_connect_swapped(adjustment, "value-changed", G_CALLBACK(changed), controls);
    return spin;
}

static GtkWidget *add_combo(HologramControls *controls, const Form *form, const gchar *label,
                            GtkWidget *combo, const gchar *tooltip)
{
    form_row(form->column, form->labels, label, combo, combo, tooltip);
    g_signal_connect_swapped(combo, "changed", G_CALLBACK(changed), controls);
    return combo;
}

static GtkWidget *add_choices(HologramControls *controls, const Form *form, const gchar *label,
                              const Choice *choices, const gchar *tooltip)
{
    GtkWidget *combo = add_combo(controls, form, label, name_combo_new(), tooltip);

    for (; choices->name != NULL; choices++)
        name_combo_append(combo, choices->name, _(choices->title), TRUE);
    return combo;
}

static GtkWidget *display_new(HologramControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    Form form = {GTK_BOX(column), labels};

    controls->pitch = add_real(controls, &form, _("Pixel _pitch:"), 0.01, 10000, 0.01, 6, _("µm"),
                               _("The distance from pixel to pixel of the display"));
    controls->wavelength = add_real(controls, &form, _("W_avelength:"), 1, 1e6, 1, 3, _("nm"),
                                    _("The wavelength of the light in air"));
    controls->levels = add_number(controls, &form, _("Le_vels:"), 2, ERRDIFF_HOLOGRAM_MAX_LEVELS,
                                  _("How many phases or amplitudes the display can show"));
    return form_frame(_("Display"), column);
}

static GtkWidget *view_new(HologramControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    Form form = {GTK_BOX(column), labels};

    controls->width = add_real(controls, &form, _("Wid_th:"), 0.0001, 1e6, 0.1, 6, _("mm"),
                               _("The size of the window that the viewer looks through"));
    controls->height = add_real(controls, &form, _("Hei_ght:"), 0.0001, 1e6, 0.1, 6, _("mm"),
                                _("The size of the window that the viewer looks through"));
    controls->distance = add_real(controls, &form, _("_Distance:"), 0.0001, 1e6, 1, 6, _("mm"),
                                  _("The distance from the hologram to the window"));
    controls->x =
        add_real(controls, &form, _("Center _X:"), -1e6, 1e6, 0.1, 6, _("mm"),
                 _("How far the window's center is to the right of the hologram's center"));
    controls->y = add_real(controls, &form, _("Center _Y:"), -1e6, 1e6, 0.1, 6, _("mm"),
                           _("How far the window's center is below the hologram's center"));
    return form_frame(_("View"), column);
}

static void add_second(HologramControls *controls, const Form *form, const HologramSource *source)
{
    controls->second =
        add_combo(controls, form, _("_Second layer:"), name_combo_new(),
                  _("The layer with the imaginary part or the phase, of the same size "
                    "as this one"));
    for (gint i = 0; i < source->layer_count; i++) {
        gchar *name = g_strdup_printf("%d", source->layers[i].drawable_ID);

        name_combo_append(controls->second, name, source->layers[i].name, TRUE);
        g_free(name);
    }
}

static GtkWidget *engines_new(void)
{
    GtkWidget *combo = name_combo_new();

    name_combo_append(combo, "auto", _("Automatic"), TRUE);
    for (int i = 0; errdiff_hologram_engine_name(i) != NULL; i++) {
        errdiff_engine_info engine;
        errdiff_message reason;
        gboolean can_run = errdiff_hologram_engine_available(i, &reason);

        errdiff_hologram_engine_get(i, &engine);
        engine_combo_append(combo, &engine, can_run ? NULL : reason.text);
    }
    return combo;
}

static GtkWidget *choices_new(HologramControls *controls, const HologramSource *source)
{
    GtkWidget *column = form_column();
    GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    Form form = {GTK_BOX(column), labels};

    controls->input = add_choices(controls, &form, _("I_nput:"), inputs,
                                  _("What the values in the layers mean. They are read without a "
                                    "tone curve; phases are in radians."));
    add_second(controls, &form, source);
    controls->output = add_choices(controls, &form, _("O_utput:"), outputs,
                                   _("Which property of the light the display changes"));
    controls->method =
        add_choices(controls, &form, _("M_ethod:"), methods, _("Where the weights come from"));
    controls->engine = add_combo(controls, &form, _("Eng_ine:"), engines_new(),
                                 _("How the work is scheduled. All engines give the same pixels."));
    g_object_unref(labels);
    return column;
}

static GtkWidget *numbers_new(HologramControls *controls)
{
    GtkWidget *column = form_column();
    GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    Form form = {GTK_BOX(column), labels};

    controls->weights = add_number(controls, &form, _("_Weights:"), 1, ERRDIFF_HOLOGRAM_MAX_WEIGHTS,
                                   _("How many neighbors a pixel collects errors from"));
    controls->slope =
        add_number(controls, &form, _("_Largest slope:"), 0, ERRDIFF_HOLOGRAM_MAX_SLOPE,
                   _("The most columns by which a row may have to trail the row above "
                     "it; 0: no limit. Fewer columns are faster, and slightly worse."));
    controls->hogel =
        add_number(controls, &form, _("Hogel si_ze:"), 1, ERRDIFF_HOLOGRAM_MAX_SIDE,
                   _("The number of pixels along a side of a hogel. Each hogel has "
                     "weights of its own, and should be smaller than half the view."));
    controls->scale = add_real(controls, &form, _("Scale _by:"), 0, 1e9, 0.01, 6, "",
                               _("The factor by which the hologram is multiplied; 0: automatic"));
    controls->filter = gtk_check_button_new_with_mnemonic(_("_Filter to the view"));
    gtk_widget_set_tooltip_text(
        controls->filter,
        _("Remove light that misses the view first, because it would use up the display's range"));
    gtk_box_pack_start(form.column, controls->filter, FALSE, FALSE, 0);
    g_signal_connect_swapped(controls->filter, "toggled", G_CALLBACK(changed), controls);
    controls->depth =
        add_real(controls, &form, _("Loo_k at depth:"), -1e6, 1e6, 1, 6, _("mm"),
                 _("How far behind the hologram the preview is focused. If it is not 0, the result "
                   "gets a second layer that shows the same for the whole hologram."));
    g_object_unref(labels);
    return column;
}

/* Two columns, because one would be too tall for small screens. */
static GtkWidget *more_new(HologramControls *controls, const HologramSource *source)
{
    GtkWidget *expander = gtk_expander_new_with_mnemonic(_("_More settings"));
    GtkWidget *indent = gtk_alignment_new(0, 0, 1, 0);
    GtkWidget *columns = gtk_hbox_new(FALSE, 2 * FORM_BORDER);

    gtk_box_pack_start(GTK_BOX(columns), choices_new(controls, source), TRUE, TRUE, 0);
    gtk_box_pack_start(GTK_BOX(columns), numbers_new(controls), FALSE, FALSE, 0);
    gtk_alignment_set_padding(GTK_ALIGNMENT(indent), FORM_SPACING, 0, FORM_BORDER, 0);
    gtk_container_add(GTK_CONTAINER(indent), columns);
    gtk_container_add(GTK_CONTAINER(expander), indent);
    return expander;
}

static GtkWidget *usual_new(HologramControls *controls)
{
    GtkWidget *box = gtk_vbox_new(FALSE, FORM_BORDER);
    GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);

    gtk_box_pack_start(GTK_BOX(box), display_new(controls, labels), FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), view_new(controls, labels), FALSE, FALSE, 0);
    g_object_unref(labels);
    return box;
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

void hologram_controls_focus(const HologramControls *controls)
{
    gtk_widget_grab_focus(controls->pitch);
}
