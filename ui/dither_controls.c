/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the column with the controls for all settings, which scrolls by itself. */
#include "dither_controls.h"

#include "dot_gain_entry.h"
#include "engine_combo.h"
#include "errdiff.h"
#include "form.h"
#include "kernel_chooser.h"
#include "name_combo.h"
#include "number_spin.h"
#include "option_controls.h"
#include "screen_chooser.h"
#include "section.h"
#include "size_entry.h"
#include "toolkit.h"

#include <glib/gi18n.h>

/* Choices of the option "output". */
#define LAYER "new-layer"
#define REPLACE "replace"
#define INDEXED "new-indexed-image"

/* The groups whose controls are in a part of the dialog that opens and closes. */
enum { GAMUT, SCREEN, DETAIL, FRAMES, SPEED, SECTIONS };

static const struct {
    errdiff_option_group group;
    const gchar *title;
} sections[SECTIONS] = {
    [GAMUT] = {ERRDIFF_GROUP_GAMUT, N_("Gamut of the pa_lette")},
    [DETAIL] = {ERRDIFF_GROUP_DETAIL, N_("De_tail and dots")},
    [SCREEN] = {ERRDIFF_GROUP_SCREEN, N_("S_creen")},
    [FRAMES] = {ERRDIFF_GROUP_FRAMES, N_("Ani_mation")},
    [SPEED] = {ERRDIFF_GROUP_SPEED, N_("Ad_vanced")},
};

typedef struct {
    GtkScrolledWindow parent;
    OptionControls *options;
    GtkWidget *kernel, *screen, *colors, *output, *automatic_gamma, *dot_gain, *size;
    GtkWidget *below_output; /* a box */
    GtkWidget *section[SECTIONS];
    const PreviewSource *source;
    const gchar *left_output; /* LAYER or REPLACE, if that was chosen and had to be left for INDEXED
                               * because the palette does not suit it; NULL: neither */
    gboolean setting; /* the code sets several widgets: "changed" must not be emitted for each */
} DitherControls;

typedef GtkScrolledWindowClass DitherControlsClass;

GType dither_controls_get_type(void);
G_DEFINE_TYPE(DitherControls, dither_controls, GTK_TYPE_SCROLLED_WINDOW)

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

static void choose_output(DitherControls *controls, const gchar *name)
{
    gboolean was_setting = controls->setting;

    controls->setting = TRUE;
    name_combo_set(controls->output, name);
    controls->setting = was_setting;
}

/* LAYER, REPLACE, or NULL if neither is chosen. */
static const gchar *chosen_layer(DitherControls *controls)
{
    gchar *name = name_combo_get(controls->output);
    const gchar *layer = g_strcmp0(name, LAYER) == 0     ? LAYER
                         : g_strcmp0(name, REPLACE) == 0 ? REPLACE
                                                         : NULL;

    g_free(name);
    return layer;
}

/* A palette with other colors than an indexed image has can only give another one. What was chosen
 * comes back with the next palette that suits it, as while a list of colors is being typed. */
static void allow_outputs(DitherControls *controls, const DitherSettings *settings)
{
    const PreviewSource *source = controls->source;
    gboolean suits;

    name_combo_allow(controls->output, INDEXED, colors_chooser_has_palette(controls->colors));
    if (!source->is_indexed)
        return;
    suits = source->suits_colormap(source->user, settings);
    name_combo_allow(controls->output, LAYER, suits);
    name_combo_allow(controls->output, REPLACE, suits);
    if (suits && controls->left_output != NULL) {
        choose_output(controls, controls->left_output);
        controls->left_output = NULL;
    } else if (!suits && chosen_layer(controls) != NULL) {
        controls->left_output = chosen_layer(controls);
        choose_output(controls, INDEXED);
    }
}

/* Grays out what has no effect with the other settings. */
static void allow_options(DitherControls *controls, const DitherSettings *settings)
{
    DitherSettings *resolved = dither_settings_copy(settings);
    Shown shown = {controls, resolved};
    gboolean has_palette = colors_chooser_has_palette(controls->colors);

    if (controls->source->channels == 1 && g_str_equal(settings->levels, "auto"))
        settings_replace_text(&resolved->levels, g_strdup("2"));
    option_controls_allow(controls->options, has_effect, &shown);
    allow_outputs(controls, settings);
    gtk_widget_set_visible(controls->section[GAMUT], has_palette);
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

/* The labels of a part are as wide as its longest. */
static GtkSizeGroup *labels_new(void)
{
    return gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);
}

static void add(GtkWidget *column, GtkWidget *part)
{
    gtk_box_pack_start(GTK_BOX(column), part, FALSE, FALSE, 0);
}

/* A part of the dialog that opens and closes. */
static GtkWidget *section_of_part(DitherControls *controls, gint part, GtkWidget *column)
{
    controls->section[part] = section_new(_(sections[part].title), sections[part].group, column);
    return controls->section[part];
}

/* Such a part with the controls of its group and no others. */
static GtkWidget *group_new(DitherControls *controls, gint part)
{
    GtkSizeGroup *labels = labels_new();
    GtkWidget *column = form_column();

    option_controls_add_group(controls->options, sections[part].group, GTK_BOX(column), labels);
    g_object_unref(labels);
    return section_of_part(controls, part, column);
}

static GtkWidget *colors_new(DitherControls *controls, gint channels,
                             const PaletteButton *palette_button)
{
    GtkSizeGroup *labels = labels_new();
    GtkWidget *column = form_column();

    controls->colors = colors_chooser_new(channels, labels, palette_button);
    g_signal_connect_swapped(controls->colors, "changed", G_CALLBACK(changed), controls);
    add(column, controls->colors);
    add(column, group_new(controls, GAMUT));
    g_object_unref(labels);
    return form_frame(_("Colors"), column);
}

static GtkWidget *screen_new(DitherControls *controls)
{
    GtkSizeGroup *labels = labels_new();
    GtkWidget *column = form_column();

    controls->screen = screen_chooser_new(labels);
    g_signal_connect_swapped(controls->screen, "changed", G_CALLBACK(changed), controls);
    add(column, controls->screen);
    option_controls_add_group(controls->options, ERRDIFF_GROUP_SCREEN, GTK_BOX(column), labels);
    g_object_unref(labels);
    return section_of_part(controls, SCREEN, column);
}

static GtkWidget *method_new(DitherControls *controls)
{
    GtkSizeGroup *labels = labels_new();
    GtkWidget *column = form_column();

    controls->kernel = kernel_chooser_new(labels);
    g_signal_connect_swapped(controls->kernel, "changed", G_CALLBACK(changed), controls);
    add(column, controls->kernel);
    option_controls_add_group(controls->options, ERRDIFF_GROUP_DIFFUSION, GTK_BOX(column), labels);
    add(column, screen_new(controls));
    add(column, group_new(controls, DETAIL));
    g_object_unref(labels);
    return form_frame(_("Method"), column);
}

/* A slider beside the choice of the tone, which the user cannot move. */
static void add_automatic_gamma(DitherControls *controls)
{
    GtkWidget *tone = option_controls_find(controls->options, "tone");
    GtkWidget *scale = gtk_hscale_new_with_range(1, ERRDIFF_MAX_AUTOMATIC_GAMMA, 0.01);

    gtk_scale_set_value_pos(GTK_SCALE(scale), GTK_POS_RIGHT);
    gtk_widget_set_size_request(scale, 60, -1);
    gtk_widget_set_sensitive(scale, FALSE);
    gtk_widget_set_tooltip_text(scale, _("The gamma that the automatic tone has chosen"));
    atk_object_set_name(gtk_widget_get_accessible(scale), _("Automatic gamma"));
    gtk_box_pack_start(GTK_BOX(gtk_widget_get_parent(tone)), scale, TRUE, TRUE, 0);
    controls->automatic_gamma = scale;
}

static GtkWidget *tone_new(DitherControls *controls)
{
    GtkSizeGroup *labels = labels_new();
    GtkWidget *column = form_column();

    option_controls_add_group(controls->options, ERRDIFF_GROUP_LIGHT, GTK_BOX(column), labels);
    option_controls_add_group(controls->options, ERRDIFF_GROUP_TONE, GTK_BOX(column), labels);
    controls->dot_gain = dot_gain_entry_new(labels);
    g_signal_connect_swapped(controls->dot_gain, "changed", G_CALLBACK(changed), controls);
    add(column, controls->dot_gain);
    add_automatic_gamma(controls);
    g_object_unref(labels);
    return form_frame(_("Tone"), column);
}

/* The label of the threads is longer than the labels of the other rows may become. */
static GtkWidget *speed_new(DitherControls *controls)
{
    GtkSizeGroup *labels = labels_new(), *threads = labels_new();
    GtkWidget *column = form_column();

    option_controls_add_combo(controls->options, "engine", engine_combo_new(), GTK_BOX(column),
                              labels);
    option_controls_add_group(controls->options, ERRDIFF_GROUP_SPEED, GTK_BOX(column), threads);
    gtk_widget_set_tooltip_text(
        option_controls_find(controls->options, "threads"),
        _("How many threads an engine may use; automatically one for each processor. Serial "
          "engines use one. The number does not affect the pixels."));
    number_spin_name_zero(option_controls_find(controls->options, "threads"), _("Automatic"));
    engines_that_cannot_run(GTK_BOX(column));
    g_object_unref(threads);
    g_object_unref(labels);
    return section_of_part(controls, SPEED, column);
}

static GtkWidget *output_new(const DitherControls *controls, gboolean can_add_layer)
{
    GtkWidget *output = name_combo_new();

    if (can_add_layer)
        name_combo_append(output, LAYER, _("New layer above"), TRUE);
    name_combo_append(output, REPLACE, _("Current layer"), TRUE);
    if (can_add_layer && !controls->source->is_indexed)
        name_combo_append(output, "ink-layers", _("New layer for each ink"), TRUE);
    if (can_add_layer || controls->source->is_indexed)
        name_combo_append(output, INDEXED, _("New indexed image"), TRUE);
    return output;
}

/* The resolution is that of the size in millimeters, and of screens in lines per inch. */
static void add_size(DitherControls *controls, GtkWidget *column, GtkSizeGroup *labels)
{
    GtkWidget *resolution = form_column(), *dpi;

    option_controls_add_first(controls->options, "dpi", GTK_BOX(resolution), labels);
    dpi = option_controls_find(controls->options, "dpi");
    gtk_widget_set_tooltip_text(dpi, _("Pixels per inch, for a size in millimeters and for a "
                                       "screen in lines per inch; 0: those of the image"));
    controls->size = size_entry_new(controls->source, dpi, labels);
    g_signal_connect_swapped(controls->size, "changed", G_CALLBACK(changed), controls);
    add(column, controls->size);
    add(column, resolution);
}

/* The section for frames is hidden if there is only one layer. */
static GtkWidget *result_new(DitherControls *controls, gboolean can_add_layer)
{
    GtkSizeGroup *labels = labels_new();
    GtkWidget *column = form_column(), *frames = group_new(controls, FRAMES);

    controls->output = output_new(controls, can_add_layer);
    option_controls_add_combo(controls->options, "output", controls->output, GTK_BOX(column),
                              labels);
    gtk_widget_set_tooltip_text(
        controls->output,
        controls->source->is_indexed
            ? _("Where the dithered pixels go. With another size, or if the palette has a color "
                "that is not in the colormap of this image, they can only become a new indexed "
                "image.")
            : _("Where the dithered pixels go"));
    controls->below_output = gtk_hbox_new(FALSE, FORM_SPACING);
    form_beside_labels(GTK_BOX(column), labels, controls->below_output);
    add_size(controls, column, labels);
    option_controls_add_group(controls->options, ERRDIFF_GROUP_TRANSPARENCY, GTK_BOX(column),
                              labels);
    gtk_widget_set_no_show_all(frames, !controls->source->has_frames);
    add(column, frames);
    add(column, speed_new(controls));
    g_object_unref(labels);
    return form_frame(_("Result"), column);
}

static void open_sections(const DitherControls *controls, gboolean are_open)
{
    for (gint i = 0; i < SECTIONS; i++)
        gtk_expander_set_expanded(GTK_EXPANDER(controls->section[i]), are_open);
}

/* Otherwise the preview would shrink when a section opens that is wider than the others. */
static void keep_width(const DitherControls *controls, GtkWidget *column)
{
    GtkRequisition wanted;

    gtk_widget_show_all(column);
    open_sections(controls, TRUE);
    gtk_widget_size_request(column, &wanted);
    gtk_widget_set_size_request(column, wanted.width, -1);
    open_sections(controls, FALSE);
}

/* In the order in which people need them. */
static GtkWidget *column_new(DitherControls *controls, gint channels, gboolean can_add_layer,
                             const PaletteButton *palette_button)
{
    GtkWidget *result = result_new(controls, can_add_layer); /* it has a row of Method's group */
    GtkWidget *const parts[] = {
        colors_new(controls, channels, palette_button),
        method_new(controls),
        tone_new(controls),
        result,
    };
    GtkWidget *column = form_frames(parts, G_N_ELEMENTS(parts));

    gtk_container_set_border_width(GTK_CONTAINER(column), FORM_SPACING);
    toolkit_narrow_spins(column);
    keep_width(controls, column);
    gtk_widget_set_no_show_all(controls->section[GAMUT], TRUE);
    gtk_widget_set_tooltip_text(
        option_controls_find(controls->options, "refine"),
        _("Changes pixels after the dithering where an eye then sees less error. It takes much "
          "longer."));
    return column;
}

static gboolean scroll(GtkWidget *control, GdkEvent *event, gpointer window)
{
    (void)control;
    gtk_widget_event(window, event);
    return TRUE;
}

/* The wheel scrolls the column, and changes no control that is under the pointer meanwhile. */
static void leave_the_wheel(GtkWidget *widget, gpointer window)
{
    if (GTK_IS_COMBO_BOX(widget) || GTK_IS_SPIN_BUTTON(widget) || GTK_IS_SCALE(widget))
        g_signal_connect(widget, "scroll-event", G_CALLBACK(scroll), window);
    if (GTK_IS_CONTAINER(widget))
        gtk_container_forall(GTK_CONTAINER(widget), leave_the_wheel, window);
}

/* As wide as its controls. What gets the focus is scrolled to. */
GtkWidget *dither_controls_new(const PreviewSource *source, gboolean can_add_layer,
                               const PaletteButton *palette_button)
{
    DitherControls *controls = g_object_new(dither_controls_get_type(), NULL);
    GtkScrolledWindow *window = GTK_SCROLLED_WINDOW(controls);
    AtkObject *accessible = gtk_widget_get_accessible(GTK_WIDGET(controls));
    GtkWidget *column;

    controls->source = source;
    controls->setting = TRUE; /* until dither_controls_set */
    atk_object_set_name(accessible, _("Settings"));
    gtk_widget_set_can_focus(GTK_WIDGET(controls), FALSE); /* what is in it has the focus */
    column = column_new(controls, source->channels, can_add_layer, palette_button);
    gtk_scrolled_window_set_policy(window, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_scrolled_window_add_with_viewport(window, column);
    gtk_viewport_set_shadow_type(GTK_VIEWPORT(gtk_bin_get_child(GTK_BIN(window))), GTK_SHADOW_NONE);
    gtk_container_set_focus_vadjustment(GTK_CONTAINER(column),
                                        gtk_scrolled_window_get_vadjustment(window));
    leave_the_wheel(column, window);
    return GTK_WIDGET(controls);
}

void dither_controls_add_below_output(GtkWidget *widget, GtkWidget *button)
{
    gtk_box_pack_start(GTK_BOX(dither_controls(widget)->below_output), button, FALSE, FALSE, 0);
}

void dither_controls_get(GtkWidget *widget, DitherSettings *settings)
{
    const DitherControls *controls = dither_controls(widget);

    settings_replace_text(&settings->kernel, kernel_chooser_get(controls->kernel));
    settings_replace_text(&settings->dot_gain, dot_gain_entry_get(controls->dot_gain));
    size_entry_get(controls->size, settings);
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
    size_entry_set(controls->size, settings);
    show_serpentine(controls, settings);
    controls->setting = FALSE;
    if (chosen_layer(controls) != NULL)
        controls->left_output = NULL;
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
        complaint = g_strdup(controls->source->is_indexed
                                 ? _("An indexed image needs a palette; choose one, or convert the "
                                     "image to RGB first (Image › Mode)")
                                 : _("A new indexed image needs a palette"));
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
