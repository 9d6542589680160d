/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the tab Image: the controls for tones, detail, dots and colors outside of the gamut. */
#include "image_controls.h"

#include "form.h"
#include "name_combo.h"
#include "option_slider.h"
#include "option_texts.h"
#include "section.h"

#include <glib/gi18n.h>

static const gchar *const tone_options[] = {"stretch", "stretch-share", "brightness", "contrast",
                                            "gamma",   "saturation",    "invert",     NULL};
static const gchar *const gamut_options[] = {"gamut", "compress", "keep-exact", NULL};
static const gchar *const detail_options[] = {"detail", "dot", NULL};

enum { TONE, GAMUT, DETAIL, SECTIONS };

typedef struct {
    GtkHBox parent;
    GtkWidget *stretch, *stretch_share, *brightness, *contrast, *gamma, *saturation, *invert;
    GtkWidget *detail, *dot, *gamut, *compress, *keep_exact;
    GtkWidget *section[SECTIONS];
    gboolean has_palette;
    gboolean setting; /* the code sets several widgets: "changed" must not be emitted for each */
} ImageControls;

typedef GtkHBoxClass ImageControlsClass;

GType image_controls_get_type(void);
G_DEFINE_TYPE(ImageControls, image_controls, GTK_TYPE_HBOX)

static guint changed_signal;

static void image_controls_class_init(ImageControlsClass *class)
{
    changed_signal = g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void image_controls_init(ImageControls *controls)
{
    (void)controls;
}

static ImageControls *image_controls(GtkWidget *widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, image_controls_get_type(), ImageControls);
}

static gboolean is_checked(GtkWidget *check)
{
    return gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(check));
}

/* The clipped share is grayed out while tones are not stretched, the gamut without a palette, and
 * the compression while lightness is not compressed. */
static void update_sensitivity(ImageControls *controls)
{
    gchar *gamut = name_combo_get(controls->gamut);

    gtk_widget_set_sensitive(gtk_widget_get_parent(controls->stretch_share),
                             is_checked(controls->stretch));
    gtk_widget_set_sensitive(gtk_widget_get_parent(controls->gamut), controls->has_palette);
    gtk_widget_set_sensitive(gtk_widget_get_parent(controls->compress),
                             controls->has_palette && g_strcmp0(gamut, "compress") == 0);
    g_free(gamut);
}

static void follow_settings(ImageControls *controls)
{
    DitherSettings *now = dither_settings_new();

    image_controls_get(GTK_WIDGET(controls), now);
    for (gint i = 0; i < SECTIONS; i++)
        section_follow(controls->section[i], now);
    dither_settings_free(now);
}

static void changed(ImageControls *controls)
{
    if (controls->setting)
        return;
    update_sensitivity(controls);
    follow_settings(controls);
    g_signal_emit(controls, changed_signal, 0);
}

static GtkWidget *follow(ImageControls *controls, GtkWidget *control, const gchar *signal)
{
    g_signal_connect_swapped(control, signal, G_CALLBACK(changed), controls);
    return control;
}

static GtkWidget *add_check(ImageControls *controls, GtkBox *column, const gchar *label,
                            const gchar *name)
{
    return follow(controls, form_check(column, label, option_explanation(name)), "toggled");
}

static GtkWidget *add_slider(ImageControls *controls, GtkBox *column, GtkSizeGroup *labels,
                             const gchar *label, const gchar *name)
{
    return follow(controls, option_slider_new(column, labels, label, name), "value-changed");
}

static GtkWidget *tone_new(ImageControls *controls, gint channels, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    GtkBox *box = GTK_BOX(column);

    controls->stretch = add_check(controls, box, _("Stretch tones to black a_nd white"), "stretch");
    controls->stretch_share =
        follow(controls, option_real_new(box, labels, _("C_lipped share:"), "stretch-share", "%"),
               "value-changed");
    controls->brightness = add_slider(controls, box, labels, _("_Brightness:"), "brightness");
    controls->contrast = add_slider(controls, box, labels, _("Con_trast:"), "contrast");
    controls->gamma =
        follow(controls, option_real_new(box, labels, _("Ga_mma:"), "gamma", ""), "value-changed");
    controls->saturation = add_slider(controls, box, labels, _("Sat_uration:"), "saturation");
    gtk_widget_set_sensitive(gtk_widget_get_parent(controls->saturation), channels > 1);
    controls->invert = add_check(controls, box, _("In_vert"), "invert");
    return section_new(_("Ad_justment"), tone_options, column);
}

static GtkWidget *detail_new(ImageControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    GtkBox *box = GTK_BOX(column);

    controls->detail = add_slider(controls, box, labels, _("Deta_il:"), "detail");
    controls->dot =
        follow(controls, option_number_new(box, labels, _("Dot si_ze:"), "dot"), "value-changed");
    return section_new(_("_Detail and dots"), detail_options, column);
}

static GtkWidget *gamut_new(ImageControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    GtkBox *box = GTK_BOX(column);

    controls->gamut = follow(controls, option_combo_new("gamut"), "changed");
    form_row(box, labels, _("Outside the _gamut:"), controls->gamut, controls->gamut,
             option_explanation("gamut"));
    controls->compress = add_slider(controls, box, labels, _("Compres_sion:"), "compress");
    controls->keep_exact = add_check(controls, box, _("_Keep exact colors"), "keep-exact");
    return section_new(_("Colors of the _palette"), gamut_options, column);
}

GtkWidget *image_controls_new(gint channels)
{
    ImageControls *controls = g_object_new(image_controls_get_type(), NULL);
    GtkSizeGroup *left = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    GtkSizeGroup *right = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);

    controls->section[TONE] = tone_new(controls, channels, left);
    controls->section[GAMUT] = gamut_new(controls, right);
    controls->section[DETAIL] = detail_new(controls, right);
    form_two_columns(GTK_BOX(controls), form_frames(controls->section, 1),
                     form_frames(controls->section + 1, SECTIONS - 1));
    g_object_unref(left);
    g_object_unref(right);
    return GTK_WIDGET(controls);
}

void image_controls_get(GtkWidget *widget, DitherSettings *settings)
{
    const ImageControls *controls = image_controls(widget);

    settings->stretch = is_checked(controls->stretch);
    settings->stretch_share = form_get_real(controls->stretch_share);
    settings->brightness = form_get_number(controls->brightness);
    settings->contrast = form_get_number(controls->contrast);
    settings->gamma = form_get_real(controls->gamma);
    settings->saturation = form_get_number(controls->saturation);
    settings->invert = is_checked(controls->invert);
    settings_replace_text(&settings->gamut, name_combo_get(controls->gamut));
    settings->compress = form_get_number(controls->compress);
    settings->detail = form_get_number(controls->detail);
    settings->dot = form_get_number(controls->dot);
    settings->keep_exact = is_checked(controls->keep_exact);
}

static void set_check(GtkWidget *check, gboolean is_on)
{
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(check), is_on);
}

void image_controls_set(GtkWidget *widget, const DitherSettings *settings)
{
    ImageControls *controls = image_controls(widget);

    controls->setting = TRUE;
    set_check(controls->stretch, settings->stretch);
    form_set_number(controls->stretch_share, settings->stretch_share);
    form_set_number(controls->brightness, settings->brightness);
    form_set_number(controls->contrast, settings->contrast);
    form_set_number(controls->gamma, settings->gamma);
    form_set_number(controls->saturation, settings->saturation);
    set_check(controls->invert, settings->invert);
    name_combo_set_or_first(controls->gamut, settings->gamut);
    form_set_number(controls->compress, settings->compress);
    form_set_number(controls->detail, settings->detail);
    form_set_number(controls->dot, settings->dot);
    set_check(controls->keep_exact, settings->keep_exact);
    controls->setting = FALSE;
    update_sensitivity(controls);
    for (gint i = 0; i < SECTIONS; i++)
        section_set(controls->section[i], settings);
}

void image_controls_allow_gamut(GtkWidget *widget, gboolean has_palette)
{
    image_controls(widget)->has_palette = has_palette;
    update_sensitivity(image_controls(widget));
}
