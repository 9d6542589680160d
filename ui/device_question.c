/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks for which device a result is saved, and in which file. */
#include "device_question.h"

#include "devices.h"
#include "form.h"
#include "name_combo.h"

#include <glib/gi18n.h>
#include <string.h>

typedef struct {
    const PreviewSource *source;
    gpointer result;
    GtkWidget *dialog, *devices, *complaint;
} Question;

static const struct device *chosen(const Question *question)
{
    gchar *name = name_combo_get(question->devices);
    const struct device *device = device_find(name);

    g_free(name);
    return device;
}

/* Proposes a file of the usual name for the device. */
static void propose_file(const Question *question, const struct device *device)
{
    gchar *image = g_strdup(question->source->image_name);
    gchar *dot = strrchr(image, '.'), *file;

    if (dot != NULL && dot != image)
        *dot = '\0';
    g_strdelimit(image, "/", '_');
    file = g_strdup_printf("%s-%s.%s", image, device->name, device->ending);
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(question->dialog), file);
    g_free(file);
    g_free(image);
}

static void follow(const Question *question)
{
    const PreviewSource *source = question->source;
    const struct device *device = chosen(question);
    gchar *complaint = source->device_complaint(source->user, question->result, device);

    gtk_label_set_text(GTK_LABEL(question->complaint), complaint != NULL ? complaint : "");
    gtk_dialog_set_response_sensitive(GTK_DIALOG(question->dialog), GTK_RESPONSE_OK,
                                      complaint == NULL);
    propose_file(question, device);
    g_free(complaint);
}

/* GTK 3 allows saving as soon as the file has a name. */
static void refuse_again(const Question *question)
{
    if (gtk_label_get_text(GTK_LABEL(question->complaint))[0] != '\0')
        gtk_dialog_set_response_sensitive(GTK_DIALOG(question->dialog), GTK_RESPONSE_OK, FALSE);
}

/* The first device that takes the result is chosen. */
static void list_devices(const Question *question)
{
    const PreviewSource *source = question->source;
    const struct device *device;
    const gchar *first = NULL;

    for (gint i = 0; (device = device_get(i)) != NULL; i++) {
        name_combo_append(question->devices, device->name, _(device->title), TRUE);
        if (first == NULL) {
            gchar *complaint = source->device_complaint(source->user, question->result, device);

            if (complaint == NULL)
                first = device->name;
            g_free(complaint);
        }
    }
    name_combo_set_or_first(question->devices, first != NULL ? first : "");
}

static GtkWidget *choice_new(Question *question)
{
    GtkWidget *column = form_column();
    GtkSizeGroup *labels = gtk_size_group_new(GTK_SIZE_GROUP_HORIZONTAL);

    question->devices = name_combo_new_wide();
    question->complaint = form_note();
    form_row(GTK_BOX(column), labels, _("_Device:"), question->devices, question->devices,
             _("What shows or prints the image. The file has what it or its driver takes."));
    form_beside_labels(GTK_BOX(column), labels, question->complaint);
    g_object_unref(labels);
    gtk_widget_show_all(column);
    return column;
}

/* Whether the file is written. If not, the user is told why. */
static gboolean save(const Question *question)
{
    const PreviewSource *source = question->source;
    gchar *path = gtk_file_chooser_get_filename(GTK_FILE_CHOOSER(question->dialog));
    gchar *message = NULL;
    gboolean is_saved =
        source->save_for_device(source->user, question->result, chosen(question), path, &message);

    if (!is_saved) {
        GtkWidget *failure =
            gtk_message_dialog_new(GTK_WINDOW(question->dialog), GTK_DIALOG_MODAL,
                                   GTK_MESSAGE_ERROR, GTK_BUTTONS_CLOSE, "%s", message);

        gtk_window_set_title(GTK_WINDOW(failure), _("Save for a Device"));
        gtk_dialog_run(GTK_DIALOG(failure));
        gtk_widget_destroy(failure);
    }
    g_free(message);
    g_free(path);
    return is_saved;
}

void device_question_ask(GtkWindow *parent, const PreviewSource *source, gpointer result)
{
    Question question = {.source = source, .result = source->share(source->user, result)};
    GtkFileChooser *chooser;

    question.dialog = gtk_file_chooser_dialog_new(
        _("Save for a Device"), parent, GTK_FILE_CHOOSER_ACTION_SAVE, GTK_STOCK_CANCEL,
        GTK_RESPONSE_CANCEL, GTK_STOCK_SAVE, GTK_RESPONSE_OK, NULL);
    chooser = GTK_FILE_CHOOSER(question.dialog);
    gtk_dialog_set_default_response(GTK_DIALOG(question.dialog), GTK_RESPONSE_OK);
    gtk_file_chooser_set_current_folder(chooser, g_get_home_dir());
    gtk_file_chooser_set_do_overwrite_confirmation(chooser, TRUE);
    gtk_file_chooser_set_extra_widget(chooser, choice_new(&question));
    list_devices(&question);
    follow(&question);
    g_signal_connect_swapped(question.devices, "changed", G_CALLBACK(follow), &question);
    g_signal_connect_swapped(
        gtk_dialog_get_widget_for_response(GTK_DIALOG(question.dialog), GTK_RESPONSE_OK),
        "notify::sensitive", G_CALLBACK(refuse_again), &question);
    while (gtk_dialog_run(GTK_DIALOG(question.dialog)) == GTK_RESPONSE_OK && !save(&question))
        ;
    gtk_widget_destroy(question.dialog);
    source->free_result(source->user, question.result);
}
