/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes an expander for the controls of some options; its title says whether they have their
 * defaults. */
#include "section.h"

#include "form.h"
#include "toolkit.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
    GtkExpander parent;
    errdiff_option_group group;
    gchar *title;
    gboolean is_kept_open; /* the user has opened it */
} Section;

typedef GtkExpanderClass SectionClass;

GType section_get_type(void);
G_DEFINE_TYPE(Section, section, GTK_TYPE_EXPANDER)

static Section *section_of(GtkWidget *widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, section_get_type(), Section);
}

static void section_finalize(GObject *object)
{
    g_free(((Section *)object)->title);
    G_OBJECT_CLASS(section_parent_class)->finalize(object);
}

/* What the user does, by mouse, by keyboard or with a screen reader. */
static void section_activate(GtkExpander *expander)
{
    GTK_EXPANDER_CLASS(section_parent_class)->activate(expander);
    section_of(GTK_WIDGET(expander))->is_kept_open = gtk_expander_get_expanded(expander);
}

static void section_class_init(SectionClass *class)
{
    G_OBJECT_CLASS(class)->finalize = section_finalize;
    class->activate = section_activate;
}

static void section_init(Section *section)
{
    (void)section;
}

static gboolean has_defaults(const Section *section, const DitherSettings *settings)
{
    DitherSettings *defaults = dither_settings_new();
    errdiff_option_info option;
    gboolean has = TRUE;

    for (gint i = 0; dither_settings_kind.get_option(i, &option); i++)
        if (option.group == section->group &&
            !settings_option_is_same(&dither_settings_kind, settings, defaults, &option))
            has = FALSE;
    dither_settings_free(defaults);
    return has;
}

/* The title is bold, and the state is small. Not by markup: GTK+ 2 loses the mnemonic of a label
 * with markup as long as it does not underline mnemonics. */
static PangoAttrList *attributes_new(gsize title_size)
{
    PangoAttrList *attributes = pango_attr_list_new();
    PangoAttribute *bold = pango_attr_weight_new(PANGO_WEIGHT_BOLD);
    PangoAttribute *small = pango_attr_scale_new(PANGO_SCALE_SMALL);

    bold->end_index = (guint)title_size;
    small->start_index = (guint)title_size;
    pango_attr_list_insert(attributes, bold);
    pango_attr_list_insert(attributes, small);
    return attributes;
}

static void show_state(Section *section, gboolean is_default)
{
    const gchar *state = is_default ? _("default settings") : _("changed");
    gchar *text = g_strdup_printf("%s  %s", section->title, state);
    GtkLabel *label = GTK_LABEL(gtk_expander_get_label_widget(GTK_EXPANDER(section)));
    AtkObject *accessible = gtk_widget_get_accessible(GTK_WIDGET(section));
    PangoAttrList *attributes = attributes_new(strlen(atk_object_get_name(accessible)));

    gtk_label_set_text_with_mnemonic(label, text);
    gtk_label_set_attributes(label, attributes);
    atk_object_set_description(accessible, state);
    pango_attr_list_unref(attributes);
    g_free(text);
}

/* The accessible name is the title without the mark of its mnemonic. */
static void set_name(GtkWidget *widget, const gchar *title)
{
    GtkWidget *plain = g_object_ref_sink(gtk_label_new_with_mnemonic(title));

    atk_object_set_name(gtk_widget_get_accessible(widget), gtk_label_get_text(GTK_LABEL(plain)));
    g_object_unref(plain);
}

/* GTK+ 2 leaves the focus in a control that a closed section hides. */
static void keep_focus_visible(GtkWidget *widget)
{
    GtkWidget *window = gtk_widget_get_toplevel(widget), *focus;

    if (!GTK_IS_WINDOW(window) || gtk_expander_get_expanded(GTK_EXPANDER(widget)))
        return;
    focus = gtk_window_get_focus(GTK_WINDOW(window));
    if (focus != NULL && gtk_widget_is_ancestor(focus, widget))
        gtk_widget_grab_focus(widget);
}

GtkWidget *section_new(const gchar *title, errdiff_option_group group, GtkWidget *content)
{
    GtkWidget *widget = g_object_new(section_get_type(), NULL);
    GtkWidget *indent = gtk_alignment_new(0, 0, 1, 0);
    GtkWidget *label = gtk_label_new(NULL);

    /* GTK+ 2 rounds down the height of a line in which Chinese and Latin fonts are mixed. */
    gtk_misc_set_padding(GTK_MISC(label), 0, 1);
    section_of(widget)->group = group;
    section_of(widget)->title = g_strdup(title);
    gtk_expander_set_label_widget(GTK_EXPANDER(widget), label);
    gtk_alignment_set_padding(GTK_ALIGNMENT(indent), FORM_SPACING, 0, FORM_BORDER, 0);
    gtk_container_add(GTK_CONTAINER(indent), content);
    gtk_container_add(GTK_CONTAINER(widget), indent);
    g_signal_connect(widget, "notify::expanded", G_CALLBACK(keep_focus_visible), NULL);
    toolkit_hide_closed(widget);
    set_name(widget, title);
    show_state(section_of(widget), TRUE);
    return widget;
}

void section_follow(GtkWidget *widget, const DitherSettings *settings)
{
    show_state(section_of(widget), has_defaults(section_of(widget), settings));
}

void section_set(GtkWidget *widget, const DitherSettings *settings)
{
    gboolean is_needed = !has_defaults(section_of(widget), settings);

    section_follow(widget, settings);
    gtk_expander_set_expanded(GTK_EXPANDER(widget), is_needed || section_of(widget)->is_kept_open);
}
