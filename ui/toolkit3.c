/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handles drawing, sizes, menus and combo boxes with GTK 3, where GTK+ 2 needs other calls. */
#include "toolkit_adjust.h"

/* ---- Drawing --------------------------------------------------------------------------------- */

void toolkit_draw(GtkWidget *widget, ToolkitDraw draw, gpointer user)
{
    g_signal_connect(widget, "draw", G_CALLBACK(draw), user);
}

void toolkit_draw_over(GtkWidget *widget, ToolkitDraw draw, gpointer user)
{
    g_signal_connect_after(widget, "draw", G_CALLBACK(draw), user);
}

GdkRectangle toolkit_damaged(cairo_t *cr)
{
    GdkRectangle damaged = {0};

    gdk_cairo_get_clip_rectangle(cr, &damaged);
    return damaged;
}

void toolkit_set_text_color(cairo_t *cr, GtkWidget *widget, gdouble opacity)
{
    GdkRGBA ink;

    gtk_style_context_get_color(gtk_widget_get_style_context(widget),
                                gtk_widget_get_state_flags(widget), &ink);
    cairo_set_source_rgba(cr, ink.red, ink.green, ink.blue, opacity * ink.alpha);
}

/* Not every theme names the color of its windows; gray dims images, too. */
void toolkit_set_insensitive_color(cairo_t *cr, GtkWidget *widget)
{
    GdkRGBA ground = {0.5, 0.5, 0.5, 1};

    gtk_style_context_lookup_color(gtk_widget_get_style_context(widget), "theme_bg_color", &ground);
    gdk_cairo_set_source_rgba(cr, &ground);
}

/* The marks of themes lie some pixels inside, where they would cover what the widget contains. */
void toolkit_draw_focus(GtkWidget *widget, cairo_t *cr)
{
    toolkit_set_text_color(cr, widget, 0.5);
    cairo_set_line_width(cr, 1);
    cairo_rectangle(cr, 0.5, 0.5, gtk_widget_get_allocated_width(widget) - 1,
                    gtk_widget_get_allocated_height(widget) - 1);
    cairo_stroke(cr);
}

/* GTK 3 leaves out all but the newest by itself. With hints it would leave out the newest, too. */
gint toolkit_motion_mask(void)
{
    return GDK_POINTER_MOTION_MASK;
}

/* ---- Sizes ----------------------------------------------------------------------------------- */

static void measure(GtkWidget *widget, GtkRequisition *least, GtkRequisition *natural)
{
    GtkWidgetClass *parent;
    ToolkitAdjust adjust = toolkit_adjust_of(widget, &parent);

    parent->get_preferred_width(widget, &least->width, &natural->width);
    parent->get_preferred_height(widget, &least->height, &natural->height);
    adjust(widget, least);
    adjust(widget, natural);
}

static void get_width(GtkWidget *widget, gint *least, gint *natural)
{
    GtkRequisition a, b;

    measure(widget, &a, &b);
    *least = a.width;
    *natural = b.width;
}

static void get_height(GtkWidget *widget, gint *least, gint *natural)
{
    GtkRequisition a, b;

    measure(widget, &a, &b);
    *least = a.height;
    *natural = b.height;
}

static void get_width_for_height(GtkWidget *widget, gint height, gint *least, gint *natural)
{
    (void)height;
    get_width(widget, least, natural);
}

static void get_height_for_width(GtkWidget *widget, gint width, gint *least, gint *natural)
{
    (void)width;
    get_height(widget, least, natural);
}

/* Themes must not add padding to these sizes, so the widgets have a name that no theme knows. */
void toolkit_adjust_size(GtkWidgetClass *class, ToolkitAdjust adjust)
{
    toolkit_adjust_remember(class, adjust);
    gtk_widget_class_set_css_name(class, "errdiff-drawing");
    class->get_preferred_width = get_width;
    class->get_preferred_height = get_height;
    class->get_preferred_width_for_height = get_width_for_height;
    class->get_preferred_height_for_width = get_height_for_width;
    class->get_preferred_height_and_baseline_for_width = NULL;
}

/* Adds a class to a container, of which `provider` has the style. It is made if it is NULL. */
static void add_style(GtkWidget *container, GtkCssProvider **provider, const gchar *class,
                      const gchar *style)
{
    if (*provider == NULL) {
        *provider = gtk_css_provider_new();
        gtk_css_provider_load_from_data(*provider, style, -1, NULL);
        gtk_style_context_add_provider_for_screen(gdk_screen_get_default(),
                                                  GTK_STYLE_PROVIDER(*provider),
                                                  GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
    }
    gtk_style_context_add_class(gtk_widget_get_style_context(container), class);
}

/* Themes give each of the two buttons as much padding as one with a text has. */
void toolkit_narrow_spins(GtkWidget *container)
{
    static GtkCssProvider *provider;

    add_style(container, &provider, "errdiff-narrow",
              ".errdiff-narrow spinbutton entry { padding-left: 5px; padding-right: 2px; }"
              ".errdiff-narrow spinbutton button { padding-left: 2px; padding-right: 2px; }");
}

/* Themes make them high enough for fingers. */
void toolkit_lower_controls(GtkWidget *container)
{
    static GtkCssProvider *provider;

    add_style(container, &provider, "errdiff-low",
              ".errdiff-low spinbutton, .errdiff-low spinbutton entry,"
              ".errdiff-low spinbutton button, .errdiff-low entry, .errdiff-low combobox button"
              "{ min-height: 22px; padding-top: 0; padding-bottom: 0; }"
              ".errdiff-low expander title { padding-bottom: 3px; }");
}

static void be_as_wide_as_its_title(GtkWidget *button, gpointer buttons)
{
    gtk_button_box_set_child_non_homogeneous(buttons, button, TRUE);
}

/* Themes give them a wide border. */
void toolkit_narrow_buttons(GtkWidget *buttons)
{
    gtk_container_foreach(GTK_CONTAINER(buttons), be_as_wide_as_its_title, buttons);
    gtk_container_set_border_width(GTK_CONTAINER(buttons), 0);
    gtk_widget_set_margin_top(buttons, 3);
}

/* ---- What is hidden -------------------------------------------------------------------------- */

/* GTK 3.24 maps the contents of a closed expander with the expander, and gives them no place. */
static void unmap_contents(GtkWidget *expander)
{
    if (!gtk_expander_get_expanded(GTK_EXPANDER(expander)))
        gtk_widget_unmap(gtk_bin_get_child(GTK_BIN(expander)));
}

void toolkit_hide_closed(GtkWidget *expander)
{
    g_signal_connect(expander, "map", G_CALLBACK(unmap_contents), NULL);
}

/* ---- Menus ----------------------------------------------------------------------------------- */

void toolkit_open_menu(GtkMenu *menu, GtkWidget *place, const GdkEvent *event)
{
    if (place != NULL)
        gtk_menu_popup_at_widget(menu, place, GDK_GRAVITY_SOUTH_WEST, GDK_GRAVITY_NORTH_WEST,
                                 event);
    else
        gtk_menu_popup_at_pointer(menu, event);
    if (event != NULL && event->type == GDK_KEY_PRESS)
        gtk_menu_shell_select_first(GTK_MENU_SHELL(menu), FALSE);
}

/* Of another button with a menu, screen readers would learn nothing of the menu. */
GtkWidget *toolkit_menu_button_new(GtkMenu *menu)
{
    GtkWidget *button = gtk_menu_button_new();

    gtk_container_remove(GTK_CONTAINER(button), gtk_bin_get_child(GTK_BIN(button)));
    gtk_menu_button_set_popup(GTK_MENU_BUTTON(button), GTK_WIDGET(menu));
    atk_object_set_role(gtk_widget_get_accessible(button), ATK_ROLE_PUSH_BUTTON);
    return button;
}

typedef struct {
    void (*act)(gpointer user);
    gpointer user;
    guint source; /* 0: there is nothing to do */
} Chosen;

static gboolean act_now(gpointer data)
{
    Chosen *chosen = data;

    chosen->source = 0;
    chosen->act(chosen->user);
    return G_SOURCE_REMOVE;
}

static void act_soon(Chosen *chosen)
{
    if (chosen->source == 0)
        chosen->source = g_idle_add_full(G_PRIORITY_DEFAULT, act_now, chosen, NULL);
}

static void free_chosen(gpointer data, GClosure *closure)
{
    const Chosen *chosen = data;

    (void)closure;
    if (chosen->source != 0)
        g_source_remove(chosen->source);
    g_free(data);
}

/* A screen reader that chooses something waits for the end of the signal, and while another dialog
 * runs in it, the program would answer no screen reader. GTK+ 2 emits such signals later. */
void toolkit_connect_chosen(GtkWidget *widget, const gchar *signal, GCallback act, gpointer user)
{
    Chosen *chosen = g_new(Chosen, 1);

    *chosen = (Chosen){(void (*)(gpointer))act, user, 0};
    g_signal_connect_data(widget, signal, G_CALLBACK(act_soon), chosen, free_chosen,
                          G_CONNECT_SWAPPED);
}

/* ---- Combo boxes ----------------------------------------------------------------------------- */

typedef struct {
    GtkComboBox *combo;
    gint column, most;    /* of the titles, and the most characters that are shown of one */
    gint longest, widest; /* of the titles that the list has had, in characters and pixels */
    GtkLabel *label;
} Title;

static gchar *title_of(const Title *title, GtkTreeModel *rows, GtkTreeIter *row)
{
    gchar *text;

    gtk_tree_model_get(rows, row, title->column, &text, -1);
    return text != NULL ? text : g_strdup("");
}

static void show_title(const Title *title)
{
    GtkTreeIter row;
    gchar *text;

    if (!gtk_combo_box_get_active_iter(title->combo, &row))
        return;
    text = title_of(title, gtk_combo_box_get_model(title->combo), &row);
    gtk_label_set_text(title->label, text);
    g_free(text);
}

/* Makes room for the longest title, so that choosing another one moves nothing. Characters of many
 * languages are wider than GTK 3 expects, so it is told the width of what is shown in full, too. */
static void row_changed(GtkTreeModel *rows, GtkTreePath *path, GtkTreeIter *row, gpointer data)
{
    Title *title = data;
    gchar *text = title_of(title, rows, row);
    gint length = (gint)g_utf8_strlen(text, -1), width = 0;

    (void)path;
    if (length <= title->most) {
        PangoLayout *layout = gtk_widget_create_pango_layout(GTK_WIDGET(title->label), text);

        pango_layout_get_pixel_size(layout, &width, NULL);
        g_object_unref(layout);
    }
    title->longest = MAX(title->longest, MIN(length, title->most));
    title->widest = MAX(title->widest, width);
    gtk_label_set_width_chars(title->label, title->longest);
    gtk_widget_set_size_request(GTK_WIDGET(title->label), title->widest, -1);
    show_title(title);
    g_free(text);
}

/* The renderer does not know whether it draws the closed combo box or the open list, so the former
 * has a label in the place of what the renderer draws. */
void toolkit_show_title(GtkWidget *combo, gint column, gint width)
{
    GtkWidget *label = gtk_label_new(NULL), *drawn = gtk_bin_get_child(GTK_BIN(combo));
    GtkWidget *box = gtk_widget_get_parent(drawn);
    GtkTreeModel *rows = gtk_combo_box_get_model(GTK_COMBO_BOX(combo));
    Title *title = g_new(Title, 1);

    *title = (Title){
        .combo = GTK_COMBO_BOX(combo), .column = column, .most = width, .label = GTK_LABEL(label)};
    g_object_set_data_full(G_OBJECT(combo), "errdiff-title", title, g_free);
    gtk_label_set_ellipsize(title->label, PANGO_ELLIPSIZE_END);
    gtk_label_set_max_width_chars(title->label, width);
    gtk_label_set_xalign(title->label, 0);
    gtk_widget_set_hexpand(label, TRUE);
    gtk_widget_show(label);
    gtk_widget_hide(drawn);
    gtk_widget_set_no_show_all(drawn, TRUE);
    gtk_box_pack_start(GTK_BOX(box), label, TRUE, TRUE, 0);
    gtk_box_reorder_child(GTK_BOX(box), label, 0);
    g_signal_connect_swapped(combo, "changed", G_CALLBACK(show_title), title);
    g_signal_connect(rows, "row-inserted", G_CALLBACK(row_changed), title);
    g_signal_connect(rows, "row-changed", G_CALLBACK(row_changed), title);
}

gboolean toolkit_is_in_list(GtkCellLayout *layout)
{
    (void)layout;
    return TRUE;
}
