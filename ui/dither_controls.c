/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the two tabs with the controls for all settings. */
#include "dither_controls.h"

#include "dot_gain_entry.h"
#include "engine_combo.h"
#include "errdiff.h"
#include "form.h"
#include "kernel_chooser.h"
#include "name_combo.h"
#include "option_controls.h"
#include "screen_chooser.h"
#include "section.h"

#include <glib/gi18n.h>

#define INDEXED "new-indexed-image"

/* The groups whose controls are in a part of the dialog that opens and closes. */
enum { TONE, GAMUT, DETAIL, SCREEN, FRAMES, SPEED, SECTIONS };

static const struct {
    errdiff_option_group group;
    const gchar *title;
} sections[SECTIONS] = {
    [TONE] = {ERRDIFF_GROUP_TONE, N_("Ad_justment")},
    [GAMUT] = {ERRDIFF_GROUP_GAMUT, N_("Colors of the _palette")},
    [DETAIL] = {ERRDIFF_GROUP_DETAIL, N_("_Detail and dots")},
    [SCREEN] = {ERRDIFF_GROUP_SCREEN, N_("S_creen")},
    [FRAMES] = {ERRDIFF_GROUP_FRAMES, N_("Ani_mation")},
    [SPEED] = {ERRDIFF_GROUP_SPEED, N_("Ad_vanced")},
};

/* Two tabs: the dithering itself, and what is done with the image before it. */
typedef struct {
    GtkNotebook parent;
    OptionControls *options;
    GtkWidget *kernel, *screen, *colors, *light_line, *output, *automatic_gamma, *dot_gain;
    GtkWidget *section[SECTIONS];
    const PreviewSource *source;
    gboolean setting; /* the code sets several widgets: "changed" must not be emitted for each */
} DitherControls;

typedef GtkNotebookClass DitherControlsClass;

GType dither_controls_get_type(void);
G_DEFINE_TYPE(DitherControls, dither_controls, GTK_TYPE_NOTEBOOK)

static guint changed_signal;

static void dither_controls_finalize(GObject *object)
{
    option_controls_free(((DitherControls *)object)->options);
    G_OBJECT_CLASS(dither_controls_parent_class)->finalize(object);
}

static void dither_controls_class_init(DitherControlsClass *class)
{
    G_OBJECT_CLASS(class)->finalize = dither_controls_finalize;
    changed_signal = g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static DitherControls *dither_controls(GtkWidget *widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, dither_controls_get_type(), DitherControls);
}

/* The settings that are shown, and the controls that show them. */
typedef struct {
    const DitherControls *controls;
    const DitherSettings *settings;
} Shown;

/* Zhou and Fang's kernel adds noise by itself. */
static gboolean uses_seed(const Shown *shown)
{
    const DitherSettings *settings = shown->settings;

    return settings->noise > 0 || g_strcmp0(settings->kernel, "zhou-fang") == 0 ||
           (shown->controls->source->has_alpha && g_strcmp0(settings->alpha, "dither") == 0);
}

static gboolean has_effect(const errdiff_option_info *option, gpointer user)
{
    const Shown *shown = user;

    if (g_str_equal(option->name, "seed"))
        return uses_seed(shown);
    if (shown->controls->source->channels == 1 &&
        (g_str_equal(option->name, "gray") || g_str_equal(option->name, "saturation")))
        return FALSE;
    if (g_str_equal(option->name, "alpha"))
        return shown->controls->source->has_alpha;
    if (g_str_equal(option->name, "stable"))
        return shown->settings->frames || shown->controls->source->has_layers;
    return dither_settings_have_effect(shown->settings, option);
}

/* Grays out what has no effect with the other settings. */
static void allow_options(DitherControls *controls, const DitherSettings *settings)
{
    DitherSettings *resolved = dither_settings_copy(settings);
    Shown shown = {controls, resolved};

    if (controls->source->channels == 1 && g_str_equal(settings->levels, "auto"))
        settings_replace_text(&resolved->levels, g_strdup("2"));
    option_controls_allow(controls->options, has_effect, &shown);
    name_combo_allow(controls->output, INDEXED, colors_chooser_has_palette(controls->colors));
    dither_settings_free(resolved);
}

static void show_serpentine(DitherControls *controls, const DitherSettings *settings)
{
    gboolean was_setting = controls->setting;

    controls->setting = TRUE;
    option_controls_show_automatic(controls->options, "serpentine",
                                   dither_settings_are_serpentine(settings));
    controls->setting = was_setting;
}

static void changed(DitherControls *controls)
{
    DitherSettings *now;

    if (controls->setting)
        return;
    now = dither_settings_new();
    dither_controls_get(GTK_WIDGET(controls), now);
    allow_options(controls, now);
    screen_chooser_draw(controls->screen, now);
    show_serpentine(controls, now);
    for (gint i = 0; i < SECTIONS; i++)
        section_follow(controls->section[i], now);
    dither_settings_free(now);
    g_signal_emit(controls, changed_signal, 0);
}

static void dither_controls_init(DitherControls *controls)
{
    controls->options = option_controls_new(&dither_settings_kind, G_CALLBACK(changed), controls);
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* A column with the controls of a group. */
static GtkWidget *group_new(DitherControls *controls, errdiff_option_group group,
                            GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();

    option_controls_add_group(controls->options, group, GTK_BOX(column), labels);
    return column;
}

static GtkWidget *part_new(DitherControls *controls, gint part, GtkWidget *column)
{
    controls->section[part] = section_new(_(sections[part].title), sections[part].group, column);
    return controls->section[part];
}

static GtkWidget *look_new(DitherControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();

    controls->kernel = kernel_chooser_new(labels);
    g_signal_connect_swapped(controls->kernel, "changed", G_CALLBACK(changed), controls);
    gtk_box_pack_start(GTK_BOX(column), controls->kernel, FALSE, FALSE, 0);
    option_controls_add_group(controls->options, ERRDIFF_GROUP_DIFFUSION, GTK_BOX(column), labels);
    return form_frame(_("Dithering"), column);
}

static GtkWidget *screen_new(DitherControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();

    controls->screen = screen_chooser_new(labels);
    g_signal_connect_swapped(controls->screen, "changed", G_CALLBACK(changed), controls);
    gtk_box_pack_start(GTK_BOX(column), controls->screen, FALSE, FALSE, 0);
    option_controls_add_group(controls->options, ERRDIFF_GROUP_SCREEN, GTK_BOX(column), labels);
    return part_new(controls, SCREEN, column);
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

static void explain_light(DitherControls *controls, GtkToggleButton *linear)
{
    gtk_label_set_text(GTK_LABEL(controls->light_line),
                       gtk_toggle_button_get_active(linear)
                           ? _("Preserves brightness seen from a distance.")
                           : _("Uses display (sRGB) values."));
}

static GtkWidget *light_new(DitherControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = group_new(controls, ERRDIFF_GROUP_LIGHT, labels);
    GtkWidget *linear = option_controls_find(controls->options, "linear");

    controls->light_line = form_note();
    gtk_box_pack_start(GTK_BOX(column), controls->light_line, FALSE, FALSE, 0);
    g_signal_connect_swapped(linear, "toggled", G_CALLBACK(explain_light), controls);
    explain_light(controls, GTK_TOGGLE_BUTTON(linear));
    return form_frame(_("Light"), column);
}

/* The label of the threads is longer than the labels of the other rows may become. */
static GtkWidget *speed_new(DitherControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    GtkSizeGroup *threads = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);

    option_controls_add_combo(controls->options, "engine", engine_combo_new(), GTK_BOX(column),
                              labels);
    option_controls_add_group(controls->options, ERRDIFF_GROUP_SPEED, GTK_BOX(column), threads);
    gtk_widget_set_tooltip_text(
        option_controls_find(controls->options, "threads"),
        _("How many threads an engine may use; 0: one for each processor. Serial engines use "
          "one. The number does not affect the pixels."));
    g_object_unref(threads);
    engines_that_cannot_run(GTK_BOX(column));
    return part_new(controls, SPEED, column);
}

static GtkWidget *result_new(DitherControls *controls, GtkSizeGroup *labels, gboolean can_add_layer)
{
    GtkWidget *column = form_column();

    controls->output = name_combo_new();
    if (can_add_layer)
        name_combo_append(controls->output, "new-layer", _("New layer above"), TRUE);
    if (!controls->source->is_indexed)
        name_combo_append(controls->output, "replace", _("Current layer"), TRUE);
    if (can_add_layer || controls->source->is_indexed)
        name_combo_append(controls->output, INDEXED, _("New indexed image"), TRUE);
    option_controls_add_combo(controls->options, "output", controls->output, GTK_BOX(column),
                              labels);
    gtk_widget_set_tooltip_text(controls->output, _("Where the dithered pixels go"));
    return form_frame(_("Result"), column);
}

/* Hidden if there is only one layer. */
static GtkWidget *frames_new(DitherControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *part = part_new(controls, FRAMES, group_new(controls, ERRDIFF_GROUP_FRAMES, labels));

    gtk_widget_set_no_show_all(part, !controls->source->has_frames);
    return part;
}

static GtkWidget *dithering_new(DitherControls *controls, gint channels, gboolean can_add_layer,
                                const PaletteButton *palette_button)
{
    GtkSizeGroup *left = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    GtkSizeGroup *right = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    GtkWidget *const pixels[] = {
        look_new(controls, left),
        light_new(controls, left),
        form_frame(_("Transparency"), group_new(controls, ERRDIFF_GROUP_TRANSPARENCY, left)),
    };
    GtkWidget *const rest[] = {
        colors_new(controls, channels, right, palette_button),
        screen_new(controls, right),
        result_new(controls, right, can_add_layer),
        frames_new(controls, right),
        speed_new(controls, right),
    };
    GtkWidget *page = gtk_hbox_new(FALSE, 0);

    form_two_columns(GTK_BOX(page), form_frames(pixels, G_N_ELEMENTS(pixels)),
                     form_frames(rest, G_N_ELEMENTS(rest)));
    g_object_unref(left);
    g_object_unref(right);
    return page;
}

/* A slider beside the choice of the tone, which the user cannot move. */
static void add_automatic_gamma(DitherControls *controls)
{
    GtkWidget *tone = option_controls_find(controls->options, "tone");
    GtkWidget *scale = gtk_hscale_new_with_range(1, ERRDIFF_MAX_AUTOMATIC_GAMMA, 0.01);

    gtk_scale_set_value_pos(GTK_SCALE(scale), GTK_POS_RIGHT);
    gtk_widget_set_size_request(scale, 100, -1);
    gtk_widget_set_sensitive(scale, FALSE);
    gtk_widget_set_tooltip_text(scale, _("The gamma that the automatic tone has chosen"));
    atk_object_set_name(gtk_widget_get_accessible(scale), _("Automatic gamma"));
    gtk_box_pack_start(GTK_BOX(gtk_widget_get_parent(tone)), scale, TRUE, TRUE, 0);
    controls->automatic_gamma = scale;
}

static GtkWidget *tone_new(DitherControls *controls, GtkSizeGroup *labels)
{
    GtkWidget *column = group_new(controls, ERRDIFF_GROUP_TONE, labels);

    controls->dot_gain = dot_gain_entry_new(labels);
    g_signal_connect_swapped(controls->dot_gain, "changed", G_CALLBACK(changed), controls);
    gtk_box_pack_start(GTK_BOX(column), controls->dot_gain, FALSE, FALSE, 0);
    return column;
}

static GtkWidget *image_new(DitherControls *controls)
{
    GtkSizeGroup *left = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    GtkSizeGroup *right = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
    GtkWidget *page = gtk_hbox_new(FALSE, 0);

    part_new(controls, TONE, tone_new(controls, left));
    for (gint i = GAMUT; i <= DETAIL; i++)
        part_new(controls, i, group_new(controls, sections[i].group, right));
    gtk_widget_set_tooltip_text(
        option_controls_find(controls->options, "refine"),
        _("Changes pixels after the dithering where an eye then sees less error. It takes much "
          "longer."));
    add_automatic_gamma(controls);
    form_two_columns(GTK_BOX(page), form_frames(controls->section + TONE, 1),
                     form_frames(controls->section + GAMUT, 2));
    g_object_unref(left);
    g_object_unref(right);
    return page;
}

GtkWidget *dither_controls_new(const PreviewSource *source, gboolean can_add_layer,
                               const PaletteButton *palette_button)
{
    DitherControls *controls = g_object_new(dither_controls_get_type(), NULL);
    GtkNotebook *notebook = GTK_NOTEBOOK(controls);
    AtkObject *tabs = gtk_widget_get_accessible(GTK_WIDGET(controls));

    controls->source = source;
    controls->setting = TRUE; /* until dither_controls_set */
    atk_object_set_name(tabs, _("Settings"));
    atk_object_set_description(tabs,
                               _("How the image is dithered, and what is done with it before"));
    gtk_notebook_append_page(
        notebook, dithering_new(controls, source->channels, can_add_layer, palette_button),
        gtk_label_new(_("Dithering")));
    gtk_notebook_append_page(notebook, image_new(controls), gtk_label_new(_("Image")));
    return GTK_WIDGET(controls);
}

void dither_controls_get(GtkWidget *widget, DitherSettings *settings)
{
    const DitherControls *controls = dither_controls(widget);

    settings_replace_text(&settings->kernel, kernel_chooser_get(controls->kernel));
    settings_replace_text(&settings->dot_gain, dot_gain_entry_get(controls->dot_gain));
    screen_chooser_get(controls->screen, settings);
    option_controls_get(controls->options, settings);
    settings->frames = settings->frames && controls->source->has_frames;
    colors_chooser_get(controls->colors, settings);
}

void dither_controls_set(GtkWidget *widget, const DitherSettings *settings)
{
    DitherControls *controls = dither_controls(widget);

    controls->setting = TRUE;
    kernel_chooser_set(controls->kernel, settings->kernel);
    screen_chooser_set(controls->screen, settings);
    colors_chooser_set(controls->colors, settings);
    dot_gain_entry_set(controls->dot_gain, settings->dot_gain);
    option_controls_set(controls->options, settings);
    show_serpentine(controls, settings);
    controls->setting = FALSE;
    allow_options(controls, settings);
    for (gint i = 0; i < SECTIONS; i++)
        section_set(controls->section[i], settings);
}

gchar *dither_controls_complaint(GtkWidget *widget)
{
    const DitherControls *controls = dither_controls(widget);
    gchar *output = name_combo_get(controls->output);
    gchar *complaint = kernel_chooser_complaint(controls->kernel);

    if (complaint == NULL)
        complaint = colors_chooser_complaint(controls->colors);
    if (complaint == NULL)
        complaint = dot_gain_entry_complaint(controls->dot_gain);
    if (complaint == NULL && g_strcmp0(output, INDEXED) == 0 &&
        !colors_chooser_has_palette(controls->colors))
        complaint = g_strdup(_("A new indexed image needs a palette"));
    g_free(output);
    return complaint;
}

void dither_controls_show_gamma(GtkWidget *widget, gdouble gamma)
{
    gtk_range_set_value(GTK_RANGE(dither_controls(widget)->automatic_gamma), gamma);
}

GtkWidget *dither_controls_colors(GtkWidget *widget)
{
    return dither_controls(widget)->colors;
}

void dither_controls_focus(GtkWidget *widget)
{
    kernel_chooser_focus(dither_controls(widget)->kernel);
}
