/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets the user choose a preset, and save, rename, delete, import and export presets. */
#include "preset_row.h"

#include "form.h"
#include "menu_button.h"
#include "name_combo.h"
#include "name_question.h"
#include "preset_questions.h"
#include "preset_thumbnails.h"
#include "settings/preset_file.h"
#include "settings/presets.h"

#include <glib/gi18n.h>

#define NO_PRESET "" /* a name that no preset can have */

typedef struct {
    GtkHBox parent;
    GtkWidget *names;
    GtkWidget *save, *rename, *delete, *import;
    gchar *folder;
    PresetCheck check;
    gpointer user;
    GPtrArray *presets;
    PresetThumbnails *thumbnails; /* NULL: the row is being destroyed */
    DitherSettings *now, *picked;
    gchar *last_name; /* of the preset that was picked or saved last */
    gboolean setting; /* the code, not the user, is changing the choice */
} PresetRow;

typedef GtkHBoxClass PresetRowClass;

GType preset_row_get_type(void);
G_DEFINE_TYPE(PresetRow, preset_row, GTK_TYPE_HBOX)

static guint picked_signal;

static PresetRow *preset_row(gpointer widget)
{
    return G_TYPE_CHECK_INSTANCE_CAST(widget, preset_row_get_type(), PresetRow);
}

static void destroyed(PresetRow *row)
{
    g_clear_pointer(&row->thumbnails, preset_thumbnails_free);
}

static void preset_row_finalize(GObject *object)
{
    PresetRow *row = preset_row(object);

    g_free(row->folder);
    g_free(row->last_name);
    g_ptr_array_unref(row->presets);
    dither_settings_free(row->now);
    dither_settings_free(row->picked);
    G_OBJECT_CLASS(preset_row_parent_class)->finalize(object);
}

static void preset_row_class_init(PresetRowClass *class)
{
    G_OBJECT_CLASS(class)->finalize = preset_row_finalize;
    picked_signal = g_signal_new("picked", G_TYPE_FROM_CLASS(class), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
}

static void preset_row_init(PresetRow *row)
{
    gtk_box_set_spacing(GTK_BOX(row), FORM_SPACING);
    row->now = dither_settings_new();
    row->picked = dither_settings_new();
    row->last_name = g_strdup(NO_PRESET);
    g_signal_connect(row, "destroy", G_CALLBACK(destroyed), NULL);
}

static GtkWindow *window_of(PresetRow *row)
{
    return GTK_WINDOW(gtk_widget_get_toplevel(GTK_WIDGET(row)));
}

static void complain(PresetRow *row, gchar *message)
{
    name_question_complain(window_of(row), _("Preset"), message);
    g_free(message);
}

typedef struct {
    PresetRow *row;
    gchar *message;
} Complaint;

static gboolean complain_now(gpointer data)
{
    Complaint *complaint = data;

    if (gtk_widget_get_mapped(GTK_WIDGET(complaint->row)))
        complain(complaint->row, g_steal_pointer(&complaint->message));
    g_object_unref(complaint->row);
    g_free(complaint->message);
    g_free(complaint);
    return G_SOURCE_REMOVE;
}

/* Shows the message after the current event: a screen reader that picks a preset by a call waits
 * for its answer, which must not wait for the message dialog. */
static void complain_soon(PresetRow *row, gchar *message)
{
    Complaint *complaint = g_new(Complaint, 1);

    complaint->row = g_object_ref(row);
    complaint->message = message;
    g_idle_add(complain_now, complaint);
}

static gboolean is_set_now(PresetRow *row, const Preset *preset)
{
    return preset != NULL && preset->settings != NULL &&
           dither_settings_have_same_appearance(preset->settings, row->now);
}

/* The preset with the current settings. Several may have them; the one used last comes first. */
static const Preset *preset_set_now(PresetRow *row)
{
    const Preset *last = presets_find(row->presets, row->last_name);

    if (is_set_now(row, last))
        return last;
    for (guint i = 0; i < row->presets->len; i++)
        if (is_set_now(row, row->presets->pdata[i]))
            return row->presets->pdata[i];
    return NULL;
}

/* The row for settings of no preset says which preset they were made from. */
static void title_changed_settings(PresetRow *row)
{
    const Preset *last = presets_find(row->presets, row->last_name);
    gchar *title = last != NULL ? g_strdup_printf(_("%s (changed)"), last->title)
                                : g_strdup(_("Custom settings"));

    name_combo_set_title(row->names, NO_PRESET, title);
    g_free(title);
}

static void show_preset_set_now(PresetRow *row)
{
    const Preset *preset = preset_set_now(row);
    gboolean is_own = preset != NULL && !preset->is_built_in;

    row->setting = TRUE;
    title_changed_settings(row);
    name_combo_set(row->names, preset != NULL ? preset->name : NO_PRESET);
    row->setting = FALSE;
    gtk_widget_set_sensitive(row->rename, is_own);
    gtk_widget_set_sensitive(row->delete, is_own);
}

static void show_thumbnail(gpointer user, const DitherSettings *settings, GdkPixbuf *thumbnail)
{
    PresetRow *row = user;

    for (guint i = 0; i < row->presets->len; i++) {
        const Preset *preset = row->presets->pdata[i];

        if (preset->settings != NULL &&
            dither_settings_have_same_appearance(preset->settings, settings))
            name_combo_set_image(row->names, preset->name, thumbnail);
    }
}

static void append(PresetRow *row, const Preset *preset)
{
    name_combo_append(row->names, preset->name, preset->title, TRUE);
    if (preset->settings != NULL)
        name_combo_set_image(row->names, preset->name,
                             preset_thumbnails_get(row->thumbnails, preset->settings));
}

static guint append_all(PresetRow *row, gboolean are_built_in)
{
    guint count = 0;

    for (guint i = 0; i < row->presets->len; i++) {
        const Preset *preset = row->presets->pdata[i];

        if (preset->is_built_in == are_built_in) {
            append(row, preset);
            count++;
        }
    }
    return count;
}

/* The last rows of the list are files that the user may take for presets. */
static void append_ignored(PresetRow *row)
{
    GPtrArray *files = presets_ignored(row->folder);

    if (files->len > 0)
        name_combo_append_line(row->names);
    for (guint i = 0; i < files->len; i++) {
        const Preset *file = files->pdata[i];
        gchar *note = g_strdup_printf(_("This file is ignored: %s"), file->message);

        name_combo_append_with_note(row->names, NO_PRESET, file->title, note, FALSE);
        g_free(note);
    }
    g_ptr_array_unref(files);
}

/* An item of the menu that saves presets has the reason in its tooltip if that cannot be done. */
static void allow_saving(GtkWidget *item, const gchar *tooltip, const gchar *complaint)
{
    gchar *refusal =
        complaint == NULL ? NULL : g_strdup_printf(_("Presets cannot be saved: %s"), complaint);

    gtk_widget_set_sensitive(item, refusal == NULL);
    gtk_widget_set_tooltip_text(item, refusal == NULL ? tooltip : refusal);
    g_free(refusal);
}

static void find_whether_presets_can_be_saved(PresetRow *row)
{
    gchar *complaint = NULL;

    presets_can_be_saved(row->folder, &complaint);
    allow_saving(row->save, _("Save the settings below as a preset of your own"), complaint);
    allow_saving(row->import, _("Add a preset from a file"), complaint);
    g_free(complaint);
}

static void load(PresetRow *row)
{
    find_whether_presets_can_be_saved(row);
    g_clear_pointer(&row->presets, g_ptr_array_unref);
    row->presets = presets_load(row->folder);
    row->setting = TRUE;
    name_combo_clear(row->names);
    name_combo_append(row->names, NO_PRESET, _("Custom settings"), TRUE);
    if (append_all(row, FALSE) > 0)
        name_combo_append_line(row->names);
    append_all(row, TRUE);
    append_ignored(row);
    row->setting = FALSE;
    show_preset_set_now(row);
}

static void remember(PresetRow *row, const gchar *name)
{
    gchar *copy = g_strdup(name);

    g_free(row->last_name);
    row->last_name = copy;
}

static void pick(PresetRow *row, const gchar *name, const DitherSettings *settings)
{
    remember(row, name);
    dither_settings_assign(row->picked, settings);
    g_signal_emit(row, picked_signal, 0);
}

static void name_chosen(PresetRow *row)
{
    gchar *name, *message = NULL;
    const Preset *preset;

    if (row->setting)
        return;
    name = name_combo_get(row->names);
    preset = name != NULL ? presets_find(row->presets, name) : NULL;
    if (preset != NULL && preset->settings == NULL)
        message = g_strdup(preset->message);
    else if (preset != NULL && row->check(row->user, preset->settings, &message))
        pick(row, name, preset->settings);
    g_free(name);
    show_preset_set_now(row);
    if (message != NULL)
        complain_soon(row, message);
}

static void save(PresetRow *row)
{
    const Preset *last = presets_find(row->presets, row->last_name);
    gchar *message = NULL;
    gchar *name = preset_questions_name(window_of(row), _("Save a Preset"), GTK_STOCK_SAVE,
                                        last != NULL && !last->is_built_in ? last->name : "",
                                        row->presets, TRUE);

    if (name == NULL)
        return;
    if (presets_save(row->folder, name, row->now, &message))
        remember(row, name);
    else
        complain(row, message);
    load(row);
    g_free(name);
}

static void rename_preset(PresetRow *row)
{
    gchar *from = name_combo_get(row->names);
    gchar *message = NULL;
    gchar *to = preset_questions_name(window_of(row), _("Rename a Preset"), _("_Rename"), from,
                                      row->presets, FALSE);

    if (to != NULL) {
        if (presets_rename(row->folder, from, to, &message))
            remember(row, to);
        else
            complain(row, message);
        load(row);
    }
    g_free(to);
    g_free(from);
}

static void delete_preset(PresetRow *row)
{
    gchar *name = name_combo_get(row->names);
    gchar *message = NULL;

    if (preset_questions_delete(window_of(row), name)) {
        if (!presets_delete(row->folder, name, &message))
            complain(row, message);
        load(row);
    }
    g_free(name);
}

/* The name under which to keep imported settings; NULL: the user cancelled. Asks for a name unless
 * the file's own is valid and either free or the name of a preset with the same settings. */
static gchar *name_for_import(PresetRow *row, const gchar *path, const DitherSettings *settings)
{
    gchar *name = preset_file_to_name(path);
    const Preset *taken = presets_find(row->presets, name);
    gchar *answer;

    if (presets_name_is_possible(name, NULL) &&
        (taken == NULL || (taken->settings != NULL &&
                           dither_settings_have_same_appearance(taken->settings, settings))))
        return name;
    answer = preset_questions_name(window_of(row), _("Import a Preset"), GTK_STOCK_SAVE, name,
                                   row->presets, TRUE);
    g_free(name);
    return answer;
}

static void import_from(PresetRow *row, const gchar *path)
{
    gchar *message = NULL;
    DitherSettings *settings = preset_file_read(path, &message);
    gchar *name = NULL;

    if (settings != NULL && row->check(row->user, settings, &message))
        name = name_for_import(row, path, settings);
    if (name != NULL && presets_save(row->folder, name, settings, &message)) {
        load(row);
        pick(row, name, settings);
    }
    if (message != NULL)
        complain(row, message);
    g_free(name);
    dither_settings_free(settings);
}

static void import_preset(PresetRow *row)
{
    gchar *path = preset_questions_open(window_of(row));

    if (path != NULL)
        import_from(row, path);
    g_free(path);
}

static void export_preset(PresetRow *row)
{
    const Preset *preset = preset_set_now(row);
    gchar *message = NULL;
    gchar *path = preset_questions_save(window_of(row),
                                        preset != NULL ? preset->title : _("Error Diffusion"));

    if (path != NULL && !preset_file_write(path, row->now, &message))
        complain(row, message);
    g_free(path);
}

/* A menu, because there are not enough letters for a mnemonic for each of these in the dialog. */
static GtkWidget *menu_new(PresetRow *row)
{
    GtkWidget *menu = gtk_menu_new();

    row->save = form_menu_item(menu, _("_Save…"), NULL, G_CALLBACK(save), row);
    row->rename = form_menu_item(menu, _("_Rename…"), _("Rename this preset, one of your own"),
                                 G_CALLBACK(rename_preset), row);
    row->delete = form_menu_item(menu, _("_Delete…"), _("Delete this preset, one of your own"),
                                 G_CALLBACK(delete_preset), row);
    row->import = form_menu_item(menu, _("_Import…"), NULL, G_CALLBACK(import_preset), row);
    form_menu_item(menu, _("_Export…"), _("Write the settings below to a file, to share them"),
                   G_CALLBACK(export_preset), row);
    return menu_button_new(_("Man_age"), _("Save, rename, delete, import and export presets"),
                           menu);
}

GtkWidget *preset_row_new(const gchar *folder, const PreviewSource *source, PresetCheck check,
                          gpointer user)
{
    PresetRow *row = g_object_new(preset_row_get_type(), NULL);
    GtkBox *box = GTK_BOX(row);

    row->folder = g_strdup(folder);
    row->check = check;
    row->user = user;
    row->names = name_combo_new();
    row->thumbnails = preset_thumbnails_new(source, show_thumbnail, row);
    if (source->prepare_thumbnail != NULL)
        name_combo_have_images(row->names, 2, PRESET_THUMBNAIL_WIDTH, PRESET_THUMBNAIL_HEIGHT);
    gtk_box_pack_start(box,
                       form_label(_("Pres_et:"), row->names,
                                  _("Settings for a certain purpose, your own first. Engine, "
                                    "threads and destination stay as they are.")),
                       FALSE, FALSE, 0);
    gtk_box_pack_start(box, row->names, TRUE, TRUE, 0);
    gtk_box_pack_start(box, menu_new(row), FALSE, FALSE, 0);
    load(row);
    g_signal_connect_swapped(row->names, "changed", G_CALLBACK(name_chosen), row);
    return GTK_WIDGET(row);
}

void preset_row_make_thumbnails(GtkWidget *widget, gboolean may_run)
{
    preset_thumbnails_run(preset_row(widget)->thumbnails, may_run);
}

void preset_row_follow(GtkWidget *widget, const DitherSettings *settings)
{
    PresetRow *row = preset_row(widget);

    dither_settings_assign(row->now, settings);
    show_preset_set_now(row);
}

const DitherSettings *preset_row_picked(GtkWidget *widget)
{
    return preset_row(widget)->picked;
}

void preset_row_forget(GtkWidget *widget)
{
    remember(preset_row(widget), NO_PRESET);
}
