/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the controls of the options of a table, reads them and sets them. */
#include "option_controls.h"

#include "form.h"
#include "name_combo.h"
#include "number_spin.h"
#include "real_spin.h"

#include <glib/gi18n.h>

typedef struct {
    errdiff_option_info option;
    GtkWidget *widget;
    GtkWidget *grayed; /* what is grayed out if the option has no effect */
} Control;

struct OptionControls {
    const SettingsKind *kind;
    GArray *list; /* of Control */
    GCallback changed;
    gpointer user;
};

OptionControls *option_controls_new(const SettingsKind *kind, GCallback changed, gpointer user)
{
    OptionControls *controls = g_new(OptionControls, 1);

    *controls = (OptionControls){kind, g_array_new(FALSE, FALSE, sizeof(Control)), changed, user};
    return controls;
}

void option_controls_free(OptionControls *controls)
{
    g_array_free(controls->list, TRUE);
    g_free(controls);
}

static const Control *at(const OptionControls *controls, guint i)
{
    return &g_array_index(controls->list, Control, i);
}

static void add(OptionControls *controls, const errdiff_option_info *option, GtkWidget *widget,
                GtkWidget *grayed, const gchar *signal)
{
    const Control control = {*option, widget, grayed};

    g_array_append_val(controls->list, control);
    g_signal_connect_swapped(widget, signal, controls->changed, controls->user);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

GtkWidget *option_row(const errdiff_option_info *option, GtkBox *column, GtkSizeGroup *labels,
                      GtkWidget *content, GtkWidget *control)
{
    return form_row(column, labels, _(option->label), content, control, _(option->explanation));
}

GtkWidget *option_choices_new(const errdiff_option_info *option)
{
    GtkWidget *combo = name_combo_new();

    for (gint i = 0; option->choices[i] != NULL; i++)
        name_combo_append(combo, option->choices[i], _(option->choice_titles[i]), TRUE);
    return combo;
}

static GtkAdjustment *adjustment_new(const errdiff_option_info *option, gdouble min, gdouble max)
{
    gdouble step = option->step > 0 ? option->step : 1;

    return GTK_ADJUSTMENT(gtk_adjustment_new(g_ascii_strtod(option->default_value, NULL), min, max,
                                             step, 10 * step, 0));
}

/* If the range has both negative and positive numbers, a mark on the slider shows the default, on
 * which the slider stops. */
static GtkWidget *slider_new(const errdiff_option_info *option, GtkAdjustment *adjustment)
{
    GtkWidget *scale = gtk_hscale_new(adjustment);

    gtk_scale_set_draw_value(GTK_SCALE(scale), FALSE);
    gtk_scale_set_digits(GTK_SCALE(scale), 0);
    if (option->min < 0 && option->max > 0)
        gtk_scale_add_mark(GTK_SCALE(scale), g_ascii_strtod(option->default_value, NULL),
                           GTK_POS_BOTTOM, NULL);
    gtk_widget_set_tooltip_text(scale, _(option->explanation));
    atk_object_set_name(gtk_widget_get_accessible(scale), _(option->title));
    return scale;
}

static void add_number(OptionControls *controls, const errdiff_option_info *option, GtkBox *column,
                       GtkSizeGroup *labels)
{
    GtkAdjustment *adjustment = adjustment_new(option, option->min, option->max);
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_SPACING);
    GtkWidget *rows = gtk_vbox_new(FALSE, 0);
    gboolean is_real = option->type == ERRDIFF_OPTION_REAL;
    GtkWidget *spin =
        is_real ? real_spin_new(adjustment, (guint)option->decimals) : number_spin_new(adjustment);

    gtk_box_pack_start(GTK_BOX(box), spin, FALSE, FALSE, 0);
    if (option->symbol != NULL)
        gtk_box_pack_start(GTK_BOX(box), gtk_label_new(_(option->symbol)), FALSE, FALSE, 0);
    option_row(option, GTK_BOX(rows), labels, box, spin);
    /* Below the number, a slider is as long as the column is wide. */
    if (!is_real && g_strcmp0(option->symbol, "%") == 0)
        gtk_box_pack_start(GTK_BOX(rows), slider_new(option, adjustment), FALSE, FALSE, 0);
    gtk_box_pack_start(column, rows, FALSE, FALSE, 0);
    add(controls, option, spin, rows, "value-changed");
}

static void draw_seed(GtkWidget *spin)
{
    form_set_number(spin, g_random_int_range(0, G_MAXINT32));
}

static void add_seed(OptionControls *controls, const errdiff_option_info *option, GtkBox *column,
                     GtkSizeGroup *labels)
{
    GtkWidget *spin = number_spin_new(adjustment_new(option, G_MININT32, G_MAXINT32));
    GtkWidget *button = gtk_button_new_with_mnemonic(_("Ne_w Seed"));
    GtkWidget *box = gtk_hbox_new(FALSE, FORM_SPACING);

    gtk_entry_set_width_chars(GTK_ENTRY(spin), 10);
    gtk_widget_set_tooltip_text(button, _("Another random number, and so other noise"));
    gtk_box_pack_start(GTK_BOX(box), spin, FALSE, FALSE, 0);
    gtk_box_pack_start(GTK_BOX(box), button, FALSE, FALSE, 0);
    g_signal_connect_swapped(button, "clicked", G_CALLBACK(draw_seed), spin);
    /* The whole row is grayed out: the key in its label is also that of another control. */
    add(controls, option, spin, option_row(option, column, labels, box, spin), "value-changed");
}

static void add_choice(OptionControls *controls, const errdiff_option_info *option,
                       GtkWidget *combo, GtkBox *column, GtkSizeGroup *labels)
{
    add(controls, option, combo, option_row(option, column, labels, combo, combo), "changed");
}

/* A switch that can be automatic is so until the user toggles it. */
static void set_automatic(GtkWidget *check, gboolean is_automatic)
{
    g_object_set_data(G_OBJECT(check), "automatic", GINT_TO_POINTER(is_automatic));
}

static gboolean is_automatic(GtkWidget *check)
{
    return GPOINTER_TO_INT(g_object_get_data(G_OBJECT(check), "automatic"));
}

static void toggled(GtkWidget *check)
{
    set_automatic(check, FALSE);
}

static void add_check(OptionControls *controls, const errdiff_option_info *option, GtkBox *column)
{
    GtkWidget *check = form_check(column, _(option->label), _(option->explanation));

    g_signal_connect(check, "toggled", G_CALLBACK(toggled), NULL);
    add(controls, option, check, check, "toggled");
}

/* A number that is 0 while its check button is off has another value while that is on. */
static gboolean is_switched(const errdiff_option_info *option)
{
    return option->switched_on > 0;
}

static void set_switched(GtkWidget *check, const errdiff_option_info *option, gint number)
{
    g_object_set_data(G_OBJECT(check), "number",
                      GINT_TO_POINTER(number > 0 ? number : option->switched_on));
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(check), number > 0);
}

static gint get_switched(GtkWidget *check)
{
    return gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(check))
               ? GPOINTER_TO_INT(g_object_get_data(G_OBJECT(check), "number"))
               : 0;
}

static void add_switched(OptionControls *controls, const errdiff_option_info *option,
                         GtkBox *column)
{
    GtkWidget *check = form_check(column, _(option->label), _(option->explanation));

    set_switched(check, option, 0);
    add(controls, option, check, check, "toggled");
}

static void add_row(OptionControls *controls, const errdiff_option_info *option, GtkBox *column,
                    GtkSizeGroup *labels)
{
    if (is_switched(option)) {
        add_switched(controls, option, column);
        return;
    }
    switch (option->type) {
    case ERRDIFF_OPTION_CHOICE:
        add_choice(controls, option, option_choices_new(option), column, labels);
        break;
    case ERRDIFF_OPTION_INTEGER:
    case ERRDIFF_OPTION_REAL:
        add_number(controls, option, column, labels);
        break;
    case ERRDIFF_OPTION_SEED:
        add_seed(controls, option, column, labels);
        break;
    case ERRDIFF_OPTION_SWITCH:
        add_check(controls, option, column);
        break;
    default:
        break;
    }
}

/* The control of the option with this name; NULL: no row was added for it. */
static const Control *find(const OptionControls *controls, const gchar *name)
{
    for (guint i = 0; i < controls->list->len; i++)
        if (g_str_equal(at(controls, i)->option.name, name))
            return at(controls, i);
    return NULL;
}

void option_controls_add_group(OptionControls *controls, errdiff_option_group group, GtkBox *column,
                               GtkSizeGroup *labels)
{
    errdiff_option_info option;

    for (gint i = 0; controls->kind->get_option(i, &option); i++)
        if (option.group == group && find(controls, option.name) == NULL)
            add_row(controls, &option, column, labels);
}

void option_controls_add_first(OptionControls *controls, const gchar *name, GtkBox *column,
                               GtkSizeGroup *labels)
{
    errdiff_option_info option = settings_option_find(controls->kind, name);

    add_row(controls, &option, column, labels);
}

void option_controls_add_combo(OptionControls *controls, const gchar *name, GtkWidget *combo,
                               GtkBox *column, GtkSizeGroup *labels)
{
    errdiff_option_info option = settings_option_find(controls->kind, name);

    add_choice(controls, &option, combo, column, labels);
}

/* ---- Values ---------------------------------------------------------------------------------- */

GtkWidget *option_controls_find(const OptionControls *controls, const gchar *name)
{
    const Control *control = find(controls, name);

    g_assert(control != NULL);
    return control->widget;
}

static void set_check(GtkWidget *check, gint value)
{
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(check), value == TRUE);
    set_automatic(check, value == ERRDIFF_AUTOMATIC);
}

static gint get_check(GtkWidget *check)
{
    return is_automatic(check) ? ERRDIFF_AUTOMATIC
                               : gtk_toggle_button_get_active(GTK_TOGGLE_BUTTON(check));
}

void option_controls_show_automatic(OptionControls *controls, const gchar *name, gboolean is_on)
{
    GtkWidget *check = option_controls_find(controls, name);

    if (!is_automatic(check))
        return;
    gtk_toggle_button_set_active(GTK_TOGGLE_BUTTON(check), is_on);
    set_automatic(check, TRUE);
}

static void set(const Control *control, const SettingsKind *kind, gconstpointer settings)
{
    const errdiff_option_info *option = &control->option;

    if (settings_option_is_text(option))
        name_combo_set_or_first(control->widget, *settings_text(kind, settings, option));
    else if (option->type == ERRDIFF_OPTION_REAL)
        form_set_number(control->widget, *settings_real(kind, settings, option));
    else if (option->type == ERRDIFF_OPTION_SWITCH)
        set_check(control->widget, *settings_number(kind, settings, option));
    else if (is_switched(option))
        set_switched(control->widget, option, *settings_number(kind, settings, option));
    else
        form_set_number(control->widget, *settings_number(kind, settings, option));
}

void option_controls_set(OptionControls *controls, gconstpointer settings)
{
    for (guint i = 0; i < controls->list->len; i++)
        set(at(controls, i), controls->kind, settings);
}

static void get(const Control *control, const SettingsKind *kind, gpointer settings)
{
    const errdiff_option_info *option = &control->option;

    if (settings_option_is_text(option))
        settings_replace_text(settings_text(kind, settings, option),
                              name_combo_get(control->widget));
    else if (option->type == ERRDIFF_OPTION_REAL)
        *settings_real(kind, settings, option) = form_get_real(control->widget);
    else if (option->type == ERRDIFF_OPTION_SWITCH)
        *settings_number(kind, settings, option) = get_check(control->widget);
    else if (is_switched(option))
        *settings_number(kind, settings, option) = get_switched(control->widget);
    else
        *settings_number(kind, settings, option) = form_get_number(control->widget);
}

void option_controls_get(const OptionControls *controls, gpointer settings)
{
    for (guint i = 0; i < controls->list->len; i++)
        get(at(controls, i), controls->kind, settings);
}

void option_controls_allow(OptionControls *controls,
                           gboolean (*has_effect)(const errdiff_option_info *option, gpointer user),
                           gpointer user)
{
    for (guint i = 0; i < controls->list->len; i++)
        gtk_widget_set_sensitive(at(controls, i)->grayed,
                                 has_effect(&at(controls, i)->option, user));
}
