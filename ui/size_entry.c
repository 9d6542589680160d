/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets the user choose the size of the result. */
#include "size_entry.h"

#include "form.h"
#include "name_combo.h"
#include "option_controls.h"
#include "real_spin.h"
#include "settings/settings.h"
#include "size_text.h"

#include <glib/gi18n.h>
#include <math.h>

#define PIXELS "px"
#define MILLIMETERS "mm"

enum {
    MAX_LENGTH = 524288, /* of a side of GIMP's images */
    DECIMALS = 2,        /* of millimeters */
    DELAY_MS = 400
};

typedef struct {
    GtkVBox parent;
    const PreviewSource *source;
    GtkWidget *width, *height, *unit, *fit, *resolution;
    gchar *text;
    gboolean setting; /* the code sets the widgets */
    guint delay;      /* id of the source that emits "changed"; 0: there is none */
} SizeEntry;

typedef GtkVBoxClass SizeEntryClass;

GType size_entry_get_type(void);
G_DEFINE_TYPE(SizeEntry, size_entry, GTK_TYPE_VBOX)

static guint changed_signal;

static SizeEntry *size_entry(gpointer widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, size_entry_get_type(), SizeEntry);
}

static void stop_delay(SizeEntry *entry)
{
    if (entry->delay != 0)
        g_source_remove(entry->delay);
    entry->delay = 0;
}

static void size_entry_finalize(GObject *object)
{
    SizeEntry *entry = size_entry(object);

    stop_delay(entry);
    g_free(entry->text);
    G_OBJECT_CLASS(size_entry_parent_class)->finalize(object);
}

static void size_entry_class_init(SizeEntryClass *class)
{
    G_OBJECT_CLASS(class)->finalize = size_entry_finalize;
    changed_signal = g_signal_new("changed", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void size_entry_init(SizeEntry *entry)
{
    entry->text = g_strdup("");
}

/* ---- What is shown --------------------------------------------------------------------------- */

/* Pixels per inch. */
static gdouble resolution(const SizeEntry *entry)
{
    gdouble chosen = form_get_real(entry->resolution);

    return chosen > 0 ? chosen : entry->source->image_dpi;
}

static gboolean is_in_millimeters(const SizeEntry *entry)
{
    gchar *unit = name_combo_get(entry->unit);
    gboolean is = g_strcmp0(unit, MILLIMETERS) == 0;

    g_free(unit);
    return is;
}

static gboolean keeps_shape(const SizeEntry *entry)
{
    gchar *fit = name_combo_get(entry->fit);
    gboolean keeps = g_strcmp0(fit, "fit") == 0;

    g_free(fit);
    return keeps;
}

/* In the unit of the size. */
static void find_sides(const SizeEntry *entry, const struct named_size *size, gdouble *width,
                       gdouble *height)
{
    const PreviewSource *source = entry->source;
    gdouble wide = size->width > 0 ? size->width / source->image_width : INFINITY;
    gdouble high = size->height > 0 ? size->height / source->image_height : INFINITY;
    gint across, down;

    if (!size_text_keeps_shape(size) && !keeps_shape(entry)) {
        *width = size->width;
        *height = size->height;
    } else if (size->is_in_millimeters) {
        *width = source->image_width * MIN(wide, high);
        *height = source->image_height * MIN(wide, high);
    } else {
        size_text_fit(size, SIZE_FIT, source->image_width, source->image_height, &across, &down);
        *width = across;
        *height = down;
    }
}

/* Shows the width and the height that a text stands for. One that is wrong stands for none. */
static void show(SizeEntry *entry)
{
    struct named_size size;
    gdouble width, height;

    if (!size_text_read(entry->text, &size))
        size = (struct named_size){.percent = 100};
    find_sides(entry, &size, &width, &height);
    entry->setting = TRUE;
    name_combo_set(entry->unit, size.is_in_millimeters ? MILLIMETERS : PIXELS);
    form_set_number(entry->width, width);
    form_set_number(entry->height, height);
    entry->setting = FALSE;
}

/* ---- What the user changes ------------------------------------------------------------------- */

static gboolean emit(gpointer data)
{
    SizeEntry *entry = data;

    entry->delay = 0;
    g_signal_emit(entry, changed_signal, 0);
    return G_SOURCE_REMOVE;
}

static gboolean is_own_size(const SizeEntry *entry, gdouble width, gdouble height)
{
    return !is_in_millimeters(entry) && fabs(width - entry->source->image_width) < 0.5 &&
           fabs(height - entry->source->image_height) < 0.5;
}

/* What a spin button shows, for the text. The caller frees it. */
static gchar *number_of(const SizeEntry *entry, GtkWidget *side)
{
    gchar number[G_ASCII_DTOSTR_BUF_SIZE];

    g_ascii_formatd(number, sizeof number, is_in_millimeters(entry) ? "%.2f" : "%.0f",
                    form_get_real(side));
    return g_strdup(number);
}

/* Takes the sides, after one of them was changed. If the shape is kept, the other one follows. */
static void take(SizeEntry *entry, GtkWidget *side)
{
    gchar *width = number_of(entry, entry->width), *height = number_of(entry, entry->height);
    const gchar *unit = is_in_millimeters(entry) ? MILLIMETERS : "";

    if (!keeps_shape(entry))
        settings_replace_text(&entry->text, g_strdup_printf("%sx%s%s", width, height, unit));
    else if (side == entry->height)
        settings_replace_text(&entry->text, g_strdup_printf("x%s%s", height, unit));
    else
        settings_replace_text(&entry->text, g_strdup_printf("%s%s", width, unit));
    g_free(height);
    g_free(width);
    show(entry);
    if (is_own_size(entry, form_get_real(entry->width), form_get_real(entry->height)))
        settings_replace_text(&entry->text, g_strdup(""));
    stop_delay(entry);
    entry->delay = g_timeout_add(DELAY_MS, emit, entry);
}

static void side_changed(GtkWidget *side, gpointer data)
{
    SizeEntry *entry = data;

    if (!entry->setting)
        take(entry, side);
}

static void convert(GtkWidget *side, gdouble factor)
{
    form_set_number(side, form_get_real(side) * factor);
}

/* The size stays as it is. */
static void unit_changed(SizeEntry *entry)
{
    gdouble factor = resolution(entry) / MILLIMETERS_PER_INCH;

    if (entry->setting)
        return;
    if (is_in_millimeters(entry))
        factor = 1 / factor;
    entry->setting = TRUE;
    convert(entry->width, factor);
    convert(entry->height, factor);
    entry->setting = FALSE;
    take(entry, *entry->text == 'x' ? entry->height : entry->width);
}

static void fit_changed(SizeEntry *entry)
{
    if (!entry->setting)
        take(entry, *entry->text == 'x' ? entry->height : entry->width);
}

/* ---- The widget ------------------------------------------------------------------------------ */

static GtkWidget *side_new(SizeEntry *entry, const gchar *name)
{
    GtkAdjustment *range = GTK_ADJUSTMENT(gtk_adjustment_new(1, 0.01, MAX_LENGTH, 1, 10, 0));
    GtkWidget *side = real_spin_new(range, DECIMALS);

    gtk_entry_set_width_chars(GTK_ENTRY(side), 5);
    atk_object_set_name(gtk_widget_get_accessible(side), name);
    g_signal_connect(side, "value-changed", G_CALLBACK(side_changed), entry);
    return side;
}

GtkWidget *size_entry_new(const PreviewSource *source, GtkWidget *resolution_spin,
                          GtkSizeGroup *labels)
{
    SizeEntry *entry = g_object_new(size_entry_get_type(), NULL);
    errdiff_option_info option = settings_option_find(&dither_settings_kind, "resize");
    errdiff_option_info fit = settings_option_find(&dither_settings_kind, "fit");
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING / 2);

    entry->source = source;
    entry->resolution = resolution_spin;
    entry->unit = name_combo_new();
    name_combo_append(entry->unit, PIXELS, _("px"), TRUE);
    name_combo_append(entry->unit, MILLIMETERS, _("mm"), TRUE);
    entry->width = side_new(entry, _("Width"));
    entry->height = side_new(entry, _("Height"));
    gtk_box_pack_start(GTK_BOX(row), entry->width, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(row), gtk_label_new("×"), FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(row), entry->height, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(row), entry->unit, FALSE, FALSE, 0);
    option_row(&option, GTK_BOX(entry), labels, row, entry->width);
    gtk_widget_set_tooltip_text(entry->height, _(option.explanation));
    atk_object_set_name(gtk_widget_get_accessible(entry->width), _("Width"));
    atk_object_set_name(gtk_widget_get_accessible(entry->unit), _("Unit"));
    gtk_widget_set_tooltip_text(entry->unit, _("Pixels, or millimeters at the resolution below"));
    entry->fit = option_choices_new(&fit);
    option_row(&fit, GTK_BOX(entry), labels, entry->fit, entry->fit);
    gtk_box_set_spacing(GTK_BOX(entry), FORM_SPACING);
    g_signal_connect_swapped(entry->unit, "changed", G_CALLBACK(unit_changed), entry);
    g_signal_connect_swapped(entry->fit, "changed", G_CALLBACK(fit_changed), entry);
    return GTK_WIDGET(entry);
}

void size_entry_set(GtkWidget *widget, const DitherSettings *settings)
{
    SizeEntry *entry = size_entry(widget);

    stop_delay(entry);
    settings_replace_text(&entry->text, g_strdup(settings->resize));
    entry->setting = TRUE;
    name_combo_set_or_first(entry->fit, settings->fit);
    entry->setting = FALSE;
    show(entry);
}

void size_entry_get(GtkWidget *widget, DitherSettings *settings)
{
    const SizeEntry *entry = size_entry(widget);

    settings_replace_text(&settings->resize, g_strdup(entry->text));
    settings_replace_text(&settings->fit, name_combo_get(entry->fit));
}
