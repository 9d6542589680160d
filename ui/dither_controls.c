/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the two tabs with the controls for all settings. */
#include "dither_controls.h"

#include "engine_combo.h"
#include "errdiff.h"
#include "form.h"
#include "image_controls.h"
#include "kernel_chooser.h"
#include "name_combo.h"
#include "number_spin.h"
#include "option_slider.h"
#include "option_texts.h"
#include "section.h"

#include <glib/gi18n.h>

#define INDEXED "new-indexed-image"

static const gchar *const speed_options[] = {"engine", "threads", NULL};

/* Two tabs: the dithering itself, and what is done with the image before it. */
typedef struct {
    GtkNotebook parent;
    GtkWidget *image;
    GtkWidget *kernel, *serpentine, *strength, *noise, *seed;
    GtkWidget *colors, *linear, *light_line, *alpha, *engine, *threads, *advanced, *output;
    gboolean has_alpha;
    gboolean setting; /* the code sets several widgets: "changed" must not be emitted for each */
} DitherControls;

typedef GtkNotebookClass DitherControlsClass;

GType dither_controls_get_type(void);
G_DEFINE_TYPE(DitherControls, dither_controls, GTK_TYPE_NOTEBOOK)

static guint changed_signal;

static void dither_controls_class_init(DitherControlsClass *class)
{
    changed_signal = g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void dither_controls_init(DitherControls *controls)
{
    (void)controls;
}

static DitherControls *dither_controls(GtkWidget *widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, dither_controls_get_type(), DitherControls);
}

/* Zhou and Fang's kernel adds noise by itself. */
static gboolean uses_seed(const DitherControls *controls)
{
    gchar *kernel = kernel_chooser_get(controls->kernel), *alpha = name_combo_get(controls->alpha);
    gboolean uses = form_get_number(controls->noise) > 0 || g_strcmp0(kernel, "zhou-fang") == 0 ||
                    (controls->has_alpha && g_strcmp0(alpha, "dither") == 0);

    g_free(alpha);
    g_free(kernel);
    return uses;
}

/* Grays out what has no effect with the other settings. */
static void update_sensitivity(DitherControls *controls)
{
    gboolean has_palette = colors_chooser_has_palette(controls->colors);

    /* The whole row: the key in its label is also that of another control. */
    gtk_widget_set_sensitive(gtk_widget_get_parent(gtk_widget_get_parent(controls->seed)),
                             uses_seed(controls));
    name_combo_allow(controls->output, INDEXED, has_palette);
    image_controls_allow_gamut(controls->image, has_palette);
}

static void follow_settings(DitherControls *controls)
{
    DitherSettings *now = dither_settings_new();

    dither_controls_get(GTK_WIDGET(controls), now);
    section_follow(controls->advanced, now);
    dither_settings_free(now);
}

static void changed(DitherControls *controls)
{
    if (controls->setting)
        return;
    update_sensitivity(controls);
    follow_settings(controls);
    g_signal_emit(controls, changed_signal, 0);
}

static GtkWidget *add_percent(DitherControls *controls, GtkBox *column, GtkSizeGroup *labels,
                              const gchar *label, const gchar *name)
{
    GtkWidget *spin = option_slider_new(column, labels, label, name);

    g_signal_connect_swapped(spin, "value-changed", G_CALLBACK(changed), controls);
    return spin;
}

static GtkWidget *add_check(DitherControls *controls, GtkBox *column, const gchar *label,
                            const gchar *name)
{
    GtkWidget *check = form_check(column, label, option_explanation(name));

    g_signal_connect_swapped(check, "toggled", G_CALLBACK(changed), controls);
    return check;
}

static void new_seed(DitherControls *controls)
{
    form_set_number(controls->seed, g_random_int_range(0, G_MAXINT32));
}

static void add_seed(DitherControls *controls, GtkBox *column, GtkSizeGroup *labels)
{
    GtkAdjustment *adjustment =
        GTK_ADJUSTMENT(gtk_adjustment_new(0, G_MININT32, G_MAXINT32, 1, 10, 0));
    GtkWidget *button = gtk_button_new_with_mnemonic(_("Ne_w Seed"));

    controls->seed = form_spin(column, labels, _("_Seed:"), number_spin_new(adjustment), "",
                               option_explanation("seed"));
    gtk_entry_set_width_chars(GTK_ENTRY(controls->seed), 11);
    gtk_widget_set_tooltip_text(button, _("Another random number, and so other noise"));
    gtk_box_pack_start(GTK_BOX(gtk_widget_get_parent(controls->seed)), button, FALSE, FALSE, 0);
    g_signal_connect_swapped(button, "clicked", G_CALLBACK(new_seed), controls);
    g_signal_connect_swapped(adjustment, "value-changed", G_CALLBACK(changed), controls);
}

static GtkWidget *look_new(DitherControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    GtkBox *box = GTK_BOX(column);

    controls->kernel = kernel_chooser_new(labels);
    g_signal_connect_swapped(controls->kernel, "changed", G_CALLBACK(changed), controls);
    gtk_box_pack_start(box, controls->kernel, FALSE, FALSE, 0);
    controls->strength = add_percent(controls, box, labels, _("S_trength:"), "strength");
    controls->noise = add_percent(controls, box, labels, _("_Noise:"), "noise");
    add_seed(controls, box, labels);
    controls->serpentine = add_check(controls, box, _("Ser_pentine scan"), "serpentine");
    return form_frame(_("Dithering"), column);
}

static GtkWidget *colors_new(DitherControls *controls, gint channels, GtkSizeGroup *labels,
                             const PaletteButton *palette_button)
{
    GtkWidget *column = form_column();
    GtkBox *box = GTK_BOX(column);

    controls->colors = colors_chooser_new(channels, labels, palette_button);
    g_signal_connect_swapped(controls->colors, "changed", G_CALLBACK(changed), controls);
    gtk_box_pack_start(box, controls->colors, FALSE, FALSE, 0);
    return form_frame(_("Colors"), column);
}

static void explain_light(DitherControls *controls)
{
    gboolean is_linear = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(controls->linear));

    gtk_label_set_text(GTK_LABEL(controls->light_line),
                       is_linear ? _("Preserves brightness seen from a distance.")
                                 : _("Uses display (sRGB) values."));
}

static GtkWidget *light_new(DitherControls *controls)
{
    GtkWidget *column = form_column();

    controls->linear = add_check(controls, GTK_BOX(column), _("Linear l_ight"), "linear");
    controls->light_line = form_note();
    gtk_box_pack_start(GTK_BOX(column), controls->light_line, FALSE, FALSE, 0);
    g_signal_connect_swapped(controls->linear, "toggled", G_CALLBACK(explain_light), controls);
    explain_light(controls);
    return form_frame(_("Light"), column);
}

static GtkWidget *transparency_new(DitherControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();

    controls->alpha = option_combo_new("alpha");
    g_signal_connect_swapped(controls->alpha, "changed", G_CALLBACK(changed), controls);
    form_row(GTK_BOX(column), labels, _("Transparenc_y:"), controls->alpha, controls->alpha,
             option_explanation("alpha"));
    gtk_widget_set_sensitive(gtk_widget_get_parent(controls->alpha), controls->has_alpha);
    return form_frame(_("Transparency"), column);
}

static void add_threads(DitherControls *controls, GtkBox *column, GtkSizeGroup *labels)
{
    GtkAdjustment *adjustment =
        GTK_ADJUSTMENT(gtk_adjustment_new(0, 0, ERRDIFF_MAX_THREADS, 1, 4, 0));

    controls->threads = form_spin(
        column, labels, _("Maximum num_ber of threads:"), number_spin_new(adjustment), "",
        _("How many threads an engine may use; 0: one for each processor. Serial engines use "
          "one. The number does not affect the pixels."));
    g_signal_connect_swapped(adjustment, "value-changed", G_CALLBACK(changed), controls);
}

static GtkWidget *speed_new(DitherControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    GtkSizeGroup *threads = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);

    controls->engine = engine_combo_new();
    g_signal_connect_swapped(controls->engine, "changed", G_CALLBACK(changed), controls);
    form_row(GTK_BOX(column), labels, _("E_ngine:"), controls->engine, controls->engine,
             _("How the work is scheduled. All engines give the same pixels; they differ only in "
               "speed."));
    add_threads(controls, GTK_BOX(column), threads);
    g_object_unref(threads);
    engines_that_cannot_run(GTK_BOX(column));
    controls->advanced = section_new(_("Ad_vanced"), speed_options, column);
    return controls->advanced;
}

static GtkWidget *result_new(DitherControls *controls, GtkSizeGroup *labels, gboolean can_add_layer)
{
    GtkWidget *column = form_column();

    controls->output = name_combo_new();
    if (can_add_layer)
        name_combo_append(controls->output, "new-layer", _("New layer above"), TRUE);
    name_combo_append(controls->output, "replace", _("Current layer"), TRUE);
    if (can_add_layer)
        name_combo_append(controls->output, INDEXED, _("New indexed image"), TRUE);
    g_signal_connect_swapped(controls->output, "changed", G_CALLBACK(changed), controls);
    form_row(GTK_BOX(column), labels, _("_Destination:"), controls->output, controls->output,
             _("Where the dithered pixels go"));
    return form_frame(_("Result"), column);
}

static GtkWidget *dithering_new(DitherControls *controls, gint channels, gboolean can_add_layer,
                                const PaletteButton *palette_button)
{
    GtkSizeGroup *left = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    GtkSizeGroup *right = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    GtkWidget *const pixels[] = {
        look_new(controls, left),
        light_new(controls),
        transparency_new(controls, left),
    };
    GtkWidget *const rest[] = {
        colors_new(controls, channels, right, palette_button),
        result_new(controls, right, can_add_layer),
        speed_new(controls, right),
    };
    GtkWidget *page = gtk_hbox_new(FALSE, 0);

    form_two_columns(GTK_BOX(page), form_frames(pixels, G_N_ELEMENTS(pixels)),
                     form_frames(rest, G_N_ELEMENTS(rest)));
    g_object_unref(left);
    g_object_unref(right);
    return page;
}

GtkWidget *dither_controls_new(gint channels, gboolean has_alpha, gboolean can_add_layer,
                               const PaletteButton *palette_button)
{
    DitherControls *controls = g_object_new(dither_controls_get_type(), NULL);
    GtkNotebook *notebook = GTK_NOTEBOOK(controls);
    AtkObject *tabs = gtk_widget_get_accessible(GTK_WIDGET(controls));

    controls->has_alpha = has_alpha;
    controls->setting = TRUE; /* until dither_controls_set */
    atk_object_set_name(tabs, _("Settings"));
    atk_object_set_description(tabs,
                               _("How the image is dithered, and what is done with it before"));
    gtk_notebook_append_page(notebook,
                             dithering_new(controls, channels, can_add_layer, palette_button),
                             gtk_label_new(_("Dithering")));
    controls->image = image_controls_new(channels);
    g_signal_connect_swapped(controls->image, "changed", G_CALLBACK(changed), controls);
    gtk_notebook_append_page(notebook, controls->image, gtk_label_new(_("Image")));
    return GTK_WIDGET(controls);
}

void dither_controls_get(GtkWidget *widget, DitherSettings *settings)
{
    const DitherControls *controls = dither_controls(widget);

    settings_replace_text(&settings->kernel, kernel_chooser_get(controls->kernel));
    colors_chooser_get(controls->colors, settings);
    image_controls_get(controls->image, settings);
    settings_replace_text(&settings->alpha, name_combo_get(controls->alpha));
    settings_replace_text(&settings->engine, name_combo_get(controls->engine));
    settings_replace_text(&settings->output, name_combo_get(controls->output));
    settings->strength = form_get_number(controls->strength);
    settings->noise = form_get_number(controls->noise);
    settings->seed = form_get_number(controls->seed);
    settings->threads = form_get_number(controls->threads);
    settings->serpentine = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(controls->serpentine));
    settings->linear = gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(controls->linear));
}

void dither_controls_set(GtkWidget *widget, const DitherSettings *settings)
{
    DitherControls *controls = dither_controls(widget);

    controls->setting = TRUE;
    kernel_chooser_set(controls->kernel, settings->kernel);
    form_set_number(controls->strength, settings->strength);
    form_set_number(controls->noise, settings->noise);
    form_set_number(controls->seed, settings->seed);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(controls->serpentine), settings->serpentine);
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(controls->linear), settings->linear);
    colors_chooser_set(controls->colors, settings);
    image_controls_set(controls->image, settings);
    name_combo_set_or_first(controls->alpha, settings->alpha);
    name_combo_set_or_first(controls->engine, settings->engine);
    form_set_number(controls->threads, settings->threads);
    name_combo_set_or_first(controls->output, settings->output);
    controls->setting = FALSE;
    update_sensitivity(controls);
    section_set(controls->advanced, settings);
}

gchar *dither_controls_complaint(GtkWidget *widget)
{
    const DitherControls *controls = dither_controls(widget);
    gchar *output = name_combo_get(controls->output);
    gchar *complaint = kernel_chooser_complaint(controls->kernel);

    if (complaint == NULL)
        complaint = colors_chooser_complaint(controls->colors);
    if (complaint == NULL && g_strcmp0(output, INDEXED) == 0 &&
        !colors_chooser_has_palette(controls->colors))
        complaint = g_strdup(_("A new indexed image needs a palette: choose one, or another "
                               "destination"));
    g_free(output);
    return complaint;
}

GtkWidget *dither_controls_colors(GtkWidget *widget)
{
    return dither_controls(widget)->colors;
}

void dither_controls_focus(GtkWidget *widget)
{
    kernel_chooser_focus(dither_controls(widget)->kernel);
}
