/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows the colors of a palette, and lets the user edit, lock, sort and save them. */
#include "palette_editor.h"

#include "color_list.h"
#include "form.h"
#include "menu_button.h"
#include "name_question.h"
#include "settings/settings.h"
#include "swatches.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
    GtkVBox parent;
    errdiff_palette colors, locked;
    GtkWidget *swatches, *pick, *menu;
    const PaletteButton *host;
    GtkWidget *host_button;
    gboolean is_from_image;
    GtkWidget *remove_least_used; /* insensitive while the shares are not known */
    gdouble percent[ERRDIFF_MAX_COLORS];
} PaletteEditor;

typedef GtkVBoxClass PaletteEditorClass;

GType palette_editor_get_type(void);
G_DEFINE_TYPE(PaletteEditor, palette_editor, GTK_TYPE_VBOX)

static guint edited_signal, locked_signal, picking_signal, selection_signal;

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
    selection_signal = signal_new("selection-wanted", G_TYPE_FROM_CLASS(class));
}

static void palette_editor_init(PaletteEditor *editor)
{
    gtk_box_set_spacing(GTK_BOX(editor), FORM_SPACING);
}

static void show_colors(PaletteEditor *editor)
{
    swatches_show(editor->swatches, &editor->colors, &editor->locked);
    gtk_widget_set_sensitive(editor->remove_least_used, FALSE);
    gtk_widget_set_sensitive(editor->menu, editor->colors.count > 0);
}

static void tell(PaletteEditor *editor, guint signal)
{
    show_colors(editor);
    g_signal_emit(editor, signal, 0);
}

static void show_usage(PaletteEditor *editor)
{
    swatches_show_usage(editor->swatches, editor->percent);
    gtk_widget_set_sensitive(editor->remove_least_used, editor->colors.count > 1);
}

/* The shares stay, unless a new palette is made from the image. */
static void toggle_lock(PaletteEditor *editor)
{
    gboolean keeps_usage =
        !editor->is_from_image && gtk_widget_get_sensitive(editor->remove_least_used);
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
    if (keeps_usage)
        show_usage(editor);
}

/* The last color cannot be removed: a palette has at least one. */
static void remove_number(PaletteEditor *editor, gint number)
{
    gint locked;

    if (editor->colors.count < 2)
        return;
    locked = color_list_find(&editor->locked, editor->colors.colors[number]);
    if (locked >= 0)
        color_list_remove(&editor->locked, locked);
    color_list_remove(&editor->colors, number);
    tell(editor, edited_signal);
}

static void move_color(PaletteEditor *editor, gint to)
{
    color_list_move(&editor->colors, swatches_current(editor->swatches), to);
    tell(editor, edited_signal);
}

static void remove_color(PaletteEditor *editor)
{
    remove_number(editor, swatches_current(editor->swatches));
}

/* Locked colors stay. */
static void remove_least_used(PaletteEditor *editor)
{
    gint least = -1;

    for (gint i = 0; i < editor->colors.count; i++)
        if (color_list_find(&editor->locked, editor->colors.colors[i]) < 0 &&
            (least < 0 || editor->percent[i] < editor->percent[least]))
            least = i;
    if (least >= 0)
        remove_number(editor, least);
}

/* ---- What a color looks like, and what the device is sent for it --------------------------- */

static GtkWindow *window_of(PaletteEditor *editor)
{
    return GTK_WINDOW(gtk_widget_get_toplevel(GTK_WIDGET(editor)));
}

static gboolean ask_color(PaletteEditor *editor, const gchar *title, guint8 color[3])
{
    return editor->host->choose_color(window_of(editor), title, color);
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
    if (ask_color(editor, _("Edit Color"), color) && color_list_find(&editor->colors, color) < 0)
        change(editor, old, color, memcmp(old, sent, 3) == 0 ? color : sent);
}

/* Begins with the current color, because another one like it is often wanted. */
static void add_color(PaletteEditor *editor)
{
    guint8 color[3] = {128, 128, 128}, sent[3];

    copy_current(editor, color, sent);
    if (ask_color(editor, _("Add Color"), color))
        palette_editor_add(GTK_WIDGET(editor), color);
}

static void change_sent(PaletteEditor *editor)
{
    guint8 color[3], sent[3];

    if (copy_current(editor, color, sent) && ask_color(editor, _("Color Sent to the Device"), sent))
        change(editor, color, color, sent);
}

static void send_as_seen(PaletteEditor *editor)
{
    const guint8 *color = editor->colors.colors[swatches_current(editor->swatches)];

    if (editor->colors.count > 0)
        change(editor, color, color, color);
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

static void want_selection(PaletteEditor *editor)
{
    g_signal_emit(editor, selection_signal, 0);
}

static void pick_toggled(PaletteEditor *editor)
{
    g_signal_emit(editor, picking_signal, 0);
}

static GtkWidget *pick_new(PaletteEditor *editor)
{
    GtkWidget *button = gtk_toggle_button_new_with_mnemonic(_("Pic_k from preview"));

    gtk_button_set_image(GTK_BUTTON(button),
                         gtk_image_new_from_stock(GTK_STOCK_COLOR_PICKER, GTK_ICON_SIZE_MENU));
    gtk_widget_set_tooltip_text(
        button,
        _("Add colors by clicking on them in the preview. With the keyboard: the arrow keys move "
          "the pointer there, farther with Shift; Enter picks a color, Escape ends picking."));
    g_signal_connect_swapped(button, "toggled", G_CALLBACK(pick_toggled), editor);
    return button;
}

static gboolean is_not_empty(const gchar *name, G_GNUC_UNUSED gchar **note,
                             G_GNUC_UNUSED gpointer data)
{
    return *name != '\0';
}

static void save(PaletteEditor *editor)
{
    NameQuestion question = {.title = _("Save as a GIMP Palette"),
                             .action = GTK_STOCK_SAVE,
                             .tooltip = _("The name of the palette in GIMP"),
                             .proposal = _("Dithering"),
                             .check = is_not_empty};
    gchar *name = name_question_ask(&question, window_of(editor));
    gchar *message = NULL;

    if (name != NULL && !editor->host->save(editor->host_button, name, &editor->colors, &message))
        name_question_complain(window_of(editor), _("Palette"), message);
    g_free(message);
    g_free(name);
}

static void add_line(GtkWidget *menu)
{
    gtk_menu_shell_append(GTK_MENU_SHELL(menu), gtk_separator_menu_item_new());
}

static void add_edits(PaletteEditor *editor, GtkWidget *menu)
{
    form_menu_item(menu, _("_Edit color…"), _("Choose another color in place of this one (Enter)"),
                   G_CALLBACK(change_color), editor);
    form_menu_item(menu, _("_Add color…"), _("Add a color to the palette (+)"),
                   G_CALLBACK(add_color), editor);
    form_menu_item(menu, _("_Remove"), _("Remove this color from the palette (Delete)"),
                   G_CALLBACK(remove_color), editor);
    editor->remove_least_used =
        form_menu_item(menu, _("Remove the least _used"),
                       _("Remove the color that the fewest pixels have, unless it is locked"),
                       G_CALLBACK(remove_least_used), editor);
    form_menu_item(
        menu, _("_Lock or unlock"),
        _("Always include this color when a palette is made from the image, or no longer "
          "do that (Space)"),
        G_CALLBACK(toggle_lock), editor);
}

static void add_sent(PaletteEditor *editor, GtkWidget *menu)
{
    form_menu_item(menu, _("Change _what is sent…"),
                   _("A device may need another color than the one that is seen: a panel whose red "
                     "looks like #62201e may have to be sent #ff0000"),
                   G_CALLBACK(change_sent), editor);
    form_menu_item(menu, _("Send as _seen"), _("The device is sent this color as it looks"),
                   G_CALLBACK(send_as_seen), editor);
}

/* A menu, because there are not enough letters for a mnemonic for each of these in the dialog. */
static GtkWidget *menu_new(PaletteEditor *editor)
{
    GtkWidget *menu = gtk_menu_new();

    add_edits(editor, menu);
    add_line(menu);
    form_menu_item(menu, _("Sort by _brightness"), _("From dark to light"),
                   G_CALLBACK(sort_by_brightness), editor);
    form_menu_item(menu, _("Sort by _hue"), _("Grays first, then around the color wheel"),
                   G_CALLBACK(sort_by_hue), editor);
    form_menu_item(menu, _("Make from the selec_tion"),
                   _("Make as many colors from the part of the image that is selected. Only that "
                     "part is dithered, unless you end the selection before OK."),
                   G_CALLBACK(want_selection), editor);
    form_menu_item(menu, _("Save as a _GIMP palette…"),
                   _("Add these colors to GIMP's palettes, for other images and programs"),
                   G_CALLBACK(save), editor);
    add_line(menu);
    add_sent(editor, menu);
    return menu_button_new(
        _("Ad_just"), _("Edit, add, remove, lock, sort and save the colors of the palette"), menu);
}

/* After a key the menu opens below the swatches, after a click at the pointer. */
static void open_menu(PaletteEditor *editor)
{
    GdkEvent *event = gtk_get_current_event();
    gboolean is_click = event != NULL && event->type == GDK_BUTTON_PRESS;

    menu_button_open_at(editor->menu, is_click ? NULL : editor->swatches);
    if (event != NULL)
        gdk_event_free(event);
}

static void follow_swatches(PaletteEditor *editor)
{
    const struct {
        const gchar *signal;
        GCallback act;
    } actions[] = {
        {"lock-toggled", G_CALLBACK(toggle_lock)}, {"removed", G_CALLBACK(remove_color)},
        {"edited", G_CALLBACK(change_color)},      {"added", G_CALLBACK(add_color)},
        {"menu", G_CALLBACK(open_menu)},           {"moved", G_CALLBACK(move_color)},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(actions); i++)
        g_signal_connect_swapped(editor->swatches, actions[i].signal, actions[i].act, editor);
}

GtkWidget *palette_editor_new(const PaletteButton *host, GtkWidget *host_button)
{
    PaletteEditor *editor = g_object_new(palette_editor_get_type(), NULL);
    GtkWidget *row = gtk_hbox_new(FALSE, FORM_SPACING);

    editor->host = host;
    editor->host_button = host_button;
    editor->swatches = swatches_new();
    editor->pick = pick_new(editor);
    editor->menu = menu_new(editor);
    gtk_box_pack_start(
        GTK_BOX(editor),
        form_label(_("Pa_lette colors:"), editor->swatches,
                   _("The colors of the palette. A click or the arrow keys select a color. "
                     "Double-click or Enter: edit; +: add; Delete: remove; Space: lock, so that a "
                     "palette made from the image keeps it; right click: all actions.")),
        FALSE, FALSE, 0);
    atk_object_set_name(gtk_widget_get_accessible(editor->swatches), _("Swatches"));
    gtk_box_pack_start(GTK_BOX(editor), editor->swatches, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(row), editor->pick, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(row), editor->menu, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(editor), row, FALSE, FALSE, 0);
    follow_swatches(editor);
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
    show_colors(editor);
}

void palette_editor_show_usage(GtkWidget *widget, const gdouble percent[ERRDIFF_MAX_COLORS])
{
    PaletteEditor *editor = palette_editor(widget);

    memcpy(editor->percent, percent, sizeof editor->percent);
    show_usage(editor);
}

const errdiff_palette *palette_editor_colors(GtkWidget *widget)
{
    return &palette_editor(widget)->colors;
}

const errdiff_palette *palette_editor_locked(GtkWidget *widget)
{
    return &palette_editor(widget)->locked;
}

void palette_editor_set_from_image(GtkWidget *widget, gboolean is_from_image)
{
    palette_editor(widget)->is_from_image = is_from_image;
}

void palette_editor_replace(GtkWidget *widget, const errdiff_palette *colors)
{
    PaletteEditor *editor = palette_editor(widget);

    editor->colors = *colors;
    tell(editor, edited_signal);
}

void palette_editor_add(GtkWidget *widget, const guint8 color[3])
{
    PaletteEditor *editor = palette_editor(widget);
    errdiff_palette *colors = editor->is_from_image ? &editor->locked : &editor->colors;

    if (color_list_add(colors, color, color))
        tell(editor, editor->is_from_image ? locked_signal : edited_signal);
}

gboolean palette_editor_is_picking(GtkWidget *widget)
{
    return gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(palette_editor(widget)->pick));
}

void palette_editor_stop_picking(GtkWidget *widget)
{
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(palette_editor(widget)->pick), FALSE);
}
