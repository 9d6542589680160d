/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 *     cut_off DPI CATALOGS dither PALETTE
 *     cut_off DPI CATALOGS hologram
 *     cut_off DPI CATALOGS share
 *
 * Opens a dialog with fonts at DPI dots per inch, in the language of the environment variable
 * LANGUAGE, and with GIMP 3 in its theme. Prints a line for each text that has too little room, and
 * one if the window is larger than a screen of 1366 × 768 at 96 dpi. CATALOGS is the folder of the
 * translations.
 *
 * With "share" it prints which percentage of the dialog, as it opens the first time on this screen,
 * shows the image, and the length of the shortest slider that the user can drag, in pixels.
 */
#include "config.h"

#include "dialog.h"

#ifdef HAVE_HOLOGRAM
#include "hologram_dialog.h"
#endif

#include "zoom.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

enum {
    SCREEN_WIDTH = 1366,
    SCREEN_HEIGHT = 768 - 60,
    USUAL_DPI = 96,
    SETTLED_MS = 300,
    UNFOLDED_MS = 100
};

static int dpi;
static gboolean is_hologram;
static errdiff_palette palette;

/* ---- A source of pixels -------------------------------------------------------------------- */

enum { LOADS = 5 }; /* this many calls read the image */

static gint loads;

static gboolean load(gpointer user, gboolean *is_complete, gchar **message)
{
    (void)user, (void)message;
    *is_complete = ++loads == LOADS;
    return TRUE;
}

static void check_that_it_is_loaded(void)
{
    if (loads != LOADS)
        g_print("the image is used after %d of %d calls that read it\n", loads, LOADS);
}

static gpointer prepare(gpointer user, const DitherSettings *settings, gchar **message)
{
    (void)user, (void)settings, (void)message;
    return g_new0(gint, 1);
}

static void free_number(gpointer user, gpointer number)
{
    (void)user;
    g_free(number);
}

static gpointer dither(gpointer user, gconstpointer request, gint rows, gboolean is_last,
                       gint *cancelled, gchar **message)
{
    (void)user, (void)request, (void)rows, (void)is_last, (void)cancelled, (void)message;
    check_that_it_is_loaded();
    return g_new0(gint, 1);
}

static void read_part(gpointer user, gconstpointer result, Zoom zoom, gint x, gint y, gint width,
                      gint height, guchar *rgb, gint stride)
{
    (void)user, (void)result, (void)zoom, (void)x, (void)y;
    check_that_it_is_loaded();
    for (gint row = 0; row < height; row++)
        memset(rgb + row * stride, 0, 3 * (gsize)width);
}

static const errdiff_palette *palette_of(gpointer user, gconstpointer result)
{
    (void)user, (void)result;
    return &palette;
}

static void count(gpointer user, gconstpointer result, gint first_row, gint rows,
                  guint64 counts[ERRDIFF_MAX_COLORS])
{
    (void)user, (void)result, (void)first_row, (void)rows, (void)counts;
}

/* Texts with all their parts, at their usual length in this language. */
static PreviewReport describe(gpointer user, gconstpointer result, gdouble waited_ms)
{
    gchar *speed = g_strdup_printf(_("%s: %s megapixels per second."),
                                   _("CPU, wavefront with SIMD and threads"), "12345");
    gchar *tone = g_strdup_printf(_("R %+.2f %%, G %+.2f %%, B %+.2f %%"), 12.34, 12.34, 12.34);
    gchar *change = g_strdup_printf(_("Average brightness: %s; the colors of %.1f %% of the pixels "
                                      "are outside the palette's gamut."),
                                    tone, 99.9);
    PreviewReport report = {.text =
                                g_strdup_printf(_("Done. %s megapixels in %s s."), "24", "0.20"),
                            .details = g_strdup_printf("%s %s", speed, change),
                            .unreached = 99.9,
                            .waited_ms = 1e6};

    (void)user, (void)result, (void)waited_ms;
    g_free(change);
    g_free(tone);
    g_free(speed);
    return report;
}

static const PreviewSource source = {.width = 3000,
                                     .height = 2000,
                                     .channels = 3,
                                     .has_frames = TRUE,
                                     .drawable_name = "Background",
                                     .image_name = "A long and descriptive name.xcf",
                                     .load = load,
                                     .prepare = prepare,
                                     .free_request = free_number,
                                     .dither = dither,
                                     .read = read_part,
                                     .palette = palette_of,
                                     .count = count,
                                     .describe = describe,
                                     .free_result = free_number};

static GtkWidget *button_new(GCallback changed, gpointer user)
{
    (void)changed, (void)user;
    return gtk_button_new_with_label("Browns And Yellows");
}

static void button_set(GtkWidget *button, const gchar *name)
{
    (void)button, (void)name;
}

static gchar *button_get(GtkWidget *button)
{
    (void)button;
    return g_strdup("");
}

/* ---- What is visible ----------------------------------------------------------------------- */

static void check_label(GtkLabel *label, const GdkRectangle *room)
{
    PangoLayout *layout = gtk_label_get_layout(label);
    gint width, height;

    pango_layout_get_pixel_size(layout, &width, &height);
    /* The heading has the names of files, which may be of any length, in its tooltip. */
    if (pango_layout_is_ellipsized(layout) && gtk_widget_get_has_tooltip(GTK_WIDGET(label)))
        return;
    if (width > room->width || height > room->height || pango_layout_is_ellipsized(layout))
        g_print("“%s” wants %d × %d and has %d × %d\n", gtk_label_get_text(label), width, height,
                room->width, room->height);
}

/* Finds the room for the title of a row in what is drawn of a closed list: in GTK+ 2 a view of a
 * cell, in GTK 3 a label in its place. */
static void find_room_of_title(GtkWidget *widget, gpointer data)
{
    gint *room = data;
    GtkAllocation given;

    if (!gtk_widget_get_mapped(widget))
        return;
    gtk_widget_get_allocation(widget, &given);
    if (GTK_IS_CELL_VIEW(widget) || GTK_IS_LABEL(widget))
        *room = given.width;
    else if (GTK_IS_CONTAINER(widget))
        gtk_container_forall(GTK_CONTAINER(widget), find_room_of_title, data);
}

/* In pixels; −1: no title is drawn. */
static gint room_of(GtkWidget *combo)
{
    gint room = -1;

    gtk_container_forall(GTK_CONTAINER(combo), find_room_of_title, &room);
    return room;
}

/* Whether each title of a list can be read when it is chosen. */
static void check_combo(GtkWidget *combo)
{
    GtkTreeModel *rows = gtk_combo_box_get_model(GTK_COMBO_BOX(combo));
    gint room = room_of(combo);
    GtkTreeIter row;

    for (gboolean more = room >= 0 && gtk_tree_model_get_iter_first(rows, &row); more;
         more = gtk_tree_model_iter_next(rows, &row)) {
        PangoLayout *layout;
        gchar *title;
        gint width;

        gtk_tree_model_get(rows, &row, 0, &title, -1);
        layout = gtk_widget_create_pango_layout(combo, title);
        pango_layout_get_pixel_size(layout, &width, NULL);
        if (width > room)
            g_print("the row “%s” wants %d and has %d\n", title, width, room);
        g_object_unref(layout);
        g_free(title);
    }
}

/* A box allocates its label the size that it asks for, even if the box itself is smaller. So the
 * room for a label is the intersection of all allocations around it, in the window's
 * coordinates. */
static void look_at(GtkWidget *widget, gpointer data)
{
    GdkRectangle room = {0, 0, 0, 0};
    GtkAllocation given;

    if (!gtk_widget_get_mapped(widget))
        return;
    gtk_widget_get_allocation(widget, &given);
    gdk_rectangle_intersect(data, &given, &room);
    if (GTK_IS_LABEL(widget))
        check_label(GTK_LABEL(widget), &room);
    if (GTK_IS_COMBO_BOX(widget))
        check_combo(widget);
    if (gtk_widget_get_has_window(widget))
        room = (GdkRectangle){0, 0, given.width, given.height};
    if (GTK_IS_VIEWPORT(widget)) /* the user can scroll down in it */
        room.height = G_MAXINT;
    /* GTK+'s file chooser button is a few pixels too low for Japanese and Chinese text. */
    if (GTK_IS_CONTAINER(widget) && !GTK_IS_FILE_CHOOSER_BUTTON(widget))
        gtk_container_forall(GTK_CONTAINER(widget), look_at, &room);
}

static void unfold(GtkWidget *widget, gpointer data)
{
    if (GTK_IS_EXPANDER(widget))
        gtk_expander_set_expanded(GTK_EXPANDER(widget), TRUE);
    else if (GTK_IS_CONTAINER(widget))
        gtk_container_forall(GTK_CONTAINER(widget), unfold, data);
}

/* Unfolds the first part that is folded, if *data is FALSE. */
static void unfold_one(GtkWidget *widget, gpointer data)
{
    gboolean *is_done = data;

    if (*is_done)
        return;
    if (GTK_IS_EXPANDER(widget)) {
        *is_done = !gtk_expander_get_expanded(GTK_EXPANDER(widget));
        gtk_expander_set_expanded(GTK_EXPANDER(widget), TRUE);
    } else if (GTK_IS_CONTAINER(widget)) {
        gtk_container_forall(GTK_CONTAINER(widget), unfold_one, data);
    }
}

static void check_size(GtkWindow *dialog)
{
    gint width, height;

    gtk_window_get_size(dialog, &width, &height);
    if (width > SCREEN_WIDTH * dpi / USUAL_DPI || height > SCREEN_HEIGHT * dpi / USUAL_DPI)
        g_print("the dialog has %d × %d\n", width, height);
}

/* Of the parts of the hologram dialog one is unfolded at a time. */
static gboolean look(gpointer dialog)
{
    static gboolean is_hologram_seen;
    GdkRectangle all = {0, 0, G_MAXINT, G_MAXINT};
    gboolean is_done = FALSE;

    if (gtk_events_pending())
        return TRUE;
    look_at(dialog, &all);
    if (is_hologram)
        check_size(dialog);
    if (is_hologram && !is_hologram_seen) {
        is_hologram_seen = TRUE;
        unfold_one(dialog, &is_done);
        g_timeout_add(SETTLED_MS, look, dialog);
        return FALSE;
    }
    gtk_dialog_response(dialog, GTK_RESPONSE_CANCEL);
    return FALSE;
}

/* The dialog must fit on the screen as it opens; texts that the user opens must not be cut off. */
static gboolean measure(gpointer dialog)
{
    /* On a busy machine what has just appeared may still wait for its place. */
    if (gtk_events_pending())
        return TRUE;
    check_size(dialog);
    unfold(dialog, NULL);
    g_timeout_add(UNFOLDED_MS, look, dialog);
    return FALSE;
}

/* ---- What the image and the sliders get ------------------------------------------------------ */

typedef struct {
    gint preview; /* the largest drawing area, in pixels */
    gint slider;  /* the length of the shortest */
} Room;

static void find_room(GtkWidget *widget, gpointer data)
{
    Room *room = data;
    GtkAllocation given;

    if (!gtk_widget_get_mapped(widget))
        return;
    gtk_widget_get_allocation(widget, &given);
    if (GTK_IS_DRAWING_AREA(widget))
        room->preview = MAX(room->preview, given.width * given.height);
    if (GTK_IS_SCALE(widget) && gtk_scale_get_draw_value(GTK_SCALE(widget)) == FALSE)
        room->slider = MIN(room->slider, given.width);
    if (GTK_IS_CONTAINER(widget))
        gtk_container_forall(GTK_CONTAINER(widget), find_room, data);
}

static gboolean tell_room(gpointer dialog)
{
    Room room = {0, G_MAXINT};
    gint width, height;

    if (gtk_events_pending())
        return TRUE;
    gtk_window_get_size(dialog, &width, &height);
    find_room(dialog, &room);
    g_print("%.1f %d\n", 100. * room.preview / width / height, room.slider);
    gtk_dialog_response(dialog, GTK_RESPONSE_CANCEL);
    return FALSE;
}

static void open_dither(const gchar *text, gboolean tells_room)
{
    static const PaletteButton palette_button = {
        .make = button_new, .set = button_set, .get = button_get};
    DitherSettings *settings = dither_settings_new();
    DialogView view = {.zoom = ZOOM_FIT};
    GtkWidget *dialog;

    palette.count = ERRDIFF_MAX_COLORS;
    for (gint i = 0; i < palette.count; i++)
        palette.colors[i][0] = (guint8)i;
    g_free(settings->palette);
    settings->palette = g_strdup(text);
    settings->serpentine = TRUE;
    g_free(settings->gamut);
    settings->gamut = g_strdup("none");
    loads = 0;
    dialog = dither_dialog_new(settings, &source, "", "/nowhere", TRUE, &palette_button);
    if (tells_room)
        dither_dialog_set_view(dialog, &view);
    g_timeout_add(SETTLED_MS, tells_room ? tell_room : measure, dialog);
    dither_dialog_run(dialog, &view);
    gtk_widget_destroy(dialog);
    dither_settings_free(settings);
}

#ifdef HAVE_HOLOGRAM
static gpointer prepare_hologram(gpointer user, const HologramSettings *settings, gchar **message)
{
    (void)user, (void)settings, (void)message;
    return g_new0(gint, 1);
}

static void read_view(gpointer user, gconstpointer result, gboolean after, guchar *rgb, gint stride)
{
    (void)user, (void)result, (void)after;
    memset(rgb, 0, (gsize)stride * HOLOGRAM_VIEW_SIDE);
}

static gchar *describe_hologram(gpointer user, gconstpointer result)
{
    (void)user, (void)result;
    return g_strdup_printf(_("Part shown, %d × %d pixels: signal-to-noise ratio in the view about "
                             "%.0f dB (without diffusion %.0f dB)."),
                           512, 512, 29.0, 12.0);
}

static void before_it_shows(GtkWindow *dialog)
{
    unfold(GTK_WIDGET(dialog), NULL);
    g_timeout_add(SETTLED_MS, measure, dialog);
}

static void open_hologram(void)
{
    loads = LOADS;
    is_hologram = TRUE;
    const HologramSource hologram = {.work = {.width = 1,
                                              .height = 1,
                                              .free_request = free_number,
                                              .dither = dither,
                                              .free_result = free_number},
                                     .prepare = prepare_hologram,
                                     .read = read_view,
                                     .describe = describe_hologram};
    HologramSettings *settings = hologram_settings_new();

    hologram_dialog_run(settings, &hologram, "", before_it_shows);
    hologram_settings_free(settings);
}
#endif

/* GIMP 2.10 uses the theme of the desktop; GIMP 3 has one of its own. */
static void use_theme_of_gimp(void)
{
#ifdef THEME
    GtkCssProvider *theme = gtk_css_provider_new();
    GError *error = NULL;

    if (!gtk_css_provider_load_from_path(theme, THEME, &error))
        g_error("%s", error->message);
    gtk_style_context_add_provider_for_screen(gdk_screen_get_default(), GTK_STYLE_PROVIDER(theme),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    g_object_unref(theme);
#endif
}

int main(int argc, char **argv)
{
    setlocale(LC_ALL, "");
    bindtextdomain(GETTEXT_PACKAGE, argv[2]);
    bind_textdomain_codeset(GETTEXT_PACKAGE, "UTF-8");
    textdomain(GETTEXT_PACKAGE);
    gtk_init(&argc, &argv);
    use_theme_of_gimp();
    dpi = atoi(argv[1]);
    g_object_set(gtk_settings_get_default(), "gtk-xft-dpi", dpi * PANGO_SCALE, NULL);
    if (strcmp(argv[3], "dither") == 0)
        open_dither(argv[4], FALSE);
    else if (strcmp(argv[3], "share") == 0)
        open_dither("adaptive:16", TRUE);
#ifdef HAVE_HOLOGRAM
    else
        open_hologram();
#endif
    return 0;
}
