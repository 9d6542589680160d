/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets the user choose the colors of the result: levels, or a palette from one of several
 * sources. */
#include "colors_chooser.h"

#include "color_list.h"
#include "form.h"
#include "levels_chooser.h"
#include "name_combo.h"
#include "number_spin.h"
#include "option_controls.h"
#include "palette_drop.h"
#include "palette_editor.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

/* The sources of the colors, besides the palettes that the core knows by name. */
#define FROM_LEVELS "levels"
#define FROM_IMAGE "image"
#define FROM_PROGRAM "program"
#define FROM_FILE "file"
#define FROM_LIST "list"

#define ADAPTIVE "adaptive:"
#define OF_PROGRAM "gimp:"

/* The colors that are written if a palette has both. */
#define AS_SEEN "seen"
#define FOR_DEVICE "device"

#define NO_FILE "./" /* while the user has not chosen a file; no palette has this text */

#define USUAL_LIST "#000000,#ffffff"

typedef struct {
    GtkVBox parent;
    GtkWidget *source;
    GtkWidget *levels;
    GtkWidget *count, *locked, *image_rows;
    const PaletteButton *palette_button;
    GtkWidget *program, *program_row;
    GtkWidget *file, *file_row;
    GtkWidget *list, *list_row;
    GtkWidget *match, *match_row;
    GtkWidget *written, *written_row;
    GtkWidget *editor;
    gint channels;
    gboolean was_automatic; /* the settings that were shown at first chose no colors */
    gboolean setting; /* the code sets several widgets: "changed" must not be emitted for each */
} ColorsChooser;

typedef GtkVBoxClass ColorsChooserClass;

GType colors_chooser_get_type(void);
G_DEFINE_TYPE(ColorsChooser, colors_chooser, GTK_TYPE_VBOX)

static guint changed_signal, picking_signal, selection_signal;

static ColorsChooser *colors_chooser(gpointer widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, colors_chooser_get_type(), ColorsChooser);
}

static void colors_chooser_class_init(ColorsChooserClass *class)
{
    changed_signal = g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
    picking_signal = g_signal_new("picking", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
    selection_signal = g_signal_new("selection-wanted", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST,
                                    0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void colors_chooser_init(ColorsChooser *chooser)
{
    gtk_box_set_spacing(GTK_BOX(chooser), FORM_SPACING);
}

static void changed(ColorsChooser *chooser)
{
    if (!chooser->setting)
        g_signal_emit(chooser, changed_signal, 0);
}

/* Shows the rows that the chosen source needs, and hides the others. */
static void source_chosen(ColorsChooser *chooser)
{
    gchar *source = name_combo_get(chooser->source);
    const struct {
        GtkWidget *rows;
        gboolean needed;
    } parts[] = {
        {chooser->levels, g_strcmp0(source, FROM_LEVELS) == 0},
        {chooser->image_rows, g_strcmp0(source, FROM_IMAGE) == 0},
        {chooser->program_row, g_strcmp0(source, FROM_PROGRAM) == 0},
        {chooser->file_row, g_strcmp0(source, FROM_FILE) == 0},
        {chooser->list_row, g_strcmp0(source, FROM_LIST) == 0},
        {chooser->match_row, g_strcmp0(source, FROM_LEVELS) != 0},
        {chooser->editor, g_strcmp0(source, FROM_LEVELS) != 0},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
        gtk_widget_set_visible(parts[i].rows, parts[i].needed);
    if (g_strcmp0(source, FROM_LEVELS) == 0) {
        palette_editor_stop_picking(chooser->editor);
        gtk_widget_hide(chooser->written_row);
    }
    palette_editor_set_from_image(chooser->editor, g_strcmp0(source, FROM_IMAGE) == 0);
    g_free(source);
    changed(chooser);
}

/* From now on only source_chosen shows and hides these rows, and no gtk_widget_show_all does. */
static void hide_until_needed(GtkWidget *rows)
{
    gtk_widget_show_all(rows);
    gtk_widget_hide(rows);
    gtk_widget_set_no_show_all(rows, TRUE);
}

enum { STRIP_WIDTH = 64, STRIP_HEIGHT = 12 }; /* of a palette's colors, in pixels */

/* The colors of a palette side by side, for the list; the caller drops the reference. */
static GdkPixbuf *strip_of(const errdiff_palette *palette)
{
    GdkPixbuf *strip = gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, STRIP_WIDTH, STRIP_HEIGHT);
    gint stride = gdk_pixbuf_get_rowstride(strip);
    guchar *pixels = gdk_pixbuf_get_pixels(strip);

    for (gint y = 0; y < STRIP_HEIGHT; y++)
        for (gint x = 0; x < STRIP_WIDTH; x++)
            memcpy(pixels + y * stride + 3 * x, palette->colors[x * palette->count / STRIP_WIDTH],
                   3);
    return strip;
}

static void append_named(GtkWidget *combo, const errdiff_palette_info *info)
{
    errdiff_palette palette;
    GdkPixbuf *strip;

    errdiff_palette_find(info->name, &palette, NULL);
    strip = strip_of(&palette);
    name_combo_append(combo, info->name, _(info->title), TRUE);
    name_combo_set_image(combo, info->name, strip);
    g_object_unref(strip);
}

/* The named palettes, each group below a line. */
static void append_all_named(GtkWidget *combo)
{
    errdiff_palette_group last = ERRDIFF_PALETTES_OF_SCREENS;

    name_combo_append_line(combo);
    for (gint i = 0; i < errdiff_palette_count(); i++) {
        errdiff_palette_info info;

        errdiff_palette_get(i, &info);
        if (info.group != last)
            name_combo_append_line(combo);
        last = info.group;
        append_named(combo, &info);
    }
}

static GtkWidget *source_new(void)
{
    GtkWidget *combo = name_combo_new();

    name_combo_have_images(combo, 1, STRIP_WIDTH, STRIP_HEIGHT);
    name_combo_append(combo, FROM_LEVELS, _("Levels of each channel"), TRUE);
    name_combo_append(combo, FROM_IMAGE, _("Optimized palette"), TRUE);
    name_combo_append(combo, FROM_PROGRAM, _("GIMP palette"), TRUE);
    name_combo_append(combo, FROM_FILE, _("Palette file"), TRUE);
    name_combo_append(combo, FROM_LIST, _("List of colors"), TRUE);
    append_all_named(combo);
    return combo;
}

static GtkWidget *image_rows_new(ColorsChooser *chooser, GtkSizeGroup *labels)
{
    GtkWidget *column = form_column();
    GtkAdjustment *adjustment =
        GTK_ADJUSTMENT(gtk_adjustment_new(ERRDIFF_USUAL_COLORS, 2, ERRDIFF_MAX_COLORS, 1, 16, 0));

    chooser->count =
        form_spin(GTK_BOX(column), labels, _("Num_ber of colors:"), number_spin_new(adjustment), "",
                  _("How many colors to choose for this image, 2 to 256"));
    chooser->locked = gtk_entry_new();
    gtk_entry_set_activates_default(GTK_ENTRY(chooser->locked), TRUE);
    form_row(GTK_BOX(column), labels, _("Always incl_ude:"), chooser->locked, chooser->locked,
             _("Colors that the palette must contain, like ff0000,00ff00; may be empty"));
    g_signal_connect_swapped(chooser->count, "value-changed", G_CALLBACK(changed), chooser);
    g_signal_connect_swapped(chooser->locked, "changed", G_CALLBACK(changed), chooser);
    return column;
}

static void find_focusable(GtkWidget *widget, gpointer data)
{
    GtkWidget **found = data;

    if (*found != NULL)
        return;
    if (gtk_widget_get_can_focus(widget) && gtk_widget_get_visible(widget))
        *found = widget;
    else if (GTK_IS_CONTAINER(widget))
        gtk_container_forall(GTK_CONTAINER(widget), find_focusable, found);
}

/* A button that is a box around other widgets takes no mnemonic and no accessible name. The widget
 * inside it that takes the focus does. */
static GtkWidget *focusable(GtkWidget *widget)
{
    GtkWidget *found = NULL;

    find_focusable(widget, &found);
    return found != NULL ? found : widget;
}

static void add_palette_rows(ColorsChooser *chooser, GtkSizeGroup *labels,
                             const PaletteButton *palette_button)
{
    GtkBox *column = GTK_BOX(chooser);
    errdiff_option_info match = settings_option_find(&dither_settings_kind, "match");

    chooser->palette_button = palette_button;
    chooser->program = palette_button->make(G_CALLBACK(changed), chooser);
    chooser->program_row =
        form_row(column, labels, _("Pa_lette:"), chooser->program, chooser->program,
                 _("One of GIMP's palettes, with up to 256 colors"));
    chooser->file =
        gtk_file_chooser_button_new(_("Choose a palette file"), GTK_FILE_CHOOSER_ACTION_OPEN);
    chooser->file_row = form_row(
        column, labels, _("Fi_le:"), chooser->file, focusable(chooser->file),
        _("A GIMP palette (.gpl), a list of hexadecimal colors (.hex), a palette of "
          "JASC (.pal) or Paint.NET (.txt), an Adobe color table (.act), or an image with at most "
          "256 colors"));
    chooser->list = gtk_entry_new();
    gtk_entry_set_activates_default(GTK_ENTRY(chooser->list), TRUE);
    chooser->list_row = form_row(column, labels, _("Color _list:"), chooser->list, chooser->list,
                                 _("Hexadecimal colors separated by commas, like #000000,#ff8000; "
                                   "=#ff0000 after a color is what a device is sent for it"));
    chooser->match = option_choices_new(&match);
    chooser->match_row = option_row(&match, column, labels, chooser->match, chooser->match);
    g_signal_connect_swapped(chooser->file, "file-set", G_CALLBACK(changed), chooser);
    g_signal_connect_swapped(chooser->list, "changed", G_CALLBACK(changed), chooser);
    g_signal_connect_swapped(chooser->match, "changed", G_CALLBACK(changed), chooser);
}

static gboolean is_from_image(ColorsChooser *chooser)
{
    gchar *source = name_combo_get(chooser->source);
    gboolean is = g_strcmp0(source, FROM_IMAGE) == 0;

    g_free(source);
    return is;
}

/* Copies the locks to the field for palettes made from the image. Does not emit "changed". */
static void keep_locked(ColorsChooser *chooser)
{
    const errdiff_palette *locked = palette_editor_locked(chooser->editor);
    gchar *text = color_list_write(locked);

    chooser->setting = TRUE;
    gtk_entry_set_text(GTK_ENTRY(chooser->locked), text);
    if (form_get_number(chooser->count) < locked->count)
        form_set_number(chooser->count, locked->count);
    chooser->setting = FALSE;
    g_free(text);
}

/* Locks change the result only if the palette is made from the image. They are kept in any case,
 * for when the user chooses that. */
static void locks_changed(ColorsChooser *chooser)
{
    keep_locked(chooser);
    if (is_from_image(chooser))
        changed(chooser);
}

/* An edited palette is no longer the one that was chosen, so it becomes a list of colors. */
static void palette_edited(ColorsChooser *chooser)
{
    gchar *text = color_list_write(palette_editor_colors(chooser->editor));

    keep_locked(chooser);
    chooser->setting = TRUE;
    gtk_entry_set_text(GTK_ENTRY(chooser->list), text);
    name_combo_set(chooser->source, FROM_LIST);
    chooser->setting = FALSE;
    g_free(text);
    changed(chooser);
}

static void picking_changed(ColorsChooser *chooser)
{
    g_signal_emit(chooser, picking_signal, 0);
}

static void selection_wanted(ColorsChooser *chooser)
{
    g_signal_emit(chooser, selection_signal, 0, palette_editor_colors(chooser->editor)->count);
}

/* Below the palette. */
static void add_written_row(ColorsChooser *chooser, GtkSizeGroup *labels)
{
    errdiff_option_info sent = settings_option_find(&dither_settings_kind, "sent");

    chooser->written = name_combo_new();
    name_combo_append(chooser->written, AS_SEEN, _("As seen"), TRUE);
    name_combo_append(chooser->written, FOR_DEVICE, _("For the device"), TRUE);
    chooser->written_row = form_row(GTK_BOX(chooser), labels, _("_Write colors:"), chooser->written,
                                    chooser->written, _(sent.explanation));
    g_signal_connect_swapped(chooser->written, "changed", G_CALLBACK(changed), chooser);
}

/* PaletteDropActions: choose a palette file, and add a color. */
static void file_dropped(gpointer user, const gchar *path)
{
    ColorsChooser *chooser = user;

    gtk_file_chooser_set_filename(GTK_FILE_CHOOSER(chooser->file), path);
    chooser->setting = TRUE;
    name_combo_set(chooser->source, FROM_FILE);
    chooser->setting = FALSE;
    changed(chooser);
}

static void color_dropped(gpointer user, const guint8 color[3])
{
    ColorsChooser *chooser = user;

    if (colors_chooser_has_palette(GTK_WIDGET(chooser)))
        palette_editor_add(chooser->editor, color);
}

GtkWidget *colors_chooser_new(gint channels, GtkSizeGroup *labels,
                              const PaletteButton *palette_button)
{
    ColorsChooser *chooser = g_object_new(colors_chooser_get_type(), NULL);
    GtkBox *column = GTK_BOX(chooser);
    /* Titles of palettes are long, so they have the room that longer labels leave to no other. */
    GtkSizeGroup *own = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);

    chooser->source = source_new();
    chooser->channels = channels;
    form_row(
        column, own, _("Color_s:"), chooser->source, chooser->source,
        _("Which colors the result can have: evenly spaced levels, or the colors of a palette"));
    g_object_unref(own);
    chooser->levels = levels_chooser_new(channels, labels);
    gtk_box_pack_start(column, chooser->levels, FALSE, FALSE, 0);
    chooser->image_rows = image_rows_new(chooser, labels);
    gtk_box_pack_start(column, chooser->image_rows, FALSE, FALSE, 0);
    add_palette_rows(chooser, labels, palette_button);
    chooser->editor = palette_editor_new(palette_button, chooser->program);
    gtk_box_pack_start(column, chooser->editor, FALSE, FALSE, 0);
    add_written_row(chooser, labels);
    g_signal_connect_swapped(chooser->editor, "edited", G_CALLBACK(palette_edited), chooser);
    g_signal_connect_swapped(chooser->editor, "locked", G_CALLBACK(locks_changed), chooser);
    g_signal_connect_swapped(chooser->editor, "picking", G_CALLBACK(picking_changed), chooser);
    g_signal_connect_swapped(chooser->editor, "selection-wanted", G_CALLBACK(selection_wanted),
                             chooser);
    hide_until_needed(chooser->levels);
    hide_until_needed(chooser->image_rows);
    hide_until_needed(chooser->program_row);
    hide_until_needed(chooser->file_row);
    hide_until_needed(chooser->list_row);
    hide_until_needed(chooser->match_row);
    hide_until_needed(chooser->editor);
    hide_until_needed(chooser->written_row);
    g_signal_connect_swapped(chooser->levels, "changed", G_CALLBACK(changed), chooser);
    g_signal_connect_swapped(chooser->source, "changed", G_CALLBACK(source_chosen), chooser);
    palette_drop_add(GTK_WIDGET(chooser), (PaletteDropActions){file_dropped, color_dropped},
                     chooser);
    return GTK_WIDGET(chooser);
}

/* The colors that a palette made from the image must contain. */
static errdiff_palette locked_colors(ColorsChooser *chooser)
{
    errdiff_palette locked;

    color_list_read(&locked, gtk_entry_get_text(GTK_ENTRY(chooser->locked)));
    return locked;
}

/* "adaptive:16" or "adaptive:16:ff0000,00ff00". */
static void show_adaptive(ColorsChooser *chooser, const gchar *palette)
{
    gchar **parts = g_strsplit(palette + strlen(ADAPTIVE), ":", 2);

    form_set_number(chooser->count, parts[0] ? atoi(parts[0]) : ERRDIFF_USUAL_COLORS);
    gtk_entry_set_text(GTK_ENTRY(chooser->locked), parts[0] && parts[1] ? parts[1] : "");
    g_strfreev(parts);
}

/* Shows the palette that this text denotes, and returns the name of its source. */
static const gchar *show_palette(ColorsChooser *chooser, const gchar *palette)
{
    errdiff_palette named;

    if (*palette == '\0')
        return FROM_LEVELS;
    if (g_str_has_prefix(palette, ADAPTIVE)) {
        show_adaptive(chooser, palette);
        return FROM_IMAGE;
    }
    if (*palette == '#') {
        gtk_entry_set_text(GTK_ENTRY(chooser->list), palette);
        return FROM_LIST;
    }
    if (errdiff_palette_find(palette, &named, NULL) == ERRDIFF_OK)
        return palette;
    if (g_str_equal(palette, NO_FILE)) {
        gtk_file_chooser_unselect_all(GTK_FILE_CHOOSER(chooser->file));
        return FROM_FILE;
    }
    if (g_path_is_absolute(palette)) {
        gtk_file_chooser_set_filename(GTK_FILE_CHOOSER(chooser->file), palette);
        return FROM_FILE;
    }
    if (g_str_has_prefix(palette, OF_PROGRAM))
        palette += strlen(OF_PROGRAM);
    chooser->palette_button->set(chooser->program, palette);
    return FROM_PROGRAM;
}

void colors_chooser_set(GtkWidget *widget, const DitherSettings *settings)
{
    ColorsChooser *chooser = colors_chooser(widget);
    const gchar *source;

    chooser->setting = TRUE;
    levels_chooser_set(chooser->levels, settings->levels);
    form_set_number(chooser->count, ERRDIFF_USUAL_COLORS);
    gtk_entry_set_text(GTK_ENTRY(chooser->locked), "");
    gtk_entry_set_text(GTK_ENTRY(chooser->list), USUAL_LIST);
    chooser->was_automatic = dither_settings_have_automatic_colors(settings);
    source = chooser->was_automatic && chooser->channels == 3
                 ? FROM_IMAGE
                 : show_palette(chooser, settings->palette);
    if (!name_combo_set(chooser->match, settings->match))
        name_combo_set(chooser->match, "rgb");
    name_combo_set(chooser->written, settings->sent ? FOR_DEVICE : AS_SEEN);
    name_combo_set(chooser->source, source);
    chooser->setting = FALSE;
    changed(chooser);
}

static gchar *adaptive_text(ColorsChooser *chooser)
{
    gint count = form_get_number(chooser->count);
    const gchar *locked = gtk_entry_get_text(GTK_ENTRY(chooser->locked));

    return *locked == '\0' ? g_strdup_printf(ADAPTIVE "%d", count)
                           : g_strdup_printf(ADAPTIVE "%d:%s", count, locked);
}

/* Returns a text that always begins with #. An empty text would mean levels, and a text without #
 * could be the name of a palette. */
static gchar *list_text(ColorsChooser *chooser)
{
    const gchar *list = gtk_entry_get_text(GTK_ENTRY(chooser->list));

    return g_strconcat(*list == '#' ? "" : "#", list, NULL);
}

/* Returns the text with the prefix "gimp:", because one of the core's palettes may have the same
 * name. */
static gchar *program_text(ColorsChooser *chooser)
{
    gchar *name = chooser->palette_button->get(chooser->program);
    gchar *text = g_strconcat(OF_PROGRAM, name, NULL);

    g_free(name);
    return text;
}

/* The path that the user chose. */
static gchar *file_text(ColorsChooser *chooser)
{
    gchar *path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(chooser->file));

    return path != NULL ? path : g_strdup(NO_FILE);
}

/* The text of the palette that is shown; the caller frees it. */
static gchar *palette_text(ColorsChooser *chooser)
{
    gchar *source = name_combo_get(chooser->source);
    gchar *text = NULL;

    if (g_strcmp0(source, FROM_LEVELS) == 0)
        text = g_strdup("");
    else if (g_strcmp0(source, FROM_IMAGE) == 0)
        text = adaptive_text(chooser);
    else if (g_strcmp0(source, FROM_PROGRAM) == 0)
        text = program_text(chooser);
    else if (g_strcmp0(source, FROM_FILE) == 0)
        text = file_text(chooser);
    else if (g_strcmp0(source, FROM_LIST) == 0)
        text = list_text(chooser);
    else
        return source;
    g_free(source);
    return text;
}

static gchar *complain_about_list(ColorsChooser *chooser)
{
    gchar *text = list_text(chooser);
    gchar *complaint = NULL;
    errdiff_palette colors;

    if (!color_list_read(&colors, text)) {
        complaint = color_list_complaint(gtk_entry_get_text(GTK_ENTRY(chooser->list)));
        if (complaint == NULL)
            complaint = g_strdup(_("Enter at least one color, like #ff8000"));
    }
    g_free(text);
    return complaint;
}

static gchar *complain_about_locked(ColorsChooser *chooser)
{
    gchar *complaint = color_list_complaint(gtk_entry_get_text(GTK_ENTRY(chooser->locked)));
    gint count = form_get_number(chooser->count);

    if (complaint == NULL && locked_colors(chooser).count > count)
        complaint =
            g_strdup_printf(_("The palette has %d colors, but more are always included"), count);
    return complaint;
}

gchar *colors_chooser_complaint(GtkWidget *widget)
{
    ColorsChooser *chooser = colors_chooser(widget);
    gchar *source = name_combo_get(chooser->source);
    gchar *text = palette_text(chooser);
    gchar *complaint = NULL;

    if (g_strcmp0(source, FROM_IMAGE) == 0)
        complaint = complain_about_locked(chooser);
    else if (g_strcmp0(source, FROM_LIST) == 0)
        complaint = complain_about_list(chooser);
    else if (g_strcmp0(source, FROM_FILE) == 0 && g_str_equal(text, NO_FILE))
        complaint = g_strdup(_("Choose a palette file"));
    else if (g_strcmp0(source, FROM_PROGRAM) == 0 && g_str_equal(text, OF_PROGRAM))
        complaint = g_strdup(_("Choose one of GIMP's palettes"));
    g_free(text);
    g_free(source);
    return complaint;
}

gboolean colors_chooser_has_palette(GtkWidget *widget)
{
    gchar *source = name_combo_get(colors_chooser(widget)->source);
    gboolean has = g_strcmp0(source, FROM_LEVELS) != 0;

    g_free(source);
    return has;
}

/* Whether these are the colors that an image gets if none are chosen. What becomes gray gets those
 * that are shown: if none were chosen, it would get two levels. */
static gboolean are_as_usual(const ColorsChooser *chooser, const DitherSettings *settings)
{
    gchar *usual = g_strdup_printf(ADAPTIVE "%d", ERRDIFF_USUAL_COLORS);
    gboolean are = g_str_equal(settings->palette, chooser->channels == 3 ? usual : "") &&
                   g_str_equal(settings->levels, "2") &&
                   (chooser->channels == 1 || !settings->gray);

    g_free(usual);
    return are;
}

void colors_chooser_get(GtkWidget *widget, DitherSettings *settings)
{
    ColorsChooser *chooser = colors_chooser(widget);
    gchar *written;

    g_free(settings->levels);
    g_free(settings->palette);
    g_free(settings->match);
    settings->levels = levels_chooser_get(chooser->levels);
    settings->palette = palette_text(chooser);
    if (chooser->was_automatic && are_as_usual(chooser, settings)) {
        settings_replace_text(&settings->levels, g_strdup("auto"));
        settings_replace_text(&settings->palette, g_strdup(""));
    }
    settings->match = name_combo_get(chooser->match);
    written = name_combo_get(chooser->written);
    settings->sent = g_strcmp0(written, FOR_DEVICE) == 0;
    g_free(written);
}

void colors_chooser_show(GtkWidget *widget, const errdiff_palette *colors)
{
    ColorsChooser *chooser = colors_chooser(widget);
    errdiff_palette locked = locked_colors(chooser);

    if (colors == NULL)
        return;
    palette_editor_show(chooser->editor, colors, &locked);
    gtk_widget_set_visible(chooser->written_row, colors->has_sent);
}

void colors_chooser_show_usage(GtkWidget *widget, const gdouble percent[ERRDIFF_MAX_COLORS])
{
    palette_editor_show_usage(colors_chooser(widget)->editor, percent);
}

gboolean colors_chooser_is_picking(GtkWidget *widget)
{
    return palette_editor_is_picking(colors_chooser(widget)->editor);
}

void colors_chooser_stop_picking(GtkWidget *widget)
{
    palette_editor_stop_picking(colors_chooser(widget)->editor);
}

void colors_chooser_pick(GtkWidget *widget, const guint8 color[3])
{
    palette_editor_add(colors_chooser(widget)->editor, color);
}

void colors_chooser_replace(GtkWidget *widget, const errdiff_palette *colors)
{
    palette_editor_replace(colors_chooser(widget)->editor, colors);
}
