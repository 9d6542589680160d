/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "palette_editor.h"

#include "color_list.h"
#include "form.h"
#include "option_texts.h"
#include "swatches.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
    GtkVBox parent;
    errdiff_palette colors, locked;
    GtkWidget *swatches, *pick, *writes_sent;
} PaletteEditor;

typedef GtkVBoxClass PaletteEditorClass;

GType palette_editor_get_type(void);
G_DEFINE_TYPE(PaletteEditor, palette_editor, GTK_TYPE_VBOX)

static guint edited_signal, locked_signal, picking_signal, sent_signal;

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
    sent_signal = signal_new("sent", G_TYPE_FROM_CLASS(class));
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
    gint current = swatches_current(editor->swatches);
    const guint8 *color = editor->colors.colors[current];
    gint number;

    if (editor->colors.count == 0)
        return;
    number = color_list_find(&editor->locked, color);
    if (number >= 0)
        color_list_remove(&editor->locked, number);
    else
        color_list_add(&editor->locked, color, color_list_sent(&editor->colors, current));
    tell(editor, locked_signal);
}

/* The last color cannot be removed: a palette has at least one. */
static void remove_color(PaletteEditor *editor)
{
    gint current = swatches_current(editor->swatches);
    gint number;

    if (editor->colors.count < 2)
        return;
    number = color_list_find(&editor->locked, editor->colors.colors[current]);
    if (number >= 0)
        color_list_remove(&editor->locked, number);
    color_list_remove(&editor->colors, current);
    tell(editor, edited_signal);
}

/* ---- What a color looks like, and what the device is sent for it --------------------------- */

/* Lets the user choose another color. FALSE: it stays as it is. */
static gboolean ask_color(PaletteEditor *editor, const gchar *title, guint8 color[3])
{
    GtkWidget *dialog = gtk_color_selection_dialog_new(title);
    GtkColorSelection *selection = GTK_COLOR_SELECTION(
        gtk_color_selection_dialog_get_color_selection(GTK_COLOR_SELECTION_DIALOG(dialog)));
    GdkColor chosen = {0, (guint16)(257 * color[0]), (guint16)(257 * color[1]),
                       (guint16)(257 * color[2])};
    gboolean is_chosen;

    gtk_window_set_transient_for(GTK_WINDOW(dialog),
                                 GTK_WINDOW(gtk_widget_get_toplevel(GTK_WIDGET(editor))));
    gtk_color_selection_set_current_color(selection, &chosen);
    is_chosen = gtk_dialog_run(GTK_DIALOG(dialog)) == GTK_RESPONSE_OK;
    gtk_color_selection_get_current_color(selection, &chosen);
    gtk_widget_destroy(dialog);
    if (is_chosen) {
        color[0] = (guint8)(chosen.red >> 8);
        color[1] = (guint8)(chosen.green >> 8);
        color[2] = (guint8)(chosen.blue >> 8);
    }
    return is_chosen;
}

/* Changes a color of the palette and, if it is locked, also among the locked colors. Does nothing
 * if the palette no longer has it: while the user chooses a color, the preview may finish, and a
 * palette that is made from the image then replaces the colors. */
static void change(PaletteEditor *editor, const guint8 old[3], const guint8 color[3],
                   const guint8 sent[3])
{
    gint number = color_list_find(&editor->colors, old);
    gint locked = color_list_find(&editor->locked, old);

    if (number < 0)
        return;
    if (locked >= 0)
        color_list_set(&editor->locked, locked, color, sent);
    color_list_set(&editor->colors, number, color, sent);
    tell(editor, edited_signal);
}

/* Copies the current color and what the device is sent for it. FALSE: there is none. */
static gboolean copy_current(const PaletteEditor *editor, guint8 color[3], guint8 sent[3])
{
    gint current = swatches_current(editor->swatches);

    if (editor->colors.count == 0)
        return FALSE;
    memcpy(color, editor->colors.colors[current], 3);
    memcpy(sent, color_list_sent(&editor->colors, current), 3);
    return TRUE;
}

/* A color that the device is sent as it is stays so. A color that the palette has already cannot be
 * chosen a second time. */
static void change_color(PaletteEditor *editor)
{
    guint8 old[3], color[3], sent[3];

    if (!copy_current(editor, old, sent))
        return;
    memcpy(color, old, 3);
    if (ask_color(editor, _("What the color looks like"), color) &&
        color_list_find(&editor->colors, color) < 0)
        change(editor, old, color, memcmp(old, sent, 3) == 0 ? color : sent);
}

static void change_sent(PaletteEditor *editor)
{
    guint8 color[3], sent[3];

    if (copy_current(editor, color, sent) && ask_color(editor, _("What the device is sent"), sent))
        change(editor, color, color, sent);
}

static void send_as_seen(PaletteEditor *editor)
{
    const guint8 *color = editor->colors.colors[swatches_current(editor->swatches)];

    if (editor->colors.count > 0)
        change(editor, color, color, color);
}

static void writes_sent_toggled(PaletteEditor *editor)
{
    g_signal_emit(editor, sent_signal, 0);
}

static GtkWidget *writes_sent_new(PaletteEditor *editor, GtkWidget *menu)
{
    GtkWidget *item = gtk_check_menu_item_new_with_mnemonic(_("_Write what the device is sent"));

    gtk_widget_set_tooltip_text(item, option_explanation("sent"));
    gtk_menu_shell_append(GTK_MENU_SHELL(menu), item);
    g_signal_connect_swapped(item, "toggled", G_CALLBACK(writes_sent_toggled), editor);
    return item;
}

/* ---- The other actions --------------------------------------------------------------------- */

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
    form_menu_item(menu, _("_Change…"), _("Change what this color looks like"),
                   G_CALLBACK(change_color), editor);
    form_menu_item(menu, _("Change what is s_ent…"),
                   _("A device may need another color than the one that is seen: a panel whose red "
                     "looks like #62201e may have to be sent #ff0000"),
                   G_CALLBACK(change_sent), editor);
    form_menu_item(menu, _("Send as _seen"), _("The device is sent this color as it looks"),
                   G_CALLBACK(send_as_seen), editor);
    editor->writes_sent = writes_sent_new(editor, menu);
    form_menu_item(menu, _("Sort by _brightness"), _("From dark to light"),
                   G_CALLBACK(sort_by_brightness), editor);
    form_menu_item(menu, _("Sort by _hue"), _("Grays first, then around the color wheel"),
                   G_CALLBACK(sort_by_hue), editor);
    return form_menu_bar(_("Ad_just…"),
                         _("Lock, change, remove and sort the colors of the palette"), menu);
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

/* Most changes of settings leave the palette as it is, and updating all swatches takes time. */
void palette_editor_show(GtkWidget *widget, const errdiff_palette *colors,
                         const errdiff_palette *locked)
{
    PaletteEditor *editor = palette_editor(widget);

    if (color_list_is_same(colors, &editor->colors) && color_list_is_same(locked, &editor->locked))
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

    if (color_list_add(&editor->colors, color, color))
        tell(editor, edited_signal);
}

void palette_editor_lock(GtkWidget *widget, const guint8 color[3])
{
    PaletteEditor *editor = palette_editor(widget);

    if (color_list_add(&editor->locked, color, color))
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

gboolean palette_editor_writes_sent(GtkWidget *widget)
{
    return gtk_check_menu_item_get_active(GTK_CHECK_MENU_ITEM(palette_editor(widget)->writes_sent));
}

void palette_editor_set_writes_sent(GtkWidget *widget, gboolean writes_sent)
{
    gtk_check_menu_item_set_active(GTK_CHECK_MENU_ITEM(palette_editor(widget)->writes_sent),
                                   writes_sent);
}
