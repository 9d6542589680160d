/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "palette_editor.h"

#include "color_list.h"
#include "form.h"
#include "swatches.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
    GtkVBox parent;
    errdiff_palette colors, locked;
    GtkWidget *swatches, *pick;
} PaletteEditor;

typedef GtkVBoxClass PaletteEditorClass;

GType palette_editor_get_type(void);
G_DEFINE_TYPE(PaletteEditor, palette_editor, GTK_TYPE_VBOX)

static guint edited_signal, locked_signal, picking_signal;

static PaletteEditor *palette_editor(gpointer widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, palette_editor_get_type(), PaletteEditor);
}

static guint signal_new(const gchar *name, GType type)
{
    return g_signal_new(name, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void palette_editor_class_init(PaletteEditorClass *class)
{
    edited_signal = signal_new("edited", G_TYPE_FROM_CLASS(class));
    locked_signal = signal_new("locked", G_TYPE_FROM_CLASS(class));
    picking_signal = signal_new("picking", G_TYPE_FROM_CLASS(class));
}

static void palette_editor_init(PaletteEditor *editor)
{
    gtk_box_set_spacing(GTK_BOX(editor), FORM_SPACING);
}

static void tell(PaletteEditor *editor, guint signal)
{
    swatches_show(editor->swatches, &editor->colors, &editor->locked);
    g_signal_emit(editor, signal, 0);
}

static void toggle_lock(PaletteEditor *editor)
{
    const guint8 *color;
    gint number;

    if (editor->colors.count == 0)
        return;
    color = editor->colors.colours[swatches_current(editor->swatches)];
    number = color_list_find(&editor->locked, color);
    if (number >= 0)
        color_list_remove(&editor->locked, number);
    else
        color_list_add(&editor->locked, color);
    tell(editor, locked_signal);
}

/* The last color cannot be removed: a palette has at least one. */
static void remove_color(PaletteEditor *editor)
{
    gint current = swatches_current(editor->swatches);
    gint number;

    if (editor->colors.count < 2)
        return;
    number = color_list_find(&editor->locked, editor->colors.colours[current]);
    if (number >= 0)
        color_list_remove(&editor->locked, number);
    color_list_remove(&editor->colors, current);
    tell(editor, edited_signal);
}

static void sort_by_brightness(PaletteEditor *editor)
{
    color_list_sort_by_brightness(&editor->colors);
    tell(editor, edited_signal);
}

static void sort_by_hue(PaletteEditor *editor)
{
    color_list_sort_by_hue(&editor->colors);
    tell(editor, edited_signal);
}

static void pick_toggled(PaletteEditor *editor)
{
    g_signal_emit(editor, picking_signal, 0);
}

static GtkWidget *pick_new(PaletteEditor *editor)
{
    GtkWidget *button = gtk_toggle_button_new_with_mnemonic(_("Pick from pre_view"));

    gtk_button_set_image(GTK_BUTTON(button),
                         gtk_image_new_from_stock(GTK_STOCK_COLOR_PICKER, GTK_ICON_SIZE_MENU));
    gtk_widget_set_tooltip_text(
        button,
        _("Add colors by clicking on them in the preview. With the keyboard: the arrow keys move "
          "the pointer there, farther with Shift; Enter picks a color, Escape ends picking."));
    g_signal_connect_swapped(button, "toggled", G_CALLBACK(pick_toggled), editor);
    return button;
}

/* A menu, because there are not enough letters for a mnemonic for each of these in the dialog. */
static GtkWidget *menu_new(PaletteEditor *editor)
{
    GtkWidget *menu = gtk_menu_new();

    form_menu_item(menu, _("_Lock or unlock"),
                   _("Keep this color when a palette is made from the image, or stop keeping it"),
                   G_CALLBACK(toggle_lock), editor);
    form_menu_item(menu, _("_Remove"), _("Remove this color from the palette"),
                   G_CALLBACK(remove_color), editor);
    form_menu_item(menu, _("Sort by _brightness"), _("From dark to light"),
                   G_CALLBACK(sort_by_brightness), editor);
    form_menu_item(menu, _("Sort by _hue"), _("Grays first, then around the color wheel"),
                   G_CALLBACK(sort_by_hue), editor);
    return form_menu_bar(_("Ad_just…"), _("Lock, remove and sort the colors of the palette"), menu);
}

GtkWidget *palette_editor_new(void)
{
    PaletteEditor *editor = g_object_new(palette_editor_get_type(), NULL);
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING);

    editor->swatches = swatches_new();
    editor->pick = pick_new(editor);
    gtk_box_pack_start(
        GTK_BOX(editor),
        form_label(_("Usin_g:"), editor->swatches,
                   _("The colors of the palette. A click or Space locks or unlocks a color: a "
                     "palette made from the image keeps locked colors. Delete removes a color.")),
        FALSE, FALSE, 0);
    atk_object_set_name(gtk_widget_get_accessible(editor->swatches), _("Swatches"));
    gtk_box_pack_start(GTK_BOX(editor), editor->swatches, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(row), editor->pick, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(row), menu_new(editor), FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(editor), row, FALSE, FALSE, 0);
    g_signal_connect_swapped(editor->swatches, "lock-toggled", G_CALLBACK(toggle_lock), editor);
    g_signal_connect_swapped(editor->swatches, "removed", G_CALLBACK(remove_color), editor);
    return GTK_WIDGET(editor);
}

static gboolean are_same(const errdiff_palette *a, const errdiff_palette *b)
{
    return a->count == b->count &&
           memcmp(a->colours, b->colours, (gsize)a->count * sizeof a->colours[0]) == 0;
}

/* Most changes of settings leave the palette as it is, and updating all swatches takes time. */
void palette_editor_show(GtkWidget *widget, const errdiff_palette *colors,
                         const errdiff_palette *locked)
{
    PaletteEditor *editor = palette_editor(widget);

    if (are_same(colors, &editor->colors) && are_same(locked, &editor->locked))
        return;
    editor->colors = *colors;
    editor->locked = *locked;
    swatches_show(editor->swatches, colors, locked);
}

const errdiff_palette *palette_editor_colors(GtkWidget *widget)
{
    return &palette_editor(widget)->colors;
}

const errdiff_palette *palette_editor_locked(GtkWidget *widget)
{
    return &palette_editor(widget)->locked;
}

void palette_editor_add(GtkWidget *widget, const guint8 color[3])
{
    PaletteEditor *editor = palette_editor(widget);

    if (color_list_add(&editor->colors, color))
        tell(editor, edited_signal);
}

void palette_editor_lock(GtkWidget *widget, const guint8 color[3])
{
    PaletteEditor *editor = palette_editor(widget);

    if (color_list_add(&editor->locked, color))
        tell(editor, locked_signal);
}

gboolean palette_editor_is_picking(GtkWidget *widget)
{
    return gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(palette_editor(widget)->pick));
}

void palette_editor_stop_picking(GtkWidget *widget)
{
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(palette_editor(widget)->pick), FALSE);
}
